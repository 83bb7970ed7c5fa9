package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import java.util.List;

/**
 * The table of one concrete class: {@code id}, {@code _version}, then the columns of its fields but collections.
 *
 * @param fields the attributes that are kept in this table, each with its slot
 * @param links the tables of the class's collections, inherited ones included
 */
public record ClassTable(PersistentClass type, Table table, List<Field> fields, List<LinkTable> links) {

    /** The place of the column with the object's id. */
    public static final int ID = 0;

    /** The place of the column with the number of updates the object has had. */
    public static final int VERSION = 1;

    /** How many columns stand before the first field's. */
    public static final int FIRST_FIELD = 2;

    /** A field and where it is kept. */
    public record Field(Attribute attribute, Slot slot) {
        public Field {
            requireNonNull(attribute);
            requireNonNull(slot);
        }
    }

    public ClassTable {
        requireNonNull(type);
        requireNonNull(table);
        fields = List.copyOf(fields);
        links = List.copyOf(links);
    }

    /** Returns the columns of an attribute that is no collection. */
    public Slot slot(Attribute attribute) {
        for (Field field : fields) {
            if (field.attribute().name().equals(attribute.name())) {
                return field.slot();
            }
        }
        throw new IllegalArgumentException(type + " has no column for " + attribute.name());
    }

    /** The table of that collection. */
    public LinkTable link(CollectionAttribute attribute) {
        for (LinkTable link : links) {
            if (link.attribute().name().equals(attribute.name())) {
                return link;
            }
        }
        throw new IllegalArgumentException(type + " has no collection " + attribute.name());
    }

    @Override
    public int hashCode() {
        return table.hashCode();
    }
}

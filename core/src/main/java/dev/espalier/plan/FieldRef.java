package dev.espalier.plan;

import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.ColumnType;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.ValueType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Where something stands in a row: a field of an object or a member of a collection, perhaps inside embedded records.
 *
 * @param row the row it stands in
 * @param chain embedded records from the outside in, then the field itself; empty for an object's id and for a member itself
 * @param content what stands there
 * @param certain whether every such row has it: not where only some subclasses have the field, nor inside an embedded record, which
 *     can be missing
 */
public record FieldRef(Row row, List<Attribute> chain, Content content, boolean certain) {

    public FieldRef {
        Objects.requireNonNull(row);
        chain = List.copyOf(chain);
        Objects.requireNonNull(content);
    }

    /** The id of an object. */
    public static FieldRef id(PersistentClass type) {
        return new FieldRef(new Row.Objects(type), List.of(), new Content.Id(type), true);
    }

    /** A member of a collection that refers to an object. */
    static FieldRef member(CollectionAttribute collection, PersistentClass target) {
        return new FieldRef(new Row.Members(collection), List.of(), new Content.Reference(target), true);
    }

    /** A kind of row. */
    public sealed interface Row {

        /** The objects of a class and its subclasses. */
        record Objects(PersistentClass type) implements Row {
        }

        /** The members of a collection. */
        record Members(CollectionAttribute collection) implements Row {
        }

        /** The entries of a map, of which the keys are asked. */
        record Keys(CollectionAttribute map) implements Row {
        }
    }

    /** What stands at a place. */
    public sealed interface Content {

        /** The object's own id. */
        record Id(PersistentClass type) implements Content {
        }

        /** A plain value. */
        record Value(ValueType type) implements Content {
        }

        /** A reference to an object. */
        record Reference(PersistentClass target) implements Content {
        }

        /** A record without identity. */
        record Embedded(EmbeddedType type) implements Content {
        }
    }

    /** The kinds of the columns that are compared here, the most significant first. */
    public List<ColumnType> columnTypes() {
        if (content instanceof Content.Value value) {
            return value.type().parts().stream()
                    .limit(value.type().comparedParts())
                    .map(ValueType.Part::type)
                    .collect(Collectors.toList());
        }
        if (content instanceof Content.Embedded) {
            throw new IllegalStateException("a record is not compared as a whole");
        }
        return List.of(ColumnType.BIGINT);
    }

    /** The same place, of which a sum is made. */
    FieldRef summed() {
        return content instanceof Content.Value value ? new FieldRef(row, chain, new Content.Value(value.type().summed()), certain) : this;
    }

    /** {@code address.city}; {@code id}; {@code member} for a collection's member itself. */
    @Override
    public String toString() {
        String names = chain.stream().map(Attribute::name).collect(Collectors.joining("."));
        String first = content instanceof Content.Id ? "id" : row instanceof Row.Members ? "member" : "";
        return names.isEmpty() || first.isEmpty() ? first + names : first + "." + names;
    }
}

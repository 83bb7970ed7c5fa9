package dev.espalier.internal.plan;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A field of a row: a field of an object or a member of a collection, perhaps within embedded records.
 *
 * @param row the kind of row
 * @param chain embedded records from the outside in, then the field itself; empty for an object's id and for a member itself
 * @param content the kind of value
 * @param certain whether every such row has the field; false if only some subclasses have it, or if it is within an embedded record, which
 *     can be null
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
    public static FieldRef member(CollectionAttribute collection, PersistentClass target) {
        return new FieldRef(new Row.Members(collection), List.of(), new Content.Reference(target), true);
    }

    /** A kind of row. */
    public sealed interface Row {

        /** The objects of a class and its subclasses. */
        record Objects(PersistentClass type) implements Row {}

        /** The members of a collection. */
        record Members(CollectionAttribute collection) implements Row {}

        /** The entries of a map; the field is the key. */
        record Keys(CollectionAttribute map) implements Row {}
    }

    /** The kind of value in a field. */
    public sealed interface Content {

        /** The object's own id. */
        record Id(PersistentClass type) implements Content {}

        /** A plain value. */
        record Value(ValueType type) implements Content {}

        /** A reference to an object. */
        record Reference(PersistentClass target) implements Content {}

        /** A record without identity. */
        record Embedded(EmbeddedType type) implements Content {}
    }

    /** Returns the types of the compared columns, the most significant first. */
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

    /** Returns the same field with the type of a sum. */
    FieldRef summed() {
        return content instanceof Content.Value value
                ? new FieldRef(row, chain, new Content.Value(value.type().summed()), certain)
                : this;
    }

    /** Returns the name for a message: as a path has it, with the name of the collection for a member. */
    String spoken() {
        return row instanceof Row.Members members && !(content instanceof Content.Id)
                ? Stream.concat(Stream.of((Attribute) members.collection()), chain.stream())
                        .map(Attribute::name)
                        .collect(Collectors.joining("."))
                : toString();
    }

    /** {@code address.city}; {@code id}; {@code member} for a collection's member itself. */
    @Override
    public String toString() {
        String names = chain.stream().map(Attribute::name).collect(Collectors.joining("."));
        String first = content instanceof Content.Id ? "id" : row instanceof Row.Members ? "member" : "";
        return names.isEmpty() || first.isEmpty() ? first + names : first + "." + names;
    }
}

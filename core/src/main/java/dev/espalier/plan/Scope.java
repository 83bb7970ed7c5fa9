package dev.espalier.plan;

import dev.espalier.model.Attribute;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.PersistentClass;
import java.util.List;
import java.util.Objects;

/**
 * Where the fields of a condition are looked up.
 *
 * @param row the row that is asked
 * @param record the embedded record whose components are meant; null where the fields of the row's object are
 * @param chain leads from the row to the record
 */
record Scope(FieldRef.Row row, EmbeddedType record, List<Attribute> chain) {

    Scope {
        Objects.requireNonNull(row);
        chain = List.copyOf(chain);
    }

    static Scope of(PersistentClass type) {
        return new Scope(new FieldRef.Row.Objects(type), null, List.of());
    }
}

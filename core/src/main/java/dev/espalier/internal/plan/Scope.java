package dev.espalier.internal.plan;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.PersistentClass;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The row or record whose fields a condition names.
 *
 * @param row the kind of row
 * @param record the embedded record; null for the fields of the row's object
 * @param chain leads from the row to the record
 */
record Scope(FieldRef.Row row, @Nullable EmbeddedType record, List<Attribute> chain) {

    Scope {
        Objects.requireNonNull(row);
        chain = List.copyOf(chain);
    }

    static Scope of(PersistentClass type) {
        return new Scope(new FieldRef.Row.Objects(type), null, List.of());
    }
}

package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All migrations of a program. If two compute the same attribute of a class, the first one does it. */
public record Computations(List<Computation> all) {

    public Computations {
        all = List.copyOf(all);
    }

    /** Whether one of them computes an attribute of a class. */
    public boolean isComputed(PersistentClass type, String attribute) {
        return formula(type, attribute) != null;
    }

    /** Whether statements fill the attribute, so far as it is known without looking at the objects. */
    public boolean isByStatement(Fill fill) {
        Formula formula = formula(fill);
        return formula == null ? ColumnFill.isOfWholeNumbers(fill) : !(formula instanceof Formula.ByFunction);
    }

    /** The formula of an attribute; null if it is converted from another one. */
    @Nullable
    Formula formula(Fill fill) {
        return formula(fill.type(), fill.attribute().name());
    }

    private @Nullable Formula formula(PersistentClass type, String attribute) {
        for (Computation computation : all) {
            Formula formula = computation.isFor(type) ? computation.formulas().get(attribute) : null;
            if (formula != null) {
                return formula;
            }
        }
        return null;
    }

    /** Whether an expression of the query language computes an attribute. */
    boolean isByPath(Fill fill) {
        return formula(fill) instanceof Formula.ByPath;
    }

    /** The value in place of null, or null. */
    @Nullable
    Object inPlaceOfNull(Fill fill) {
        return all.stream()
                .filter(computation -> computation.isFor(fill.type()))
                .map(computation -> computation.fills().get(fill.attribute().name()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The attributes that are computed, whatever objects hold now. */
    List<Fill> fills(Schema schema) {
        List<Fill> fills = new ArrayList<>();
        for (PersistentClass type : schema.model().classes()) {
            type.attributes().stream()
                    .filter(attribute -> isComputed(type, attribute.name()))
                    .forEach(attribute -> fills.add(Fill.computed(type, attribute, schema.nameOf(type))));
        }
        return fills;
    }
}

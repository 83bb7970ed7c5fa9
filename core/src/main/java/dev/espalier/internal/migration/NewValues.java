package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.model.NodeAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes by the program what attributes of its objects hold. */
final class NewValues {

    private final FormerObjects former;
    private final Computations computations;
    private final AttributeConversion conversion;

    NewValues(FormerObjects former, Computations computations, AttributeConversion.References references) {
        this.former = former;
        this.computations = computations;
        this.conversion = new AttributeConversion(former.nodes(), references);
    }

    /**
     * The value of an attribute for the object of a node.
     *
     * @param values those of expressions
     * @throws IllegalArgumentException if there is none; the message says what was found and what is expected
     * @throws RuntimeException if the program's function has thrown it
     */
    @Nullable
    Object of(Fill fill, Object node, ExpressionValues values) {
        if (fill.type().isRecord()) {
            throw new IllegalArgumentException(
                    "found a component of a record, which the database alone can compute; expected Migration.setSql, which takes a value of one column, or a class in place of the record");
        }
        Formula formula = computations.formula(fill);
        return conversion
                .withNames(formula instanceof Formula.ByFunction ? Map.of() : fill.components())
                .convert(fill.attribute(), given(fill, formula, node, values), computations.inPlaceOfNull(fill));
    }

    private @Nullable Object given(Fill fill, @Nullable Formula formula, Object node, ExpressionValues values) {
        if (formula instanceof Formula.ByFunction by) {
            return by.function().apply(node);
        }
        if (formula instanceof Formula.ByPath) {
            return values.of(fill, former.id(node));
        }
        if (fill.from() != null) {
            return NodeAttributes.get(former.type(node), node, fill.from());
        }
        throw new IllegalArgumentException(
                "found no migration that computes it, but another program has begun to; expected the same migration in these settings");
    }
}

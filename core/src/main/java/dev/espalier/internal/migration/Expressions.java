package dev.espalier.internal.migration;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.QueryException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.store.ObjectStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The expressions of the query language that compute attributes. */
final class Expressions {

    private final ObjectStore nodes;
    private final Computations computations;

    Expressions(ObjectStore nodes, Computations computations) {
        this.nodes = nodes;
        this.computations = computations;
    }

    /**
     * The expression of an attribute; null for one that is computed otherwise.
     *
     * @throws SchemaException {@code migration} if the expression is wrong
     */
    @Nullable
    PlannedValue planned(Fill fill) {
        if (!(computations.formula(fill) instanceof Formula.ByPath path)) {
            return null;
        }
        if (!(fill.attribute() instanceof ValueAttribute)) {
            throw MigrationErrors.of(
                    fill,
                    "found the expression " + path.expression()
                            + "; expected a function, because the attribute is no value");
        }
        try {
            return nodes.runner().value(NamedClass.of(fill.className()), path.expression());
        } catch (QueryException e) {
            throw MigrationErrors.of(fill, e);
        }
    }

    /**
     * Requires that no expression reads, of other objects, what the migration computes: some of them would have the new value already, others not yet.
     *
     * @throws SchemaException {@code migration}
     */
    void requireIndependent(List<Fill> fills) {
        for (Fill fill : fills) {
            PlannedValue planned = fill.type().isAbstract() ? null : planned(fill);
            for (Fill other : fills) {
                if (planned != null
                        && planned.mayReadOfOthers(
                                requireNonNull(nodes.model().find(other.className())), other.path())) {
                    throw MigrationErrors.of(
                            fill,
                            "found " + planned.text() + ", which reads " + other.name()
                                    + " of other objects; expected an attribute"
                                    + " that the same migration does not compute, because it computes objects one after the other. Compute a second attribute, and then this one from it");
                }
            }
        }
    }
}

package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.MIGRATION;

import dev.espalier.error.QueryException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Rql;
import java.util.List;

/** Checks, without a database, that the classes have the attributes that migrations compute, and that expressions can be read. */
final class NameCheck {

    private NameCheck() {}

    /** @throws SchemaException {@code migration} if not */
    static void check(Computations computations, ObjectModel model) {
        computations.all().forEach(computation -> check(computation, model));
    }

    private static void check(Computation computation, ObjectModel model) {
        List<PersistentClass> types =
                model.classes().stream().filter(computation::isFor).toList();
        if (types.isEmpty()) {
            throw new SchemaException(
                    MIGRATION,
                    computation + ": found " + computation.className()
                            + "; expected a class of the model or one above");
        }
        computation.formulas().forEach((attribute, formula) -> {
            if (formula instanceof Formula.ByPath path) {
                requireReadable(computation, attribute, path);
            }
        });
        for (String attribute : computation.names()) {
            if (types.stream().noneMatch(type -> type.attribute(attribute) != null)) {
                throw new SchemaException(
                        MIGRATION,
                        computation + ": found the attribute " + attribute + "; expected one of "
                                + types.get(0).attributes().stream()
                                        .map(Attribute::name)
                                        .toList());
            }
        }
    }

    private static void requireReadable(Computation computation, String attribute, Formula.ByPath path) {
        try {
            Rql.operand(path.expression());
        } catch (QueryException e) {
            throw new SchemaException(MIGRATION, computation + ": " + attribute + ": " + e.getMessage(), e);
        }
    }
}

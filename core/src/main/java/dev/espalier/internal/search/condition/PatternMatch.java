package dev.espalier.internal.search.condition;

import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Matches a field with a pattern. The constants of an enum match by the names that they have in the program, also if the database has
 * former ones.
 *
 * @param constants compares the same row with the stored names
 */
record PatternMatch(ConstantComparison constants) {

    Predicate match(Condition.Match match) {
        List<Expression> columns = constants.row().compared(match.field());
        if (columns.isEmpty()
                || !constants.stored().limits().nullCharacter()
                        && match.pattern().indexOf('\0') >= 0) {
            return Predicates.FALSE;
        }
        constants.scope().countBinds(1);
        Predicate stored = constants
                .guard()
                .guarded(
                        columns.get(0),
                        new Predicate.Match(
                                match.ignoreCase() ? columns.get(0) : searched(columns.get(0)),
                                match.pattern(),
                                match.ignoreCase()));
        return isRenamed(match.field()) ? renamed(match, stored) : stored;
    }

    Predicate begins(Condition.Begins begins) {
        List<Expression> columns = constants.row().compared(begins.field());
        if (columns.isEmpty()) {
            return Predicates.FALSE;
        }
        ColumnType type = begins.field().columnTypes().get(0);
        return constants
                .guard()
                .guarded(
                        columns.get(0),
                        new Predicate.Begins(
                                searched(columns.get(0)),
                                constants.scope().bind(type, begins.text()),
                                constants.scope().bind(type, begins.after())));
    }

    /** Returns what an index finds: the column, or the beginning of its texts. */
    private Expression searched(Expression column) {
        return constants
                .stored()
                .indexedBeginning(constants.row(), column)
                .<Expression>map(TextBeginning::beginning)
                .orElse(column);
    }

    /** Whether an enum has constants that are stored under former names. */
    private static boolean isRenamed(FieldRef field) {
        return field.content() instanceof FieldRef.Content.Value value
                && value.type().isEnum()
                && value.type().storedNames().entrySet().stream()
                        .anyMatch(name -> !name.getKey().equals(name.getValue()));
    }

    /** Constants are matched by the names that they have in the program; those that it does not know, by the stored ones. */
    private Predicate renamed(Condition.Match match, Predicate stored) {
        Pattern pattern = Pattern.compile(CaseVariants.regex(match.pattern(), "\\z", match.ignoreCase()));
        Set<Constant> known = new LinkedHashSet<>();
        Set<Constant> matching = new LinkedHashSet<>();
        ((FieldRef.Content.Value) match.field().content()).type().storedNames().forEach((name, storedName) -> {
            known.add(new Constant(List.of(storedName)));
            if (pattern.matcher(name).matches()) {
                matching.add(new Constant(List.of(storedName)));
            }
        });
        Predicate unknown =
                Predicates.and(new Predicate.Not(constants.in(new Condition.InSet(match.field(), known))), stored);
        return matching.isEmpty()
                ? unknown
                : Predicates.or(constants.in(new Condition.InSet(match.field(), matching)), unknown);
    }
}

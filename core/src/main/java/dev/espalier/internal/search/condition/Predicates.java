package dev.espalier.internal.search.condition;

import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.List;

/** Builds simplified predicates: without parts that are always true or false, and not too wide for an engine's parser. */
public final class Predicates {

    public static final Predicate TRUE = new Predicate.Constant(true);
    public static final Predicate FALSE = new Predicate.Constant(false);

    /**
     * The maximum number of terms side by side. SQLite refuses expressions nested deeper than 1,000, and nests a AND b AND c once for each
     * term. https://www.sqlite.org/limits.html
     */
    private static final int WIDTH = 50;

    private Predicates() {}

    public static Predicate and(Predicate... terms) {
        return and(List.of(terms));
    }

    public static Predicate and(List<Predicate> terms) {
        List<Predicate> left = new ArrayList<>();
        for (Predicate term : terms) {
            if (term.equals(FALSE)) {
                return FALSE;
            }
            if (!term.equals(TRUE)) {
                left.add(term);
            }
        }
        while (left.size() > WIDTH) {
            List<Predicate> joined = new ArrayList<>();
            for (int i = 0; i < left.size(); i += WIDTH) {
                joined.add(Predicate.and(left.subList(i, Math.min(left.size(), i + WIDTH))));
            }
            left = joined;
        }
        return Predicate.and(left);
    }

    public static Predicate or(Predicate... terms) {
        return or(List.of(terms));
    }

    public static Predicate or(List<Predicate> terms) {
        List<Predicate> left = new ArrayList<>();
        for (Predicate term : terms) {
            if (term.equals(TRUE)) {
                return TRUE;
            }
            if (!term.equals(FALSE)) {
                left.add(term);
            }
        }
        while (left.size() > WIDTH) {
            List<Predicate> joined = new ArrayList<>();
            for (int i = 0; i < left.size(); i += WIDTH) {
                joined.add(Predicate.or(left.subList(i, Math.min(left.size(), i + WIDTH))));
            }
            left = joined;
        }
        return Predicate.or(left);
    }

    public static Predicate not(Predicate term) {
        return term instanceof Predicate.Constant constant
                ? (constant.value() ? FALSE : TRUE)
                : term instanceof Predicate.Not not ? not.term() : new Predicate.Not(term);
    }

    /** Returns how many conditions are joined by AND at most, in the predicate and in each of its parts. */
    public static int conjuncts(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.terms().stream().mapToInt(Predicates::conjuncts).sum();
        }
        if (predicate instanceof Predicate.Or or) {
            return or.terms().stream().mapToInt(Predicates::conjuncts).max().orElse(0);
        }
        if (predicate instanceof Predicate.Not not) {
            return conjuncts(not.term());
        }
        return predicate instanceof Predicate.Exists exists && exists.select().where() != null
                ? conjuncts(exists.select().where())
                : 1;
    }

    public static Predicate equal(Expression left, Expression right) {
        return new Predicate.Compare(left, SqlOperator.EQUAL, right);
    }

    public static Predicate notNull(Expression expression) {
        return new Predicate.Not(new Predicate.IsNull(expression));
    }
}

package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.UNEXPECTED_TOKEN;

import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads conditions and what joins them: AND, OR, MERGE, NOT, brackets, quantifiers, variables, aggregates.
 *
 * <p>No word is reserved. If a keyword and a name can both stand ({@code NOT}, {@code ALL}, {@code ORDER}, {@code Q2} ...), the next token decides. So
 * {@code count = 5} asks for a field, and {@code COUNT(cars) = 5} counts.
 */
final class ConditionParser {

    private final Tokens tokens;
    private final Lookahead ahead;
    private final ValueParser values;
    private final PathParser paths;
    private final FormulaParser formulas;
    private final PredicateParser predicates;

    ConditionParser(Tokens tokens, Lookahead ahead, ValueParser values, PathParser paths) {
        this.tokens = tokens;
        this.ahead = ahead;
        this.values = values;
        this.paths = paths;
        this.formulas = new FormulaParser(tokens, values, paths, this);
        this.predicates = new PredicateParser(tokens, values, paths, formulas);
    }

    Expression expression() {
        return and(list(this::merged, () -> tokens.accept(Kind.COMMA)));
    }

    private Expression merged() {
        List<Expression> parts = flat(
                Expression.Merge.class, Expression.Merge::parts, list(this::or, () -> tokens.accept(Keyword.MERGE)));
        return parts.size() == 1
                ? parts.get(0)
                : new Expression.Merge(parts.get(0).position(), parts);
    }

    private Expression or() {
        List<Expression> parts =
                flat(Expression.Or.class, Expression.Or::parts, list(this::and, () -> tokens.accept(Keyword.OR)));
        return parts.size() == 1 ? parts.get(0) : new Expression.Or(parts.get(0).position(), parts);
    }

    private Expression and() {
        return and(list(this::not, () -> tokens.accept(Keyword.AND)));
    }

    private static Expression and(List<Expression> joined) {
        List<Expression> parts = flat(Expression.And.class, Expression.And::parts, joined);
        return parts.size() == 1
                ? parts.get(0)
                : new Expression.And(parts.get(0).position(), parts);
    }

    private static List<Expression> list(Supplier<Expression> part, Supplier<Boolean> separator) {
        List<Expression> parts = new ArrayList<>();
        do {
            parts.add(part.get());
        } while (separator.get());
        return parts;
    }

    /** Puts the parts of nested conditions of the same kind in their place. */
    private static <E extends Expression> List<Expression> flat(
            Class<E> kind, Function<E, List<Expression>> parts, List<Expression> joined) {
        if (joined.stream().noneMatch(kind::isInstance)) {
            return joined;
        }
        List<Expression> flat = new ArrayList<>();
        for (Expression part : joined) {
            if (kind.isInstance(part)) {
                flat.addAll(parts.apply(kind.cast(part)));
            } else {
                flat.add(part);
            }
        }
        return flat;
    }

    private Expression not() {
        Token first = tokens.token();
        if (!first.is(Keyword.NOT) || ahead.isName()) {
            return primary();
        }
        tokens.enter(first);
        tokens.next();
        Expression part = not();
        tokens.leave();
        return new Expression.Not(first.position(), part);
    }

    private Expression primary() {
        Token first = tokens.token();
        if (first.is(Kind.OPEN)) {
            return ahead.isRepeated() ? ofPath() : ahead.startsFormula() ? ofFormula() : inBrackets();
        }
        if (values.atVariable()
                && !ahead.isName()
                && !tokens.token(1).is(Kind.OPEN)
                && !tokens.token(1).is(Kind.MINUS)) {
            return values.variable();
        }
        Optional<Quantifier> quantifier = quantifier();
        if (quantifier.isPresent()) {
            tokens.next();
            return quantified(first, quantifier.get());
        }
        if (startsAggregate() || ahead.startsFormula()) {
            return ofFormula();
        }
        if (first.is(Kind.WORD) || first.is(Kind.LESS)) {
            return ofPath();
        }
        throw tokens.unexpected("a condition");
    }

    private Expression inBrackets() {
        Token open = tokens.expect(Kind.OPEN);
        tokens.enter(open);
        Expression expression = expression();
        tokens.close(open, Kind.CLOSE, "AND, OR, MERGE, ',' or ')'", Keyword.AND, Keyword.OR, Keyword.MERGE);
        tokens.leave();
        return expression;
    }

    private Optional<Expression> group() {
        return tokens.token().is(Kind.OPEN) ? Optional.of(inBrackets()) : Optional.empty();
    }

    private Optional<Quantifier> quantifier() {
        Optional<Quantifier> quantifier = tokens.token().is(Keyword.ANY)
                ? Optional.of(Quantifier.ANY)
                : tokens.token().is(Keyword.ALL)
                        ? Optional.of(Quantifier.ALL)
                        : tokens.token().is(Keyword.NO) ? Optional.of(Quantifier.NO) : Optional.empty();
        return quantifier.filter(found -> ahead.startsPath(1) && !ahead.isName());
    }

    private Expression quantified(Token first, Quantifier quantifier) {
        Path path = paths.path();
        Optional<Expression> group = group();
        if (tokens.token().kind().isOperator() || ahead.atPredicateWord()) {
            throw tokens.unexpected("a group in brackets: " + quantifier + " path(condition)");
        }
        return new Expression.Quantified(first.position(), quantifier, path, group);
    }

    /** A condition that begins with a path: a group in brackets behind it asks for any, behind a sign something is computed, all else is a predicate. */
    private Expression ofPath() {
        Path path = paths.path();
        if (tokens.token().is(Kind.OPEN)) {
            return new Expression.Quantified(path.position(), Quantifier.ANY, path, group());
        }
        if (tokens.token().isSign()) {
            RowTest test = formulas.predicate(formulas.formula(path));
            return new Expression.Computed(test.position(), test);
        }
        return predicates.behind(path);
    }

    /** A condition that begins with what no path begins with. An aggregate of one path is compared like a path, also if it stands in brackets. */
    private Expression ofFormula() {
        Token first = tokens.token();
        Formula left = formulas.formula();
        Optional<Operand> ofPath = FormulaParts.operand(left);
        if (ofPath.isPresent() && tokens.token().kind().isOperator()) {
            return predicates.comparison(ofPath.get(), left);
        }
        RowTest test = formulas.predicate(left);
        if (!Expression.Computed.isOne(test)) {
            throw tokens.error(
                    UNEXPECTED_TOKEN,
                    first.position(),
                    "found " + Rql.print(test)
                            + ", in which nothing is computed; expected a path on the left, without brackets");
        }
        return new Expression.Computed(test.position(), test);
    }

    /** A value by which objects are sorted. */
    Formula sortKey() {
        return formulas.formula();
    }

    /** An aggregate of what a path reaches, or the number of it, if one of them begins here. */
    Optional<Operand> aggregate() {
        if (!startsAggregate()) {
            return Optional.empty();
        }
        Token first = tokens.token();
        Formula formula = formulas.aggregate();
        return Optional.of(FormulaParts.operand(formula)
                .orElseThrow(() -> tokens.error(
                        UNEXPECTED_TOKEN,
                        first.position(),
                        "found " + Rql.print(formula) + "; expected an aggregate of one path")));
    }

    private boolean startsAggregate() {
        return tokens.token(1).is(Kind.OPEN)
                && (tokens.token().is(Keyword.COUNT)
                        || tokens.token().is(Keyword.SUM)
                        || tokens.token().is(Keyword.MIN)
                        || tokens.token().is(Keyword.MAX)
                        || tokens.token().is(Keyword.AVG));
    }
}

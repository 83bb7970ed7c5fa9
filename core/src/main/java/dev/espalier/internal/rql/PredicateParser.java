package dev.espalier.internal.rql;

import dev.espalier.internal.rql.Token.Kind;
import java.util.List;

/** Reads what is said of a path: comparisons, IN, MATCH and IS. */
final class PredicateParser {

    private final Tokens tokens;
    private final ValueParser values;
    private final PathParser paths;
    private final FormulaParser formulas;

    PredicateParser(Tokens tokens, ValueParser values, PathParser paths, FormulaParser formulas) {
        this.tokens = tokens;
        this.values = values;
        this.paths = paths;
        this.formulas = formulas;
    }

    /** The predicate behind a path. */
    Expression behind(Path path) {
        if (tokens.token().kind().isOperator()) {
            return comparison(path, path);
        }
        if (tokens.accept(Keyword.IS)) {
            return is(path, tokens.accept(Keyword.NOT));
        }
        boolean negated = tokens.accept(Keyword.NOT);
        if (tokens.accept(Keyword.IN)) {
            return in(path, negated);
        }
        if (tokens.accept(Keyword.MATCH)) {
            return match(path, negated);
        }
        if (negated) {
            throw tokens.unexpected("IN or MATCH" + SqlWords.advice(tokens), Keyword.IN, Keyword.MATCH);
        }
        throw tokens.unexpected(
                "a comparison, IN, MATCH, IS or a group in brackets" + SqlWords.advice(tokens),
                Keyword.IN,
                Keyword.MATCH,
                Keyword.IS,
                Keyword.NOT);
    }

    /**
     * A comparison, whose operator comes next.
     *
     * @param formula the same as the left side
     */
    Expression comparison(Operand left, Formula formula) {
        Operator operator = Operator.of(tokens.next().kind());
        Formula right = formulas.formula();
        return right instanceof Term term
                ? new Expression.Comparison(left.position(), left, operator, term)
                : new Expression.Computed(
                        left.position(), new RowTest.Comparison(left.position(), formula, operator, right));
    }

    private Expression in(Path path, boolean negated) {
        if (values.atVariable()) {
            return new Expression.InVariable(path.position(), path, negated, values.variable());
        }
        if (!tokens.token().is(Kind.OPEN)) {
            throw tokens.unexpected("a list in brackets like (1, 2) or ([1..5]), or a variable");
        }
        Token open = tokens.next();
        if (values.atVariable()) {
            Expression.Variable variable = values.variable();
            tokens.close(open, Kind.CLOSE, "')': a variable stands alone");
            return new Expression.InVariable(path.position(), path, negated, variable);
        }
        List<Item> items = values.items(open);
        return new Expression.In(path.position(), path, negated, items);
    }

    private Expression match(Path path, boolean negated) {
        Value pattern = values.pattern();
        boolean ignoreCase = values.ignoresCase();
        return new Expression.Match(path.position(), path, negated, pattern, ignoreCase);
    }

    private Expression is(Path path, boolean negated) {
        if (tokens.accept(Keyword.NULL)) {
            return new Expression.IsNull(path.position(), path, negated);
        }
        if (tokens.accept(Keyword.EMPTY)) {
            return new Expression.IsEmpty(path.position(), path, negated);
        }
        if (!tokens.token().is(Kind.WORD)) {
            throw tokens.unexpected(
                    negated ? "NULL, EMPTY or the name of a class" : "NOT, NULL, EMPTY or the name of a class");
        }
        return new Expression.IsClass(path.position(), path, negated, paths.className());
    }
}

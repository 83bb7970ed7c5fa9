package dev.espalier.internal.rql;

import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the formulas of a selection, and the tests of their values.
 *
 * <p>No word is reserved: {@code case}, {@code count} and {@code sum} are fields unless what follows shows that they are not.
 */
final class FormulaParser {

    private final Tokens tokens;
    private final Lookahead ahead;
    private final ValueParser values;
    private final PathParser paths;
    private final PathParser countedPaths;
    private final ConditionParser conditions;

    /**
     * Creates a parser.
     *
     * @param ahead knows that {@code +} and {@code *} are operators
     */
    FormulaParser(Tokens tokens, Lookahead ahead, ValueParser values) {
        this.tokens = tokens;
        this.ahead = ahead;
        this.values = values;
        Lookahead inCondition = new Lookahead(tokens, Lookahead.Place.CONDITION);
        this.countedPaths = new PathParser(tokens, inCondition, values);
        this.paths = new PathParser(tokens, ahead, values, countedPaths);
        this.conditions = new ConditionParser(tokens, inCondition, values, countedPaths);
    }

    /**
     * Creates a parser of formulas in conditions.
     *
     * @param countedPaths reads paths that a group in brackets can follow
     */
    FormulaParser(Tokens tokens, ValueParser values, PathParser countedPaths, ConditionParser conditions) {
        this.tokens = tokens;
        this.ahead = new Lookahead(tokens, Lookahead.Place.VALUE);
        this.values = values;
        this.countedPaths = countedPaths;
        this.paths = new PathParser(tokens, ahead, values, countedPaths);
        this.conditions = conditions;
    }

    /** A sum or a difference, a product or a quotient, or one value. */
    Formula formula() {
        return sum(product());
    }

    /** The same, which begins with a path. */
    Formula formula(Path first) {
        return sum(product(first));
    }

    /** An aggregate, which begins here. */
    Formula aggregate() {
        return nested(this::call);
    }

    private Formula sum(Formula first) {
        Formula left = first;
        for (int terms = 1; ; terms++) {
            Token token = tokens.token();
            Formula.Sign sign = token.is(Kind.MINUS) ? Formula.Sign.MINUS : Formula.Sign.PLUS;
            if (token.is(Kind.PLUS) || token.is(Kind.MINUS)) {
                tokens.next();
            } else if (!token.isSignedNumber()) { // "total -1" is read as "total" and "-1"
                return left;
            }
            tokens.requireRoom(terms, token.position());
            left = new Formula.Arithmetic(left.position(), sign, left, product());
        }
    }

    private Formula product() {
        return product(factor());
    }

    private Formula product(Formula first) {
        Formula left = first;
        for (int factors = 1; tokens.token().is(Kind.STAR) || tokens.token().is(Kind.SLASH); factors++) {
            Token token = tokens.next();
            tokens.requireRoom(factors, token.position());
            left = new Formula.Arithmetic(
                    left.position(), token.is(Kind.STAR) ? Formula.Sign.TIMES : Formula.Sign.DIVIDED, left, factor());
        }
        return left;
    }

    private Formula factor() {
        Token first = tokens.token();
        if (first.is(Kind.MINUS)) {
            return nested(() -> {
                tokens.next();
                return new Formula.Negated(first.position(), factor());
            });
        }
        if (first.is(Kind.OPEN) && !ahead.isRepeated()) {
            return nested(() -> {
                tokens.next();
                Formula inside = formula();
                tokens.close(first, Kind.CLOSE, "an operator or ')'");
                return inside;
            });
        }
        Optional<Value> value = values.value();
        if (value.isPresent()) {
            return value.get();
        }
        if (first.is(Kind.WORD) && tokens.token(1).is(Kind.OPEN)) {
            return nested(this::call);
        }
        if (first.is(Keyword.CASE) && tokens.token(1).is(Keyword.WHEN)) {
            return nested(this::ofCase);
        }
        if (ahead.startsPath(0)) {
            return paths.path();
        }
        throw tokens.unexpected("a path, a value or a function");
    }

    private <F extends Formula> F nested(Supplier<F> read) {
        tokens.enter(tokens.token());
        F formula = read.get();
        tokens.leave();
        return formula;
    }

    private Formula call() {
        Token name = tokens.next();
        if (name.is(Keyword.COUNT)) {
            return count(name);
        }
        Token open = tokens.next();
        for (Formula.AggregateFunction function : Formula.AggregateFunction.values()) {
            if (function.name().equalsIgnoreCase(name.text())) {
                boolean distinct = acceptsDistinct();
                Formula argument = ahead.startsFieldOfAggregate() ? formula(paths.path()) : formula();
                tokens.close(open, Kind.CLOSE, "an operator or ')'");
                return new Formula.Aggregate(name.position(), function, distinct, argument);
            }
        }
        List<Formula> arguments = new ArrayList<>();
        if (!tokens.token().is(Kind.CLOSE)) {
            do {
                arguments.add(formula());
            } while (tokens.accept(Kind.COMMA));
        }
        boolean isCondition = tokens.token().kind().isOperator() || ahead.atPredicateWord();
        tokens.close(
                open,
                Kind.CLOSE,
                "an operator, ',' or ')'"
                        + (isCondition ? "; a value under a condition is CASE WHEN condition THEN value END" : ""));
        return new Formula.Call(name.position(), name.text(), arguments);
    }

    private Formula count(Token name) {
        Token open = tokens.next();
        if (tokens.token().is(Kind.STAR) && tokens.token(1).is(Kind.CLOSE)) {
            tokens.next();
            tokens.next();
            return new Formula.CountRows(name.position());
        }
        if (!ahead.startsCountedField() && (acceptsDistinct() || acceptsDistinctOfNegative())) {
            Formula counted = formula();
            tokens.close(open, Kind.CLOSE, "an operator or ')'");
            return new Formula.Aggregate(name.position(), Formula.AggregateFunction.COUNT, true, counted);
        }
        if (tokens.token().is(Keyword.CASE) && tokens.token(1).is(Keyword.WHEN)) {
            Formula counted = formula();
            tokens.close(open, Kind.CLOSE, "an operator or ')'");
            return new Formula.Aggregate(name.position(), Formula.AggregateFunction.COUNT, false, counted);
        }
        Path path = countedPaths.path();
        Optional<Expression> group = tokens.token().is(Kind.OPEN) ? Optional.of(group()) : Optional.empty();
        tokens.close(open, Kind.CLOSE, group.isPresent() ? "')'" : "'.', a group in brackets or ')'");
        return new Formula.Count(name.position(), path, group);
    }

    private Expression group() {
        Token open = tokens.next();
        Expression group = conditions.expression();
        tokens.close(open, Kind.CLOSE, "AND, OR, MERGE, ',' or ')'", Keyword.AND, Keyword.OR, Keyword.MERGE);
        return group;
    }

    /** Consumes DISTINCT, if it is no field: a value follows. */
    boolean acceptsDistinct() {
        Token next = tokens.token(1);
        boolean isField = !tokens.token().is(Keyword.DISTINCT)
                || next.is(Keyword.AS) && tokens.token(2).is(Kind.WORD)
                || next.is(Keyword.HAVING)
                || next.is(Keyword.ORDER) && tokens.token(2).is(Keyword.BY)
                || next.is(Keyword.LIMIT) && tokens.token(2).is(Kind.NUMBER)
                || !(next.is(Kind.WORD)
                        || next.is(Kind.STRING)
                        || next.is(Kind.PARAMETER)
                        || next.is(Kind.OPEN)
                        || next.is(Kind.LESS)
                        || next.is(Kind.NUMBER) && !next.isSignedNumber());
        return !isField && tokens.accept(Keyword.DISTINCT);
    }

    /** Consumes DISTINCT in a count, in which a field is not followed by a minus. */
    private boolean acceptsDistinctOfNegative() {
        return (tokens.token(1).is(Kind.MINUS) || tokens.token(1).isSignedNumber()) && tokens.accept(Keyword.DISTINCT);
    }

    private Formula ofCase() {
        Token first = tokens.next();
        List<Formula.When> whens = new ArrayList<>();
        while (tokens.accept(Keyword.WHEN)) {
            RowTest test = test();
            if (!tokens.accept(Keyword.THEN)) {
                throw tokens.unexpected("AND, OR or THEN", Keyword.AND, Keyword.OR, Keyword.THEN);
            }
            whens.add(new Formula.When(test, formula()));
        }
        Optional<Formula> otherwise = tokens.accept(Keyword.ELSE) ? Optional.of(formula()) : Optional.empty();
        if (!tokens.accept(Keyword.END)) {
            throw otherwise.isPresent()
                    ? tokens.unexpected("an operator or END", Keyword.END)
                    : tokens.unexpected("an operator, WHEN, ELSE or END", Keyword.WHEN, Keyword.ELSE, Keyword.END);
        }
        return new Formula.Case(first.position(), whens, otherwise);
    }

    /** A test: alternatives, each of which may have several parts. */
    RowTest test() {
        List<RowTest> parts = new ArrayList<>();
        do {
            parts.add(and());
        } while (tokens.accept(Keyword.OR));
        return parts.size() == 1 ? parts.get(0) : new RowTest.Or(parts.get(0).position(), parts);
    }

    private RowTest and() {
        List<RowTest> parts = new ArrayList<>();
        do {
            parts.add(not());
        } while (tokens.accept(Keyword.AND));
        return parts.size() == 1 ? parts.get(0) : new RowTest.And(parts.get(0).position(), parts);
    }

    private RowTest not() {
        Token first = tokens.token();
        if (first.is(Keyword.NOT) && !ahead.isName()) {
            tokens.enter(first);
            tokens.next();
            RowTest part = not();
            tokens.leave();
            return new RowTest.Not(first.position(), part);
        }
        if (first.is(Kind.OPEN) && !ahead.isRepeated() && endsTest(ahead.behindBracket())) {
            tokens.enter(first);
            tokens.next();
            RowTest inside = test();
            tokens.close(first, Kind.CLOSE, "AND, OR or ')'", Keyword.AND, Keyword.OR);
            tokens.leave();
            return inside;
        }
        return predicate(formula());
    }

    /** Whether what stands before the token is a test; else it is a formula, of which something is said. */
    private static boolean endsTest(Token behind) {
        return switch (behind.kind()) {
            case END, CLOSE, COMMA -> true;
            case WORD ->
                !behind.is(Keyword.IS)
                        && !behind.is(Keyword.IN)
                        && !behind.is(Keyword.MATCH)
                        && !behind.is(Keyword.NOT);
            default -> false;
        };
    }

    /** Reads the test of a formula: an operator and another formula, IS NULL, IN or MATCH. */
    RowTest predicate(Formula value) {
        Token token = tokens.token();
        if (token.kind().isOperator()) {
            Operator operator = Operator.of(tokens.next().kind());
            return new RowTest.Comparison(value.position(), value, operator, formula());
        }
        if (tokens.accept(Keyword.IS)) {
            boolean negated = tokens.accept(Keyword.NOT);
            if (!tokens.accept(Keyword.NULL)) {
                throw tokens.unexpected(negated ? "NULL" : "NULL or NOT NULL", Keyword.NULL, Keyword.NOT);
            }
            return new RowTest.IsNull(value.position(), value, negated);
        }
        boolean negated = tokens.accept(Keyword.NOT);
        if (tokens.accept(Keyword.IN)) {
            return new RowTest.In(value.position(), value, negated, values.list());
        }
        if (tokens.accept(Keyword.MATCH)) {
            Value pattern = values.pattern();
            return new RowTest.Match(value.position(), value, negated, pattern, values.ignoresCase());
        }
        throw negated
                ? tokens.unexpected("IN or MATCH" + SqlWords.advice(tokens), Keyword.IN, Keyword.MATCH)
                : tokens.unexpected(
                        "an operator, a comparison, IN, MATCH or IS" + SqlWords.advice(tokens),
                        Keyword.IN,
                        Keyword.MATCH,
                        Keyword.IS,
                        Keyword.NOT);
    }
}

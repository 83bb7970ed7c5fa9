package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.UNEXPECTED_TOKEN;
import static dev.espalier.error.ErrorCode.UNOPENED_BRACKET;

import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the tree by recursive descent, one method per rule of the grammar, in the grammar's order. The clauses of a query are here; {@link ConditionParser},
 * {@link PredicateParser}, {@link PathParser} and {@link ValueParser} read their parts. Used once, by one thread.
 */
final class Parser {

    private final String text;
    private final Tokens tokens;
    private final Lookahead ahead;
    private final ValueParser values;
    private final PathParser paths;
    private final ConditionParser conditions;

    Parser(String text) {
        this.text = text;
        this.tokens = new Tokens(text);
        this.ahead = new Lookahead(tokens, Lookahead.Place.CONDITION);
        this.values = new ValueParser(tokens);
        this.paths = new PathParser(tokens, ahead, values);
        this.conditions = new ConditionParser(tokens, ahead, values, paths);
    }

    RqlQuery query() {
        if (atWhere()) {
            throw tokens.error(
                    UNEXPECTED_TOKEN,
                    tokens.token().position(),
                    "found " + Quoted.of(tokens.token().text())
                            + "; leave it out: a query begins with its first condition");
        }
        if (atClauseOfSql()) {
            throw tokens.unexpected("a condition, ORDER BY, LIMIT or the end" + SqlClauses.advice(tokens.token()));
        }
        Optional<Expression> condition = atCondition() ? Optional.of(conditions.expression()) : Optional.empty();
        List<RqlQuery.Order> orders = orders();
        Optional<Value> limit = tokens.accept(Keyword.LIMIT) ? Optional.of(values.amount()) : Optional.empty();
        Optional<Value> offset =
                limit.isPresent() && tokens.accept(Keyword.OFFSET) ? Optional.of(values.amount()) : Optional.empty();
        if (!tokens.token().is(Kind.END)) {
            throw surplus(orders, limit.isPresent(), offset.isPresent());
        }
        return new RqlQuery(text, condition, orders, limit, offset);
    }

    Path onlyPath() {
        Path path = paths.path();
        if (!tokens.token().is(Kind.END)) {
            throw tokens.unexpected("'.' or the end");
        }
        return path;
    }

    Operand onlyOperand() {
        Operand operand = conditions.aggregate().orElseGet(paths::path);
        if (!tokens.token().is(Kind.END)) {
            throw tokens.unexpected(operand instanceof Path ? "'.' or the end" : "the end");
        }
        return operand;
    }

    /** Whether a query begins as one of SQL does; {@code where} can also be a field. */
    private boolean atWhere() {
        return tokens.token().is(Kind.WORD)
                && tokens.token().text().equalsIgnoreCase("where")
                && !ahead.isName()
                && (tokens.token(1).is(Kind.WORD) || tokens.token(1).is(Kind.LESS));
    }

    /** Whether a query begins with another clause of SQL; each of its words can also be a field. */
    private boolean atClauseOfSql() {
        if (SqlClauses.advice(tokens.token()).isEmpty()) {
            return false;
        }
        return switch (tokens.token(1).kind()) {
            case NUMBER, PARAMETER -> true;
            case WORD -> !ahead.isName();
            case STAR -> tokens.token(2).is(Kind.WORD); // SELECT * FROM
            case END -> tokens.token().is(Keyword.OFFSET);
            default -> false;
        };
    }

    private boolean atCondition() {
        boolean atOrder = tokens.token().is(Keyword.ORDER) && (tokens.token(1).is(Keyword.BY) || atClause());
        boolean atLimit = tokens.token().is(Keyword.LIMIT) && (atClause() || atAmountInBrackets());
        return !tokens.token().is(Kind.END) && !atOrder && !atLimit;
    }

    /** Whether the keyword here, which could be a field, can only begin a clause. */
    private boolean atClause() {
        return !ahead.isName()
                && !tokens.token(1).is(Kind.OPEN)
                && !tokens.token(1).is(Kind.MINUS)
                && !tokens.token(1).is(Kind.LESS);
    }

    private boolean atAmountInBrackets() {
        return tokens.token(1).is(Kind.OPEN)
                && isAmount(tokens.token(2))
                && tokens.token(3).is(Kind.CLOSE);
    }

    private static boolean isAmount(Token token) {
        return token.is(Kind.NUMBER) || token.is(Kind.PARAMETER);
    }

    private List<RqlQuery.Order> orders() {
        List<RqlQuery.Order> orders = new ArrayList<>();
        if (tokens.accept(Keyword.ORDER)) {
            if (!tokens.accept(Keyword.BY)) {
                throw tokens.unexpected("BY");
            }
            do {
                if (tokens.token().is(Keyword.LIMIT) && isAmount(tokens.token(1))) {
                    throw tokens.unexpected("a field");
                }
                Formula formula = conditions.sortKey();
                boolean descending = tokens.accept(Keyword.DESC);
                if (!descending) {
                    tokens.accept(Keyword.ASC);
                }
                orders.add(new RqlQuery.Order(formula, descending));
            } while (tokens.accept(Kind.COMMA));
        }
        return orders;
    }

    /** The text behind a complete query. */
    private QueryException surplus(List<RqlQuery.Order> orders, boolean limited, boolean skipped) {
        if (tokens.token().is(Kind.CLOSE)) {
            return tokens.error(
                    UNOPENED_BRACKET, tokens.token().position(), "this ')' closes nothing; expected a '(' before it");
        }
        if (limited && tokens.token().is(Keyword.ORDER)) {
            return tokens.unexpected((skipped ? "" : "OFFSET or ") + "the end; ORDER BY comes before LIMIT");
        }
        if (skipped) {
            return tokens.unexpected("the end");
        }
        if (limited) {
            return tokens.unexpected(
                    "OFFSET or the end" + SqlClauses.adviceBehindLimit(tokens.token()), Keyword.OFFSET);
        }
        String advice = SqlClauses.advice(tokens.token()) + SqlWords.advice(tokens);
        if (!orders.isEmpty()) {
            return tokens.token(-1).is(Keyword.DESC) || tokens.token(-1).is(Keyword.ASC)
                    ? tokens.unexpected("',', LIMIT or the end" + advice, Keyword.LIMIT, Keyword.OFFSET)
                    : tokens.unexpected(
                            "an operator, ',', ASC, DESC, LIMIT or the end" + advice,
                            Keyword.DESC,
                            Keyword.ASC,
                            Keyword.LIMIT,
                            Keyword.OFFSET);
        }
        return tokens.unexpected(
                "AND, OR, MERGE, ',', ORDER BY, LIMIT or the end" + advice,
                Keyword.AND,
                Keyword.OR,
                Keyword.MERGE,
                Keyword.ORDER,
                Keyword.LIMIT,
                Keyword.OFFSET);
    }
}

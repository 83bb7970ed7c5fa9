package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.UNEXPECTED_TOKEN;
import static dev.espalier.error.ErrorCode.UNOPENED_BRACKET;

import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the tree of a selection by recursive descent. The clauses are here; {@link FormulaParser} reads their parts. Used once, by one thread. */
final class SelectionParser {

    private static final String ALL_ROWS = "a column of rows has all of them, in their order";

    private final String text;
    private final Tokens tokens;
    private final ValueParser values;
    private final FormulaParser formulas;

    SelectionParser(String text) {
        this.text = text;
        this.tokens = new Tokens(text);
        this.values = new ValueParser(tokens);
        this.formulas = new FormulaParser(tokens, new Lookahead(tokens, Lookahead.Place.SELECTION), values);
    }

    RqlSelection selection() {
        boolean distinct = formulas.acceptsDistinct();
        List<RqlSelection.Column> columns = columns();
        Optional<RowTest> having = tokens.accept(Keyword.HAVING) ? Optional.of(formulas.test()) : Optional.empty();
        List<RqlSelection.Order> orders = orders();
        Optional<Value> limit = tokens.accept(Keyword.LIMIT) ? Optional.of(values.amount()) : Optional.empty();
        Optional<Value> offset =
                limit.isPresent() && tokens.accept(Keyword.OFFSET) ? Optional.of(values.amount()) : Optional.empty();
        if (!tokens.token().is(Kind.END)) {
            throw surplus(having.isPresent(), !orders.isEmpty(), limit.isPresent(), offset.isPresent());
        }
        return new RqlSelection(text, distinct, columns, having, orders, limit, offset);
    }

    private List<RqlSelection.Column> columns() {
        List<RqlSelection.Column> columns = new ArrayList<>();
        do {
            columns.add(column());
        } while (tokens.accept(Kind.COMMA));
        return columns;
    }

    private RqlSelection.Column column() {
        if (tokens.token().is(Kind.STAR)) {
            throw tokens.unexpected("a path, a value or a function: each column is named");
        }
        Formula value = formulas.formula();
        Formula formula = value instanceof Path path && tokens.token().is(Kind.CURLY_OPEN) ? rows(path) : value;
        if (!tokens.accept(Keyword.AS)) {
            return new RqlSelection.Column(formula.position(), formula, Optional.empty());
        }
        Token name = tokens.expect(Kind.WORD, "the name of the column");
        return new RqlSelection.Column(name.position(), formula, Optional.of(name.text()));
    }

    /** The columns of the rows to which a path leads. */
    private Formula.Rows rows(Path path) {
        Token open = tokens.next();
        tokens.enter(open);
        Token first = tokens.token();
        if (formulas.acceptsDistinct()) {
            throw tokens.error(UNEXPECTED_TOKEN, first.position(), "found 'DISTINCT'; expected a column: " + ALL_ROWS);
        }
        List<RqlSelection.Column> columns = columns();
        Token last = tokens.token();
        boolean isClause = last.is(Keyword.HAVING)
                || last.is(Keyword.ORDER) && tokens.token(1).is(Keyword.BY)
                || last.is(Keyword.LIMIT);
        tokens.close(
                open, Kind.CURLY_CLOSE, "an operator, AS, ',' or '}'" + (isClause ? ": " + ALL_ROWS : ""), Keyword.AS);
        tokens.leave();
        return new Formula.Rows(path, columns);
    }

    private List<RqlSelection.Order> orders() {
        List<RqlSelection.Order> orders = new ArrayList<>();
        if (tokens.accept(Keyword.ORDER)) {
            if (!tokens.accept(Keyword.BY)) {
                throw tokens.unexpected("BY");
            }
            do {
                Formula formula = formulas.formula();
                boolean descending = tokens.accept(Keyword.DESC);
                if (!descending) {
                    tokens.accept(Keyword.ASC);
                }
                orders.add(new RqlSelection.Order(formula, descending));
            } while (tokens.accept(Kind.COMMA));
        }
        return orders;
    }

    /** The text behind a complete selection. */
    private QueryException surplus(boolean having, boolean ordered, boolean limited, boolean skipped) {
        if (tokens.token().is(Kind.CLOSE)) {
            return tokens.error(
                    UNOPENED_BRACKET, tokens.token().position(), "this ')' closes nothing; expected a '(' before it");
        }
        String advice = tokens.token().is(Kind.CURLY_OPEN)
                ? "; columns in '{' and '}' stand behind the path of a column"
                : SqlClauses.adviceInSelection(tokens);
        if (skipped) {
            return tokens.unexpected("the end" + advice);
        }
        if (limited) {
            return tokens.unexpected(
                    "OFFSET or the end" + advice + SqlClauses.adviceBehindLimit(tokens.token()), Keyword.OFFSET);
        }
        if (ordered) {
            return tokens.unexpected(
                    "an operator, ',', ASC, DESC, LIMIT or the end" + advice, Keyword.ASC, Keyword.DESC, Keyword.LIMIT);
        }
        if (having) {
            return tokens.unexpected(
                    "an operator, AND, OR, ORDER BY, LIMIT or the end" + advice,
                    Keyword.AND,
                    Keyword.OR,
                    Keyword.ORDER,
                    Keyword.LIMIT);
        }
        return tokens.unexpected(
                "an operator, AS, ',', HAVING, ORDER BY, LIMIT or the end" + advice,
                Keyword.AS,
                Keyword.HAVING,
                Keyword.ORDER,
                Keyword.LIMIT);
    }
}

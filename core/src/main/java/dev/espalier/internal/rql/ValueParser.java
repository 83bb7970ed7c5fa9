package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.BAD_NUMBER;

import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads literals, parameters, lists of them, patterns, variables and whole numbers. Counts the parameters without a name. */
final class ValueParser {

    private final Tokens tokens;
    private int positionalParameters;

    ValueParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** A literal or a parameter, if one begins here; a word with a dot behind it begins a path. */
    Optional<Value> value() {
        Token token = tokens.token();
        @Nullable
        Value value = switch (token.kind()) {
            case NUMBER -> number(token);
            case STRING -> new Value.TextLiteral(token.position(), token.text());
            case PARAMETER -> parameter(token);
            case WORD -> constant(token);
            default -> null;
        };
        if (value != null) {
            tokens.next();
        }
        return Optional.ofNullable(value);
    }

    private static Value number(Token token) {
        String text = token.text();
        return new Value.NumberLiteral(token.position(), text.startsWith("+") ? text.substring(1) : text);
    }

    private Value parameter(Token token) {
        String name = token.text().equals("?")
                ? Integer.toString(++positionalParameters)
                : token.text().substring(1);
        return new Value.Parameter(token.position(), name);
    }

    private @Nullable Value constant(Token token) {
        if (tokens.token(1).is(Kind.DOT)) {
            return null;
        }
        return token.is(Keyword.NULL)
                ? new Value.NullLiteral(token.position())
                : token.is(Keyword.TRUE)
                        ? new Value.TruthLiteral(token.position(), true)
                        : token.is(Keyword.FALSE) ? new Value.TruthLiteral(token.position(), false) : null;
    }

    /** Whether a variable is here: {@code Q1}, or a name with its mark. */
    boolean atVariable() {
        Token token = tokens.token();
        return token.is(Kind.VARIABLE)
                || token.is(Kind.WORD)
                        && token.text().length() > 1
                        && token.text().charAt(0) == 'Q'
                        && token.text().chars().skip(1).allMatch(letter -> letter >= '0' && letter <= '9');
    }

    Expression.Variable variable() {
        Token token = tokens.next();
        return new Expression.Variable(token.position(), token.text());
    }

    /** A list of values and intervals in brackets. */
    List<Item> list() {
        if (!tokens.token().is(Kind.OPEN)) {
            throw tokens.unexpected("a list in brackets like (1, 2) or ([1..5])");
        }
        return items(tokens.next());
    }

    /** The values and intervals of a list, up to the end of its bracket. */
    List<Item> items(Token open) {
        List<Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (tokens.accept(Kind.COMMA));
        tokens.close(open, Kind.CLOSE, "',' or ')'");
        return items;
    }

    private Item item() {
        if (tokens.token().is(Kind.OPEN) || tokens.token().is(Kind.SQUARE_OPEN)) {
            return interval();
        }
        Optional<Value> value = value();
        if (value.isPresent()) {
            return value.get();
        }
        String advice = SqlWords.advice(tokens);
        throw tokens.unexpected("a value, a parameter or an interval like [1..5]"
                + (advice.isEmpty() && tokens.token().is(Kind.WORD)
                        ? "; a value that is no number stands in quotes: "
                                + Quoted.of(tokens.token().text())
                        : advice));
    }

    private Item interval() {
        Token open = tokens.next();
        Optional<Value> low = value();
        if (!tokens.accept(Kind.RANGE)) {
            throw tokens.unexpected(low.isPresent() ? "'..'" : "a value or '..'");
        }
        Optional<Value> high = value();
        boolean highIncluded = tokens.token().is(Kind.SQUARE_CLOSE);
        tokens.close(
                open,
                highIncluded ? Kind.SQUARE_CLOSE : Kind.CLOSE,
                high.isPresent() ? "']' or ')'" : "a value, ']' or ')'");
        return new Item.Interval(open.position(), low, open.is(Kind.SQUARE_OPEN), high, highIncluded);
    }

    /** A pattern: a text or a parameter. */
    Value pattern() {
        if (!tokens.token().is(Kind.STRING) && !tokens.token().is(Kind.PARAMETER)) {
            throw tokens.unexpected("a pattern in quotes, or a parameter");
        }
        return value().orElseThrow();
    }

    /** Consumes IGNORE CASE, if it is there. */
    boolean ignoresCase() {
        boolean ignoreCase = tokens.accept(Keyword.IGNORE);
        if (ignoreCase && !tokens.accept(Keyword.CASE)) {
            throw tokens.unexpected("CASE");
        }
        return ignoreCase;
    }

    /** How many objects: a number or a parameter. */
    Value amount() {
        if (tokens.token().is(Kind.PARAMETER)) {
            return parameter(tokens.next());
        }
        int position = tokens.token().position();
        return new Value.NumberLiteral(
                position, Long.toString(wholeNumber(Long.MAX_VALUE, "a whole number or a parameter")));
    }

    long wholeNumber(long greatest) {
        return wholeNumber(greatest, "a whole number");
    }

    private long wholeNumber(long greatest, String expected) {
        Token token = tokens.expect(Kind.NUMBER, expected);
        try {
            long number = Long.parseLong(token.text());
            if (number >= 0 && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException notALong) {
            // said below, as for a number out of bounds
        }
        throw tokens.error(
                BAD_NUMBER,
                token.position(),
                "found " + Quoted.of(token.text()) + "; expected a whole number from 0 to " + greatest);
    }
}

package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.NESTING_TOO_DEEP;
import static dev.espalier.error.ErrorCode.UNCLOSED_BRACKET;
import static dev.espalier.error.ErrorCode.UNEXPECTED_END;
import static dev.espalier.error.ErrorCode.UNEXPECTED_TOKEN;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Token.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The tokens of one query from left to right, how deep they are nested, and the errors that name their places. For one thread. */
final class Tokens {

    /** How deep brackets, groups, negations and the steps of paths may be nested. Bounds the stack in the parser and in all later stages. */
    static final int DEPTH = 200;

    private final String text;
    private final List<Token> all;
    private int index;
    private int depth;

    Tokens(String text) {
        this.text = text;
        this.all = Lexer.tokens(text);
    }

    /** The place of the next token. */
    int index() {
        return index;
    }

    /** The token at a place, of which there are {@link #size}. */
    Token at(int place) {
        return all.get(place);
    }

    int size() {
        return all.size();
    }

    /** The next token, which is not consumed. */
    Token token() {
        return all.get(index);
    }

    /** The token so many places behind the next one, or the end. */
    Token token(int ahead) {
        return all.get(Math.min(index + ahead, all.size() - 1));
    }

    /** Consumes the next token. */
    Token next() {
        return all.get(index++);
    }

    /** Consumes the next token if it is of that kind. */
    boolean accept(Kind kind) {
        boolean found = token().is(kind);
        if (found) {
            index++;
        }
        return found;
    }

    /** Consumes the next token if it is that keyword. */
    boolean accept(Keyword keyword) {
        boolean found = token().is(keyword);
        if (found) {
            index++;
        }
        return found;
    }

    /** Consumes the next token, which must be of that kind. */
    Token expect(Kind kind) {
        return expect(kind, kind.title());
    }

    Token expect(Kind kind, String expected) {
        if (!token().is(kind)) {
            throw unexpected(expected);
        }
        return next();
    }

    /** Consumes the token that closes a bracket. */
    void close(Token open, Kind kind, String expected, Keyword... candidates) {
        if (token().is(Kind.END)) {
            throw error(
                    UNCLOSED_BRACKET, open.position(), open.kind().title() + " is never closed; expected " + expected);
        }
        if (!accept(kind)) {
            throw unexpected(expected, candidates);
        }
    }

    /** Begins what is nested: a bracket or a negation. */
    void enter(Token token) {
        if (++depth > DEPTH) {
            throw tooDeep(token.position());
        }
    }

    void leave() {
        depth--;
    }

    /** Refuses a step of a path behind so many others. */
    void requireRoom(int steps, int position) {
        if (depth + steps >= DEPTH) {
            throw tooDeep(position);
        }
    }

    private QueryException tooDeep(int position) {
        return error(
                NESTING_TOO_DEEP, position, "brackets, negations and steps are nested more than " + DEPTH + " deep");
    }

    /** The next token is none of what is expected; a keyword is proposed that is spelled like it. */
    QueryException unexpected(String expected, Keyword... candidates) {
        Token token = token();
        if (token.is(Kind.END)) {
            return error(UNEXPECTED_END, token.position(), "expected " + expected);
        }
        String operator = index == 0 ? "" : Operator.advice(token(-1).kind(), token.kind());
        String found = switch (token.kind()) {
            case WORD, NUMBER, PARAMETER, VARIABLE -> Quoted.of(token.text());
            case STRING -> "the string " + Quoted.of(token.text());
            default -> token.kind().title();
        };
        String meant = token.is(Kind.WORD)
                ? Nearest.to(
                                token.text(),
                                Arrays.stream(candidates).map(Keyword::name).collect(Collectors.toList()))
                        .filter(keyword -> !keyword.equalsIgnoreCase(token.text()))
                        .map(keyword -> "; did you mean " + keyword + "?")
                        .orElse("")
                : "";
        return error(
                UNEXPECTED_TOKEN, token.position(), "found " + found + "; expected " + expected + operator + meant);
    }

    QueryException error(ErrorCode code, int position, String detail) {
        return new QueryException(code, text, position, detail);
    }
}

package dev.espalier.internal.rql;

import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds from the tokens that follow what can begin here, and whether a word is a keyword or a name. */
final class Lookahead {

    private static final Set<Keyword> BEHIND_PATH = EnumSet.of(
            Keyword.AND,
            Keyword.OR,
            Keyword.MERGE,
            Keyword.NOT,
            Keyword.IN,
            Keyword.MATCH,
            Keyword.IS,
            Keyword.ASC,
            Keyword.DESC,
            Keyword.ORDER,
            Keyword.LIMIT);

    private final Tokens tokens;
    /** The ends of brackets; null until the first bracket is looked at. */
    private int @Nullable [] ends;

    private final Place place;

    Lookahead(Tokens tokens, Place place) {
        this.tokens = tokens;
        this.place = place;
    }

    /** Decides whether {@code +} and {@code *} behind a path are operators. Before a dot they always repeat a step. */
    enum Place {
        /** They are operators, unless the columns of rows follow. */
        SELECTION,
        /** They repeat a step, unless a value follows: one in brackets, of which something is said, or without. */
        CONDITION,
        /** The same where no group in brackets can follow a path. */
        VALUE
    }

    /** Whether a path can begin so many tokens ahead; a lone {@code <} is an operator, {@code <M1.m2} a step. */
    boolean startsPath(int ahead) {
        return startsPathAt(tokens.index() + ahead);
    }

    private boolean startsPathAt(int at) {
        return tokens.at(at).is(Kind.WORD)
                || isRepeatedAt(at)
                || tokens.at(at).is(Kind.LESS)
                        && tokens.at(at + 1).is(Kind.WORD)
                        && tokens.at(at + 2).is(Kind.DOT);
    }

    /** Whether a bracket opens here behind whose end is written how often what is in it is repeated: {@code (staff.leads)+}. */
    boolean isRepeated() {
        return isRepeatedAt(tokens.index());
    }

    private boolean isRepeatedAt(int at) {
        if (!tokens.at(at).is(Kind.OPEN)) {
            return false;
        }
        if (ends == null) {
            ends = endsOfBrackets();
        }
        return ends[at] != 0 && isRepetitionAt(ends[at] + 1);
    }

    /** Whether it is written here how often what is before is repeated. */
    boolean isRepetition() {
        return isRepetitionAt(tokens.index());
    }

    private boolean isRepetitionAt(int at) {
        Kind kind = tokens.at(at).kind();
        if (kind == Kind.CURLY_OPEN) {
            return place != Place.SELECTION
                    || tokens.at(at + 1).is(Kind.NUMBER) && tokens.at(at + 2).is(Kind.RANGE);
        }
        if (kind != Kind.PLUS && kind != Kind.STAR) {
            return false;
        }
        return tokens.at(at + 1).is(Kind.DOT)
                || tokens.at(at + 1).is(Kind.CURLY_OPEN)
                || place != Place.SELECTION && !startsValueAt(at + 1);
    }

    /** Whether what stands behind a path and a sign is a value, and nothing that continues or ends a condition. */
    private boolean startsValueAt(int at) {
        Token token = tokens.at(at);
        return switch (token.kind()) {
            case NUMBER, STRING, PARAMETER, MINUS -> true;
            case WORD -> !isBehindPathAt(at);
            case OPEN -> place == Place.VALUE || continuesFormula(behindBracketAt(at));
            case LESS -> startsPathAt(at);
            default -> false;
        };
    }

    /** Whether a word is one of those that can stand behind a path. */
    static boolean standsBehindPath(String word) {
        return BEHIND_PATH.stream().anyMatch(keyword -> keyword.name().equalsIgnoreCase(word));
    }

    private boolean isBehindPathAt(int at) {
        Token word = tokens.at(at);
        return word.is(Keyword.AND)
                || word.is(Keyword.OR)
                || word.is(Keyword.MERGE)
                || word.is(Keyword.NOT)
                || isPredicateWord(at)
                || word.is(Keyword.ASC)
                || word.is(Keyword.DESC)
                || word.is(Keyword.ORDER) && tokens.at(at + 1).is(Keyword.BY)
                || word.is(Keyword.LIMIT)
                        && (tokens.at(at + 1).is(Kind.NUMBER)
                                || tokens.at(at + 1).is(Kind.PARAMETER));
    }

    /** Whether a formula, and no condition, stands before this token. */
    private static boolean continuesFormula(Token behind) {
        return behind.isSign()
                || behind.kind().isOperator()
                || behind.is(Keyword.IN)
                || behind.is(Keyword.MATCH)
                || behind.is(Keyword.IS)
                || behind.is(Keyword.NOT)
                || SqlWords.isPredicate(behind);
    }

    /** Whether a formula begins here that no path begins: with a value, a bracket, a function or a CASE. A group in brackets behind a path looks like a function, of which nothing more is said. */
    boolean startsFormula() {
        Token token = tokens.token();
        return switch (token.kind()) {
            case NUMBER, STRING, PARAMETER, MINUS -> true;
            case OPEN -> !isRepeated() && continuesFormula(behindBracket());
            case WORD ->
                token.is(Keyword.CASE) && tokens.token(1).is(Keyword.WHEN)
                        || tokens.token(1).is(Kind.OPEN) && continuesFormula(behindBracketAt(tokens.index() + 1));
            default -> false;
        };
    }

    /** Whether the word here, which could be DISTINCT, is a field, of whose objects something is said: a condition counts no different values. */
    boolean startsCountedField() {
        return place != Place.SELECTION && tokens.token(1).is(Kind.OPEN);
    }

    /** Whether the word here, which could be NULL, TRUE or FALSE, is a field: a condition has no aggregate of these alone. */
    boolean startsFieldOfAggregate() {
        Token next = tokens.token(1);
        return place != Place.SELECTION
                && tokens.token().is(Kind.WORD)
                && (next.is(Kind.CLOSE)
                        || next.is(Kind.SQUARE_OPEN)
                        || next.is(Kind.CURLY_OPEN)
                        || tokens.token(2).is(Kind.DOT));
    }

    /** The token behind the bracket that opens here; the end if it is not closed. */
    Token behindBracket() {
        return behindBracketAt(tokens.index());
    }

    private Token behindBracketAt(int at) {
        if (ends == null) {
            ends = endsOfBrackets();
        }
        int end = ends[at];
        return tokens.at(end == 0 ? tokens.size() - 1 : end + 1);
    }

    /** For each bracket that opens, where it ends; 0 if it does not. An interval may begin with a round one and end with a square one. */
    private int[] endsOfBrackets() {
        int[] found = new int[tokens.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int at = 0; at < found.length; at++) {
            Kind kind = tokens.at(at).kind();
            if (kind == Kind.OPEN || kind == Kind.SQUARE_OPEN) {
                open.push(at);
            } else if ((kind == Kind.CLOSE || kind == Kind.SQUARE_CLOSE) && !open.isEmpty()) {
                found[open.pop()] = at;
            }
        }
        return found;
    }

    /** Whether the word here, which could be a keyword, is a field: what follows can only follow a path. */
    boolean isName() {
        return continuesPath(tokens.index() + 1) || atPredicateWord(tokens.index() + 1);
    }

    private boolean continuesPath(int at) {
        return switch (tokens.at(at).kind()) {
            case DOT,
                    SQUARE_OPEN,
                    CURLY_OPEN,
                    PLUS,
                    STAR,
                    SLASH,
                    EQUAL,
                    NOT_EQUAL,
                    LESS_OR_EQUAL,
                    GREATER,
                    GREATER_OR_EQUAL -> true;
            case LESS -> !startsPathAt(at);
            default -> false;
        };
    }

    /** Whether IN, MATCH, IS, NOT IN or NOT MATCH is here, and no field of that name. */
    boolean atPredicateWord() {
        return atPredicateWord(tokens.index());
    }

    private boolean atPredicateWord(int at) {
        if (tokens.at(at).is(Keyword.NOT)) {
            return tokens.at(at + 1).is(Keyword.IN) || tokens.at(at + 1).is(Keyword.MATCH);
        }
        return isPredicateWord(at) && !continuesPath(at + 1) && !isPredicateWord(at + 1);
    }

    private boolean isPredicateWord(int at) {
        Token token = tokens.at(at);
        return token.is(Keyword.IN) || token.is(Keyword.MATCH) || token.is(Keyword.IS);
    }
}

package dev.espalier.internal.rql;

import static java.util.Map.entry;

import dev.espalier.internal.rql.Token.Kind;
import java.util.Locale;
import java.util.Map;

/** Advice for predicates and other words of SQL within a condition, which RQL spells in another way. */
final class SqlWords {

    private static final String PATTERN = "a pattern is spelled MATCH 'A%', or MATCH 'a%' IGNORE CASE";
    private static final String SUBQUERY =
            "a query within a query is a path like cars(price > 5000), or a variable like IN @dear, given by define";
    private static final String JOINED = "AND and OR stand between two conditions";
    private static final String AS_STRING = "dates and times are spelled as strings: '2026-12-01'";

    private static final Map<String, String> HERE = Map.ofEntries(
            entry("BETWEEN", "BETWEEN 1 AND 5 is spelled IN ([1..5])"),
            entry("LIKE", "LIKE is spelled MATCH"),
            entry("ILIKE", "ILIKE 'a%' is spelled MATCH 'a%' IGNORE CASE"),
            entry("REGEXP", PATTERN),
            entry("RLIKE", PATTERN),
            entry("SIMILAR", PATTERN),
            entry("GLOB", PATTERN),
            entry("CONTAINS", "a text within another is spelled MATCH '%text%', a member of a collection path = value"),
            entry("STARTS", "the beginning of a text is spelled MATCH 'text%'"),
            entry("ENDS", "the end of a text is spelled MATCH '%text'"),
            entry("SELECT", SUBQUERY),
            entry("MOD", "there is no remainder; expected + - * or /"));

    private static final Map<String, String> BEFORE = Map.ofEntries(
            entry("CASE", "CASE x WHEN 1 is spelled CASE WHEN x = 1"),
            entry("EXISTS", "EXISTS is spelled cars IS NOT EMPTY, or cars(price > 5000)"),
            entry("SELECT", SUBQUERY),
            entry("AND", JOINED),
            entry("OR", JOINED));

    private static final Map<String, String> BEFORE_STRING =
            Map.ofEntries(entry("DATE", AS_STRING), entry("TIMESTAMP", AS_STRING), entry("TIME", AS_STRING));

    private SqlWords() {}

    /** Returns what to write in place of the next token or of the word before it, behind a semicolon; empty if neither is such a word. */
    static String advice(Tokens tokens) {
        String here = advice(HERE, tokens.token());
        if (!here.isEmpty() || tokens.index() == 0) {
            return here;
        }
        Token before = tokens.token(-1);
        return advice(BEFORE, before) + (tokens.token().is(Kind.STRING) ? advice(BEFORE_STRING, before) : "");
    }

    /** Whether it is a word that stands behind a value in SQL, and says something of it. */
    static boolean isPredicate(Token token) {
        return !advice(HERE, token).isEmpty();
    }

    private static String advice(Map<String, String> words, Token token) {
        String advice = token.is(Kind.WORD) ? words.get(token.text().toUpperCase(Locale.ROOT)) : null;
        return advice == null ? "" : "; " + advice;
    }
}

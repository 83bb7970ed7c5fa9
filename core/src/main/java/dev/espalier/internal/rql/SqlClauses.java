package dev.espalier.internal.rql;

import dev.espalier.internal.rql.Token.Kind;
import java.util.Locale;
import java.util.Map;

/** Advice for clauses of SQL that RQL does not have, or writes in another place. */
final class SqlClauses {

    private static final String FIRST_OBJECTS = "the first 10 are spelled LIMIT 10";
    private static final String BEGINNING = "a query begins with its first condition, and its class is given beside it";
    private static final String NO_GROUPS =
            "rows are grouped by a selection, and a condition counts like COUNT(cars) > 2";

    private static final Map<String, String> ADVICE = Map.ofEntries(
            Map.entry(
                    "OFFSET",
                    "OFFSET comes behind LIMIT: LIMIT 10 OFFSET 20, or LIMIT " + Long.MAX_VALUE
                            + " OFFSET 20 for all others"),
            Map.entry("SKIP", "leaving out 20 is spelled LIMIT 10 OFFSET 20"),
            Map.entry("FIRST", FIRST_OBJECTS),
            Map.entry("FETCH", FIRST_OBJECTS),
            Map.entry("TOP", FIRST_OBJECTS),
            Map.entry("SELECT", BEGINNING),
            Map.entry("FROM", BEGINNING),
            Map.entry("DISTINCT", "each object is in the answer once"),
            Map.entry("GROUP", NO_GROUPS),
            Map.entry("HAVING", NO_GROUPS),
            Map.entry("ASCENDING", "ascending is spelled ASC"),
            Map.entry("DESCENDING", "descending is spelled DESC"),
            Map.entry("UNION", "what either of two conditions finds is spelled a OR b, or a MERGE b"),
            Map.entry("NULLS", "missing values come last"));

    private static final Map<String, String> IN_SELECTION = Map.ofEntries(
            Map.entry("GROUP", "rows are grouped by the columns without aggregates: leave GROUP BY out"),
            Map.entry("FROM", "the class and the condition are given beside the selection"),
            Map.entry("WHERE", "the condition is given beside the selection; HAVING keeps some of the rows"),
            Map.entry("OFFSET", "OFFSET comes behind LIMIT: LIMIT 10 OFFSET 20"),
            Map.entry("SKIP", "leaving out 20 is spelled LIMIT 10 OFFSET 20"),
            Map.entry("FETCH", FIRST_OBJECTS),
            Map.entry("TOP", FIRST_OBJECTS),
            Map.entry("NULLS", "missing values come last"),
            Map.entry("ASCENDING", "ascending is spelled ASC"),
            Map.entry("DESCENDING", "descending is spelled DESC"));

    private SqlClauses() {}

    /** Returns what to write in place of the next word of a selection, or of the one before it, behind a semicolon; empty if neither begins a clause. */
    static String adviceInSelection(Tokens tokens) {
        Token token = tokens.token();
        String advice = token.is(Kind.WORD) ? IN_SELECTION.get(token.text().toUpperCase(Locale.ROOT)) : null;
        return advice != null
                ? "; " + advice
                : tokens.token(-1).text().equalsIgnoreCase("SELECT")
                        ? "; leave SELECT out: a selection begins with its first column"
                        : SqlWords.advice(tokens);
    }

    /** Returns what to write in place of a comma behind a limit, behind a semicolon; empty for another token. */
    static String adviceBehindLimit(Token token) {
        return token.is(Kind.COMMA) ? "; LIMIT 20, 10 is spelled LIMIT 10 OFFSET 20" : "";
    }

    /** Returns what to write in place of the word, behind a semicolon; empty for a word that begins no clause. */
    static String advice(Token token) {
        String advice = token.is(Kind.WORD) ? ADVICE.get(token.text().toUpperCase(Locale.ROOT)) : null;
        return advice == null ? "" : "; " + advice;
    }
}

package dev.espalier.internal.rql;

import dev.espalier.internal.rql.Token.Kind;
import java.util.Locale;
import java.util.Map;

/** Advice for clauses of SQL that RQL does not have, or writes in another place. */
final class SqlClauses {

    private static final String FIRST_OBJECTS = "the first 10 are spelled LIMIT 10";
    private static final String BEGINNING = "a query begins with its first condition, and its class is given beside it";
    private static final String NO_GROUPS = "a query has no groups of rows, but conditions like COUNT(cars) > 2";

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
            Map.entry("NULLS", "missing values come last"));

    private SqlClauses() {}

    /** Returns what to write in place of the word, behind a semicolon; empty for a word that begins no clause. */
    static String advice(Token token) {
        String advice = token.is(Kind.WORD) ? ADVICE.get(token.text().toUpperCase(Locale.ROOT)) : null;
        return advice == null ? "" : "; " + advice;
    }
}

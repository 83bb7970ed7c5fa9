package dev.espalier.internal.query;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The syntax trees of texts that were asked before. Safe for any number of threads. */
final class ParsedTexts {

    /** A program with more texts writes values into them. */
    private static final int MOST = 1_000;

    private static final int LONGEST = 2_000;

    private final Map<String, RqlQuery> parsed = new ConcurrentHashMap<>();
    private final Map<String, String> printed = new ConcurrentHashMap<>();

    /** @throws dev.espalier.error.QueryException if the text is wrong */
    RqlQuery parse(String text) {
        RqlQuery known = parsed.get(text);
        if (known != null) {
            return known;
        }
        RqlQuery query = Rql.parse(text);
        if (text.length() <= LONGEST) {
            if (parsed.size() >= MOST) {
                parsed.clear();
            }
            parsed.put(text, query);
        }
        return query;
    }

    /** The text as the printer writes it: the same for all texts of one syntax tree. */
    String canonical(String text) {
        String known = printed.get(text);
        if (known != null) {
            return known;
        }
        String canonical = Rql.print(parse(text));
        if (text.length() <= LONGEST) {
            if (printed.size() >= MOST) {
                printed.clear();
            }
            printed.put(text, canonical);
        }
        return canonical;
    }
}

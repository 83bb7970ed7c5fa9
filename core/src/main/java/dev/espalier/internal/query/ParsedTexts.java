package dev.espalier.internal.query;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.RqlSelection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The syntax trees of texts that were asked before. Safe for any number of threads. */
final class ParsedTexts {

    /** A program with more texts writes values into them. */
    private static final int MOST = 1_000;

    private static final int LONGEST = 2_000;

    private final Map<String, RqlQuery> queries = new ConcurrentHashMap<>();
    private final Map<String, RqlSelection> selections = new ConcurrentHashMap<>();
    private final Map<String, String> printed = new ConcurrentHashMap<>();
    private final Map<String, String> printedSelections = new ConcurrentHashMap<>();

    /** @throws dev.espalier.error.QueryException if the text is wrong */
    RqlQuery parse(String text) {
        return known(queries, text, Rql::parse);
    }

    /** @throws dev.espalier.error.QueryException if the text is wrong */
    RqlSelection selection(String text) {
        return known(selections, text, Rql::selection);
    }

    /** The text as the printer writes it: the same for all texts of one syntax tree. */
    String canonical(String text) {
        return known(printed, text, unknown -> Rql.print(parse(unknown)));
    }

    /** The text of a selection, likewise. */
    String canonicalSelection(String text) {
        return known(printedSelections, text, unknown -> Rql.print(selection(unknown)));
    }

    private static <T> T known(Map<String, T> texts, String text, Function<String, T> read) {
        T known = texts.get(text);
        if (known != null) {
            return known;
        }
        T made = read.apply(text);
        if (text.length() <= LONGEST) {
            if (texts.size() >= MOST) {
                texts.clear();
            }
            texts.put(text, made);
        }
        return made;
    }
}

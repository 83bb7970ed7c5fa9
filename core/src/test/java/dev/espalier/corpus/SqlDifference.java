package dev.espalier.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The places in which an engine's statements differ from the standard's, quotes of names aside: {@code LIKE ?{A%}  ->  GLOB ?{A*}}. */
final class SqlDifference {

    private static final Pattern TOKEN = Pattern.compile("\\?\\{[^}]*}|'(?:[^'])*'|\\w+|\\S");

    /** Changes with so few tokens between them are shown as one. */
    private static final int CLOSE = 8;

    private SqlDifference() {}

    /**
     * Adds the places; of those that are alike but for the numbers of the tables the first. Where the engine asks in more or fewer statements,
     * all of them.
     */
    static void of(List<String> standard, List<String> engine, Map<String, String> differences) {
        if (standard.size() != engine.size()) {
            String all = String.join("\n", engine).replace('`', '"') + "\n";
            differences.put(all, all);
            return;
        }
        for (int i = 0; i < standard.size(); i++) {
            for (String place : places(standard.get(i), engine.get(i).replace('`', '"'))) {
                differences.putIfAbsent(place.replaceAll("\\bt\\d+\\b|\\)", ""), place);
            }
        }
    }

    private static List<String> places(String standard, String engine) {
        List<String> places = new ArrayList<>();
        List<int[]> own = tokens(standard);
        List<int[]> others = tokens(engine);
        for (Difference.Change change : joined(Difference.changes(texts(standard, own), texts(engine, others)))) {
            places.add(excerpt(standard, own, change.from(), change.to()) + "  ->  "
                    + excerpt(engine, others, change.otherFrom(), change.otherTo()) + "\n");
        }
        return places;
    }

    private static List<Difference.Change> joined(List<Difference.Change> changes) {
        List<Difference.Change> joined = new ArrayList<>();
        for (Difference.Change change : changes) {
            Difference.Change last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && change.from() - last.to() <= CLOSE) {
                joined.set(
                        joined.size() - 1,
                        new Difference.Change(last.from(), change.to(), last.otherFrom(), change.otherTo()));
            } else {
                joined.add(change);
            }
        }
        return joined;
    }

    private static List<int[]> tokens(String text) {
        List<int[]> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            tokens.add(new int[] {token.start(), token.end()});
        }
        return tokens;
    }

    private static List<String> texts(String text, List<int[]> tokens) {
        return tokens.stream().map(token -> text.substring(token[0], token[1])).toList();
    }

    private static String excerpt(String text, List<int[]> tokens, int from, int to) {
        return from == to ? "nothing" : text.substring(tokens.get(from)[0], tokens.get(to - 1)[1]);
    }
}

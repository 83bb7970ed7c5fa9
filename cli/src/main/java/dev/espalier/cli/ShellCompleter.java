package dev.espalier.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Completes statements of the shell. A pure function of the text, the cursor and the classes. */
final class ShellCompleter {

    static final List<String> COMMANDS = List.of(
            "\\advice",
            "\\class",
            "\\classes",
            "\\complete",
            "\\depth",
            "\\explain",
            "\\export",
            "\\follow",
            "\\help",
            "\\json",
            "\\limit",
            "\\quit",
            "\\table",
            "\\tree",
            "\\verify",
            "\\with");

    private static final List<String> WORDS = List.of(
            "ALL",
            "AND",
            "ANY",
            "ASC",
            "AVG",
            "COUNT",
            "DESC",
            "FALSE",
            "IGNORE CASE",
            "IN",
            "IS EMPTY",
            "IS NOT NULL",
            "IS NULL",
            "LIMIT",
            "MATCH",
            "MAX",
            "MIN",
            "NO",
            "NOT",
            "OFFSET",
            "OR",
            "ORDER BY",
            "SUM",
            "TRUE");
    /** The keywords that a selection does not have. */
    private static final Set<String> OF_QUERIES = Set.of("ALL", "ANY", "IS EMPTY", "NO");

    private static final List<String> OF_SELECTIONS =
            List.of("AS", "CASE WHEN", "DISTINCT", "ELSE", "END", "HAVING", "THEN", "WHEN");
    private static final Set<String> FUNCTIONS = Set.of("AVG", "COUNT", "MAX", "MIN", "SUM");

    private ShellCompleter() {}

    /**
     * Candidates for the place of the cursor.
     *
     * @param from where the word begins that a candidate replaces
     * @param candidates in alphabetical order
     */
    record Completion(int from, List<Candidate> candidates) {}

    /** A word, and what is said of it. */
    record Candidate(String text, String description) {}

    static Completion complete(String text, int cursor, ShellCatalog catalog) {
        String before = text.substring(0, cursor);
        String line = before.stripLeading();
        int start = ShellText.begin(before);
        if (line.startsWith("\\") && !line.contains(" ")) {
            return new Completion(before.length() - line.length(), matching(line, COMMANDS, "command"));
        }
        if (line.startsWith("\\")
                && start == before.length() - line.length()
                && !line.matches("\\\\(class|explain|advice)\\s.*")) {
            return new Completion(cursor, List.of());
        }
        if (line.startsWith("\\class ")) {
            int from = before.lastIndexOf(' ') + 1;
            return new Completion(
                    from, matching(before.substring(from), catalog.classes().keySet(), "class"));
        }
        int slash = before.lastIndexOf('\\');
        if (slash > start && before.substring(slash + 1).chars().allMatch(Character::isLetter)) {
            boolean isOutside = ShellText.selection(before.substring(0, slash) + ShellText.SELECT) == slash;
            return new Completion(
                    slash,
                    isOutside
                            ? matching(before.substring(slash), List.of(ShellText.SELECT), "columns of rows")
                            : List.of());
        }
        int from = cursor;
        while (from > start
                && (Character.isJavaIdentifierPart(before.charAt(from - 1))
                        || before.charAt(from - 1) == '.'
                        || before.charAt(from - 1) == '<')) {
            from--;
        }
        String word = before.substring(from);
        if (from <= start) {
            List<Candidate> all =
                    new ArrayList<>(matching(word, catalog.classes().keySet(), "class"));
            if (word.isEmpty() && line.isEmpty()) {
                all.addAll(matching("", COMMANDS, "command"));
            }
            return new Completion(start, all);
        }
        return inQuery(before, from, word, catalog);
    }

    /** The constants of an enum, in the place of the text that is compared with; null if no text of an enum stands. */
    private static @Nullable Completion constants(String before, ShellCatalog catalog) {
        List<ShellText.Piece> pieces = ShellText.of(before, catalog).pieces();
        int at = pieces.size() - 1;
        int from = before.length();
        if (at >= 0
                && pieces.get(at).kind() == ShellText.Kind.TEXT
                && pieces.get(at).to() == before.length()) {
            String text = before.substring(pieces.get(at).from());
            if (text.length() > 1
                    && text.chars().filter(letter -> letter == '\'').count() % 2 == 0) {
                return null; // closed
            }
            from = pieces.get(at).from();
            at--;
        }
        int list = at;
        while (list >= 0 && (pieces.get(list).kind() == ShellText.Kind.TEXT || isOne(before, pieces.get(list), ",("))) {
            list--;
        }
        if (list >= 0
                && list < at
                && before.substring(pieces.get(list).from(), pieces.get(list).to())
                        .equalsIgnoreCase("IN")) {
            at = list - 1;
            if (at >= 0
                    && before.substring(pieces.get(at).from(), pieces.get(at).to())
                            .equalsIgnoreCase("NOT")) {
                at--;
            }
        } else {
            int marks = at;
            while (marks >= 0 && isOne(before, pieces.get(marks), "=!<>")) {
                marks--;
            }
            if (marks == at) {
                return null;
            }
            at = marks;
        }
        if (at < 0 || pieces.get(at).kind() != ShellText.Kind.NAME) {
            return null;
        }
        ShellCatalog.Type type = pieces.get(at).type();
        if (type == null) {
            return null;
        }
        ShellCatalog.Field field = catalog.field(
                type, before.substring(pieces.get(at).from(), pieces.get(at).to()));
        List<String> constants = field == null ? List.of() : catalog.constants(field);
        return constants.isEmpty()
                ? null
                : new Completion(
                        from,
                        matching(
                                before.substring(from),
                                constants.stream().map(one -> "'" + one + "'").toList(),
                                "constant"));
    }

    private static boolean isOne(String text, ShellText.Piece piece, String marks) {
        return piece.kind() == ShellText.Kind.MARK && marks.indexOf(text.charAt(piece.from())) >= 0;
    }

    private static Completion inQuery(String before, int from, String word, ShellCatalog catalog) {
        @Nullable
        Completion constants =
                word.isEmpty() || before.charAt(from == 0 ? 0 : from - 1) == '\'' ? constants(before, catalog) : null;
        if (constants != null) {
            return constants;
        }
        // A letter in the place of the word shows in which type a path goes on there.
        int dot = word.lastIndexOf('.');
        String path = dot < 0 ? "" : word.substring(0, dot + 1);
        ShellText read = ShellText.of(before.substring(0, from) + path + "x", catalog);
        if (read.isComplete() || read.pieces().isEmpty()) {
            return new Completion(before.length(), List.of());
        }
        ShellText.Piece last = read.pieces().get(read.pieces().size() - 1);
        if (last.kind() == ShellText.Kind.TEXT
                || last.kind() == ShellText.Kind.NUMBER
                || last.kind() == ShellText.Kind.PARAMETER
                || last.kind() == ShellText.Kind.ALIAS
                || last.kind() == ShellText.Kind.COMMAND) {
            return new Completion(before.length(), List.of());
        }
        String part = word.substring(dot + 1);
        if (word.startsWith("<") && dot < 0) {
            ShellText at = ShellText.of(before.substring(0, from) + "x", catalog);
            ShellCatalog.Type type = at.pieces().get(at.pieces().size() - 1).type();
            return new Completion(
                    from, type == null ? List.of() : matching(word, catalog.inverseSteps(type), "inverse step"));
        }
        List<Candidate> all = new ArrayList<>();
        if (last.type() != null) {
            for (ShellCatalog.Field field : last.type().fields().values()) {
                if (startsWith(field.name(), part)) {
                    all.add(new Candidate(field.name(), field.type()));
                }
            }
            if (startsWith("id", part)
                    && !last.type().fields().containsKey("id")
                    && catalog.type(last.type().name()) != null) {
                all.add(new Candidate("id", "id"));
            }
        }
        if (dot < 0) {
            if (last.type() != null && word.isEmpty()) {
                all.addAll(matching("", catalog.inverseSteps(last.type()), "inverse step"));
            }
            boolean isSelection = ShellText.selection(before) >= 0;
            for (String keyword : WORDS) {
                if (startsWith(keyword, word) && !(isSelection && OF_QUERIES.contains(keyword))) {
                    all.add(new Candidate(
                            FUNCTIONS.contains(keyword) ? keyword + "(" : keyword,
                            FUNCTIONS.contains(keyword) ? "function" : "keyword"));
                }
            }
            all.addAll(matching(
                    word, ShellText.FUNCTIONS.stream().map(name -> name + "(").toList(), "function"));
            if (isSelection) {
                all.addAll(matching(word, OF_SELECTIONS, "keyword"));
                all.addAll(matching(word, aliases(before, read.pieces()), "column"));
            }
        }
        return new Completion(
                from + dot + 1,
                all.stream().sorted((a, b) -> a.text().compareTo(b.text())).toList());
    }

    /** The names of the columns, where these are complete: behind HAVING or ORDER BY. */
    private static List<String> aliases(String before, List<ShellText.Piece> pieces) {
        List<String> aliases = new ArrayList<>();
        boolean areComplete = false;
        for (ShellText.Piece piece : pieces) {
            if (piece.kind() == ShellText.Kind.ALIAS) {
                aliases.add(before.substring(piece.from(), piece.to()));
                areComplete = false;
            } else if (piece.kind() == ShellText.Kind.KEYWORD) {
                areComplete |= before.substring(piece.from(), Math.min(piece.to(), before.length()))
                        .matches("(?i)HAVING|ORDER");
            }
        }
        return areComplete ? aliases : List.of();
    }

    private static List<Candidate> matching(String word, Collection<String> all, String description) {
        return new TreeSet<>(all)
                .stream()
                        .filter(one -> startsWith(one, word))
                        .map(one -> new Candidate(one, description))
                        .toList();
    }

    private static boolean startsWith(String text, String beginning) {
        return text.toLowerCase(Locale.ROOT).startsWith(beginning.toLowerCase(Locale.ROOT));
    }
}

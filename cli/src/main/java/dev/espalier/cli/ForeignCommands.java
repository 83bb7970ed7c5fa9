package dev.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands of sqlite3, psql and mysql that the shell understands. A class of the same name wins: no query loses a word. */
final class ForeignCommands {

    /** Those that no class can be called; a name may follow if one may follow the shell's own command. */
    private static final Map<String, String> MARKED = Map.of(
            ".tables", "\\classes",
            ".schema", "\\class",
            ".help", "\\help",
            ".quit", "\\quit",
            ".exit", "\\quit",
            "\\dt", "\\classes",
            "\\q", "\\quit",
            "\\?", "\\help",
            "\\h", "\\help",
            "?", "\\help");

    /** Whole statements, in small letters. */
    private static final Map<String, String> STATEMENTS =
            Map.of("help", "\\help", "exit", "\\quit", "quit", "\\quit", "show tables", "\\classes");

    private ForeignCommands() {}

    /**
     * The shell's own command for what was typed.
     *
     * @return null if it is a statement
     */
    static @Nullable String own(String typed, ShellCatalog catalog) {
        String line = withoutEnd(typed);
        String[] words = line.split("\\s+", 2);
        String rest = words.length > 1 ? " " + words[1] : "";
        if (words[0].equals("\\d")) {
            return (rest.isEmpty() ? "\\classes" : "\\class") + rest;
        }
        if (MARKED.containsKey(words[0])) {
            return MARKED.get(words[0]) + rest;
        }
        if (line.startsWith("\\") || line.startsWith(".")) {
            return line;
        }
        if (catalog.names().contains(words[0])) {
            return null;
        }
        String small = line.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        return small.matches("desc(ribe)? \\S+") ? "\\class" + rest : STATEMENTS.get(small);
    }

    /** All that stand for a command of the shell with a backslash or a point before them. */
    static List<String> marked() {
        List<String> names = new ArrayList<>(MARKED.keySet());
        names.add("\\d");
        return names;
    }

    private static String withoutEnd(String text) {
        String line = text.strip();
        return line.endsWith(";") ? line.substring(0, line.length() - 1).strip() : line;
    }
}

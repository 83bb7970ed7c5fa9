package dev.espalier.cli;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement of the shell, cut into pieces: a class, then a query, then a selection if there is one. Shows what each piece is, which one is a mistake, and where a path goes on at the cursor.
 * Immutable.
 *
 * @param pieces in order; blanks are between them
 * @param mistake the place of the first name that nothing is called; -1 for none
 * @param isComplete whether a semicolon ends it
 */
record ShellText(List<Piece> pieces, int mistake, boolean isComplete) {

    enum Kind {
        COMMAND,
        CLASS,
        NAME,
        ALIAS,
        KEYWORD,
        TEXT,
        NUMBER,
        PARAMETER,
        MARK,
        MISTAKE
    }

    /** A part of the text, and the type in which its path goes on; null if that is not known. */
    record Piece(int from, int to, Kind kind, ShellCatalog.@Nullable Type type) {}

    static final Set<String> KEYWORDS = Set.of(
            "AND", "OR", "NOT", "MERGE", "IN", "MATCH", "IGNORE", "CASE", "IS", "NULL", "EMPTY", "TRUE", "FALSE", "ANY",
            "ALL", "NO", "COUNT", "SUM", "MIN", "MAX", "AVG", "ORDER", "BY", "ASC", "DESC", "LIMIT", "OFFSET");

    /** The keywords that only a selection has. */
    static final Set<String> SELECTION_KEYWORDS = Set.of("DISTINCT", "AS", "HAVING");

    /** The other keywords of a CASE. */
    static final Set<String> CASE_KEYWORDS = Set.of("WHEN", "THEN", "ELSE", "END");

    /** The functions of conditions and selections. */
    static final Set<String> FUNCTIONS = Set.of(
            "year",
            "month",
            "day",
            "week",
            "hour",
            "lower",
            "upper",
            "length",
            "substring",
            "concat",
            "coalesce",
            "round",
            "floor",
            "abs");

    /** Stands between a query and a selection. No query has a backslash, but in a text. */
    static final String SELECT = "\\select";

    ShellText {
        pieces = List.copyOf(pieces);
    }

    static ShellText of(String text, ShellCatalog catalog) {
        return new Reading(text, catalog).read();
    }

    /** The place of {@link #SELECT} in a statement; -1 if it has none. */
    static int selection(String text) {
        boolean isText = false;
        for (int at = 0; at < text.length(); at++) {
            isText ^= text.charAt(at) == '\'';
            if (!isText && isSelect(text, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isSelect(String text, int at) {
        int end = at + SELECT.length();
        return text.startsWith(SELECT, at)
                && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
    }

    /** Of the objects or rows of a statement, which stands behind the path. */
    private static final Pattern EXPORT = Pattern.compile("\\\\export\\s+\\S+\\s+");

    /** The place at which the statement begins behind a command such as {@code \explain}. */
    static int begin(String text) {
        int at = skip(text, 0);
        for (String command : List.of("\\explain", "\\advice")) {
            if (text.startsWith(command, at)
                    && text.length() > at + command.length()
                    && Character.isWhitespace(text.charAt(at + command.length()))) {
                return skip(text, at + command.length());
            }
        }
        Matcher export = EXPORT.matcher(text).region(at, text.length());
        return export.lookingAt() ? export.end() : at;
    }

    private static int skip(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** One reading of a text. */
    private static final class Reading {

        private final String text;
        private final ShellCatalog catalog;
        private final List<Piece> pieces = new ArrayList<>();
        private final Deque<ShellCatalog.Type> groups = new ArrayDeque<>();
        /** The type at the end of the path that was read last, for a bracket behind it. */
        private ShellCatalog.@Nullable Type behind;

        private boolean isBehindPath;
        /** Whether a curly bracket is open that says how often a step is repeated. */
        private boolean isTimes;

        private boolean isSelection;
        private final Set<String> aliases = new HashSet<>();
        private int mistake = -1;
        private boolean isComplete;
        private int at;

        Reading(String text, ShellCatalog catalog) {
            this.text = text;
            this.catalog = catalog;
        }

        ShellText read() {
            at = begin(text);
            if (at > 0 && !text.isBlank() && text.strip().startsWith("\\")) {
                add(text.indexOf('\\'), text.substring(0, at).stripTrailing().length(), Kind.COMMAND, null);
            } else if (at < text.length() && text.charAt(at) == '\\') {
                int end = word(at + 1);
                add(at, end, Kind.COMMAND, null);
                return new ShellText(pieces, -1, true);
            }
            if (ForeignCommands.own(text, catalog) != null && pieces.isEmpty()) {
                add(at, text.stripTrailing().length(), Kind.COMMAND, null);
                return new ShellText(pieces, -1, true);
            }
            int end = className();
            if (end > at) {
                ShellCatalog.Type type = catalog.type(text.substring(at, end));
                add(at, end, type == null ? Kind.MISTAKE : Kind.CLASS, type);
                groups.push(type == null ? new ShellCatalog.Type("", Set.of(), java.util.Map.of()) : type);
                at = end;
                if (type != null) {
                    query();
                }
            }
            return new ShellText(pieces, mistake, isComplete || end(text));
        }

        private int className() {
            int end = at;
            while (end < text.length()
                    && (Character.isJavaIdentifierPart(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            return end;
        }

        private static boolean end(String text) {
            return text.stripTrailing().endsWith(";")
                    && text.chars().filter(letter -> letter == '\'').count() % 2 == 0;
        }

        private void query() {
            while (at < text.length() && !isComplete) {
                char letter = text.charAt(at);
                if (Character.isWhitespace(letter)) {
                    at++;
                } else if (letter == '\'') {
                    string();
                } else if (Character.isDigit(letter)) {
                    number();
                } else if (letter == ':' || letter == '@') {
                    int end = word(at + 1);
                    add(at, end, Kind.PARAMETER, null);
                    at = end;
                } else if (letter == '<'
                        && at + 1 < text.length()
                        && Character.isJavaIdentifierStart(text.charAt(at + 1))
                        && catalog.type(text.substring(at + 1, word(at + 1))) != null) {
                    inverse();
                } else if (!isSelection && isSelect(text, at)) {
                    select();
                } else if (Character.isJavaIdentifierStart(letter)) {
                    name();
                } else {
                    mark(letter);
                }
            }
        }

        /** The paths of a selection begin at the class again. */
        private void select() {
            add(at, at + SELECT.length(), Kind.COMMAND, null);
            at += SELECT.length();
            while (groups.size() > 1) {
                groups.pop();
            }
            isBehindPath = false;
            isSelection = true;
        }

        private void name() {
            int end = word(at);
            String name = text.substring(at, end);
            if (isSelection && isBehind("AS")) {
                aliases.add(name);
                add(at, end, Kind.ALIAS, null);
                at = end;
                isBehindPath = false;
            } else if (!isGroup(name)
                    && FUNCTIONS.contains(name.toLowerCase(Locale.ROOT))
                    && text.startsWith("(", skip(text, end))) {
                add(at, end, Kind.KEYWORD, groups.peek());
                at = end;
                isBehindPath = false;
            } else {
                path(groups.peek());
            }
        }

        /** Whether a bracket behind the name would be a group of a condition. */
        private boolean isGroup(String name) {
            ShellCatalog.Type type = groups.peek();
            ShellCatalog.Field field = isSelection || type == null ? null : catalog.field(type, name);
            return field != null && catalog.behind(field) != null;
        }

        private boolean isBehind(String keyword) {
            Piece last = pieces.get(pieces.size() - 1);
            return last.kind() == Kind.KEYWORD
                    && text.substring(last.from(), last.to()).equalsIgnoreCase(keyword);
        }

        private void string() {
            int end = at + 1;
            while (end < text.length()
                    && (text.charAt(end) != '\'' || end + 1 < text.length() && text.charAt(end + 1) == '\'')) {
                end += text.charAt(end) == '\'' ? 2 : 1;
            }
            end = Math.min(text.length(), end + 1);
            add(at, end, Kind.TEXT, null);
            at = end;
        }

        private void number() {
            int end = at;
            while (end < text.length()
                    && (Character.isLetterOrDigit(text.charAt(end))
                            || text.charAt(end) == '.' && !text.startsWith("..", end))) {
                end++;
            }
            add(at, end, Kind.NUMBER, null);
            at = end;
        }

        private void mark(char letter) {
            isTimes = letter == '{' ? !isSelection || isTimes() : isTimes && letter != ')';
            boolean isRows = isSelection && !isTimes;
            if (letter == '(' || letter == '{' && isRows) {
                groups.push(isBehindPath && behind != null ? behind : groups.peek());
            } else if ((letter == ')' || letter == '}' && isRows) && groups.size() > 1) {
                groups.pop();
            } else if (letter == ';') {
                isComplete = true;
            }
            boolean isRepeated = letter == '+' || letter == '*' || (letter == '{' || letter == '}') && !isRows;
            isTimes &= letter != '}';
            add(at, at + 1, Kind.MARK, groups.peek());
            isBehindPath &= isRepeated;
            at++;
            if (isRepeated && isBehindPath && at < text.length() && text.charAt(at) == '.' && behind != null) {
                at++;
                path(behind);
            }
        }

        /** Whether a number of steps follows the bracket here, and not the columns of rows. */
        private boolean isTimes() {
            return text.substring(at + 1).matches("(?s)\\s*\\d+\\s*\\.\\..*");
        }

        private void inverse() {
            int dot = word(at + 1);
            ShellCatalog.@Nullable Type other = catalog.type(text.substring(at + 1, dot));
            add(at, dot, Kind.CLASS, null);
            at = dot;
            behind = other;
            isBehindPath = true;
            if (at < text.length() && text.charAt(at) == '.') {
                int end = word(at + 1);
                boolean isKnown = other != null && other.fields().containsKey(text.substring(at + 1, end));
                add(at + 1, end, isKnown ? Kind.NAME : Kind.MISTAKE, other);
                at = end;
                if (at < text.length() && text.charAt(at) == '.') {
                    at++;
                    path(other);
                }
            }
        }

        private void path(ShellCatalog.@Nullable Type from) {
            ShellCatalog.Type type = from;
            boolean isFirst = type == groups.peek();
            while (true) {
                int end = word(at);
                String name = text.substring(at, end);
                ShellCatalog.Field field = type == null ? null : catalog.field(type, name);
                boolean isName = field != null
                        || name.equals("id")
                        || isFirst && (catalog.type(name) != null || aliases.contains(name));
                boolean isKeyword = isFirst
                                && (KEYWORDS.contains(name.toUpperCase(Locale.ROOT))
                                        || field == null
                                                && (CASE_KEYWORDS.contains(name.toUpperCase(Locale.ROOT))
                                                        || isSelection
                                                                && SELECTION_KEYWORDS.contains(
                                                                        name.toUpperCase(Locale.ROOT))))
                                && (end == text.length() || text.charAt(end) != '.')
                        || isFirst && name.matches("Q\\d+");
                boolean isAtEnd = end == text.length();
                Kind kind = isName && !isKeyword
                        ? Kind.NAME
                        : isKeyword
                                ? Kind.KEYWORD
                                : isAtEnd || type == null || name.isEmpty() ? Kind.NAME : Kind.MISTAKE;
                add(at, end, kind, type);
                at = end;
                type = field == null ? null : catalog.behind(field);
                isFirst = false;
                isBehindPath = kind == Kind.NAME;
                behind = type;
                if (at + 1 > text.length()
                        || at == text.length()
                        || text.charAt(at) != '.'
                        || text.startsWith("..", at)) {
                    return;
                }
                at++;
            }
        }

        private int word(int from) {
            int end = from;
            while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
                end++;
            }
            return end;
        }

        private void add(int from, int to, Kind kind, ShellCatalog.@Nullable Type type) {
            if (kind == Kind.MISTAKE && mistake < 0) {
                mistake = from;
            }
            pieces.add(new Piece(from, to, kind, type));
        }
    }
}

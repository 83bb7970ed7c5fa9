package dev.espalier.internal.handwritten;

import dev.espalier.internal.engine.SqlRules.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the commands in a text of SQL: the words of each, in capital letters, without what is quoted and without comments. It knows no grammar; commands are
 * separated by semicolons. For one text.
 */
final class SqlCommands {

    /** Marks that hide what follows them. */
    private static final Pattern HIDING = Pattern.compile("['\"`#]|--|/\\*");

    private final String text;
    private final Set<Mark> marks;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private int at;

    private SqlCommands(String text, Set<Mark> marks) {
        this.text = text;
        this.marks = marks;
    }

    /** The words of each command that has some. */
    static List<List<String>> of(String text, Set<Mark> marks) {
        SqlCommands found = new SqlCommands(text, marks);
        while (found.at < text.length()) {
            found.next();
        }
        found.endCommand();
        return found.commands;
    }

    private void endCommand() {
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }

    private void next() {
        char c = text.charAt(at);
        if (c == ';') {
            endCommand();
            at++;
        } else if (c == '\'' || c == '"' || c == '`' && marks.contains(Mark.BACKTICK)) {
            skipQuoted(c, marks.contains(Mark.BACKSLASH) && c != '`');
        } else if (c == '[' && marks.contains(Mark.BRACKET)) {
            skipTo("]");
        } else if (startsLineComment(c)) {
            skipLine();
        } else if (text.startsWith("/*", at)) {
            comment();
        } else if (c == '$' && marks.contains(Mark.DOLLAR) && dollarTag() != null) {
            doubtDollar();
            skipDollars();
        } else if (Character.isJavaIdentifierStart(c) && c != '$') {
            word();
        } else {
            at++;
        }
    }

    private boolean startsLineComment(char c) {
        if (c == '#') {
            return marks.contains(Mark.HASH);
        }
        if (text.startsWith("//", at)) {
            return marks.contains(Mark.SLASHES);
        }
        return text.startsWith("--", at)
                && (!marks.contains(Mark.DASHES_AND_SPACE) || at + 2 == text.length() || text.charAt(at + 2) <= ' ');
    }

    private void comment() {
        if (marks.contains(Mark.RUN_COMMENT) && (text.startsWith("/*!", at) || text.startsWith("/*M!", at))) {
            at += text.charAt(at + 2) == '!' ? 3 : 4;
            commentThatMayRun();
            return;
        }
        int depth = 0;
        do {
            if (text.startsWith("/*", at) && (depth == 0 || marks.contains(Mark.NESTED_COMMENT))) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < text.length());
    }

    /**
     * The version of the server says whether it runs what is in the comment. So words at the beginning of a command are a command of their own, and what could hide the
     * end of the comment is refused.
     */
    private void commentThatMayRun() {
        int end = text.indexOf("*/", at);
        String inner = text.substring(at, end < 0 ? text.length() : end);
        if (HIDING.matcher(inner).find()) {
            refuse("/*!");
        }
        List<List<String>> inside = of(inner, marks);
        if (words.isEmpty() || inner.indexOf(';') >= 0) {
            endCommand();
            commands.addAll(inside);
        } else {
            inside.forEach(words::addAll);
        }
        at = end < 0 ? text.length() : end + 2;
    }

    /** Adds a command that no engine has. */
    private void refuse(String sign) {
        endCommand();
        commands.add(List.of(sign));
    }

    /** Refuses a dollar behind a letter outside of ASCII: engines do not agree whether it belongs to the name before it. */
    private void doubtDollar() {
        if (at > 0 && text.charAt(at - 1) > '~') {
            refuse("$");
        }
    }

    private void skipLine() {
        while (at < text.length()
                && text.charAt(at) != '\n'
                && !(text.charAt(at) == '\r' && marks.contains(Mark.RETURN_ENDS_LINE))) {
            at++;
        }
    }

    /** A doubled quote begins another quoted part, which is the same here. */
    private void skipQuoted(char quote, boolean hasBackslashes) {
        for (at++; at < text.length() && text.charAt(at) != quote; at++) {
            if (hasBackslashes && text.charAt(at) == '\\') {
                at++;
            }
        }
        at++;
    }

    private void skipTo(String end) {
        int found = text.indexOf(end, at + 1);
        at = found < 0 ? text.length() : found + end.length();
    }

    /** The tag that begins here, as {@code $$} or {@code $body$}; null if none does. */
    private @Nullable String dollarTag() {
        int end = at + 1;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end)) && text.charAt(end) != '$') {
            end++;
        }
        boolean isTag = end < text.length()
                && text.charAt(end) == '$'
                && (end == at + 1 || !Character.isDigit(text.charAt(at + 1)));
        return isTag ? text.substring(at, end + 1) : null;
    }

    private void skipDollars() {
        String tag = dollarTag();
        at += tag == null ? 1 : tag.length();
        if (tag != null) {
            int end = text.indexOf(tag, at);
            at = end < 0 ? text.length() : end + tag.length();
        }
    }

    private void word() {
        int start = at;
        boolean hasDoubt = false;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            hasDoubt |= text.charAt(at) == '$' && text.charAt(Math.max(start, at - 1)) > '~';
            at++;
        }
        if (hasDoubt && marks.contains(Mark.DOLLAR)) {
            refuse("$");
        }
        String word = text.substring(start, at).toUpperCase(Locale.ROOT);
        if (word.equals("E")
                && marks.contains(Mark.BACKSLASH_AFTER_E)
                && at < text.length()
                && text.charAt(at) == '\'') {
            skipQuoted('\'', true);
        } else {
            words.add(word);
        }
    }
}

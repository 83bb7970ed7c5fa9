package dev.espalier.cli;

import dev.espalier.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.reader.Candidate;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** The shell on a terminal: a line editor with history, completion and colours. */
final class ShellTerminal {

    private static final String PROMPT = "espalier> ";
    private static final String CONTINUED = "      ... ";

    private final Terminal terminal;
    private final @Nullable Path history;
    private final AtomicBoolean showsAll = new AtomicBoolean();

    /** @param history the file of earlier statements; null for none */
    ShellTerminal(Terminal terminal, @Nullable Path history) {
        this.terminal = terminal;
        this.history = history;
    }

    /** The folder in which programs of a user keep files that are no configuration: https://specifications.freedesktop.org/basedir-spec/latest/. */
    static Path historyFile(Map<String, String> environment, String home) {
        String state = environment.get("XDG_STATE_HOME");
        Path folder = state != null && Path.of(state).isAbsolute() ? Path.of(state) : Path.of(home, ".local", "state");
        return folder.resolve("espalier").resolve("history");
    }

    /** Runs statements until the end, and returns the exit code. */
    int run(String url, Settings settings) {
        PrintWriter out = terminal.writer();
        LineReader keys = LineReaderBuilder.builder()
                .terminal(terminal)
                .variable(LineReader.DISABLE_HISTORY, true)
                .build();
        try (Shell shell = new Shell(url, settings, out, out, () -> wantsMore(keys))) {
            terminal.handle(Terminal.Signal.INT, signal -> shell.cancel());
            LineReader reader = reader(shell);
            out.println(shell.catalog().classes().size() + " classes; \\help shows what can be asked");
            while (!shell.hasEnded()) {
                String text;
                try {
                    text = reader.readLine(PROMPT);
                } catch (UserInterruptException e) {
                    continue; // Ctrl-C drops the line that is being written
                } catch (EndOfFileException e) {
                    break;
                }
                showsAll.set(false);
                shell.run(text);
            }
            return shell.code();
        }
    }

    private LineReader reader(Shell shell) {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("espalier")
                .parser(new Lines(shell))
                .highlighter(new Colours(shell))
                .completer((line, parsed, candidates) -> {
                    ShellCompleter.Completion found =
                            ShellCompleter.complete(parsed.line(), parsed.cursor(), shell.catalog());
                    int wordStart = parsed.cursor() - parsed.wordCursor();
                    String kept = parsed.line().substring(Math.min(wordStart, found.from()), found.from());
                    for (ShellCompleter.Candidate one : found.candidates()) {
                        // without a blank behind it: a path may go on with a dot, a statement end with a semicolon
                        candidates.add(new Candidate(
                                kept + one.text(), one.text(), null, one.description(), null, null, false));
                    }
                })
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUED)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_INCREMENTAL, true);
        if (history != null && isWritable(history)) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        return builder.build();
    }

    /** Statements may hold values that others should not read. */
    private static boolean isWritable(Path file) {
        try {
            Files.createDirectories(file.getParent());
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            return Files.isWritable(file);
        } catch (IOException e) {
            return false;
        }
    }

    private boolean wantsMore(LineReader keys) {
        if (showsAll.get()) {
            return true;
        }
        AtomicReference<String> answer = new AtomicReference<>("q");
        CountDownLatch answered = new CountDownLatch(1);
        Thread asking = new Thread(
                () -> {
                    try {
                        answer.set(keys.readLine("-- Enter: more, a: all, q: end -- ")
                                .strip());
                    } catch (UserInterruptException | EndOfFileException e) {
                        answer.set("q");
                    } finally {
                        answered.countDown();
                    }
                },
                "espalier-shell-more");
        asking.setDaemon(true);
        asking.start();
        try {
            answered.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        showsAll.set("a".equals(answer.get()));
        return "".equals(answer.get()) || showsAll.get();
    }

    /** A statement goes on until its semicolon. */
    private static final class Lines implements Parser {

        private final Shell shell;
        private final DefaultParser words = new DefaultParser()
                .eofOnUnclosedQuote(false)
                .eofOnEscapedNewLine(false)
                .quoteChars(new char[0])
                .escapeChars(new char[0]);

        Lines(Shell shell) {
            this.shell = shell;
        }

        @Override
        public org.jline.reader.ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && !shell.isComplete(line)) {
                throw new EOFError(-1, -1, "a statement ends with a semicolon");
            }
            return words.parse(line, cursor, context);
        }
    }

    /** Colours, and an underline below the first name that nothing is called. */
    private static final class Colours implements Highlighter {

        private final Shell shell;

        Colours(Shell shell) {
            this.shell = shell;
        }

        @Override
        public AttributedString highlight(LineReader reader, String buffer) {
            return coloured(buffer, shell.catalog());
        }
    }

    static AttributedString coloured(String text, ShellCatalog catalog) {
        AttributedStringBuilder coloured = new AttributedStringBuilder();
        int at = 0;
        for (ShellText.Piece piece : ShellText.of(text, catalog).pieces()) {
            if (piece.from() >= at && piece.to() <= text.length()) {
                coloured.append(text.substring(at, piece.from()));
                coloured.styled(style(piece.kind()), text.substring(piece.from(), piece.to()));
                at = piece.to();
            }
        }
        return coloured.append(text.substring(at)).toAttributedString();
    }

    private static AttributedStyle style(ShellText.Kind kind) {
        AttributedStyle plain = AttributedStyle.DEFAULT;
        return switch (kind) {
            case COMMAND -> plain.foreground(AttributedStyle.MAGENTA);
            case CLASS -> plain.foreground(AttributedStyle.CYAN).bold();
            case KEYWORD -> plain.foreground(AttributedStyle.BLUE).bold();
            case TEXT -> plain.foreground(AttributedStyle.GREEN);
            case NUMBER, PARAMETER -> plain.foreground(AttributedStyle.YELLOW);
            case MISTAKE -> plain.foreground(AttributedStyle.RED).underline();
            case NAME, ALIAS, MARK -> plain;
        };
    }
}

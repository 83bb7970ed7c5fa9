package dev.espalier.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * Lines at the end of a terminal that are updated in place. The terminal itself cuts lines that are too wide, also after its size has
 * changed: a wrapped line would leave a row behind.
 */
public final class LiveLines {

    /** DECAWM, DEC's private mode 7 (xterm's control sequences): the last column takes all that comes, and the blank at a line's end last. */
    private static final String CUT = "\033[?7l";

    private static final String WRAP = " \033[?7h";
    private static final String UP = "\033[%dA";
    private static final int BAR = 30;
    private static final String CLEAR = "\r\033[J";

    private final PrintWriter out;
    private int shown;

    /** @param out the terminal */
    public LiveLines(PrintWriter out) {
        this.out = out;
    }

    /** Writes the lines in the place of those before.
     *
     * @param lines without line ends
     */
    public void show(List<String> lines) {
        StringBuilder text = new StringBuilder(cleared());
        lines.forEach(line -> text.append(CUT).append(line).append(WRAP).append('\n'));
        shown = lines.size();
        out.print(text);
        out.flush();
    }

    /** Leaves nothing of them, nor of a key that was pressed meanwhile. */
    public void clear() {
        out.print(cleared());
        out.flush();
        shown = 0;
    }

    /**
     * Draws a bar of fixed width, and the percentage.
     *
     * @param done from 0 to 1
     * @return one line
     */
    public static String bar(double done) {
        int filled = (int) (Math.min(1, done) * BAR);
        return String.format(
                Locale.ROOT, "[%s%s] %3d %%", "#".repeat(filled), "-".repeat(BAR - filled), (int) (done * 100));
    }

    private String cleared() {
        return shown == 0 ? "" : String.format(UP, shown) + CLEAR;
    }
}

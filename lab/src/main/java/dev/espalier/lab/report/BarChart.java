package dev.espalier.lab.report;

import java.util.List;
import java.util.Locale;

/** Horizontal bars in groups, as a picture for a page in Markdown: SVG without scripts, which does not depend on the reader's fonts. */
final class BarChart {

    /**
     * One bar.
     *
     * @param label in front of it
     * @param value its length, not below zero
     * @param low the end of the range that was measured
     * @param high the other end of it; the same as {@code low} if there is no range
     * @param shown the value as a reader sees it
     * @param colour the place of its colour: the same for the same label
     */
    record Bar(String label, double value, double low, double high, String shown, int colour) {}

    /** Bars under one title. */
    record Group(String title, List<Bar> bars) {}

    /** The colour of what was measured elsewhere. */
    static final int GREY = 4;

    private static final List<String> COLOURS = List.of("#2f7d5b", "#3f6fc4", "#c27a2c", "#8a5ba8", "#b4bab3");

    private static final int WIDTH = 760;
    /** Of a bar of length zero. */
    private static final int LEFT = 190;
    /** Of the longest bar; what is right of it is for its value. */
    private static final int RIGHT = 640;

    /** More characters of a label would begin left of the picture. */
    private static final int LONGEST_LABEL = 24;

    private static final int TOP = 58;
    private static final int TITLE = 28;
    private static final int STEP = 23;
    private static final int BAR = 17;
    private static final int GAP = 8;
    private static final int SCALE = 30;
    private static final int TICKS = 4;

    private BarChart() {}

    /**
     * Draws a chart.
     *
     * @param title the first line
     * @param explained the second line: what was measured, and whether more is better
     * @param groups at least one bar in all
     * @return SVG
     */
    static String svg(String title, String explained, List<Group> groups) {
        double longest = groups.stream()
                .flatMap(group -> group.bars().stream())
                .mapToDouble(bar -> Math.max(bar.value(), bar.high()))
                .max()
                .orElseThrow();
        double step = step(longest);
        double end = Math.max(step, Math.ceil(longest / step) * step);
        int bottom = TOP
                + groups.stream()
                        .mapToInt(group -> TITLE + group.bars().size() * STEP + GAP)
                        .sum();
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s. %s\">\n"
                        .formatted(WIDTH, bottom + SCALE, WIDTH, bottom + SCALE, escaped(title), escaped(explained)));
        svg.append(
                "<style>text{font:13px system-ui,sans-serif;fill:#2b3430}.h{font-size:16px;font-weight:600}.g{font-weight:600}"
                        + ".s{fill:#5d6964;font-size:12px}.l{stroke:#e4e8e2}.r{stroke:#2b3430;stroke-width:1.5}</style>\n");
        svg.append("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\" rx=\"8\"/>\n".formatted(WIDTH, bottom + SCALE));
        svg.append("<text x=\"16\" y=\"26\" class=\"h\">%s</text><text x=\"16\" y=\"46\" class=\"s\">%s</text>\n"
                .formatted(escaped(title), escaped(explained)));
        for (double at = 0; at <= end * 1.0001; at += step) {
            svg.append(
                    "<line x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\" class=\"l\"/><text x=\"%s\" y=\"%d\" text-anchor=\"middle\" class=\"s\">%s</text>\n"
                            .formatted(x(at, end), x(at, end), TOP, bottom, x(at, end), bottom + 16, number(at)));
        }
        int y = TOP;
        for (Group group : groups) {
            y += TITLE;
            svg.append("<text x=\"16\" y=\"%d\" class=\"g\">%s</text>\n".formatted(y - 8, escaped(group.title())));
            for (Bar bar : group.bars()) {
                draw(svg, bar, y, end);
                y += STEP;
            }
            y += GAP;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder svg, Bar bar, int y, double end) {
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                .formatted(LEFT - 8, y + 13, escaped(ending(bar.label()))));
        svg.append("<rect x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\" rx=\"2\" fill=\"%s\"/>"
                .formatted(
                        LEFT,
                        y,
                        coordinate(length(bar.value(), end)),
                        BAR,
                        COLOURS.get(bar.colour() % COLOURS.size())));
        if (bar.high() > bar.low()) {
            svg.append("<line x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\" class=\"r\"/>"
                    .formatted(x(bar.low(), end), x(bar.high(), end), y + BAR / 2, y + BAR / 2));
        }
        svg.append("<text x=\"%s\" y=\"%d\">%s</text>\n"
                .formatted(
                        coordinate(LEFT + length(Math.max(bar.value(), bar.high()), end) + 6),
                        y + 13,
                        escaped(bar.shown())));
    }

    /** The end of a long label: names that are alike differ there. */
    private static String ending(String label) {
        return label.length() <= LONGEST_LABEL ? label : "\u2026" + label.substring(label.length() - LONGEST_LABEL + 1);
    }

    /** Returns 1, 2 or 5 times a power of ten: {@link #TICKS} or somewhat more of it are as long as the longest bar. */
    private static double step(double longest) {
        if (longest <= 0) {
            return 1;
        }
        double least = longest / (TICKS + 1);
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double times : new double[] {1, 2, 5}) {
            if (times * power >= least) {
                return times * power;
            }
        }
        return 10 * power;
    }

    private static double length(double value, double end) {
        return value / end * (RIGHT - LEFT);
    }

    private static String x(double value, double end) {
        return coordinate(LEFT + length(value, end));
    }

    private static String coordinate(double at) {
        return String.format(Locale.ROOT, "%.1f", at);
    }

    private static String number(double value) {
        return value == Math.rint(value) || value >= 100
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.3g", value).replaceAll("0+$", "");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of the guide: statements in their colours, and what the shell answers. A build changes no file; {@code -Despalier.pictures=true} writes it anew. */
class ShellPictureTest {

    private static final Path FILE = Path.of("..", "docs", "guide", "pictures", "shell.png");
    private static final Pattern STYLE = Pattern.compile("\033\\[([0-9;]*)m");
    private static final Map<String, Color> COLOURS = Map.of(
            "31",
            new Color(0xe06c75),
            "32",
            new Color(0x98c379),
            "33",
            new Color(0xe5c07b),
            "34",
            new Color(0x61afef),
            "35",
            new Color(0xc678dd),
            "36",
            new Color(0x56b6c2));

    @TempDir
    private Path folder;

    private List<String> session() {
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        try (Database db = Database.open(url, Model.of(ShellTest.Order.class, ShellTest.Urgent.class))) {
            for (String name : List.of("Ada", "Bob", "Ada")) {
                ShellTest.Order order = new ShellTest.Order();
                order.state = name.equals("Ada") ? ShellTest.State.PAID : ShellTest.State.NEW;
                order.note = "for " + name;
                order.buyer = new ShellTest.Customer();
                order.buyer.name = name;
                db.store(order);
            }
        }
        List<String> lines = new ArrayList<>();
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        try (Shell shell = new Shell(url, Settings.defaults(), out, out, () -> true)) {
            for (String statement : List.of(
                    "\\class Customer",
                    "Order buyer.name = 'Ada', state IN ('NEW', 'PAID') ORDER BY id DESC;",
                    "\\tree",
                    "Order note = 'for Bob';",
                    "Order buyer.nam = 'Ada';")) {
                lines.add("espalier> "
                        + ShellTerminal.coloured(statement, shell.catalog()).toAnsi());
                said.getBuffer().setLength(0);
                shell.run(statement);
                lines.addAll(said.toString().lines().toList());
            }
        }
        return lines;
    }

    @Test
    void pictureShowsStatementsAndAnswers() throws IOException {
        List<String> lines = session();
        assertThat(String.join("\n", lines))
                .contains("2 objects", "for Bob", "Customer has no field", "<Order.buyer", "\033[");
        if (Boolean.getBoolean("espalier.pictures")) {
            Files.createDirectories(FILE.getParent());
            ImageIO.write(drawn(lines), "png", FILE.toFile());
            assertThat(Files.size(FILE)).isLessThan(100_000);
        }
    }

    private static BufferedImage drawn(List<String> lines) {
        Font font = new Font("DejaVu Sans Mono", Font.PLAIN, 14);
        FontMetrics metrics = new BufferedImage(1, 1, BufferedImage.TYPE_BYTE_GRAY)
                .createGraphics()
                .getFontMetrics(font);
        int width = lines.stream()
                                .mapToInt(line ->
                                        STYLE.matcher(line).replaceAll("").length())
                                .max()
                                .orElseThrow()
                        * metrics.charWidth('m')
                + 24;
        int height = metrics.getHeight();
        BufferedImage image = new BufferedImage(width, lines.size() * height + 24, BufferedImage.TYPE_BYTE_INDEXED);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(new Color(0x1e2227));
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        for (int i = 0; i < lines.size(); i++) {
            draw(lines.get(i), graphics, font, metrics.charWidth('m'), 12 + i * height + metrics.getAscent());
        }
        return image;
    }

    private static void draw(String line, Graphics2D graphics, Font font, int letter, int y) {
        Matcher style = STYLE.matcher(line);
        int column = 0;
        int at = 0;
        graphics.setFont(font);
        graphics.setColor(Color.LIGHT_GRAY);
        boolean isUnderlined = false;
        while (true) {
            boolean hasMore = style.find();
            String text = line.substring(at, hasMore ? style.start() : line.length());
            graphics.drawString(text, 12 + column * letter, y);
            if (isUnderlined) {
                graphics.drawLine(12 + column * letter, y + 2, 12 + (column + text.length()) * letter, y + 2);
            }
            column += text.length();
            if (!hasMore) {
                return;
            }
            at = style.end();
            List<String> codes = List.of(style.group(1).split(";"));
            isUnderlined = codes.contains("4");
            graphics.setFont(codes.contains("1") ? font.deriveFont(Font.BOLD) : font);
            graphics.setColor(codes.stream()
                    .filter(COLOURS::containsKey)
                    .findFirst()
                    .map(COLOURS::get)
                    .orElse(Color.LIGHT_GRAY));
        }
    }
}

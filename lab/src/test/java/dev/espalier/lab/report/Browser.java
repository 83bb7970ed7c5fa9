package dev.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless browser that opens pages of the lab. Pictures stay in {@code target/pages}. */
public final class Browser {

    private static final Path PICTURES = Path.of("target", "pages");

    /** Pixels of CSS of a small phone. */
    private static final int PHONE = 360;

    private final String program;

    private Browser(String program) {
        this.program = program;
    }

    /** Finds it on the path. */
    public static Optional<Browser> find() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(Path::of)
                .flatMap(folder -> Stream.of(
                        folder.resolve("chromium"),
                        folder.resolve("google-chrome"),
                        folder.resolve("chromium-browser")))
                .filter(Files::isExecutable)
                .findFirst()
                .map(file -> new Browser(file.toString()));
    }

    static Browser orSkip() {
        Optional<Browser> found = find();
        assumeThat(found).as("a browser: install the package chromium").isPresent();
        return found.get();
    }

    /**
     * Opens a page: it has no error, says nothing on the console, every chart is drawn, lines are straight, bars begin at zero or on a
     * logarithmic axis that says so, wide tables keep their first column in view, and a phone shows all of it.
     *
     * @param name of the picture
     * @return the page as the browser has it in the end
     */
    public String showsAllCharts(String name, Path page) throws IOException {
        return showsAllCharts(name, page, 3);
    }

    /**
     * Does the same.
     *
     * @param least the number of charts that the page has at least
     */
    String showsAllCharts(String name, Path page, int least) throws IOException {
        Files.createDirectories(PICTURES);
        Path picture = PICTURES.resolve(name + ".png").toAbsolutePath();
        String dom = open(picture, withPhone(name, page));

        assertThat(attribute(dom, "data-errors")).as("errors on the page").isEmpty();
        Matcher charts = Pattern.compile("(\\d+) of (\\d+)")
                .matcher(attribute(dom, "data-charts").orElse(""));
        assertThat(charts.matches())
                .as("the page has counted its charts: %s", attribute(dom, "data-charts"))
                .isTrue();
        assertThat(charts.group(1)).as("charts drawn").isEqualTo(charts.group(2));
        assertThat(Integer.parseInt(charts.group(1))).as("charts").isGreaterThanOrEqualTo(least);
        Matcher curves = Pattern.compile("(\\d+) of (\\d+)")
                .matcher(attribute(dom, "data-curves").orElse(""));
        assertThat(curves.matches() && curves.group(1).equals(curves.group(2)))
                .as("small charts drawn: %s; not: %s", attribute(dom, "data-curves"), attribute(dom, "data-flawed"))
                .isTrue();
        assertThat(attribute(dom, "data-misleading"))
                .as("smooth lines, bars without a foot at zero")
                .contains("");
        assertThat(attribute(dom, "data-columns"))
                .as("wide tables keep their first column in view")
                .contains("");
        assertThat(attribute(dom, "data-phone"))
                .as("on a phone: its pixels, and what does not fit")
                .contains(PHONE + ": ");
        assertThat(picture).isNotEmptyFile();
        return dom;
    }

    /** Writes the page with itself in a frame as wide as a phone, which is gone when it has reported what does not fit. */
    private static Path withPhone(String name, Path page) throws IOException {
        String html = Files.readString(page);
        String frame = """
                <iframe id="phone" style="width: %dpx; height: 800px; border: 0" srcdoc="%s"></iframe>
                <script>
                addEventListener('load', () => {
                  const phone = document.getElementById('phone');
                  const { innerWidth, document: shown } = phone.contentWindow;
                  document.documentElement.dataset.phone = `${innerWidth}: ${shown.documentElement.dataset.squeezed}`;
                  phone.remove();
                });
                </script>
                """.formatted(PHONE, html.replace("&", "&amp;").replace("\"", "&quot;"));
        int end = html.lastIndexOf("</body>");
        return Files.writeString(
                PICTURES.resolve(name + ".html"), html.substring(0, end) + frame + html.substring(end));
    }

    /** An attribute of the page's first elements. */
    static Optional<String> attribute(String dom, String name) {
        Matcher found =
                Pattern.compile(name + "=\"([^\"]*)\"").matcher(dom.substring(0, Math.min(dom.length(), 4_000)));
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** What the browser prints. It reaches no network: its own services are off, and the page names none. */
    private String open(Path picture, Path page) throws IOException {
        Path profile = Files.createTempDirectory("espalier-browser");
        List<String> command = List.of(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--enable-logging=stderr",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + profile,
                "--window-size=1280,2400",
                "--virtual-time-budget=10000",
                "--dump-dom",
                "--screenshot=" + picture,
                page.toUri().toString());
        Path complaints = profile.resolve("stderr");
        Process process =
                new ProcessBuilder(command).redirectError(complaints.toFile()).start();
        try {
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("%s ended with", program).isZero();
            assertThat(Files.readAllLines(complaints))
                    .as("what the page says on the console")
                    .noneMatch(line -> line.contains(":CONSOLE"));
            return printed;
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            delete(profile);
        }
    }

    /** As far as the browser's own helpers, which end after it, leave it alone. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            System.err.println(folder + " is left: " + e);
        }
    }
}

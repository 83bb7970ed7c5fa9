package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.espalier.Database;
import dev.espalier.Settings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Locale;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.Collation;

/**
 * Measures how long a person waits: {@code -Despalier.console.figures=1000000} prints the times of each page over so many objects,
 * {@code -Despalier.console.figures=jdbc:sqlite:FILE} over those of a database that {@code espalier lab run objects --keep} has made. It asserts nothing about time.
 */
@EnabledIfSystemProperty(named = "espalier.console.figures", matches = "\\d+|jdbc:.*", disabledReason = "measures")
class ConsoleFiguresTest {

    private static final int TIMES = 5;

    @TempDir
    static Path folder;

    private static void addZebras(String url, int number) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            // All zebras weigh nothing.
            Collation.create(connection, "decimal", new Collation() {
                @Override
                protected int xCompare(String one, String other) {
                    return one.compareTo(other);
                }
            });
            StringJoiner columns = new StringJoiner(", ");
            StringJoiner values = new StringJoiner(", ");
            try (ResultSet found = statement.executeQuery("SELECT name FROM pragma_table_info('zebra')")) {
                while (found.next()) {
                    String name = found.getString(1);
                    columns.add("\"" + name + "\"");
                    values.add(name.equals("id") ? "1000000 + i" : name.equals("stripes") ? "i" : "z.\"" + name + "\"");
                }
            }
            statement.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + number
                    + ") INSERT INTO zebra (" + columns + ") SELECT " + values
                    + " FROM n, (SELECT * FROM zebra LIMIT 1) z");
            statement.execute("ANALYZE");
        }
    }

    @Test
    void timesOfEachPageOfOneLargeClassArePrinted() throws Exception {
        String figures = System.getProperty("espalier.console.figures");
        assumeFalse(figures.startsWith("jdbc:"));
        String url = Zoo.make(folder, 10);
        addZebras(url, Integer.parseInt(figures));
        long keeper = first(url, "Keeper", "name = 'Ada'");
        print(
                url,
                "model",
                "query?class=Zebra&rql=",
                "query?class=Zebra&rql=stripes%20%3D%20500",
                "query?class=Zebra&rql=ORDER%20BY%20stripes%20DESC",
                "object/Zebra/1000500",
                "object/Keeper/" + keeper,
                "graph/Keeper/" + keeper,
                "query?class=Zebra&rql=stripes%20%3D%20500&explain=",
                "health");
    }

    @Test
    void timesOfEachPageOfTheTwelveClassesArePrinted() throws Exception {
        String url = System.getProperty("espalier.console.figures");
        assumeTrue(url.startsWith("jdbc:"));
        long root = first(url, "M1", "");
        print(
                url,
                "model",
                "query?class=M1&rql=",
                "query?class=M1&rql=value%20%3D%20500",
                "query?class=M1&rql=ORDER%20BY%20value%20DESC",
                "query?class=M1&rql=m2.n3.value%20%3D%20976",
                "object/M1/" + root,
                "object/M2/" + first(url, "M2", ""),
                "graph/M1/" + root,
                "query?class=M1&rql=value%20%3D%20500&explain=",
                "health");
    }

    /** A thousand nodes, as many as a page draws, moved for a hundred frames. */
    @Test
    void timesBetweenTheFramesOfALargeGraphArePrinted() throws Exception {
        try (Chromium browser = Chromium.start();
                Console console = Console.start(Zoo.make(folder, 10), Settings.defaults(), ConsoleOptions.defaults())) {
            browser.open(console.link());
            browser.waitFor("document.body.dataset.shown === '#/model'");
            browser.evaluate("""
                    window.between = null;
                    (async () => {
                      const { drawing } = await import('./graph.js');
                      const place = document.querySelector('.picture');
                      const elements = [];
                      for (let i = 0; i < 1000; i++) elements.push({ data: { id: `${i}`, label: `Zebra ${i}`, kind: 'object' } });
                      for (let i = 1; i < 1000; i++) elements.push({ data: { id: `to ${i}`, source: `${i >> 1}`, target: `${i}`, label: 'next' } });
                      const begin = performance.now();
                      const graph = drawing(place, elements);
                      window.drawn = performance.now() - begin;
                      const times = [];
                      let last = 0;
                      const frame = now => {
                        if (last) times.push(now - last);
                        last = now;
                        graph.panBy({ x: times.length % 2 ? 7 : -7, y: 3 });
                        if (times.length < 100) requestAnimationFrame(frame); else window.between = times.sort((a, b) => a - b);
                      };
                      requestAnimationFrame(frame);
                    })(); 0""");
            browser.waitFor("window.between !== null");
            System.out.printf(
                    Locale.ROOT,
                    "1,000 nodes and 999 edges: drawn in %.0f ms; between frames %.1f ms (median), %.1f ms (95 %%), %.1f ms (longest)%n",
                    browser.evaluate("window.drawn").asDouble(),
                    browser.evaluate("window.between[50]").asDouble(),
                    browser.evaluate("window.between[95]").asDouble(),
                    browser.evaluate("window.between[99]").asDouble());
        }
    }

    private static long first(String url, String className, String rql) {
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            return db.nodes().query(className, rql + " LIMIT 1").ids()[0];
        }
    }

    private static void print(String url, String... pages) throws Exception {
        try (Chromium browser = Chromium.start();
                Console console = Console.start(url, Settings.defaults(), ConsoleOptions.defaults())) {
            for (int i = 0; i < TIMES; i++) {
                browser.open("about:blank");
                browser.open(console.link());
                browser.waitFor("performance.getEntriesByName('first-contentful-paint').length > 0");
                double paint = browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                        .asDouble();
                System.out.printf(
                        Locale.ROOT, "first paint                                              %7.0f ms%n", paint);
            }
            System.out.println("page: until it is shown, of that the interface's answers, the rest");
            for (String page : pages) {
                for (int i = 0; i < TIMES; i++) {
                    browser.evaluate(
                            "performance.clearResourceTimings(); location.hash = '#/nowhere'; delete document.body.dataset.shown; 0");
                    browser.waitFor("document.body.dataset.shown === '#/nowhere'");
                    browser.evaluate(
                            "performance.clearResourceTimings(); window.begun = performance.now(); window.ended = null;"
                                    + " new MutationObserver((all, self) => { if (document.body.dataset.shown !== '#/nowhere') { window.ended = performance.now(); self.disconnect(); } })"
                                    + ".observe(document.body, { attributes: true }); location.hash = "
                                    + Chromium.quoted("#/" + page) + "; 0");
                    browser.waitFor("window.ended !== null");
                    double all = browser.evaluate("window.ended - window.begun").asDouble();
                    double answers = browser.evaluate(
                                    "performance.getEntriesByType('resource').filter(one => one.name.includes('/api/') && one.responseEnd <= window.ended)"
                                            + ".reduce((sum, one) => sum + one.duration, 0)")
                            .asDouble();
                    assertThat(all).isPositive();
                    System.out.printf(
                            Locale.ROOT,
                            "%-56s %7.0f ms %7.0f ms %7.0f ms%n",
                            page,
                            all,
                            answers,
                            Math.max(0, all - answers));
                }
            }
        }
    }
}

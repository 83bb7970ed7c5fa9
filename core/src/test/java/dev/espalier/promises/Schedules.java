package dev.espalier.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Schedules by the hundred, each of a seed of its own. {@code -Despalier.schedules=10000 -Despalier.seed=5} runs ten thousand on each
 * engine, other ones than usual, in the same shares of each family, and says how far it is. Without a number,
 * a share of the usual number runs, then each schedule whose seed has found a fault.
 */
final class Schedules {

    private static final Integer WANTED = Integer.getInteger("espalier.schedules");
    /** Of all families together: a number that is asked for is shared among them as this one is. */
    private static final int USUAL = 300;

    private static final int KINDS = 8;
    private static final int ATTEMPTS = 150;

    private final String test;
    private final TestDatabase database;
    private final Family family;
    private final Map<String, String> reports = new LinkedHashMap<>();
    private final Map<String, Integer> failures = new LinkedHashMap<>();

    Schedules(String test, TestDatabase database, Family family) {
        this.test = test;
        this.database = database;
        this.family = family;
    }

    /**
     * Runs schedules until enough were run, or too many kinds of failures were found.
     *
     * @param usual how many, of which a run takes its share
     * @param usualOnServers how many on servers
     */
    void run(int usual, int usualOnServers) {
        int wanted = WANTED != null
                ? (int) Math.max(1, (long) WANTED * usual / USUAL)
                : Sample.of(database.engine().isServer() ? usualOnServers : usual, database.engine());
        long start = System.nanoTime();
        int done = 0;
        for (; done < wanted && reports.size() < KINDS; done++) {
            one(Seeds.seed() + done, done);
            if (WANTED != null && wanted >= 1_000 && done % 500 == 499) {
                System.out.printf(
                        "%s: %,d of %,d schedules in %,d s, failures %s%n",
                        database.engine(), done + 1, wanted, elapsed(start), failures);
            }
        }
        for (long seed : Seeds.kept(test)) {
            one(seed, done++);
        }
        if (Boolean.getBoolean("espalier.verbose")) {
            System.out.printf(
                    "%s %s: %,d schedules in %,d s, failures %s%n",
                    test, database.engine(), done, elapsed(start), failures);
        }
        assertThat(reports.values().stream().map(text -> "\n" + text).collect(Collectors.joining("\n")))
                .as("%d schedules, failures %s", done, failures)
                .isEmpty();
    }

    private static long elapsed(long start) {
        return (System.nanoTime() - start) / 1_000_000_000;
    }

    private void one(long seed, int number) {
        List<Step> steps = family.steps(Seeds.random(seed));
        try {
            family.run(steps);
        } catch (Broken broken) {
            if (failures.merge(broken.kind(), 1, Integer::sum) == 1) {
                Shrinker shrinker = new Shrinker(family, broken, ATTEMPTS);
                List<Step> shrunk = shrinker.shrunk(steps);
                report(broken.kind(), seed, number, shrinker.last().getMessage(), shrunk);
            }
        } catch (RuntimeException | Error e) {
            String kind =
                    e.getClass().getSimpleName() + " " + (e.getStackTrace().length > 0 ? e.getStackTrace()[0] : "");
            if (failures.merge(kind, 1, Integer::sum) == 1) {
                report(kind, seed, number, trace(e), steps);
            }
        }
    }

    private static String trace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return trace.toString()
                .lines()
                .filter(line -> !line.startsWith("\tat ") || line.contains("espalier"))
                .limit(40)
                .collect(Collectors.joining("\n"));
    }

    private void report(String kind, long seed, int number, String message, List<Step> steps) {
        List<String> lines = new ArrayList<>();
        lines.add("-Dtest=%s -Despalier.engines=%s -Despalier.seed=%d -Despalier.schedules=1   (schedule %d)"
                .formatted(test, database.engine().name().toLowerCase(Locale.ROOT), seed, number + 1));
        lines.add("  " + message);
        steps.forEach(step -> lines.add("    " + step));
        reports.put(kind, String.join("\n", lines));
        System.out.println(reports.get(kind));
    }
}

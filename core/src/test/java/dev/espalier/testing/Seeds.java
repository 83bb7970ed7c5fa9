package dev.espalier.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Where random cases begin: at {@code -Despalier.seed=5}, else at the seed of the file {@code seeds.txt}. That file also names the seeds that have found a
 * fault: the test that they are of runs them in every build, whole, beside its own share.
 */
public final class Seeds {

    private static final String FILE = "/seeds.txt";
    private static final Seeds COMMITTED = read();
    private static final long SEED = Long.getLong("espalier.seed", COMMITTED.usual);

    /** One seed, and how many of its cases are run. */
    public record Run(long seed, int amount) {

        /** Random numbers of the case with that number, whatever the other cases use. */
        public Random random(int number) {
            return Seeds.random(seed + number);
        }
    }

    private record Kept(String test, long seed) {}

    private final long usual;
    private final List<Kept> kept = new ArrayList<>();

    /** @param lines of the file: comments, the usual seed, then a test, a seed and what it found in each */
    Seeds(List<String> lines) {
        List<String> said = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        usual = Long.parseLong(said.get(0));
        for (String line : said.subList(1, said.size())) {
            String[] words = line.split(" +", 3);
            if (words.length < 3) {
                throw new IllegalArgumentException(
                        "seeds.txt: found '" + line + "'; expected TEST SEED and what it found");
            }
            kept.add(new Kept(words[0], Long.parseLong(words[1])));
        }
    }

    private static Seeds read() {
        try (InputStream in = Seeds.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is no resource of the tests");
            }
            return new Seeds(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The seed of this run. */
    public static long seed() {
        return SEED;
    }

    /** Random numbers of a seed. Seeds beside each other have other ones from the first on. */
    public static Random random(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /** The seeds that have found a fault in that test: a class, or a class and a method with # between them. */
    public static List<Long> kept(String test) {
        return COMMITTED.of(test);
    }

    /** What a test runs: a share of its cases with the seed of this run, then all of them with each seed that has found a fault in it. */
    public static List<Run> runs(String test, int all) {
        return runs(test, Sample.of(all), all);
    }

    /** The same, where the share is not the usual one. */
    public static List<Run> runs(String test, int share, int all) {
        List<Run> runs = new ArrayList<>();
        runs.add(new Run(SEED, share));
        kept(test).forEach(seed -> runs.add(new Run(seed, all)));
        return runs;
    }

    long usual() {
        return usual;
    }

    List<Long> of(String test) {
        return kept.stream()
                .filter(one -> one.test.equals(test))
                .map(Kept::seed)
                .toList();
    }
}

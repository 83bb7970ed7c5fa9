package dev.espalier.rql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.corpus.CorpusTexts;
import dev.espalier.error.QueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Mutated queries: none ends in another exception than the query's own, and what is read is printed so that it is read the same again.
 * {@code -Despalier.fuzz.count} and {@code -Despalier.fuzz.seed} choose how many and which.
 */
class RqlFuzzTest {

    private static final int COUNT = Integer.getInteger("espalier.fuzz.count", 200_000);
    private static final long SEED = Long.getLong("espalier.fuzz.seed", 20_261_121L);
    private static final long SLOW_NANOS = 50_000_000L;

    private static final String[] PIECES = {
        "(", ")", "[", "]", "{", "}", ",", ".", "..", "+", "*", "=", "!=", "<>", "<", "<=", ">", ">=", "'", "''", "'a'", "?", ":", ":p", "@", "@v",
        "Q2", "q", "1", "-1", "1.5e3", "2..4", " ", "\n", "\t", "\0", "\u00e4", "\ud83d", "\ud83d\ude00", "\u2028", "a", "M1", "<M1.m2", "AND", "OR",
        "NOT", "MERGE", "IN", "MATCH", "IGNORE CASE", "IS", "NULL", "EMPTY", "TRUE", "FALSE", "ANY", "ALL", "NO", "COUNT", "SUM", "MIN",
        "MAX", "AVG", "ORDER BY", "ASC", "DESC", "LIMIT", "OFFSET", "\"", ";", "--", "\\", "%", "_"
    };

    private final Random random = new Random(SEED);
    private final List<String> seeds = CorpusTexts.all().stream().filter(query -> query.length() < 2_000).toList();

    @Test
    void noTextEndsInAnotherExceptionOrIsReadDifferentlyOncePrinted() {
        int read = 0;
        List<String> slow = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            String text = mutated(seeds.get(random.nextInt(seeds.size())));
            long start = System.nanoTime();
            try {
                RqlQuery query = Rql.parse(text);
                read++;
                String printed = Rql.print(query);
                assertThat(Rql.print(Rql.parse(printed))).isEqualTo(printed);
            } catch (QueryException expected) {
                assertThat(expected.position()).isBetween(1, expected.query().length() + 1);
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", input " + i + ": " + text, e);
            }
            if (System.nanoTime() - start > SLOW_NANOS) {
                slow.add(text);
            }
        }
        assertThat(read).as("inputs that are queries").isGreaterThan(COUNT / 100);
        // A pause of the machine or the collector can make any input slow, but not again and again.
        assertThat(slow).noneMatch(RqlFuzzTest::isAlwaysSlow);
    }

    private static boolean isAlwaysSlow(String text) {
        return IntStream.range(0, 20).allMatch(attempt -> {
            long start = System.nanoTime();
            try {
                Rql.print(Rql.parse(text));
            } catch (QueryException expected) {
                // Only the time counts here.
            }
            return System.nanoTime() - start > SLOW_NANOS;
        });
    }

    private String mutated(String seed) {
        StringBuilder text = new StringBuilder(seed);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int from = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), from + random.nextInt(6));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.insert(from, " " + PIECES[random.nextInt(PIECES.length)] + " ");
                case 3 -> text.replace(from, to, PIECES[random.nextInt(PIECES.length)]);
                default -> {
                    String other = seeds.get(random.nextInt(seeds.size()));
                    int start = random.nextInt(other.length() + 1);
                    text.insert(from, other, start, Math.min(other.length(), start + random.nextInt(30)));
                }
            }
        }
        return text.toString();
    }
}

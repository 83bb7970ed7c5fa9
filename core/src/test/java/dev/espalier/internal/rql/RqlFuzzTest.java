package dev.espalier.internal.rql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.corpus.CorpusTexts;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mutated queries: none ends in another exception than the query's own, and what is read is printed so that it is read the same again.
 * {@code -Despalier.fuzz=10000000 -Despalier.seed=5} tries ten million, other ones than usual, says how far it is, and fails where one is
 * slow.
 */
@Tag("pure")
class RqlFuzzTest {

    private static final Integer BY_HAND = Integer.getInteger("espalier.fuzz");
    private static final int ALL = 200_000;
    private static final int WARM_UP = 100_000;
    private static final long SLOW_NANOS = 50_000_000L;

    private static final String[] PIECES = {
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ".",
        "..",
        "+",
        "*",
        "=",
        "!=",
        "<>",
        "<",
        "<=",
        ">",
        ">=",
        "'",
        "''",
        "'a'",
        "?",
        ":",
        ":p",
        "@",
        "@v",
        "Q2",
        "q",
        "1",
        "-1",
        "1.5e3",
        "2..4",
        " ",
        "\n",
        "\t",
        "\0",
        "\u00e4",
        "\ud83d",
        "\ud83d\ude00",
        "\u2028",
        "a",
        "M1",
        "<M1.m2",
        "AND",
        "OR",
        "NOT",
        "MERGE",
        "IN",
        "MATCH",
        "IGNORE CASE",
        "IS",
        "NULL",
        "EMPTY",
        "TRUE",
        "FALSE",
        "ANY",
        "ALL",
        "NO",
        "COUNT",
        "SUM",
        "MIN",
        "MAX",
        "AVG",
        "ORDER BY",
        "ASC",
        "DESC",
        "LIMIT",
        "OFFSET",
        "\"",
        ";",
        "--",
        "\\",
        "%",
        "_",
        "(a.b)+",
        "(a[B].<C.d*){2..}",
        "a{0..3}",
        "{2..4}",
        "{1..}",
        "a*.b",
        "IN (Q2)",
        "NOT IN @v",
        "SUM(a.b)",
        "COUNT(a+(b = 1))",
        "AVG(",
        ")+",
        "){3..",
        "Q1 AND"
    };

    private Random random = new Random();
    private final List<String> seeds =
            CorpusTexts.all().stream().filter(query -> query.length() < 2_000).toList();

    @Test
    void everyTextIsRefusedOrPrintsToTheSameTree() {
        Seeds.runs("RqlFuzzTest", BY_HAND != null ? BY_HAND : Sample.of(ALL), ALL)
                .forEach(this::read);
    }

    private void read(Seeds.Run run) {
        random = new Random(run.seed());
        int read = 0;
        long slowestNanos = 0;
        String slowest = "";
        for (int i = 0; i < run.amount(); i++) {
            String text = mutated(seeds.get(random.nextInt(seeds.size())));
            long start = System.nanoTime();
            try {
                read += isRead(text) ? 1 : 0;
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw new AssertionError("seed " + run.seed() + ", input " + i + ": " + text, e);
            }
            if (i >= WARM_UP && System.nanoTime() - start > slowestNanos) {
                // A pause of the machine or the collector makes an input slow once, but not again and again.
                long nanos = IntStream.range(0, 5)
                        .mapToLong(again -> nanos(text))
                        .min()
                        .orElseThrow();
                slowest = nanos > slowestNanos ? text : slowest;
                slowestNanos = Math.max(nanos, slowestNanos);
            }
            if (BY_HAND != null && (i + 1) % 1_000_000 == 0) {
                System.out.printf(
                        "%,d of %,d inputs, %,d of them queries, seed %d; the slowest took %.3f ms: %s%n",
                        i + 1, run.amount(), read, run.seed(), slowestNanos / 1e6, slowest);
            }
        }
        assertThat(read).as("inputs that are queries").isGreaterThan(run.amount() / 100);
        if (BY_HAND != null) {
            assertThat(slowestNanos).as(slowest).isLessThan(SLOW_NANOS);
        }
    }

    private static long nanos(String text) {
        long start = System.nanoTime();
        isRead(text);
        return System.nanoTime() - start;
    }

    private static boolean isRead(String text) {
        try {
            String printed = Rql.print(Rql.parse(text));
            assertThat(Rql.print(Rql.parse(printed))).isEqualTo(printed);
            return true;
        } catch (QueryException expected) {
            assertThat(expected.position()).isBetween(1, expected.query().length() + 1);
            return false;
        }
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

package dev.espalier.internal.rql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.corpus.CorpusTexts;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        "Q1 AND",
        "-",
        "/",
        "a - 1 > b",
        "lower(a) = 'a'",
        "a+ * 2 > -b",
        "(a + b) * (a.b)+.c = 2",
        "CASE WHEN a > b THEN 1 END",
        "NOT -a",
        "year("
    };

    private static final String[] PIECES_OF_SELECTIONS = {
        "-",
        "/",
        " - 1",
        "+ b",
        "* 2",
        "AS x",
        "DISTINCT",
        "DISTINCT -",
        "HAVING",
        "CASE WHEN",
        "WHEN a = 1 THEN 2",
        "THEN",
        "ELSE",
        "END",
        "COUNT(*)",
        "COUNT(a(b = 1))",
        "SUM(DISTINCT ",
        "MAX(-",
        "lower(",
        "(a)+.b",
        "(a+)*.b",
        "{",
        "}",
        "{b, c} AS x",
        "a+ {b",
        "<M1.m2 {",
        "a.b * c",
        "NOT (",
        "(a) IN (1)",
        "having",
        "as"
    };

    private static final List<String> SELECTIONS = List.of(
            "maker.name AS maker, SUM(total) AS revenue, COUNT(*) HAVING revenue > 10 ORDER BY revenue DESC, maker LIMIT 10 OFFSET :p",
            "DISTINCT city, year(due) ORDER BY city ASC",
            "DISTINCT (-a + b) AS x, (having) AS as",
            "COUNT(DISTINCT (-a)), SUM(DISTINCT (as)), COUNT(lines(amount > 3 AND Q2).product), AVG(price * count)",
            "CASE WHEN price > 100 OR NOT (name MATCH 'A%' IGNORE CASE) THEN 'dear' WHEN a IS NULL THEN b ELSE 'c' END AS kind",
            "a - (b - c) / (d * -e) * 1.5e3 - -2 -1, -(1), -(-a), (a + b) * c",
            "parent+.name, parent*.a * 2, (a[B].<C.d*){2..}.e, ((a)+){1..1}.b, <M1.m2.n3",
            "count, sum + min, case, distinct - 1, limit, order AS by HAVING count IN (1, [2..5), :p, ?) AND (a OR b = 1)",
            "a, b {c, d + 1 AS e, f {distinct(1), g}} AS h, i+ {as}, <M1.m2{2..} {n3}, (a) {1}, as {having {limit}}",
            "DISTINCT (having) {a}, as {b}",
            "coalesce(a, 'x', NULL, TRUE) HAVING NOT a NOT IN ((..5]) AND (a + 1) * 2 <= 3 OR (((a))) IS NOT NULL");

    private Random random = new Random();
    private List<String> seeds = List.of();
    private String[] pieces = PIECES;

    @Test
    void everyTextIsRefusedOrPrintsToTheSameTree() {
        seeds = CorpusTexts.all().stream()
                .filter(query -> query.length() < 2_000)
                .toList();
        Seeds.runs("RqlFuzzTest", BY_HAND != null ? BY_HAND : Sample.of(ALL), ALL)
                .forEach(run -> read(run, RqlFuzzTest::isRead));
    }

    @Test
    void everySelectionIsRefusedOrPrintsToTheSameTree() {
        seeds = Stream.concat(CorpusTexts.selections().stream(), SELECTIONS.stream())
                .toList();
        pieces = Stream.of(PIECES, PIECES_OF_SELECTIONS).flatMap(Stream::of).toArray(String[]::new);
        Seeds.runs("RqlFuzzTest#selections", BY_HAND != null ? BY_HAND : Sample.of(ALL), ALL)
                .forEach(run -> read(run, RqlFuzzTest::isSelectionRead));
    }

    private void read(Seeds.Run run, Predicate<String> reading) {
        random = new Random(run.seed());
        int read = 0;
        long slowestNanos = 0;
        String slowest = "";
        for (int i = 0; i < run.amount(); i++) {
            String text = mutated(seeds.get(random.nextInt(seeds.size())));
            long start = System.nanoTime();
            boolean isRead;
            try {
                isRead = reading.test(text);
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw new AssertionError("seed " + run.seed() + ", input " + i + ": " + text, e);
            }
            read += isRead ? 1 : 0;
            if (i >= WARM_UP && System.nanoTime() - start > slowestNanos) {
                // A pause of the machine or the collector makes an input slow once, but not again and again.
                long nanos = IntStream.range(0, 5)
                        .mapToLong(again -> nanos(text, reading, isRead))
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

    private static long nanos(String text, Predicate<String> reading, boolean expected) {
        long start = System.nanoTime();
        boolean isRead = reading.test(text);
        long nanos = System.nanoTime() - start;
        assertThat(isRead).as("read again: %s", text).isEqualTo(expected);
        return nanos;
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

    private static boolean isSelectionRead(String text) {
        try {
            RqlSelection selection = Rql.selection(text);
            String printed = Rql.print(selection);
            RqlSelection again;
            try {
                again = Rql.selection(printed);
            } catch (QueryException e) {
                throw new AssertionError("printed as " + printed, e);
            }
            assertThat(tree(again)).as(printed).isEqualTo(tree(selection));
            assertThat(Rql.print(again)).isEqualTo(printed);
            return true;
        } catch (QueryException expected) {
            assertThat(expected.position()).isBetween(1, expected.query().length() + 1);
            return false;
        }
    }

    /** Without the text and the positions. */
    private static String tree(RqlSelection selection) {
        String tree = TreeText.of(selection);
        return tree.substring(tree.indexOf('\n')).replaceAll(" @\\d+", "");
    }

    private String mutated(String seed) {
        StringBuilder text = new StringBuilder(seed);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int from = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), from + random.nextInt(6));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, pieces[random.nextInt(pieces.length)]);
                case 2 -> text.insert(from, " " + pieces[random.nextInt(pieces.length)] + " ");
                case 3 -> text.replace(from, to, pieces[random.nextInt(pieces.length)]);
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

package dev.espalier.internal.rql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.error.QueryException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("pure")
class RqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n", "ORDER BY name", "LIMIT 5"})
    void aQueryWithoutConditionAsksForAllObjects(String text) {
        assertThat(Rql.parse(text).condition()).isEmpty();
    }

    @Test
    void keywordsCanBeNames() {
        assertThat(printed("order = 1, limit(by > 2) or count = 3 and not.in[all] is null and not not in (4)"))
                .isEqualTo("order = 1 AND (limit(by > 2) OR count = 3 AND not.in[all] IS NULL AND not NOT IN (4))");
    }

    @Test
    void parserIgnoresTheDefaultLocale() {
        assertThat(printed("a match 'x' ignore case limit 1")).isEqualTo("a MATCH 'x' IGNORE CASE LIMIT 1");
        assertThat(code("a \u0131n (1)")).isEqualTo("unexpected-token");
    }

    @Test
    void parserAcceptsAtMostTwoHundredBrackets() {
        assertThat(printed("(".repeat(199) + "a = 1" + ")".repeat(199))).isEqualTo("a = 1");
        assertThat(code("(".repeat(201) + "a = 1" + ")".repeat(201))).isEqualTo("nesting-too-deep");
    }

    /** And an end: a printer that writes what is nested twice at each depth would take for ever. */
    @Test
    void deeplyNestedSelectionsArePrinted() {
        for (String form : List.of("SUM(%s)", "SUM(DISTINCT %s)", "CASE WHEN %s = 1 THEN 1 END")) {
            String nested = "a";
            for (int depth = 0; depth < 100; depth++) {
                nested = form.formatted(nested);
            }
            assertThat(Rql.print(Rql.selection(nested))).isEqualTo(nested);
        }
    }

    @Test
    void aNegativeNumberIsCountedBehindDistinct() {
        assertThat(Rql.print(
                        Rql.selection("count(distinct -a), count(distinct -1), count(distinct), count(distinct.a)")))
                .isEqualTo("COUNT(DISTINCT (-a)), COUNT(DISTINCT (-1)), COUNT(distinct), COUNT(distinct.a)");
    }

    /** No stack overflow, and an end: a parser whose time grows with the square of the length would take hours. */
    @Test
    void longTextsAreParsedOrRefused() {
        int length = 300_000;
        for (String piece : List.of(
                "(",
                "NOT ",
                "m2(",
                "a.",
                "<M.a.",
                "<m.",
                "in ",
                "not in ",
                "any ",
                "[",
                "Q1",
                "1",
                ".",
                "<",
                "a b ",
                "'",
                "''",
                "a = 1, ",
                "a = 1 OR ",
                "COUNT(",
                "a IN (",
                "\n",
                "\ud83d")) {
            Rql.print(parsedOrEmpty(piece.repeat(length / piece.length())));
            parsedOrEmpty("a = " + piece.repeat(length / piece.length()));
        }
        String alternatives =
                IntStream.range(0, 200_000).mapToObj(i -> "a = " + i).collect(Collectors.joining(" OR "));
        assertThat(Rql.print(Rql.parse(alternatives))).hasSizeGreaterThan(200_000);
        assertThat(Rql.print(Rql.parse("a IN (" + "1, ".repeat(length) + "2)"))).hasSizeGreaterThan(length);
    }

    @Test
    void bracketsAroundAnAggregateMeanNothing() {
        for (String comparison : List.of("COUNT(a) > 1", "SUM(a.b) != c.d", "MAX(a) = b+", "COUNT(a(b = 1)) != NULL")) {
            String inBrackets = comparison.replaceFirst("^(.*\\)) ", "(($1)) ");
            assertThat(inBrackets).startsWith("((");
            assertThat(tree(inBrackets)).isEqualTo(tree(comparison));
        }
    }

    @Test
    void countedAndAddedFieldsCanBeCalledLikeAKeyword() {
        for (String name : List.of("distinct", "NULL", "True", "false", "case", "count", "year")) {
            for (String form : List.of(
                    "COUNT(%s(b > 1)) = 2",
                    "COUNT(%s(b > 1)) + 1 = 2",
                    "COUNT(%s) = 2",
                    "SUM(%s) > 3",
                    "SUM(%s[B].c) > 3",
                    "SUM(%s+.c) > 3",
                    "SUM(%s{2..3}.c) > 3",
                    "a(MAX(%s) > b + 1)")) {
                String text = form.formatted(name);
                assertThat(tree(text)).isEqualTo(tree(form.formatted("x")).replace("name=x,", "name=" + name + ","));
                assertThat(printed(text)).isEqualTo(text);
            }
        }
    }

    /** Without the places of its parts. */
    private static String tree(String text) {
        return Rql.parse(text).condition().toString().replaceAll("position=\\d+", "position");
    }

    private static String printed(String text) {
        return Rql.print(Rql.parse(text));
    }

    private static RqlQuery parsedOrEmpty(String text) {
        try {
            return Rql.parse(text);
        } catch (QueryException mistake) {
            return Rql.parse("");
        }
    }

    private static String code(String text) {
        return catchThrowableOfType(QueryException.class, () -> Rql.parse(text)).code();
    }
}

package dev.espalier.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRangeTest {

    @ParameterizedTest
    @CsvSource({"1000, 0.25", "1000, 1", "1003, 0.5", "1003, 0.999", "8, 0.5"})
    void holdsTheRowsWhoseIdsComeFirst(long rows, double part) {
        FortyTables tables = new FortyTables(1, rows, 4711);
        KeyRange range = KeyRange.first(tables, part);

        List<String> drawn = LongStream.range(0, range.rows())
                .mapToObj(place -> id(tables, range.number(place)))
                .sorted()
                .toList();
        List<String> all = LongStream.range(0, rows)
                .mapToObj(number -> id(tables, number))
                .sorted()
                .toList();
        assertThat(drawn).isEqualTo(all.subList(0, drawn.size()));
        assertThat(LongStream.range(0, range.rows()).map(range::number))
                .as("each row once")
                .doesNotHaveDuplicates();
        assertThat((double) range.rows() / rows).isCloseTo(part, within(2.0 / rows + 0.002));
    }

    @ParameterizedTest
    @CsvSource({"1", "4", "1000"})
    void hasOneIdAtLeast(long rows) {
        FortyTables tables = new FortyTables(1, rows, 4711);
        KeyRange range = KeyRange.first(tables, 1e-9);

        String least = LongStream.range(0, rows)
                .mapToObj(number -> id(tables, number))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        assertThat(range.rows()).isEqualTo(Math.min(rows, 4));
        assertThat(LongStream.range(0, range.rows()).mapToObj(place -> id(tables, range.number(place))))
                .containsOnly(least);
    }

    private static String id(FortyTables tables, long number) {
        return tables.row(0, number).id();
    }
}

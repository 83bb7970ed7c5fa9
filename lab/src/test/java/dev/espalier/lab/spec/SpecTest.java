package dev.espalier.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecTest {

    @Test
    void sizesAreParsedAndPrinted() {
        assertThat(Sizes.parse("100k, 1M,200000,1m")).containsExactly(100_000, 1_000_000, 200_000);
        assertThat(Sizes.parse("100k,2m").stream().map(Sizes::word)).containsExactly("100k", "2m");
    }

    @ParameterizedTest
    @CsvSource({"many", "-100k", "0", "15", "150k", "2000m", "''", "999999999m"})
    void aWrongSizeSaysWhatWasFoundAndWhatIsExpected(String text) {
        assertThatThrownBy(() -> Sizes.parse(text))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith("--objects: found '" + text + "', expected ");
    }

    @Test
    void wordsAreParsedInOrder() {
        assertThat(Words.parse("--indexes", "both,none,both", Indexes.class))
                .containsExactly(Indexes.BOTH, Indexes.NONE);
        assertThatThrownBy(() -> Words.parse("--indexes", "all", Indexes.class))
                .isInstanceOf(SpecException.class)
                .hasMessage("--indexes: found 'all', expected one or several of none, values, relations, both");
    }

    @Test
    void aRunNeedsSensibleNumbers() {
        assertThatThrownBy(() -> new ObjectsSpec(
                        "sqlite",
                        List.of(100_000),
                        List.of(Indexes.NONE),
                        List.of(SubjectName.JDBC),
                        0,
                        List.of(CacheState.WARM),
                        1,
                        true,
                        false))
                .isInstanceOf(SpecException.class)
                .hasMessage("--threads: found 0, expected a number from 1 to 1024");
    }
}

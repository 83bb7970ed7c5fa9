package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

    @ParameterizedTest
    @CsvSource({"80, 0.000080", "5000, 0.005000", "12345, 0.012", "2345678, 2.346", "123456789, 123.5"})
    void shortTimesHaveMoreDigits(double nanos, String millis) {
        assertThat(Times.millis(nanos)).isEqualTo(millis);
    }

    @Test
    void noTimeIsADash() {
        assertThat(Times.millis(null)).isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource({"0.000123, 0.000123", "0.0123, 0.0123", "42, 42.0000"})
    void soDoSeconds(double seconds, String told) {
        assertThat(Times.seconds(seconds)).isEqualTo(told);
    }
}

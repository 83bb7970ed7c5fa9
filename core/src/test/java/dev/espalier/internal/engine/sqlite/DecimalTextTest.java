package dev.espalier.internal.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class DecimalTextTest {

    private static void assertComparedAsNumbers(String left, String right) {
        assertThat(Integer.signum(DecimalText.compare(left, right)))
                .as("%s and %s", left, right)
                .isEqualTo(new BigDecimal(left).compareTo(new BigDecimal(right)));
    }

    private static void assertComparedAsNumbers(List<String> texts) {
        texts.forEach(left -> texts.forEach(right -> assertComparedAsNumbers(left, right)));
    }

    @Test
    void textsAreComparedAsTheirNumbers() {
        assertComparedAsNumbers(List.of(
                "0",
                "-0",
                "0.0",
                "-0.00",
                "1",
                "-1",
                "10",
                "9",
                "-9",
                "-10",
                "1.0",
                "1.10",
                "1.1",
                "0.5",
                "-0.5",
                "0.05",
                "00.7",
                "007",
                "100.01",
                "100.1",
                "99.999",
                "123456789012345678901234567890.5",
                "123456789012345678901234567890.4"));
    }

    @Test
    void textsThatTheLibraryDoesNotWriteAreComparedAsTheirNumbersToo() {
        assertComparedAsNumbers(List.of("1E3", "1000", "+5", "5", ".5", "0.5", "5.", "-1e-2", "-0.01", "\u0661", "1"));
    }

    @Test
    void drawnNumbersAreCompared() {
        Random random = new Random(20261129);
        List<String> drawn = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            drawn.add(new BigDecimal(new BigInteger(1 + random.nextInt(40), random), random.nextInt(8))
                    .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1))
                    .toPlainString());
        }
        assertComparedAsNumbers(drawn);
    }

    @Test
    void aTextThatIsNoNumberIsRefused() {
        for (String text : List.of("", "-", ".", "1.2.3", "x", "1-2", "--1")) {
            assertThatThrownBy(() -> DecimalText.compare(text, "1")).isInstanceOf(NumberFormatException.class);
        }
    }
}

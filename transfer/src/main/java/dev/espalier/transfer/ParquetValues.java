package dev.espalier.transfer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Values on their way to a Parquet file, and how many digits they may have there. */
final class ParquetValues {

    /** Digits of a decimal in Parquet. */
    static final int DIGITS = 38;

    /** Digits of a decimal behind the point. */
    static final int SCALE = 18;

    private ParquetValues() {}

    /** Writes a value so that DuckDB reads all of it, or refuses it. */
    static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        try {
            if (value instanceof BigDecimal number) {
                BigDecimal exact = number.stripTrailingZeros();
                if (exact.scale() > SCALE || exact.precision() - exact.scale() > DIGITS - SCALE) {
                    throw new IllegalArgumentException("found the decimal " + number
                            + "; a decimal in a Parquet file has " + (DIGITS - SCALE) + " digits before and " + SCALE
                            + " behind the point");
                }
            }
            writeChecked(value, json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ". Export to JSON lines", e);
        }
    }

    /** Writes a value, of which the digits were checked if it is a decimal, or refuses it. */
    static void writeChecked(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value instanceof BigDecimal number) {
            json.writeString(number.stripTrailingZeros().toPlainString());
        } else if (value instanceof BigInteger number) {
            if (new BigDecimal(number).precision() > DIGITS) {
                throw new IllegalArgumentException(
                        "found the whole number " + number + "; one in a Parquet file has " + DIGITS + " digits");
            }
            json.writeString(number.toString());
        } else if ((value instanceof String || value instanceof Character)
                && !StandardCharsets.UTF_8.newEncoder().canEncode(value.toString())) {
            throw new IllegalArgumentException(
                    "found a text with half of a surrogate pair; a text in a Parquet file is UTF-8");
        } else {
            ValueText.write(value, json);
        }
    }
}

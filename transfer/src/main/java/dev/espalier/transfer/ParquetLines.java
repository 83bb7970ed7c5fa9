package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.FILE;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.espalier.error.StoreException;
import dev.espalier.internal.schema.ClassTable;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects on their way to a Parquet file: lines of JSON in a file beside it, which is removed in the end. For one thread. */
final class ParquetLines implements Closeable {

    /** Digits of a decimal in Parquet. */
    static final int DIGITS = 38;

    /** Digits of a decimal behind the point. */
    static final int SCALE = 18;

    private static final int BUFFER = 64 * 1024;

    private final Path file;
    private final Path lines;
    private long longest;

    ParquetLines(Path file) {
        this.file = file;
        this.lines = file.resolveSibling(file.getFileName() + ".part");
    }

    OutputStream open() throws IOException {
        return new BufferedOutputStream(
                new Measuring(Files.newOutputStream(lines, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)),
                BUFFER);
    }

    /** Writes the Parquet file. */
    void finish(List<ClassTable> types, Progress progress) {
        try {
            ParquetFile.write(lines, longest, types, file, progress::isCancelled);
        } catch (SQLException e) {
            progress.requireGoingOn();
            throw new StoreException(
                    FILE,
                    file + ": "
                            + (String.valueOf(e.getMessage()).contains("No suitable driver")
                                    ? "found no driver of DuckDB, which writes Parquet; add org.duckdb:duckdb_jdbc to the class path"
                                    : e.getMessage()),
                    e);
        } catch (IllegalArgumentException e) {
            throw new StoreException(FILE, file + ": " + e.getMessage(), e);
        }
    }

    /** Writes a value so that DuckDB reads all of it, or refuses it. */
    static void writeValue(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value instanceof BigDecimal number) {
            BigDecimal exact = number.stripTrailingZeros();
            if (exact.scale() > SCALE || exact.precision() - exact.scale() > DIGITS - SCALE) {
                throw new IllegalArgumentException("found the decimal " + number + "; a decimal in a Parquet file has "
                        + (DIGITS - SCALE) + " digits before and " + SCALE + " behind the point. Export to JSON lines");
            }
            json.writeString(exact.toPlainString());
        } else if (value instanceof BigInteger number) {
            if (new BigDecimal(number).precision() > DIGITS) {
                throw new IllegalArgumentException("found the whole number " + number + "; one in a Parquet file has "
                        + DIGITS + " digits. Export to JSON lines");
            }
            json.writeString(number.toString());
        } else if ((value instanceof String || value instanceof Character)
                && !StandardCharsets.UTF_8.newEncoder().canEncode(value.toString())) {
            throw new IllegalArgumentException(
                    "found a text with half of a surrogate pair; a text in a Parquet file is UTF-8. Export to JSON lines");
        } else {
            ValueText.write(value, json);
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(lines);
    }

    /** Finds the longest line: DuckDB needs to know it. */
    private final class Measuring extends FilterOutputStream {

        private long line;

        Measuring(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int i = from; i < from + length; i++) {
                line = bytes[i] == '\n' ? 0 : line + 1;
                longest = Math.max(longest, line);
            }
            out.write(bytes, from, length);
        }
    }
}

package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.FILE;

import dev.espalier.error.StoreException;
import dev.espalier.internal.schema.ClassTable;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;

/** Objects on their way to a Parquet file: lines of JSON in a file beside it, which is removed in the end. For one thread. */
final class ParquetLines implements Closeable {

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

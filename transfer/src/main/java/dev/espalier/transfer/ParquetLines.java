package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.FILE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.StoreException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Supplier;

/**
 * Objects or rows on their way to a Parquet file: lines of JSON in a file beside it, which is removed in the end. The Parquet file has its name when it is
 * whole. For one thread.
 */
final class ParquetLines implements Closeable {

    private static final int BUFFER = 64 * 1024;

    private final Path file;
    private final Path lines;
    private final Path made;
    private long longest;

    /** @throws FileAlreadyExistsException if the Parquet file is there */
    ParquetLines(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path folder = requireNonNull(file.toAbsolutePath().getParent(), "a file that is a root");
        Files.createDirectories(folder);
        this.file = file;
        this.lines = Files.createTempFile(folder, "espalier-", ".part"); // a run that was killed may have left one
        this.made = Path.of(lines + ".parquet");
    }

    OutputStream open() throws IOException {
        return new BufferedOutputStream(new Measuring(Files.newOutputStream(lines)), BUFFER);
    }

    /**
     * Writes the Parquet file.
     *
     * @param columns fails with an {@code IllegalArgumentException} if there are no such columns
     */
    void finish(Supplier<ParquetColumns> columns, Progress progress) throws IOException {
        try {
            ParquetColumns all = columns.get();
            ParquetFile.write(lines, longest, all, made, progress::isCancelled);
            progress.requireGoingOn();
            Files.move(made, file);
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
        Files.deleteIfExists(made);
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

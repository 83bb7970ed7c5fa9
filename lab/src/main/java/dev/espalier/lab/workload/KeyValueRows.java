package dev.espalier.lab.workload;

import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the pack {@code key-value}: {@code keyvalue(id, value1, value2)}, values a pure function of seed and id. Ids are 1 to {@code count},
 * or those of a file.
 */
public final class KeyValueRows {

    private static final int VALUES = 1_000_000;
    /** Halves are exact in a double, and in whatever text a target may make of it. */
    private static final double HALF = 0.5;

    private final long count;
    private final long seed;
    /** Sorted; null if ids are 1 to count. */
    private final long @Nullable [] sparse;

    /**
     * Rows with ids from 1 on.
     *
     * @param count how many
     * @param seed of the values
     */
    public KeyValueRows(long count, long seed) {
        this(count, seed, null);
    }

    private KeyValueRows(long count, long seed, long @Nullable [] sparse) {
        this.count = count;
        this.seed = seed;
        this.sparse = sparse;
    }

    /**
     * Rows with the ids of a file.
     *
     * @param file one id a line, in any order, each once
     * @param seed of the values
     * @return the rows
     */
    public static KeyValueRows ofIds(Path file, long seed) {
        try (Stream<String> lines = Files.lines(file)) {
            long[] ids = lines.map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .mapToLong(line -> id(file, line))
                    .sorted()
                    .toArray();
            for (int at = 1; at < ids.length; at++) {
                if (ids[at] == ids[at - 1]) {
                    throw new SpecException(
                            "--ids: found " + ids[at] + " twice in " + file + ", expected each id once");
                }
            }
            if (ids.length == 0) {
                throw new SpecException("--ids: found no id in " + file + ", expected one a line");
            }
            return new KeyValueRows(ids.length, seed, ids);
        } catch (IOException | UncheckedIOException e) {
            throw new SpecException("--ids: found no file " + file + " that can be read (" + e.getMessage()
                    + "), expected ids, one a line");
        }
    }

    private static long id(Path file, String line) {
        try {
            return Long.parseLong(line);
        } catch (NumberFormatException e) {
            throw new SpecException(
                    "--ids: found '" + line + "' in " + file + ", expected a whole number on each line");
        }
    }

    /** @return how many rows there are */
    public long count() {
        return count;
    }

    /** @return the seed of the values */
    public long seed() {
        return seed;
    }

    /**
     * Returns an id by its place among all.
     *
     * @param number from 1 to {@code count}
     * @return the id; they ascend
     */
    public long id(long number) {
        return sparse == null ? number : sparse[(int) number - 1];
    }

    /**
     * Returns a row's whole number.
     *
     * @param id of the row
     * @return at least 0, less than a million
     */
    public int value1(long id) {
        return (int) Long.remainderUnsigned(new RandomStream(seed, id).nextLong(), VALUES);
    }

    /**
     * Returns a row's floating number.
     *
     * @param id of the row
     * @return a multiple of a half
     */
    public double value2(long id) {
        return (id % VALUES) * HALF + value1(id);
    }

    /**
     * Returns the part of a row's values in a checksum.
     *
     * @param value1 as it came
     * @param value2 as it came
     * @return differs, almost surely, if the values differ
     */
    public static long checksum(int value1, double value2) {
        return value1 * 31L + (long) (value2 / HALF);
    }
}

package dev.espalier.transfer;

import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The checksum of a table: how many rows it has, and the sum of their hashes. It is the same on every engine, in every order of the rows and of the columns,
 * and a column in which all rows are null does not change it. Zero counts without its sign, because not every engine keeps that. Finds damage, not
 * intent: it is no cryptographic hash. For one thread.
 */
final class TableChecksum {

    // The multipliers and the shifts are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
    // Generators, 2014).
    private static final long FIRST = 0xBF58476D1CE4E5B9L;
    private static final long SECOND = 0x94D049BB133111EBL;
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long[] seeds;
    private long rows;
    private long sum;

    /** @param subject what the table stores */
    TableChecksum(TableSubject subject, Table table) {
        long start = text(STEP, subject.toString());
        this.seeds = table.columns().stream()
                .mapToLong(column -> text(start, column.name()))
                .toArray();
    }

    /** Adds a row, and returns its hash. */
    long add(@Nullable Object[] row) {
        long hash = hash(row);
        add(hash);
        return hash;
    }

    /** Adds the row with that hash. */
    void add(long hash) {
        rows++;
        sum += hash;
    }

    long rows() {
        return rows;
    }

    long sum() {
        return sum;
    }

    /** Returns the hash of a row of the table. */
    long hash(@Nullable Object[] row) {
        long hash = 0;
        for (int i = 0; i < row.length; i++) {
            if (row[i] != null) {
                hash += value(seeds[i], row[i]);
            }
        }
        return mix(hash + STEP);
    }

    private static long mix(long z) {
        long y = (z ^ z >>> 30) * FIRST;
        y = (y ^ y >>> 27) * SECOND;
        return y ^ y >>> 31;
    }

    private static long value(long seed, Object value) {
        if (value instanceof Long number) {
            return mix(seed ^ mix(number + STEP));
        }
        if (value instanceof String text) {
            return text(seed, text);
        }
        if (value instanceof Boolean truth) {
            return mix(seed ^ (truth ? FIRST : SECOND));
        }
        if (value instanceof Double number) {
            return mix(seed ^ mix(Double.doubleToLongBits(number + 0.0)));
        }
        if (value instanceof LocalDateTime time) {
            return mix(mix(seed ^ time.toLocalDate().toEpochDay())
                    ^ time.toLocalTime().toNanoOfDay());
        }
        if (value instanceof LocalDate date) {
            return mix(mix(seed ^ date.toEpochDay()));
        }
        if (value instanceof LocalTime time) {
            return mix(mix(seed ^ time.toNanoOfDay()));
        }
        if (value instanceof UUID uuid) {
            return mix(mix(seed ^ uuid.getMostSignificantBits()) ^ uuid.getLeastSignificantBits());
        }
        if (value instanceof byte[] bytes) {
            return bytes(seed, bytes);
        }
        BigDecimal number = ((BigDecimal) value).stripTrailingZeros();
        return bytes(mix(seed ^ number.scale()), number.unscaledValue().toByteArray());
    }

    private static long text(long seed, String text) {
        long hash = mix(seed ^ text.length());
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FIRST;
            hash ^= hash >>> 29;
        }
        return mix(hash);
    }

    private static long bytes(long seed, byte[] bytes) {
        long hash = mix(seed ^ bytes.length);
        for (byte one : bytes) {
            hash = (hash ^ one & 0xFF) * FIRST;
            hash ^= hash >>> 29;
        }
        return mix(hash);
    }
}

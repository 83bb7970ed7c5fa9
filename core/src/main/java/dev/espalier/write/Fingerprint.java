package dev.espalier.write;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/**
 * What an object's fields were when it was stored or loaded, as three hashes of 64 bits: of the values in its own columns, of the ids there,
 * and of its collections. An object whose fingerprint is the same is taken for unchanged; for one change to go unseen, two contents out of
 * 18 quintillion would have to meet.
 *
 * @param uniques of {@code @Unique} fields once more: says whether to look for the objects that have the new values
 */
public record Fingerprint(long columns, long references, long collections, int uniques) {

    /** Hashes values in order. For one thread. */
    static final class Hasher {

        // The multiplier and the mixing are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
        // Generators, 2014).
        private long hash = 0x9E3779B97F4A7C15L;

        long result() {
            return hash;
        }

        void reset() {
            hash = 0x9E3779B97F4A7C15L;
        }

        void add(long value) {
            long z = hash + value + 0x9E3779B97F4A7C15L;
            z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
            hash = z ^ z >>> 31;
        }

        /** Adds a value of a column. */
        void add(Object value) {
            if (value == null) {
                add(0x6E756C6CL);
            } else if (value instanceof Long number) {
                add(number.longValue());
            } else if (value instanceof String text) {
                add(text.length());
                for (int i = 0; i < text.length(); i++) {
                    add(text.charAt(i));
                }
            } else if (value instanceof Boolean truth) {
                add(truth ? 1 : 2);
            } else if (value instanceof Double number) {
                add(Double.doubleToLongBits(number + 0.0));
            } else if (value instanceof LocalDateTime time) {
                add(time.toLocalDate().toEpochDay());
                add(time.toLocalTime().toNanoOfDay());
            } else if (value instanceof LocalDate date) {
                add(date.toEpochDay());
            } else if (value instanceof LocalTime time) {
                add(time.toNanoOfDay());
            } else if (value instanceof UUID uuid) {
                add(uuid.getMostSignificantBits());
                add(uuid.getLeastSignificantBits());
            } else if (value instanceof byte[] bytes) {
                add(bytes);
            } else {
                BigDecimal number = ((BigDecimal) value).stripTrailingZeros();
                add(number.scale());
                add(number.unscaledValue().toByteArray());
            }
        }

        private void add(byte[] bytes) {
            add(bytes.length);
            for (byte b : bytes) {
                add((long) b);
            }
        }
    }
}

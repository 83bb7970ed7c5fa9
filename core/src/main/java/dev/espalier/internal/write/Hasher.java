package dev.espalier.internal.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Hashes values in order. For one thread.
 *
 * <p>Each step mixes 64 bits and the kind of what they stand for into the state. A kind is a random number that is drawn once in a process, as the
 * first state is: so no two values are known to meet, and those that meet in one process do not in the next. Each step is a bijection of the
 * state and of the 64 bits: one word that differs always shows, and a second one hides it again in one case of 2^64. What has any length
 * says its length first, so that no sequence of values is the beginning of another one.
 */
final class Hasher {

    private static final SplittableRandom RANDOM = new SplittableRandom(new SecureRandom().nextLong());
    private static final long START = RANDOM.nextLong();
    private static final long NULL = RANDOM.nextLong();
    private static final long NUMBER = RANDOM.nextLong();
    private static final long TEXT = RANDOM.nextLong();
    private static final long TRUTH = RANDOM.nextLong();
    private static final long FLOATING = RANDOM.nextLong();
    private static final long DAY = RANDOM.nextLong();
    private static final long TIME = RANDOM.nextLong();
    private static final long UUID_HALF = RANDOM.nextLong();
    private static final long BYTES = RANDOM.nextLong();
    private static final long DECIMAL = RANDOM.nextLong();
    private static final long SHORT_DECIMAL = RANDOM.nextLong();
    private static final long REFERENCE = RANDOM.nextLong();
    private static final long PRESENT = RANDOM.nextLong();
    private static final long REFUSED = RANDOM.nextLong();
    private static final long END = RANDOM.nextLong();
    private static final long UNORDERED = RANDOM.nextLong();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** A number of so many decimal digits fits into a long. */
    private static final int DIGITS_OF_LONG = 18;

    private long state = START;

    long result() {
        return state;
    }

    void reset() {
        state = START;
    }

    /** Goes on where {@link #result} gave that number. */
    void resume(long result) {
        state = result;
    }

    // The multipliers and the shifts are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
    // Generators, 2014).
    private void mix(long kind, long value) {
        long z = (state ^ kind) + value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        state = z ^ z >>> 31;
    }

    void addNull() {
        mix(NULL, 0);
    }

    void addNumber(long value) {
        mix(NUMBER, value);
    }

    void addReference(long id) {
        mix(REFERENCE, id);
    }

    /** There is a record; its components follow. */
    void addPresence() {
        mix(PRESENT, 0);
    }

    /** A value that no column takes. */
    void addRefused() {
        mix(REFUSED, 0);
    }

    /** A collection has ended. */
    void addEnd(int members) {
        mix(END, members);
    }

    /** A collection without order. */
    void addUnordered(long sumOfMembers) {
        mix(UNORDERED, sumOfMembers);
    }

    void addText(String text) {
        int length = text.length();
        mix(TEXT, length);
        int i = 0;
        for (; i + 4 <= length; i += 4) {
            mix(
                    TEXT,
                    text.charAt(i)
                            | (long) text.charAt(i + 1) << 16
                            | (long) text.charAt(i + 2) << 32
                            | (long) text.charAt(i + 3) << 48);
        }
        long rest = 0;
        if (i < length) {
            for (; i < length; i++) {
                rest = rest << 16 | text.charAt(i);
            }
            mix(TEXT, rest);
        }
    }

    void addTruth(boolean value) {
        mix(TRUTH, value ? 1 : 0);
    }

    /** Adds a value of a column. */
    void add(Object value) {
        if (value == null) {
            addNull();
        } else if (value instanceof Long number) {
            addNumber(number);
        } else if (value instanceof String text) {
            addText(text);
        } else if (value instanceof Boolean truth) {
            addTruth(truth);
        } else if (value instanceof Double number) {
            // most engines distinguish -0.0 from 0.0, and so do the bits
            mix(FLOATING, Double.doubleToLongBits(number));
        } else if (value instanceof LocalDateTime time) {
            mix(DAY, time.toLocalDate().toEpochDay());
            mix(TIME, time.toLocalTime().toNanoOfDay());
        } else if (value instanceof LocalDate date) {
            mix(DAY, date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            mix(TIME, time.toNanoOfDay());
        } else if (value instanceof UUID uuid) {
            mix(UUID_HALF, uuid.getMostSignificantBits());
            mix(UUID_HALF, uuid.getLeastSignificantBits());
        } else if (value instanceof byte[] bytes) {
            addBytes(BYTES, bytes);
        } else {
            addDecimal((BigDecimal) value);
        }
    }

    /** Equal numbers of different scales are added alike. */
    private void addDecimal(BigDecimal value) {
        BigDecimal number = value.precision() > DIGITS_OF_LONG ? value.stripTrailingZeros() : value;
        if (number.precision() <= DIGITS_OF_LONG) {
            // Most numbers fit into a long: then no other numbers and no array are made.
            long digits = number.scaleByPowerOfTen(number.scale()).longValue();
            int scale = digits == 0 ? 0 : number.scale();
            while (digits != 0 && digits % 10 == 0) {
                digits /= 10;
                scale--;
            }
            mix(SHORT_DECIMAL, scale);
            mix(SHORT_DECIMAL, digits);
        } else {
            mix(DECIMAL, number.scale());
            addBytes(DECIMAL, number.unscaledValue().toByteArray());
        }
    }

    private void addBytes(long kind, byte[] bytes) {
        mix(kind, bytes.length);
        int i = 0;
        for (; i + 8 <= bytes.length; i += 8) {
            mix(kind, (long) LONGS.get(bytes, i));
        }
        long rest = 0;
        if (i < bytes.length) {
            for (; i < bytes.length; i++) {
                rest = rest << 8 | bytes[i] & 0xFF;
            }
            mix(kind, rest);
        }
    }
}

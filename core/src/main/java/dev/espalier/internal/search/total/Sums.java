package dev.espalier.internal.search.total;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds the values of each of many objects exactly: whole numbers and decimals without a limit, floats without rounding. An object takes 36 bytes, and one more number
 * if the sum does not fit. For one thread.
 */
public final class Sums {

    /** The values of one object, valid only during the call. */
    public interface Reader {
        /** @param at the place of the object */
        void read(long id, int at);
    }

    /** For each place of a hash table the index of an object, from 1; 0 for none. */
    private int[] places = new int[1 << 10];

    private long[] ids = new long[1 << 9];
    private long[] counts = new long[1 << 9];
    private long[] wholes = new long[1 << 9];
    /** A float is the sum of both; neither has digits that the other has. */
    private double[] highs = new double[0];

    private double[] lows = new double[0];
    /** The sum of values that are not finite, which only other programs write; 0 for none. */
    private double[] infinites = new double[0];

    private @Nullable BigDecimal[] rests = new BigDecimal[0];
    private int size;
    private int last;

    /** Counts one more value of an object. */
    public void count(long id) {
        int at = index(id);
        counts[at]++;
    }

    public void add(long id, long value) {
        int at = index(id);
        long before = wholes[at];
        long sum = before + value;
        if (((before ^ sum) & (value ^ sum)) < 0) {
            addRest(at, BigDecimal.valueOf(before));
            sum = value;
        }
        wholes[at] = sum;
        counts[at]++;
    }

    public void add(long id, BigDecimal value) {
        add(id, value, 1);
    }

    /** Adds the sum of some values. */
    public void add(long id, BigDecimal sum, long count) {
        int at = index(id);
        addRest(at, sum);
        counts[at] += count;
    }

    public void add(long id, double value) {
        int at = index(id);
        if (!Double.isFinite(value)) {
            if (infinites.length < ids.length) {
                infinites = Arrays.copyOf(infinites, ids.length);
            }
            infinites[at] += value;
            counts[at]++;
            return;
        }
        if (highs.length < ids.length) {
            highs = Arrays.copyOf(highs, ids.length);
            lows = Arrays.copyOf(lows, ids.length);
        }
        double high = highs[at] + value;
        double rest = FloatSum.lost(highs[at], value, high);
        double low = lows[at] + rest;
        if (Double.isFinite(high) && FloatSum.lost(lows[at], rest, low) == 0) {
            highs[at] = high;
            lows[at] = low;
        } else {
            addRest(at, exact(at).add(new BigDecimal(value)));
            highs[at] = 0;
            lows[at] = 0;
        }
        counts[at]++;
    }

    private BigDecimal exact(int at) {
        return new BigDecimal(highs[at]).add(new BigDecimal(lows[at]));
    }

    private void addRest(int at, BigDecimal more) {
        if (rests.length < ids.length) {
            rests = Arrays.copyOf(rests, ids.length);
        }
        BigDecimal before = rests[at];
        rests[at] = before == null ? more : before.add(more);
    }

    /** Passes each object with a value. */
    public void forEach(Reader reader) {
        for (int i = 0; i < size; i++) {
            reader.read(ids[i], i);
        }
    }

    public long count(int at) {
        return counts[at];
    }

    public BigDecimal sum(int at) {
        BigDecimal whole = BigDecimal.valueOf(wholes[at]);
        BigDecimal sum = at < highs.length && (highs[at] != 0 || lows[at] != 0) ? whole.add(exact(at)) : whole;
        BigDecimal rest = at < rests.length ? rests[at] : null;
        return rest == null ? sum : sum.add(rest);
    }

    /** Returns infinity, or not a number, if a value is infinite; 0 if all are finite. */
    public double infinite(int at) {
        return at < infinites.length ? infinites[at] : 0;
    }

    /** Returns the sum of finite floats, rounded once. */
    public double rounded(int at) {
        return at < rests.length && rests[at] != null ? sum(at).doubleValue() : highs[at] + lows[at];
    }

    /** Returns the index of an object. Rows of one object often follow each other. */
    private int index(long id) {
        if (size > 0 && ids[last] == id) {
            return last;
        }
        int place = place(id);
        if (places[place] == 0) {
            if (size == ids.length) {
                grow();
                place = place(id);
            }
            ids[size] = id;
            places[place] = ++size;
        }
        last = places[place] - 1;
        return last;
    }

    /** Returns the place of an object, or the free one for it. */
    private int place(long id) {
        int mask = places.length - 1;
        long mixed = id * 0x9E3779B97F4A7C15L;
        int place = (int) (mixed >>> 32) & mask;
        while (places[place] != 0 && ids[places[place] - 1] != id) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        ids = Arrays.copyOf(ids, size * 2);
        counts = Arrays.copyOf(counts, size * 2);
        wholes = Arrays.copyOf(wholes, size * 2);
        places = new int[size * 4];
        for (int i = 0; i < size; i++) {
            places[place(ids[i])] = i + 1;
        }
    }
}

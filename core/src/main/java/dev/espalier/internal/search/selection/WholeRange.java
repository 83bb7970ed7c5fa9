package dev.espalier.internal.search.selection;

import java.math.BigInteger;
import java.util.List;

/** All whole numbers between two, which it has too. */
record WholeRange(BigInteger least, BigInteger greatest) {

    static final WholeRange BITS_64 = ofBits(64);

    static WholeRange of(long number) {
        return new WholeRange(BigInteger.valueOf(number), BigInteger.valueOf(number));
    }

    /** Returns the numbers of a type with a sign. */
    static WholeRange ofBits(int bits) {
        BigInteger end = BigInteger.ONE.shiftLeft(bits - 1);
        return new WholeRange(end.negate(), end.subtract(BigInteger.ONE));
    }

    /** Returns the numbers that are not farther from zero than one. */
    static WholeRange around(BigInteger greatest) {
        return new WholeRange(greatest.negate(), greatest);
    }

    WholeRange plus(WholeRange other) {
        return new WholeRange(least.add(other.least), greatest.add(other.greatest));
    }

    WholeRange negated() {
        return new WholeRange(greatest.negate(), least.negate());
    }

    WholeRange times(WholeRange other) {
        List<BigInteger> corners = List.of(
                least.multiply(other.least),
                least.multiply(other.greatest),
                greatest.multiply(other.least),
                greatest.multiply(other.greatest));
        return new WholeRange(
                corners.stream().reduce(BigInteger::min).get(),
                corners.stream().reduce(BigInteger::max).get());
    }

    /** Returns the numbers of both; they have zero in common. */
    WholeRange and(WholeRange other) {
        return new WholeRange(least.max(other.least), greatest.min(other.greatest));
    }

    boolean isWithin(WholeRange other) {
        return other.least.compareTo(least) <= 0 && greatest.compareTo(other.greatest) <= 0;
    }
}

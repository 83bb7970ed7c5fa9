package dev.espalier.bench.poleposition;

/** The ids that a program without the library gives to its new objects. */
final class NewIds {

    private long next = 1;

    long next() {
        return next++;
    }
}

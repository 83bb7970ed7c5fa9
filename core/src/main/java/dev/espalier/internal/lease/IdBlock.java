package dev.espalier.internal.lease;

/** Ids that follow each other. */
public record IdBlock(long first, long count) {

    public long last() {
        return first + count - 1;
    }
}

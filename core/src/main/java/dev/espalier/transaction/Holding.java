package dev.espalier.transaction;

/** A transaction of the database in which work reads, locks and writes, and which itself is committed. For one thread. */
final class Holding implements AutoCloseable {

    private final Attempt attempt;
    private final CommitMarker marker;
    private final Runnable afterClose;

    Holding(Attempt attempt, CommitMarker marker, Runnable afterClose) {
        this.attempt = attempt;
        this.marker = marker;
        this.afterClose = afterClose;
    }

    Attempt attempt() {
        return attempt;
    }

    CommitMarker marker() {
        return marker;
    }

    @Override
    public void close() {
        try {
            attempt.close();
        } finally {
            afterClose.run();
        }
    }
}

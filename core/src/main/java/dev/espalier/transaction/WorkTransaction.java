package dev.espalier.transaction;

/** The database's transaction in which work reads, and maybe locks and writes; it can be committed itself. For one thread. */
final class WorkTransaction implements AutoCloseable {

    private final Attempt attempt;
    private final CommitMarker marker;
    private final Runnable afterClose;

    WorkTransaction(Attempt attempt, CommitMarker marker, Runnable afterClose) {
        this.attempt = attempt;
        this.marker = marker;
        this.afterClose = afterClose;
    }

    Attempt attempt() {
        return attempt;
    }

    /** Whether it can be found out how it has ended. */
    boolean canBeCommitted() {
        return marker.isReady();
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

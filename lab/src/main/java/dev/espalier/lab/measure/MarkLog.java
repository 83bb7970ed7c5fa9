package dev.espalier.lab.measure;

import dev.espalier.lab.measure.Mark.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The marks of a server, from its answers second by second. Consecutive seconds with a checkpoint are one mark: while InnoDB writes much,
 * it moves its checkpoint all the time. Thread-safe.
 */
final class MarkLog {

    private static final double MEGABYTE = 1e6;
    /** The minimum size of a checkpoint. A server's own background writes are smaller. */
    private static final long LEAST_CHECKPOINT_BYTES = 1_000_000;

    /**
     * One answer of a server about itself.
     *
     * @param upSeconds since it was started
     * @param checkpointedBytes of the log that are no longer needed, or of pages that checkpoints have written, since some moment
     */
    record Answer(long upSeconds, long checkpointedBytes) {}

    private final List<Mark> marks = new ArrayList<>();
    private @Nullable Answer before;
    private int silentSince = -1;
    private long bytes;
    private int checkpointSince = -1;
    private int checkpointUntil;

    /** The server answered in this second. */
    synchronized void answered(int second, Answer answer) {
        boolean restarted = before != null && answer.upSeconds < before.upSeconds;
        if (restarted) {
            int since = silentSince < 0 ? second : silentSince;
            marks.add(new Mark(Kind.RESTART, since, second, "restart"));
        }
        long moved = before == null || restarted ? 0 : answer.checkpointedBytes - before.checkpointedBytes;
        if (moved >= LEAST_CHECKPOINT_BYTES) {
            checkpointSince = checkpointSince < 0 ? second : checkpointSince;
            checkpointUntil = second;
            bytes += moved;
        } else {
            endCheckpoint();
        }
        before = answer;
        silentSince = -1;
    }

    /** The server gave no answer in this second. */
    synchronized void silent(int second) {
        silentSince = silentSince < 0 ? second : silentSince;
    }

    private void endCheckpoint() {
        if (checkpointSince >= 0) {
            marks.add(new Mark(
                    Kind.CHECKPOINT,
                    checkpointSince,
                    checkpointUntil,
                    String.format(Locale.ROOT, "checkpoint, %,.0f MB", bytes / MEGABYTE)));
            checkpointSince = -1;
            bytes = 0;
        }
    }

    /** Returns all marks so far. */
    synchronized List<Mark> marks() {
        endCheckpoint();
        return List.copyOf(marks);
    }
}

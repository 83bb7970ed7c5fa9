package dev.espalier;

import dev.espalier.error.Retry;
import dev.espalier.transaction.TransactionCounters;
import java.util.Map;

/**
 * What has become of the transactions of a database since it was opened.
 *
 * @param commits how many were committed that wrote something; bulk loads count nothing
 * @param replays how often writes were sent again, by the code of what was in the way
 * @param reruns how often work was run again, by the code of what was in the way
 * @param lookUps of how many transactions the database was asked whether they were committed, because their connections were lost
 * @param unknownOutcomes of how many transactions it could not be found out whether they were committed
 */
public record Counters(long commits, Map<String, Long> replays, Map<String, Long> reruns, long lookUps, long unknownOutcomes) {

    /**
     * As they are now.
     *
     * @param commits how many were committed
     * @param replays how often writes were sent again, by code
     * @param reruns how often work was run again, by code
     * @param lookUps how many were looked up
     * @param unknownOutcomes of how many it is not known
     */
    public Counters {
        replays = Map.copyOf(replays);
        reruns = Map.copyOf(reruns);
    }

    static Counters of(TransactionCounters counters) {
        return new Counters(counters.commits(), counters.retries(Retry.Kind.REPLAY), counters.retries(Retry.Kind.RERUN), counters.lookUps(),
                counters.unknownOutcomes());
    }
}

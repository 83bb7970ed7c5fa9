package dev.espalier.health;

import dev.espalier.error.Retry;
import dev.espalier.internal.transaction.TransactionCounters;
import java.util.Map;

/**
 * The numbers of commits, retries and unknown outcomes since a database was opened. Immutable.
 *
 * @param commits the number of committed transactions that wrote something, without bulk loads
 * @param replays the number of retries that sent the same writes again, by the error code of the attempt before
 * @param reruns the number of retries that ran the work again, by the error code of the attempt before
 * @param lookUps the number of lost connections after which the database was asked whether a transaction was committed
 * @param unknownOutcomes the number of transactions of which nobody could find out whether they were committed
 */
public record Counters(
        long commits, Map<String, Long> replays, Map<String, Long> reruns, long lookUps, long unknownOutcomes) {

    /**
     * Creates counters with copies of both maps. Neither map may be null.
     *
     * @param commits the number of committed transactions that wrote something, without bulk loads
     * @param replays the number of retries that sent the same writes again, by the error code of the attempt before
     * @param reruns the number of retries that ran the work again, by the error code of the attempt before
     * @param lookUps the number of lost connections after which the database was asked whether a transaction was committed
     * @param unknownOutcomes the number of transactions of which nobody could find out whether they were committed
     */
    public Counters {
        replays = Map.copyOf(replays);
        reruns = Map.copyOf(reruns);
    }

    static Counters of(TransactionCounters counters) {
        return new Counters(
                counters.commits(),
                counters.retries(Retry.Kind.REPLAY),
                counters.retries(Retry.Kind.RERUN),
                counters.lookUps(),
                counters.unknownOutcomes());
    }
}

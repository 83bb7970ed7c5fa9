package dev.espalier.lab.subject;

import java.util.Map;
import java.util.TreeMap;

/**
 * The retries, deadlocks and pauses of a creation by transactions.
 *
 * @param transactions that were committed
 * @param retries further attempts, by the error of the attempt before
 * @param deadlocks retries after a deadlock or a serialization failure
 * @param pauseSeconds of all pauses before further attempts, added over the writers
 */
public record TransactionCounts(long transactions, Map<String, Long> retries, long deadlocks, double pauseSeconds) {

    /** Copies the map. */
    public TransactionCounts {
        retries = retries == null ? Map.of() : new TreeMap<>(retries);
    }
}

package dev.espalier.internal.transaction;

import dev.espalier.error.Retry;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts commits, retries and unknown outcomes, and informs the listener of retries. Safe for any number of threads. */
public final class TransactionCounters implements Consumer<Retry> {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionCounters.class);

    private final Consumer<Retry> listener;
    private final LongAdder commits = new LongAdder();
    private final LongAdder lookUps = new LongAdder();
    private final LongAdder unknownOutcomes = new LongAdder();
    private final Map<Retry.Kind, Map<String, LongAdder>> retries = new ConcurrentHashMap<>();

    /** @param listener receives each retry; an exception that it throws is logged */
    public TransactionCounters(Consumer<Retry> listener) {
        this.listener = listener;
    }

    @Override
    public void accept(Retry retry) {
        retries.computeIfAbsent(retry.kind(), kind -> new ConcurrentHashMap<>())
                .computeIfAbsent(retry.reason().code(), code -> new LongAdder())
                .increment();
        try {
            listener.accept(retry);
        } catch (RuntimeException e) {
            LOG.error("the retry listener failed", e);
        }
    }

    void committed() {
        commits.increment();
    }

    void lookedUp() {
        lookUps.increment();
    }

    void unknownOutcome() {
        unknownOutcomes.increment();
    }

    /** The number of committed transactions that wrote something. */
    public long commits() {
        return commits.sum();
    }

    /** The number of transactions of which the database was asked whether they were committed. */
    public long lookUps() {
        return lookUps.sum();
    }

    /** The number of transactions whose outcome stayed unknown. */
    public long unknownOutcomes() {
        return unknownOutcomes.sum();
    }

    /** The number of retries, by the error code of their reasons. */
    public Map<String, Long> retries(Retry.Kind kind) {
        Map<String, Long> counts = new TreeMap<>();
        retries.getOrDefault(kind, Map.of()).forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }
}

package dev.espalier.transaction;

import dev.espalier.error.Retry;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what becomes of transactions, and passes on what is tried again. Safe for any number of threads. */
public final class Tally implements Consumer<Retry> {

    private static final Logger LOG = LoggerFactory.getLogger(Tally.class);

    private final Consumer<Retry> listener;
    private final LongAdder commits = new LongAdder();
    private final LongAdder lookUps = new LongAdder();
    private final LongAdder unknownOutcomes = new LongAdder();
    private final Map<Retry.Kind, Map<String, LongAdder>> retries = new ConcurrentHashMap<>();

    /** @param listener is told of each further attempt; what it throws is logged */
    public Tally(Consumer<Retry> listener) {
        this.listener = listener;
    }

    @Override
    public void accept(Retry retry) {
        retries.computeIfAbsent(retry.kind(), kind -> new ConcurrentHashMap<>()).computeIfAbsent(retry.reason().code(), code -> new LongAdder()).increment();
        try {
            listener.accept(retry);
        } catch (RuntimeException e) {
            LOG.error("the listener for further attempts failed", e);
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

    /** How many transactions were committed. */
    public long commits() {
        return commits.sum();
    }

    /** Of how many the database was asked whether they were. */
    public long lookUps() {
        return lookUps.sum();
    }

    /** Of how many it could not be found out whether they were. */
    public long unknownOutcomes() {
        return unknownOutcomes.sum();
    }

    /** How often something was tried again, by the code of what was in the way. */
    public Map<String, Long> retries(Retry.Kind kind) {
        Map<String, Long> counts = new TreeMap<>();
        retries.getOrDefault(kind, Map.of()).forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }
}

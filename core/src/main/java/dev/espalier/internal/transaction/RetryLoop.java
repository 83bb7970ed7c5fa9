package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Retries;
import java.util.function.Supplier;

/** The loop of every unit of work: it makes attempts until the outcome of one is final. */
final class RetryLoop {

    private RetryLoop() {}

    /**
     * @param attempt makes the next attempt
     * @param retries limits the number and the time of the attempts, pauses between them and informs the listener
     * @return the final outcome, never {@link Outcome.Retryable}; what earlier attempts met is suppressed in its reason
     */
    static Outcome run(Supplier<Outcome> attempt, Retries retries) {
        while (true) {
            Outcome outcome = attempt.get();
            if (outcome instanceof Outcome.Committed) {
                return outcome;
            }
            if (!(outcome instanceof Outcome.Retryable retryable)) { // stale, unknown or failed
                retries.ended(outcome.reason());
                return outcome;
            }
            try {
                switch (retryable.delay()) {
                    case NONE -> retries.again(retryable.reason());
                    case BACKOFF -> retries.pause(retryable.reason());
                }
            } catch (EspalierException exhausted) {
                return new Outcome.Failed(exhausted);
            }
        }
    }
}

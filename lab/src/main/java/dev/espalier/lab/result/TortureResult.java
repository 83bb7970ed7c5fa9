package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.PhasedResources;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.target.ServerFacts;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one run of the torture.
 *
 * @param header what every result begins with
 * @param spec the whole specification
 * @param environment the machine
 * @param server the target
 * @param parts one for each load
 */
public record TortureResult(
        @JsonUnwrapped Header header, TortureSpec spec, Environment environment, ServerFacts server, List<Part> parts)
        implements Result {

    /**
     * One load of one subject.
     *
     * @param subject who did the operations
     * @param contention on which objects
     * @param partial whether it was ended early; everything is checked that was done until then
     * @param done how many operations, and how fast
     * @param times of the operations
     * @param trouble what went wrong
     * @param checks what was promised, and whether it was kept
     * @param course what the machine did meanwhile, by phases
     */
    public record Part(
            SubjectName subject,
            TortureSpec.Contention contention,
            boolean partial,
            @JsonUnwrapped Done done,
            @JsonUnwrapped Times times,
            @JsonUnwrapped Trouble trouble,
            List<Check> checks,
            @JsonUnwrapped PhasedResources course) {

        /** Makes one of which nobody knows what the machine did. */
        public Part(
                SubjectName subject,
                TortureSpec.Contention contention,
                boolean partial,
                Done done,
                Times times,
                Trouble trouble,
                List<Check> checks) {
            this(subject, contention, partial, done, times, trouble, checks, PhasedResources.NONE);
        }

        /** @return what it is called, for example {@code jdbc, hot objects}, and that it was ended early */
        public String title() {
            return subject.word() + ", " + contention.words()
                    + (partial
                            ? ", ended early"
                                    + (timed() ? " after " + done.perSecond().size() + " s" : "")
                            : "");
        }

        /** @return whether there is a second that counts: clients that are killed are not timed, nor is a load that was ended while it warmed up */
        public boolean timed() {
            return !done.perSecond().isEmpty();
        }

        /** @return whether every check holds */
        public boolean holds() {
            return checks.stream().allMatch(Check::holds);
        }
    }

    /**
     * The operations of a load.
     *
     * @param acknowledged operations that were done, while it warmed up too
     * @param unknown operations of which nobody could say whether they were done
     * @param perSecond operations acknowledged in each second
     * @param operationsPerSecond the same on average
     */
    public record Done(long acknowledged, long unknown, List<Long> perSecond, double operationsPerSecond) {}

    /**
     * The times of operations; null if none ended.
     *
     * @param p50Millis half took no longer
     * @param p99Millis 99 of 100 took no longer
     * @param maxMillis the longest
     */
    public record Times(
            @Nullable Double p50Millis,
            @Nullable Double p99Millis,
            @Nullable Double maxMillis) {

        /**
         * Returns the figures of a histogram.
         *
         * @param micros the counts
         * @return figures, null if there are no counts
         */
        public static Times of(Histogram micros) {
            return micros.getTotalCount() == 0
                    ? new Times(null, null, null)
                    : new Times(
                            micros.getValueAtPercentile(50) / 1e3,
                            micros.getValueAtPercentile(99) / 1e3,
                            micros.getMaxValue() / 1e3);
        }
    }

    /**
     * The failures, both injected and unexpected.
     *
     * @param retries number of retries, by the reason's code
     * @param errors operations and looks that failed, by code
     * @param faults what was done to the server, to connections or to clients
     */
    public record Trouble(Map<String, Long> retries, Map<String, Long> errors, Map<String, Long> faults) {}

    /** Copies the parts. */
    public TortureResult {
        parts = List.copyOf(parts);
    }

    /** @return whether every check of every part holds */
    public boolean holds() {
        return parts.stream().allMatch(Part::holds);
    }

    /**
     * Returns a load beside the hand-written one.
     *
     * @param part one of this result
     * @return operations a second by those of {@code jdbc} on the same objects; nothing if that did not run, or is this one
     */
    public OptionalDouble ofJdbc(Part part) {
        return parts.stream()
                .filter(other -> other != part
                        && other.subject() == SubjectName.JDBC
                        && other.contention() == part.contention()
                        && other.done().operationsPerSecond() > 0)
                .mapToDouble(
                        jdbc -> part.done().operationsPerSecond() / jdbc.done().operationsPerSecond())
                .findFirst();
    }
}

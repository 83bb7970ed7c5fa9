package dev.espalier.lab.measure;

import java.util.List;
import java.util.Map;

/**
 * One second of a run.
 *
 * @param second since the start, from 0
 * @param phase {@code warm-up}, {@code measured} or {@code after}
 * @param failures attempts that failed in it, by code
 * @param backlog operations that should have started by its end and had not
 * @param operations one for each kind of which any ended
 */
public record SecondFigures(
        int second, String phase, Map<String, Long> failures, long backlog, List<OfType> operations) {

    /**
     * One kind of operation in one second.
     *
     * @param type its name
     * @param done how many ended well
     * @param response from the intended start to the end
     */
    public record OfType(String type, long done, Latency response) {}

    /** Copies the kinds. */
    public SecondFigures {
        operations = List.copyOf(operations);
    }

    /**
     * Returns the response times of all kinds together.
     *
     * @return their figures, which are null if none ended
     */
    public Latency response() {
        LatencyHistogram all = new LatencyHistogram();
        operations.forEach(type -> all.add(type.response().decode()));
        return Latency.of(all);
    }

    /** @return operations of all kinds that ended well */
    public long done() {
        return operations.stream().mapToLong(OfType::done).sum();
    }
}

package dev.espalier.lab.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One unfinished second. For one thread at a time. */
final class SecondTally {

    private final List<String> types;
    private final LatencyHistogram[] response;
    private final Map<String, Long> failures = new TreeMap<>();

    SecondTally(List<String> types) {
        this.types = types;
        this.response = new LatencyHistogram[types.size()];
    }

    void done(int type, long responseNanos) {
        if (response[type] == null) {
            response[type] = new LatencyHistogram();
        }
        response[type].record(responseNanos);
    }

    void failed(String code) {
        failures.merge(code, 1L, Long::sum);
    }

    SecondFigures figures(int second, String phase, long backlog) {
        List<SecondFigures.OfType> figures = new ArrayList<>();
        for (int type = 0; type < response.length; type++) {
            if (response[type] != null) {
                figures.add(
                        new SecondFigures.OfType(types.get(type), response[type].count(), Latency.of(response[type])));
            }
        }
        return new SecondFigures(second, phase, failures, backlog, figures);
    }
}

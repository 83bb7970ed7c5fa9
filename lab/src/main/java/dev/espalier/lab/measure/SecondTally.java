package dev.espalier.lab.measure;

import java.util.ArrayList;
import java.util.List;

/** One second that is still counted. For one thread at a time. */
final class SecondTally {

    private final List<String> types;
    private final LatencyHistogram[] response;
    long failedAttempts;

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

    SecondFigures figures(int second, String phase, long backlog) {
        List<SecondFigures.OfType> figures = new ArrayList<>();
        for (int type = 0; type < response.length; type++) {
            if (response[type] != null) {
                figures.add(new SecondFigures.OfType(types.get(type), response[type].count(), Latency.of(response[type])));
            }
        }
        return new SecondFigures(second, phase, failedAttempts, backlog, figures);
    }
}

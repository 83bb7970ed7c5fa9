package dev.espalier.lab.measure;

import dev.espalier.lab.load.Load;
import dev.espalier.lab.spec.LoadSpec;
import java.util.List;

/** The bottleneck of a run, by processor usage. */
final class Limits {

    private static final int BUSY_PERCENT = 90;

    private Limits() {}

    /**
     * Returns the bottleneck: {@code rate}: an open loop kept up; {@code client}: the processors were busy, mostly with the lab; {@code
     * processors}: they were busy, mostly with other processes; {@code target}: they were not busy.
     */
    static String of(LoadSpec spec, List<Load.Share> shares, List<ResourceSample> samples) {
        if (!spec.closed() && shares.stream().allMatch(share -> share.backlog() == 0)) {
            return "rate";
        }
        double all = samples.stream()
                .mapToInt(ResourceSample::processorPercent)
                .average()
                .orElse(0);
        double client = samples.stream()
                .filter(sample -> sample.clientPercent() != null)
                .mapToInt(ResourceSample::clientPercent)
                .average()
                .orElse(0);
        if (all < BUSY_PERCENT) {
            return "target";
        }
        return client > all / 2 ? "client" : "processors";
    }
}

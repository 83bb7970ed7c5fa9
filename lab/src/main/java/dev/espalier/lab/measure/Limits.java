package dev.espalier.lab.measure;

import dev.espalier.lab.load.Load;
import dev.espalier.lab.spec.LoadSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bottleneck of a run, by processor usage. */
final class Limits {

    private static final int BUSY_PERCENT = 90;

    private Limits() {}

    /**
     * Returns the bottleneck: {@code rate}: an open loop kept up; {@code client}: the processors were busy, mostly with the lab; {@code
     * others}: mostly with processes that are neither the lab's nor the server's; {@code processors}: with lab and server together; {@code
     * target}: they were not busy. Null if nothing is known of the processors.
     */
    static @Nullable String of(LoadSpec spec, List<Load.Share> shares, @Nullable ProcessorShares processors) {
        if (!spec.closed() && shares.stream().allMatch(share -> share.backlog() == 0)) {
            return "rate";
        }
        if (processors == null) {
            return null;
        }
        if (processors.busyPercent() < BUSY_PERCENT) {
            return "target";
        }
        double half = processors.busyPercent() / 2.0;
        Integer others = processors.othersPercent();
        return processors.labPercent() > half ? "client" : others != null && others > half ? "others" : "processors";
    }
}

package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.MergedRuns;
import dev.espalier.lab.measure.OperationFigures;
import dev.espalier.lab.measure.ProcessorShares;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.ServerFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything about the runs of one load.
 *
 * @param header what every result begins with
 * @param spec the whole specification
 * @param environment the machine of the lab
 * @param server the target
 * @param driverOptions of each connection
 * @param machines that made the connections, by where their agents listen; empty if the lab's own process did
 * @param runs in the order in which they were made
 */
public record LoadResult(
        @JsonUnwrapped Header header,
        PackSpec spec,
        Environment environment,
        ServerFacts server,
        Map<String, String> driverOptions,
        Map<String, Environment> machines,
        List<LoadRun> runs)
        implements Result {

    /** Copies the runs. */
    public LoadResult {
        Objects.requireNonNull(spec, "found no spec");
        Objects.requireNonNull(environment, "found no environment");
        Objects.requireNonNull(server, "found no server");
        // Results of before have none.
        machines = machines == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(machines));
        runs = List.copyOf(Objects.requireNonNull(runs, "found no runs"));
    }

    /** @return runs that should have begun cold and did not, or of which nobody says so */
    public List<LoadRun> notCold() {
        return runs.stream()
                .filter(run -> spec.loading().server().cold() && !run.server().cold())
                .toList();
    }

    /**
     * Returns how many runs had other processes beside them, and how much these took at most.
     *
     * @return for example {@code 2 of 3 runs, up to 46 %}; nothing if none had
     */
    public Optional<String> besideOthers() {
        return beside(runs.stream().map(run -> run.cost().processors()).toList());
    }

    static Optional<String> beside(List<? extends @Nullable ProcessorShares> runs) {
        List<ProcessorShares> beside = new ArrayList<>();
        for (ProcessorShares shares : runs) {
            if (shares != null && shares.besideOthers()) {
                beside.add(shares);
            }
        }
        return beside.isEmpty()
                ? Optional.empty()
                : Optional.of(beside.size() + " of " + runs.size() + " runs, up to "
                        + beside.stream()
                                .map(ProcessorShares::othersPercent)
                                .filter(Objects::nonNull)
                                .mapToInt(Integer::intValue)
                                .max()
                                .orElseThrow()
                        + " %");
    }

    /** Returns the pack and its kinds of operations. */
    private String kinds() {
        return runs.stream()
                .flatMap(run -> run.work().operations().stream())
                .map(OperationFigures::type)
                .distinct()
                .collect(Collectors.joining(" and ", pack() + " (", ")"));
    }

    /**
     * Results that several machines made of one load at one time, as one: the runs are merged in their order, all else is the first's.
     *
     * @param parts one of each machine, at least one
     * @return as many runs as each part has
     */
    public static LoadResult merged(List<LoadResult> parts) {
        LoadResult first = parts.get(0);
        for (LoadResult part : parts) {
            if (!part.kinds().equals(first.kinds())) {
                throw new SpecException(
                        "found results of " + first.kinds() + " and " + part.kinds() + ", expected parts of one load");
            }
        }
        List<String> counts = parts.stream()
                .map(part -> part.runs().size() + (part.partial() ? " (ended early)" : ""))
                .toList();
        if (parts.stream().mapToInt(part -> part.runs().size()).distinct().count() > 1) {
            throw new SpecException("found results of " + String.join(" and ", counts)
                    + " runs, expected parts of one load: as many of each," + " made at the same times");
        }
        List<LoadRun> merged = new ArrayList<>();
        for (int at = 0; at < first.runs.size(); at++) {
            int run = at;
            merged.add(MergedRuns.of(
                    parts.stream().map(part -> part.runs().get(run)).toList()));
        }
        return new LoadResult(
                new Header(
                        first.format(),
                        first.pack(),
                        first.header.version(),
                        first.header.started(),
                        parts.stream().anyMatch(LoadResult::partial)),
                first.spec,
                first.environment,
                first.server,
                first.driverOptions,
                first.machines,
                merged);
    }
}

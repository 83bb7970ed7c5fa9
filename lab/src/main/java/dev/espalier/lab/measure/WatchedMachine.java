package dev.espalier.lab.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine that made no connections and was watched while a run went on, such as the server's.
 *
 * @param machine where its agent listens
 * @param what its processors and its operating system
 * @param lost why it reports nothing from some second on; null if it reported all
 * @param resources of each second of the run, by the leader's clock, so they may be a second off; empty if nothing is known
 */
public record WatchedMachine(
        String machine, String what, @Nullable String lost, List<ResourceSample> resources) {

    /** Copies the list. */
    public WatchedMachine {
        resources = List.copyOf(resources);
    }
}

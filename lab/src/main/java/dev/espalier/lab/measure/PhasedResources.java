package dev.espalier.lab.measure;

import java.util.List;

/**
 * The use of a machine during some work, and the phases of that work.
 *
 * @param phases by their beginnings; empty in results of earlier versions
 * @param resources of each second; empty in results of earlier versions, and if the machine tells nothing
 */
public record PhasedResources(List<Phase> phases, List<ResourceSample> resources) {

    /** Nothing is known. */
    public static final PhasedResources NONE = new PhasedResources(List.of(), List.of());

    /** Copies the lists. */
    public PhasedResources {
        phases = phases == null ? List.of() : List.copyOf(phases);
        resources = resources == null ? List.of() : List.copyOf(resources);
    }
}

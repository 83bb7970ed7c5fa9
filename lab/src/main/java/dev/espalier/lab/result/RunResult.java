package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.target.ServerFacts;
import java.util.List;

/**
 * Everything about one run.
 *
 * @param header what every result begins with
 * @param seed of the data
 * @param spec the whole specification
 * @param environment the machine
 * @param server the target
 * @param cells one for each size, index level and subject
 */
public record RunResult(
        @JsonUnwrapped Header header,
        long seed,
        ObjectsSpec spec,
        Environment environment,
        ServerFacts server,
        List<Cell> cells)
        implements Result {

    /** Copies the cells. */
    public RunResult {
        cells = List.copyOf(cells);
    }
}

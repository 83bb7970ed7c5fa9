package dev.espalier.lab.result;

import java.util.List;

import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.target.ServerFacts;

/**
 * Everything about one run.
 *
 * @param format the version of this file's shape
 * @param pack what was run
 * @param version of Espalier
 * @param started when, in UTC, as ISO 8601
 * @param partial whether it was ended before the last query of the last database
 * @param seed of the data
 * @param spec the whole specification
 * @param environment the machine
 * @param server the target
 * @param cells one for each size, index level and subject
 */
public record RunResult(int format, String pack, String version, String started, boolean partial, long seed, ObjectsSpec spec, Environment environment,
                        ServerFacts server, List<Cell> cells) implements Result {

    /** The shape that is written now. */
    public static final int FORMAT = 1;

    /** Copies the cells. */
    public RunResult {
        cells = List.copyOf(cells);
    }
}

package dev.espalier.bench;

import dev.espalier.lab.spec.SpecException;
import java.util.List;

/** The settings that all benchmarks have. */
public interface BenchSpec {

    /** @return the subjects, in the order in which results are shown */
    List<Subject> subjects();

    /** @return how long each subject does each group of operations before, unmeasured; at least one call */
    int warmUpMillis();

    /** @return measured calls of each operation */
    int repetitions();

    /** @return the benchmark's parameters in a few words, for the head of a table */
    String title();

    /**
     * Checks the numbers.
     *
     * @param warmUpMillis at least 0
     * @param repetitions at least 1
     */
    static void require(int warmUpMillis, int repetitions) {
        if (warmUpMillis < 0 || repetitions < 1) {
            throw new SpecException("--warm-up-millis, --repetitions: found " + warmUpMillis + " and " + repetitions
                    + ", expected at least 0 and 1");
        }
    }
}

package dev.espalier.bench.oo7;

import dev.espalier.bench.BenchSpec;
import dev.espalier.bench.Subject;
import java.util.List;
import java.util.Locale;

/**
 * Everything that decides what a run of OO7 does.
 *
 * @param on the target, as the user has named it
 * @param size the size of the database
 * @param subjects in the order in which results are shown
 * @param operations in the order in which they are measured
 * @param warmUpMillis how long each subject does each operation before, unmeasured; at least one call
 * @param repetitions measured calls of each operation
 * @param seed of the data and of drawn arguments
 */
public record Oo7Spec(
        String on,
        Oo7Size size,
        List<Subject> subjects,
        List<Oo7Operation> operations,
        int warmUpMillis,
        int repetitions,
        long seed)
        implements BenchSpec {

    /** Copies the lists and checks the numbers. */
    public Oo7Spec {
        subjects = List.copyOf(subjects);
        operations = List.copyOf(operations);
        Subject.require(subjects, Subject.OF_SQL);
        BenchSpec.require(warmUpMillis, repetitions);
    }

    @Override
    public String title() {
        return String.format(Locale.ROOT, "OO7 %s, %d connections, seed %d", size.word(), size.connections(), seed);
    }
}

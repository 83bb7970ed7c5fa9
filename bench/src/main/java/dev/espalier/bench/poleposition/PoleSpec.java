package dev.espalier.bench.poleposition;

import dev.espalier.bench.BenchSpec;
import dev.espalier.bench.Subject;
import dev.espalier.lab.spec.SpecException;
import java.util.EnumSet;
import java.util.List;

/**
 * Everything that decides what a run of PolePosition does.
 *
 * @param on the target, as the user has named it
 * @param size the parameters of the circuits
 * @param subjects in the order in which results are shown
 * @param circuits in the order in which they are measured
 * @param warmUpMillis how long each subject goes round each circuit before, unmeasured; at least once
 * @param repetitions measured rounds of each circuit
 */
public record PoleSpec(
        String on, PoleSize size, List<Subject> subjects, List<Circuit> circuits, int warmUpMillis, int repetitions)
        implements BenchSpec {

    /** Copies the lists and checks the numbers. */
    public PoleSpec {
        subjects = List.copyOf(subjects);
        circuits = List.copyOf(circuits);
        Subject.require(subjects, EnumSet.allOf(Subject.class));
        BenchSpec.require(warmUpMillis, repetitions);
        if (subjects.contains(Subject.ECLIPSESTORE) && !on.equals("sqlite")) {
            throw new SpecException("--subject: found eclipsestore with --on " + on
                    + ", expected it with --on sqlite only: it has files of its own");
        }
    }

    @Override
    public String title() {
        return "PolePosition " + size.word();
    }
}

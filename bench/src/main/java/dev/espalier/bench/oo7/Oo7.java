package dev.espalier.bench.oo7;

import dev.espalier.bench.Benchmark;
import dev.espalier.bench.State;
import dev.espalier.bench.Step;
import dev.espalier.bench.Subject;
import dev.espalier.bench.TableSums;
import dev.espalier.lab.target.TargetDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The benchmark: each operation is measured by itself, traversals cold and warm. */
public final class Oo7 implements Benchmark<Oo7Program> {

    private final Oo7Spec spec;

    /** @param spec what to run of it */
    public Oo7(Oo7Spec spec) {
        this.spec = spec;
    }

    @Override
    public String name() {
        return "oo7";
    }

    @Override
    public List<List<Step<Oo7Program>>> groups() {
        List<List<Step<Oo7Program>>> groups = new ArrayList<>();
        for (Oo7Operation operation : spec.operations()) {
            groups.add(List.of(new Oo7Step(operation, State.COLD, spec.size(), spec.seed())));
            if (operation.isTraversal()) {
                groups.add(List.of(new Oo7Step(operation, State.WARM, spec.size(), spec.seed())));
            }
        }
        return groups;
    }

    @Override
    public void make(Subject subject, TargetDatabase at) {
        Oo7Database.make(at, spec.size(), spec.seed());
    }

    @Override
    public Oo7Program open(Subject subject, TargetDatabase at) {
        return switch (subject) {
            case JDBC -> new JdbcProgram(at);
            case ESPALIER -> new EspalierProgram(at);
            case HIBERNATE -> new HibernateProgram(at);
            case ECLIPSESTORE -> throw new IllegalArgumentException("OO7 has no program for EclipseStore");
        };
    }

    @Override
    public Optional<String> tables(Subject subject, TargetDatabase at) {
        return Optional.of(TableSums.of(at, Oo7Database.SUMS));
    }

    @Override
    public void drop(Subject subject, TargetDatabase at) {
        at.drop();
    }
}

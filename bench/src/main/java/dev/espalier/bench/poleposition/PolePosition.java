package dev.espalier.bench.poleposition;

import dev.espalier.Model;
import dev.espalier.bench.Benchmark;
import dev.espalier.bench.EspalierDatabases;
import dev.espalier.bench.Step;
import dev.espalier.bench.Subject;
import dev.espalier.lab.target.TargetDatabase;
import java.util.List;
import java.util.Optional;

/** The benchmark: the laps of each circuit are a group. */
public final class PolePosition implements Benchmark<PoleProgram> {

    static final Model MODEL = Model.of(
            IndexedObject.class,
            ListHolder.class,
            Hierarchy.Hierarchy0.class,
            Hierarchy.Hierarchy1.class,
            Hierarchy.Hierarchy2.class,
            Hierarchy.Hierarchy3.class,
            Hierarchy.Hierarchy4.class,
            Holders.Holder0.class,
            Holders.Holder1.class,
            Holders.Holder2.class,
            Holders.Holder3.class,
            Holders.Holder4.class);

    private final List<List<Step<PoleProgram>>> groups;

    /** @param spec what to run of it */
    public PolePosition(PoleSpec spec) {
        groups = spec.circuits().stream()
                .map(circuit -> List.<Step<PoleProgram>>copyOf(circuit.laps(spec.size())))
                .toList();
    }

    @Override
    public String name() {
        return "poleposition";
    }

    @Override
    public List<List<Step<PoleProgram>>> groups() {
        return groups;
    }

    /** The library makes the tables and indexes of all subjects with tables. */
    @Override
    public void make(Subject subject, TargetDatabase at) {
        if (subject == Subject.ECLIPSESTORE) {
            StoreFolder.of(at).recreate();
        } else {
            at.recreate();
            EspalierDatabases.open(at, MODEL).close();
        }
    }

    @Override
    public PoleProgram open(Subject subject, TargetDatabase at) {
        return switch (subject) {
            case JDBC -> new JdbcProgram(at);
            case ESPALIER -> new EspalierProgram(at);
            case HIBERNATE -> new HibernateProgram(at);
            case ECLIPSESTORE -> new StoreProgram(StoreFolder.of(at));
        };
    }

    @Override
    public Optional<String> tables(Subject subject, TargetDatabase at) {
        return subject == Subject.ECLIPSESTORE ? Optional.empty() : Optional.of(PoleTables.sums(at));
    }

    @Override
    public void drop(Subject subject, TargetDatabase at) {
        if (subject == Subject.ECLIPSESTORE) {
            StoreFolder.of(at).delete();
        } else {
            at.drop();
        }
    }
}

package dev.espalier.lab;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.espalier.lab.measure.LoadMeasurement;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.subject.SbtestDatabase;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.Distribution;
import dev.espalier.lab.workload.OltpWorkload;
import dev.espalier.lab.workload.SbtestTables;
import dev.espalier.lab.workload.SqlSession;
import dev.espalier.lab.workload.WrongAnswerException;

/**
 * A pack on a target, ready to be run as often as wanted: its tables are made when it is opened, and dropped when it is closed, unless
 * they were there before. For one thread; {@link #stop} for any.
 */
final class LoadSide implements AutoCloseable {

    private final OltpSpec spec;
    private final ServerFacts facts;
    private final Optional<JdbcSessions> jdbc;
    private final Optional<SbtestDatabase> database;
    private final LoadMeasurement<SqlSession> measurement;
    private final boolean drops;

    private LoadSide(OltpSpec spec, ServerFacts facts, SessionSource<SqlSession> source, Optional<JdbcSessions> jdbc) {
        this.spec = spec;
        this.facts = facts;
        this.jdbc = jdbc;
        this.database = jdbc.map(sessions -> new SbtestDatabase(sessions.place(), spec));
        SbtestTables tables = new SbtestTables(spec.tables(), spec.rows());
        // an embedded engine has no counters to ask
        Optional<Target> server = jdbc.map(sessions -> sessions.place().target());
        this.measurement = new LoadMeasurement<>(spec.loading(), new OltpWorkload(spec.load(), tables, distribution(spec.distribution())), source,
                server);
        this.drops = database.isPresent() && database.get().prepare() && !spec.keep();
    }

    /** Finds the target and makes what is missing there. */
    static LoadSide open(PackSpec pack, Targets targets, String user, Password password) {
        OltpSpec spec = switch (pack.pack()) {
            case "oltp" -> (OltpSpec) pack;
            default -> throw new AssertionError(pack.pack());
        };
        Optional<FixedDelay> known = FixedDelay.find(spec.target());
        if (known.isPresent()) {
            return new LoadSide(spec, new ServerFacts(spec.target(), "", "", "", false, Map.of()), known.get(), Optional.empty());
        }
        Target target = targets.find(spec.target(), user, password);
        Place place = target.place(spec.database());
        JdbcSessions sessions = JdbcSessions.of(place, spec.driver(), spec.prepared());
        return new LoadSide(spec, ServerFacts.of(target).withDriver(sessions.driver()), sessions, Optional.of(sessions));
    }

    PackSpec spec() {
        return spec;
    }

    LoadResult result(String started, boolean partial, Environment environment, List<LoadRun> runs) {
        return new LoadResult(LoadResult.FORMAT, spec.pack(), ObjectsLab.version(), started, partial, spec, environment, facts,
                jdbc.map(JdbcSessions::options).orElse(Map.of()), runs);
    }

    String title(int connections) {
        return spec.pack() + " " + spec.load().word() + " on " + spec.target() + ", " + connections + " connections";
    }

    /** Runs once, and counts the rows afterwards: a transaction of which half was done shows there. */
    LoadRun run(int connections, SecondWatcher watcher) {
        boolean counted = database.isPresent() && spec.load().writes() && spec.load() != OltpLoad.DELETE;
        long before = counted ? database.get().count() : 0;
        LoadRun run = measurement.run(connections, watcher);
        if (counted) {
            long found = database.get().count() - before;
            long inserted = spec.load() == OltpLoad.INSERT ? run.allDone() : 0;
            long unknown = run.operations().stream().mapToLong(figures -> figures.unknown()).sum();
            if (found < inserted || found > inserted + unknown) {
                throw new WrongAnswerException("after " + spec.load().word() + " the tables in " + database.get().place().name() + " have "
                        + found + " rows more than before, expected " + inserted);
            }
        }
        return run;
    }

    void stop() {
        measurement.stop();
    }

    @Override
    public void close() {
        if (drops) {
            database.get().place().drop();
        }
    }

    private static Distribution distribution(DistributionName name) {
        return switch (name) {
            case UNIFORM -> new Distribution.Uniform();
            case SPECIAL -> new Distribution.Special();
            case PARETO -> new Distribution.Pareto();
            case ZIPFIAN -> new Distribution.Zipfian();
        };
    }
}

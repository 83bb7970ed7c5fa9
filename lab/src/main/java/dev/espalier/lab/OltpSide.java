package dev.espalier.lab;

import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.LoadMeasurement;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.StartSignal;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.subject.SbtestDatabase;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.PreparedStatementLimit;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.Distribution;
import dev.espalier.lab.workload.OltpWorkload;
import dev.espalier.lab.workload.SbtestTables;
import dev.espalier.lab.workload.SqlSession;
import dev.espalier.lab.workload.WrongAnswerException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The pack {@code oltp} on a target. Its tables are dropped at the end, unless they existed before. */
final class OltpSide implements LocalSide {

    private final OltpSpec spec;
    private final ServerFacts facts;
    private final Optional<JdbcSessions> jdbc;
    private final StorageEngine storage;
    private final Optional<SbtestDatabase> database;
    private final LoadMeasurement<SqlSession> measurement;
    private final boolean drops;
    private final Optional<PreparedStatementLimit> limit;

    private OltpSide(
            OltpSpec spec,
            ServerFacts facts,
            SessionSource<SqlSession> source,
            Optional<JdbcSessions> jdbc,
            StorageEngine storage) {
        this.spec = spec;
        this.facts = facts;
        this.jdbc = jdbc;
        this.storage = storage;
        this.database = jdbc.map(sessions -> new SbtestDatabase(sessions.database(), spec, storage));
        SbtestTables tables = new SbtestTables(spec.size().tables(), spec.size().rows());
        // by the engine's own driver, which an account's first login after a restart needs
        Optional<TargetDatabase> targetDatabase =
                jdbc.map(sessions -> sessions.database().target().database(spec.database()));
        OltpWorkload workload =
                new OltpWorkload(spec.load(), tables, distribution(spec.distribution()), storage.transactional());
        this.measurement = new LoadMeasurement<>(
                spec.loading(),
                workload,
                source,
                targetDatabase.map(one -> one.target().url()),
                targetDatabase);
        this.limit = jdbc.flatMap(
                sessions -> PreparedStatementLimit.raise(sessions.database().target(), spec.neededStatements()));
        try {
            this.drops = database.isPresent() && database.get().prepare() && !spec.keep();
        } catch (RuntimeException e) {
            limit.ifPresent(PreparedStatementLimit::close);
            throw e;
        }
    }

    /** Finds the target and makes what is missing there. */
    static OltpSide open(OltpSpec spec, Targets targets, String user, Password password) {
        Optional<FixedDelay> known = FixedDelay.find(spec.target());
        if (known.isPresent()) {
            return new OltpSide(
                    spec,
                    new ServerFacts(spec.target(), "", "", "", false, Map.of()),
                    known.get(),
                    Optional.empty(),
                    StorageEngine.ONLY);
        }
        Target target = targets.find(spec.target(), user, password);
        TargetDatabase targetDatabase = target.database(spec.database());
        JdbcSessions sessions = JdbcSessions.of(targetDatabase, spec.data().driver(), spec.prepared());
        return new OltpSide(
                spec,
                ServerFacts.of(target).withDriver(sessions.driver()),
                sessions,
                Optional.of(sessions),
                StorageEngine.of(target, spec.data().engine(), targets.server().cache()));
    }

    @Override
    public ServerFacts facts() {
        return facts;
    }

    @Override
    public Map<String, String> driverOptions() {
        Map<String, String> options = new TreeMap<>(
                jdbc.map(sessions -> storage.addTo(sessions.options())).orElse(Map.of()));
        limit.ifPresent(raised -> options.put("max_prepared_stmt_count", raised.words()));
        return options;
    }

    @Override
    public LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher) {
        return measurement.run(slice, signal, watcher);
    }

    /** A transaction of which half was done shows in the rows. */
    @Override
    public long rows() {
        return counted() ? database.get().count() : 0;
    }

    private boolean counted() {
        return database.isPresent() && spec.load().writes() && spec.load() != OltpLoad.DELETE;
    }

    @Override
    public void check(long rowsBefore, long done, long unknown) {
        if (counted()) {
            long found = rows() - rowsBefore;
            long inserted = spec.load() == OltpLoad.INSERT ? done : 0;
            if (found < inserted || found > inserted + unknown) {
                throw new WrongAnswerException("after " + spec.load().word() + " the tables in "
                        + database.get().database().name() + " have " + found + " rows more than before, expected "
                        + inserted);
            }
        }
    }

    @Override
    public void stop() {
        measurement.stop();
    }

    @Override
    public void close() {
        limit.ifPresent(PreparedStatementLimit::close);
        if (drops) {
            database.get().database().drop();
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

package dev.espalier.lab;

import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.LoadMeasurement;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.StartSignal;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.subject.FortyTablesDatabase;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.FortyTables;
import dev.espalier.lab.workload.FortyTablesWorkload;
import dev.espalier.lab.workload.SqlSession;
import dev.espalier.lab.workload.WrongAnswerException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pack {@code forty-tables} on a target. Tables with inserted rows are dropped at the end, like those that the run created. */
final class FortyTablesSide implements LocalSide {

    /** Numbers of rows that belong to one run, however fast it is: every machine and every repeat inserts rows of its own. */
    private static final long ROWS_OF_A_RUN = 1L << 36;

    private final FortyTablesSpec spec;
    private final FortyTables tables;
    private final SessionSource<SqlSession> source;
    private final Optional<JdbcSessions> jdbc;
    private final StorageEngine storage;
    private final Optional<FortyTablesDatabase> database;
    private final ServerFacts facts;
    private final boolean drops;
    private final DrawnRows drawn;
    private long runs;
    private volatile @Nullable LoadMeasurement<SqlSession> running;

    private FortyTablesSide(
            FortyTablesSpec spec,
            SessionSource<SqlSession> source,
            Optional<JdbcSessions> jdbc,
            ServerFacts facts,
            StorageEngine storage,
            boolean madeBefore) {
        this.spec = spec;
        this.tables = tables(spec);
        this.source = source;
        this.jdbc = jdbc;
        this.storage = storage;
        this.facts = facts;
        this.database = jdbc.map(sessions -> new FortyTablesDatabase(sessions.database(), tables, storage));
        boolean made = madeBefore || database.isPresent() && database.get().prepare();
        this.drops = (made || inserts()) && !spec.keep();
        try {
            this.drawn = database.isEmpty() || inserts()
                    ? DrawnRows.ofNothing(spec, tables)
                    : DrawnRows.of(spec, database.get(), jdbc.orElseThrow());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    static FortyTablesSide open(FortyTablesSpec spec, Targets targets, String user, Password password) {
        Optional<FixedDelay> known = FixedDelay.find(spec.target());
        if (known.isPresent()) {
            return new FortyTablesSide(
                    spec,
                    known.get(),
                    Optional.empty(),
                    new ServerFacts(spec.target(), "", "", "", false, Map.of()),
                    StorageEngine.ONLY,
                    false);
        }
        ServerSpec asked = targets.server();
        ServerSpec maker = asked.withoutLibrary();
        boolean made = !maker.equals(asked) && isMadeBy(targets.asking(maker), spec, user, password);
        Target target = targets.find(spec.target(), user, password);
        StorageEngine storage = storage(spec, target, asked);
        JdbcSessions sessions =
                JdbcSessions.of(target.database(spec.database()), spec.data().driver(), true);
        return new FortyTablesSide(spec, sessions, Optional.of(sessions), ServerFacts.of(target), storage, made);
    }

    /** Makes the tables on a server that is restarted afterwards, if their rows stay. */
    private static boolean isMadeBy(Targets makers, FortyTablesSpec spec, String user, Password password) {
        Target target = makers.find(spec.target(), user, password);
        StorageEngine storage = storage(spec, target, makers.server());
        return storage.survivesRestart()
                && new FortyTablesDatabase(target.database(spec.database()), tables(spec), storage).prepare();
    }

    private static StorageEngine storage(FortyTablesSpec spec, Target target, ServerSpec server) {
        StorageEngine storage = StorageEngine.of(target, spec.data().engine(), server.cache());
        DrawnRows.requireBuffer(spec, target.engine(), storage);
        return storage;
    }

    private static FortyTables tables(FortyTablesSpec spec) {
        return new FortyTables(
                spec.size().tables(), spec.size().rowsOfEach(), spec.loading().seed());
    }

    private boolean inserts() {
        return spec.load() == FortyTablesLoad.INSERT_FULL;
    }

    @Override
    public ServerFacts facts() {
        return facts;
    }

    @Override
    public Map<String, String> driverOptions() {
        return jdbc.map(sessions -> storage.addTo(sessions.options())).orElse(Map.of());
    }

    @Override
    public LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher) {
        // by the engine's own driver, which an account's first login after a restart needs
        Optional<TargetDatabase> targetDatabase =
                jdbc.map(sessions -> sessions.database().target().database(spec.database()));
        long firstFree = tables.rows() + runs++ * ROWS_OF_A_RUN;
        running = new LoadMeasurement<>(
                spec.loading(),
                new FortyTablesWorkload(tables, inserts(), drawn.range(), firstFree, slice.of()),
                source,
                targetDatabase.map(one -> one.target().url()),
                targetDatabase);
        LoadRun run = running.run(slice, signal, watcher);
        return inserts() ? run : run.withWorkingSet(drawn.workingSet());
    }

    @Override
    public long rows() {
        return inserts() && database.isPresent() ? database.get().count() : 0;
    }

    @Override
    public void check(long rowsBefore, long done, long unknown) {
        long found = rows() - rowsBefore;
        if (inserts() && database.isPresent() && (found < done || found > done + unknown)) {
            throw new WrongAnswerException("after " + spec.load().word() + " the tables in " + spec.database()
                    + " have " + found + " rows more than before, expected " + done);
        }
    }

    @Override
    public void stop() {
        LoadMeasurement<SqlSession> run = running;
        if (run != null) {
            run.stop();
        }
    }

    @Override
    public void close() {
        if (drops) {
            database.ifPresent(made -> made.database().drop());
        }
    }
}

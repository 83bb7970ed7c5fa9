package dev.espalier.lab.evolution;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.StoppedException;
import dev.espalier.lab.measure.PhasedResources;
import dev.espalier.lab.measure.PhasedSampler;
import dev.espalier.lab.report.EvolutionPage;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.EvolutionResult.Change;
import dev.espalier.lab.result.EvolutionResult.Waiting;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LiveCounter;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the pack {@code evolution}: makes each change in a database of the library, and by hand in a second one with the same rows, in turn. For one thread;
 * {@link #stop} for any.
 */
public final class EvolutionLab {

    /** As many rows as the library updates by one statement. */
    private static final long BATCH = 10_000;
    /** As many tables as the library builds indexes of at a time. */
    private static final int BUILDERS = 2;

    /** Phases, with the number of the repeat. */
    private static final String PREPARE = "prepare ";

    private static final String LIBRARY = "the library ";
    private static final String BY_HAND = "by hand ";
    private static final String TIDY = "tidy up ";

    private final EvolutionSpec spec;
    private final Target target;
    private final Path home;
    private final Path out;
    private final RunName runName = RunName.make();
    private final TargetDatabase ours;
    private final TargetDatabase byHand;
    private final Parcels parcels;
    private volatile boolean stopped;

    /**
     * @param spec what to run
     * @param target that is measured
     * @param home the project's folder
     * @param out the folder for the result, made if it is missing
     */
    public EvolutionLab(EvolutionSpec spec, Target target, Path home, Path out) {
        this.spec = spec;
        this.target = target;
        this.home = home;
        this.out = out;
        this.ours = target.database(runName.database("evolution"));
        this.byHand = target.database(runName.database("evolution_by_hand"));
        this.parcels = new Parcels(spec.classes(), spec.repeats());
    }

    /** One change of both databases. */
    private interface Making {

        /** Changes the model, and returns the settings with which the library opens the database. */
        Settings prepare(int repeat) throws SQLException;

        /** Whether there is something to do by hand. */
        default boolean isByHandToo() {
            return true;
        }

        /** Makes the same change by hand. */
        void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException;

        /** Undoes what stands in the way of later changes by hand. */
        default void tidy(int repeat) throws SQLException {}
    }

    /**
     * Runs. The result is written after every change, so that a broken run leaves what it had.
     *
     * @param listener receives each change that has ended
     * @return the result, as it stands in the folder
     * @throws StoppedException if it was ended before the first change
     */
    public EvolutionResult run(Consumer<Change> listener) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try {
            Files.createDirectories(out);
            try (LiveCounter live = new LiveCounter(out)) {
                return run(started, live, listener);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        } catch (SQLException e) {
            throw new IllegalStateException("by hand: " + e.getMessage(), e);
        } finally {
            ours.drop();
            byHand.drop();
        }
    }

    private EvolutionResult run(String started, LiveCounter live, Consumer<Change> listener)
            throws IOException, SQLException {
        Environment environment = Environment.of(home, out);
        ServerFacts server = ServerFacts.of(target);
        List<Change> changes = new ArrayList<>();
        EvolutionResult result = null;
        List<Map.Entry<String, Making>> makings = makings();
        live.starts(1, makings.size(), title(makings.get(0)), "fill");
        fill(ours, part -> live.at("fill", part / 2));
        fill(byHand, part -> live.at("fill", (1 + part) / 2));
        for (Map.Entry<String, Making> making : makings) {
            if (!stopped) {
                live.starts(changes.size() + 1, makings.size(), title(making), "change");
                Change change = sampled(making, live);
                listener.accept(change);
                changes.add(change);
                result = new EvolutionResult(
                        new Header(Header.FORMAT, "evolution", ObjectsLab.version(), started, stopped),
                        spec,
                        environment,
                        server,
                        changes);
                ResultFile.write(result, out);
                EvolutionPage.write(result, out);
            }
        }
        if (result == null) {
            throw new StoppedException(null);
        }
        return result;
    }

    private Change sampled(Map.Entry<String, Making> making, LiveCounter live) throws SQLException {
        try (PhasedSampler sampler = new PhasedSampler(ours)) {
            Change change = making.getValue() instanceof BesideWriters beside
                    ? beside.change(making.getKey(), live, sampler)
                    : change(making.getKey(), making.getValue(), live, sampler);
            return change.with(sampler.resources());
        }
    }

    private String title(Map.Entry<String, Making> making) {
        return "evolution on " + target.engine().word() + ": " + making.getKey();
    }

    /** @return the name that its databases carry */
    public RunName runName() {
        return runName;
    }

    /** Ends it after the change under way, or while it makes its data. */
    public void stop() {
        stopped = true;
    }

    private Settings settings() {
        Settings settings = Settings.defaults().schema(SchemaMode.APPLY);
        return target.engine() == Engine.SQLITE
                ? settings
                : settings.user(target.user()).password(target.password().reveal());
    }

    private void fill(TargetDatabase database, DoubleConsumer progress) {
        database.recreate();
        try (Database db = Database.open(
                        database.url(), parcels.model(), settings().indexes(IndexLevel.NONE));
                BulkWriter writer = db.bulkWriter()) {
            int filled = 0;
            for (String name : parcels.names()) {
                progress.accept((double) filled++ / parcels.names().size());
                for (int i = 0; i < spec.objects(); i++) {
                    if (stopped) {
                        throw new StoppedException(null);
                    }
                    Node node = db.nodes()
                            .newNode(name)
                            .set("label", "parcel " + i % 1000)
                            .set("price", (long) i)
                            .set("due", LocalDate.of(2026, 1, 1).plusDays(i % 365));
                    for (int number = 1; number <= spec.repeats(); number++) {
                        node.set("count" + number, i % 100);
                    }
                    writer.store(node);
                }
            }
        }
    }

    // ---- the changes

    private List<Map.Entry<String, Making>> makings() {
        List<Map.Entry<String, Making>> makings = new ArrayList<>(alone());
        if (spec.writers() > 0) {
            makings.add(makings.size() - 1, Map.entry("one computed beside writers", new BesideWriters()));
        }
        return makings;
    }

    private List<Map.Entry<String, Making>> alone() {
        return List.of(
                Map.entry("open, nothing to change", new Making() {
                    @Override
                    public Settings prepare(int repeat) {
                        return settings();
                    }

                    @Override
                    public boolean isByHandToo() {
                        return false;
                    }

                    @Override
                    public void byHand(int repeat, @Nullable SchemaPlan plan) {}
                }),
                Map.entry("add an attribute", planned(repeat -> parcels.addAttribute("note" + repeat, "String"))),
                Map.entry("rename an attribute", new Making() {
                    @Override
                    public Settings prepare(int repeat) {
                        parcels.rename(repeat == 1 ? "label" : "label" + (repeat - 1), "label" + repeat);
                        return settings();
                    }

                    @Override
                    public void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException {
                        execute(parcels.tables().stream()
                                .map(table -> "ALTER TABLE " + table + " RENAME COLUMN label TO label" + repeat)
                                .toList());
                    }

                    @Override
                    public void tidy(int repeat) throws SQLException {
                        execute(parcels.tables().stream()
                                .map(table -> "ALTER TABLE " + table + " RENAME COLUMN label" + repeat + " TO label")
                                .toList());
                    }
                }),
                Map.entry("rename a class", new Making() {
                    @Override
                    public Settings prepare(int repeat) {
                        parcels.renameExtra(repeat == 1 ? "Extra" : "Extra" + (repeat - 1), "Extra" + repeat);
                        return settings();
                    }

                    @Override
                    public void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException {
                        execute(List.of("ALTER TABLE extra RENAME TO extra" + repeat));
                    }

                    @Override
                    public void tidy(int repeat) throws SQLException {
                        execute(List.of("ALTER TABLE extra" + repeat + " RENAME TO extra"));
                    }
                }),
                Map.entry("add a class", planned(repeat -> parcels.addClass("Stamp" + repeat))),
                Map.entry("int to long", planned(repeat -> parcels.retype("count" + repeat, "long"))),
                Map.entry(
                        "a computed attribute",
                        computed(
                                "tax",
                                name -> repeat -> Migration.of(name).setSql("tax" + repeat, "price * 2"),
                                "price * 2")),
                Map.entry(
                        "an attribute by RQL",
                        computed(
                                "worth", name -> repeat -> Migration.of(name).set("worth" + repeat, "price"), "price")),
                Map.entry("level none to both", new Levels()));
    }

    /** A number that is computed from others, by a migration and by UPDATE statements. */
    private Making computed(String attribute, Function<String, IntFunction<Migration<?>>> migration, String sql) {
        return new Making() {
            @Override
            public Settings prepare(int repeat) {
                parcels.addAttribute(attribute + repeat, "long");
                return settings()
                        .migrations(parcels.names().stream()
                                .map(name -> migration.apply(name).apply(repeat))
                                .toArray(Migration<?>[]::new));
            }

            @Override
            public void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException {
                execute(statements(Objects.requireNonNull(plan, "these statements are those of a plan")));
                for (String table : parcels.tables()) {
                    update(table, attribute + repeat, sql);
                }
            }
        };
    }

    private Making planned(java.util.function.IntConsumer change) {
        return new Making() {
            @Override
            public Settings prepare(int repeat) {
                change.accept(repeat);
                return settings();
            }

            @Override
            public void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException {
                execute(statements(Objects.requireNonNull(plan, "these statements are those of a plan")));
            }
        };
    }

    private static List<String> statements(SchemaPlan plan) {
        return plan.steps().stream().flatMap(step -> step.statements().stream()).toList();
    }

    private Change change(String name, Making making, LiveCounter live, PhasedSampler sampler) throws SQLException {
        List<Double> seconds = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        for (int repeat = 1; repeat <= spec.repeats(); repeat++) {
            int number = repeat;
            live.at("change", (repeat - 1.0) / spec.repeats());
            sampler.at(PREPARE + repeat);
            Settings settings = making.prepare(number);
            Model model = parcels.model();
            SchemaPlan plan = SchemaAdmin.at(ours.url(), settings).plan(model);
            Callable<Void> hand = () -> {
                sampler.at(BY_HAND + number);
                making.byHand(number, plan);
                return null;
            };
            Callable<Void> library = () -> {
                sampler.at(LIBRARY + number);
                if (making instanceof Levels) {
                    try (Database db = Database.open(ours.url(), model, settings)) {
                        SchemaAdmin.of(db).indexes(IndexLevel.BOTH);
                    }
                } else {
                    Database.open(ours.url(), model, settings).close();
                }
                return null;
            };
            if (number % 2 == 0) {
                others.add(seconds(hand));
                seconds.add(seconds(library));
            } else {
                seconds.add(seconds(library));
                others.add(seconds(hand));
            }
            sampler.at(TIDY + repeat);
            making.tidy(number);
            live.done(Math.round(1e9 * seconds.get(repeat - 1)));
        }
        return new Change(name, seconds, making.isByHandToo() ? others : List.of());
    }

    private static double seconds(Callable<Void> work) throws SQLException {
        long start = System.nanoTime();
        try {
            work.call();
        } catch (SQLException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** A number is computed from another one while programs of the former and of the newer model change objects, and beside as many connections by hand. */
    private final class BesideWriters implements Making {

        private static final long SETTLING_MILLIS = 3_000;

        @Override
        public Settings prepare(int repeat) {
            parcels.addAttribute("sum" + repeat, "long");
            return settings();
        }

        @Override
        public void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException {
            for (String table : parcels.tables()) {
                update(table, "sum" + repeat, "price * 2");
            }
        }

        Change change(String name, LiveCounter live, PhasedSampler sampler) throws SQLException {
            List<Double> seconds = new ArrayList<>();
            List<Double> others = new ArrayList<>();
            List<Waiting> writers = new ArrayList<>();
            List<Waiting> writersByHand = new ArrayList<>();
            for (int repeat = 1; repeat <= spec.repeats(); repeat++) {
                int number = repeat;
                live.at("change", (repeat - 1.0) / spec.repeats());
                sampler.at(PREPARE + repeat);
                Model former = parcels.model();
                Settings settings = prepare(repeat);
                Model model = parcels.model();
                execute(statements(SchemaAdmin.at(ours.url(), settings).plan(model)));
                for (boolean isOurs : repeat % 2 == 1 ? List.of(true, false) : List.of(false, true)) {
                    sampler.at((isOurs ? LIBRARY : BY_HAND) + number);
                    if (isOurs) {
                        try (Database older = Database.open(ours.url(), former, settings);
                                Database newer = Database.open(ours.url(), model, settings)) {
                            seconds.add(beside(library(older, newer), writers, () -> {
                                parcels.names()
                                        .forEach(type ->
                                                newer.migrate(Migration.of(type).setSql("sum" + number, "price * 2")));
                                return null;
                            }));
                        }
                    } else {
                        List<Connection> connections = new ArrayList<>();
                        try {
                            others.add(beside(hand(connections), writersByHand, () -> {
                                byHand(number, null);
                                return null;
                            }));
                        } finally {
                            for (Connection connection : connections) {
                                connection.close();
                            }
                        }
                    }
                }
                live.done(Math.round(1e9 * seconds.get(repeat - 1)));
            }
            return new Change(name, seconds, others, writers, writersByHand, PhasedResources.NONE);
        }

        private double beside(List<Writers.Write> writes, List<Waiting> seen, Callable<Void> work) throws SQLException {
            try (Writers writers = new Writers(writes)) {
                writers.settle(Math.min(SETTLING_MILLIS, spec.objects()));
                writers.changeBegins();
                double seconds = seconds(work);
                seen.add(writers.waiting());
                return seconds;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException(e);
            }
        }

        private List<Writers.Write> library(Database older, Database newer) throws SQLException {
            List<long[]> ids = ids(ours);
            List<Writers.Write> writes = new ArrayList<>();
            for (int i = 0; i < spec.writers(); i++) {
                Database db = i < spec.writers() / 2 ? older : newer;
                writes.add(random -> {
                    int type = random.nextInt(ids.size());
                    long id = id(ids.get(type), random);
                    LocalDate due = due(random);
                    db.useTransaction(tx -> {
                        Node node = tx.nodes().get(parcels.names().get(type), id);
                        tx.store(node.set("due", due));
                    });
                });
            }
            return writes;
        }

        /** Each with a connection of its own. */
        private List<Writers.Write> hand(List<Connection> connections) throws SQLException {
            List<long[]> ids = ids(byHand);
            List<Writers.Write> writes = new ArrayList<>();
            for (int i = 0; i < spec.writers(); i++) {
                Connection connection = connectByHand();
                connections.add(connection);
                writes.add(random -> {
                    int type = random.nextInt(ids.size());
                    long id = id(ids.get(type), random);
                    try (Statement statement = connection.createStatement()) {
                        statement
                                .executeQuery(
                                        "SELECT * FROM " + parcels.tables().get(type) + " WHERE id = " + id)
                                .close();
                        statement.executeUpdate("UPDATE " + parcels.tables().get(type) + " SET due = '" + due(random)
                                + "' WHERE id = " + id);
                    }
                });
            }
            return writes;
        }

        /** The first and the last id of each class: those between are of the same class. */
        private List<long[]> ids(TargetDatabase database) throws SQLException {
            List<long[]> ids = new ArrayList<>();
            try (Connection connection = database.connect(Map.of());
                    Statement statement = connection.createStatement()) {
                for (String table : parcels.tables()) {
                    try (var row = statement.executeQuery("SELECT MIN(id), MAX(id) FROM " + table)) {
                        row.next();
                        ids.add(new long[] {row.getLong(1), row.getLong(2)});
                    }
                }
            }
            return ids;
        }

        private static long id(long[] range, RandomGenerator random) {
            return random.nextLong(range[0], range[1] + 1);
        }

        private static LocalDate due(RandomGenerator random) {
            return LocalDate.of(2026, 1, 1).plusDays(random.nextInt(365));
        }
    }

    /** All indexes of all classes, those of two tables at a time. */
    private final class Levels implements Making {

        private List<String> creating = List.of();

        @Override
        public Settings prepare(int repeat) throws SQLException {
            TargetDatabase empty = target.database(runName.database("evolution_empty"));
            empty.recreate();
            try {
                // Some engines make a table together with its indexes.
                Database.open(empty.url(), parcels.model(), settings().indexes(IndexLevel.NONE))
                        .close();
                try (Connection connection = empty.connect(Map.of());
                        Statement statement = connection.createStatement()) {
                    statement.execute("UPDATE espalier_meta SET value = 'both' WHERE name = 'indexes'");
                }
                creating = SchemaAdmin.at(empty.url(), settings()).script(parcels.model()).statements().stream()
                        .filter(statement -> statement.startsWith("CREATE INDEX")
                                && parcels.tables().contains(table(statement).replaceAll("[\"`]", "")))
                        .map(statement -> online(statement.replace("label" + spec.repeats(), "label")))
                        .toList(); // its column has the first name here
            } finally {
                empty.drop();
            }
            return settings();
        }

        private String online(String statement) {
            return target.engine() == Engine.POSTGRES
                    ? statement.replaceFirst("CREATE INDEX", "CREATE INDEX CONCURRENTLY")
                    : statement;
        }

        @Override
        public void byHand(int repeat, @Nullable SchemaPlan plan) throws SQLException {
            int threads = target.engine() == Engine.SQLITE ? 1 : BUILDERS;
            ExecutorService builders = Executors.newFixedThreadPool(threads);
            try {
                List<Future<Void>> building = new ArrayList<>();
                for (String table : tables()) {
                    building.add(builders.submit(() -> {
                        execute(creating.stream()
                                .filter(statement -> table(statement).equals(table))
                                .toList());
                        return null;
                    }));
                }
                for (Future<Void> one : building) {
                    one.get();
                }
            } catch (ExecutionException e) {
                throw new SQLException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException(e);
            } finally {
                builders.shutdownNow();
            }
        }

        private List<String> tables() {
            return creating.stream().map(Levels::table).distinct().toList();
        }

        private static String table(String statement) {
            String from = statement.substring(statement.indexOf(" ON ") + 4);
            return from.substring(0, from.indexOf('(')).strip();
        }

        @Override
        public void tidy(int repeat) throws SQLException {
            if (repeat == spec.repeats()) {
                return;
            }
            try (Database db = Database.open(ours.url(), parcels.model(), settings())) {
                SchemaAdmin.of(db).indexes(IndexLevel.NONE);
            }
            boolean isOfTable = target.engine() != Engine.SQLITE && target.engine() != Engine.POSTGRES;
            execute(creating.stream()
                    .map(statement -> {
                        String name = statement
                                .substring(0, statement.indexOf(" ON "))
                                .replaceAll(".* ", "");
                        return "DROP INDEX " + name + (isOfTable ? " ON " + table(statement) : "");
                    })
                    .toList());
        }
    }

    // ---- by hand

    /** SQLite waits for 3 s at most otherwise, which is not enough beside writers on a busy machine. */
    private Connection connectByHand() throws SQLException {
        return byHand.connect(
                target.engine() == Engine.SQLITE ? Map.of("busy_timeout", "60000", "synchronous", "FULL") : Map.of());
    }

    private void execute(List<String> statements) throws SQLException {
        try (Connection connection = connectByHand();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** UPDATE statements for ranges of ids, each a transaction. */
    private void update(String table, String column, String value) throws SQLException {
        try (Connection connection = connectByHand();
                Statement statement = connection.createStatement()) {
            long last = 0;
            while (true) {
                long end;
                try (var row = statement.executeQuery("SELECT MAX(id) FROM (SELECT id FROM " + table + " WHERE id > "
                        + last + " ORDER BY id LIMIT " + BATCH + ") batch")) {
                    row.next();
                    end = row.getLong(1);
                }
                if (end == 0) {
                    return;
                }
                statement.executeUpdate("UPDATE " + table + " SET " + column + " = " + value + " WHERE id > " + last
                        + " AND id <= " + end);
                last = end;
            }
        }
    }
}

package dev.espalier.promises;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Bulk loads while others open the database, with failures, pauses beyond every lease, and killed programs. */
final class BulkLoads implements Family, AutoCloseable {

    enum Loading {
        BEGIN(6),
        ADD(6),
        /** Adds so many objects that rows are committed while the load goes on. */
        ADD_MANY(6),
        /** The load has not shown itself for longer than any lease. */
        PAUSE(3),
        OPEN(4),
        /** Opens with fewer classes. */
        OPEN_FEWER(3),
        /** Adds an object that cannot be stored. */
        FAIL(2),
        CANCEL(2),
        CLOSE(6),
        /** The program ends without closing anything. */
        KILL(2);

        final int weight;

        Loading(int weight) {
            this.weight = weight;
        }
    }

    private static final int MANY = 500;
    private static final String LONG = "x".repeat(1_200);
    private static final long VISIBLE_MILLIS = 3_000;

    private final TestDatabase database;
    private final Database observer;
    private final Rows rows;
    private Database db;

    BulkLoads(TestDatabase database) {
        this.database = database;
        observer = database.open(Crate.Parcel.class);
        db = database.open(Crate.Parcel.class);
        rows = new Rows(database, "parcel", "crate", "espalier_loads");
    }

    @Override
    public List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>(List.of(new Step(0, Loading.BEGIN, 0, random.nextInt(2))));
        int weights = 0;
        for (Loading loading : Loading.values()) {
            weights += loading.weight;
        }
        for (int i = 4 + random.nextInt(8); i > 0; i--) {
            int drawn = random.nextInt(weights);
            int at = 0;
            for (; drawn >= Loading.values()[at].weight; at++) {
                drawn -= Loading.values()[at].weight;
            }
            steps.add(new Step(0, Loading.values()[at], 1 + random.nextInt(3), random.nextInt(2)));
        }
        return steps;
    }

    @Override
    public void run(List<Step> steps) {
        Load load = new Load();
        try {
            for (Step step : steps) {
                load.perform(step);
            }
            load.perform(new Step(0, Loading.CLOSE, 0, 0));
            load.check("at the end");
        } finally {
            load.abandon();
            rows.clear();
            if (load.isDisturbed) {
                db.close();
                db = database.open(Crate.Parcel.class); // builds the indexes that a load has dropped
            }
        }
    }

    /** One schedule. */
    private final class Load {
        private BulkWriter writer;
        private List<Object> roots = new ArrayList<>();
        private boolean mayFail;
        private boolean mustFail;
        private boolean isDisturbed;
        private int acknowledged;

        void perform(Step step) {
            Loading loading = (Loading) step.operation();
            switch (loading) {
                case BEGIN -> begin(step);
                case ADD -> add(step.what(), "short");
                case ADD_MANY -> addMany();
                case PAUSE -> {
                    rows.execute("UPDATE " + database.quote("espalier_loads") + " SET " + database.quote("touched")
                            + " = 1");
                    mayFail = true;
                }
                case OPEN -> open(Model.of(Crate.Parcel.class));
                case OPEN_FEWER -> open(Model.of(Crate.class));
                case FAIL -> fail();
                case CANCEL -> {
                    if (writer != null) {
                        writer.cancel();
                        mustFail = true;
                    }
                }
                case CLOSE -> close(step);
                default -> kill();
            }
        }

        private void begin(Step step) {
            if (writer == null) {
                roots = new ArrayList<>();
                mayFail = false;
                mustFail = false;
                writer = db.bulkWriter(step.value() == 0 ? BulkWriter.Indexes.AFTER : BulkWriter.Indexes.BEFORE);
            }
        }

        private void add(int count, String text) {
            if (writer != null && !mustFail) {
                List<Object> some = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    Crate.Parcel parcel = new Crate.Parcel();
                    parcel.text = text;
                    parcel.crate = new Crate();
                    parcel.crate.text = text;
                    some.add(parcel);
                }
                roots.addAll(some);
                try {
                    writer.storeAll(some);
                } catch (EspalierException | IllegalStateException e) {
                    failed(e);
                }
            }
        }

        /** The load may take no more after a pause; it fails when it is closed. */
        private void failed(RuntimeException e) {
            isDisturbed = true;
            if (!mayFail && !mustFail) {
                throw new Broken("P0 a load failed without reason", e.toString());
            }
            mustFail = true;
        }

        private void addMany() {
            if (writer != null && !mustFail) {
                long before = observer.query(Crate.class, "").count();
                add(MANY, LONG);
                long end = System.nanoTime() + VISIBLE_MILLIS * 1_000_000;
                while (!mustFail && observer.query(Crate.class, "").count() == before && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
        }

        private void open(Model model) {
            try {
                database.open(model, database.settings()).close();
            } catch (EspalierException refused) {
                if (writer == null) {
                    throw refused;
                }
            }
        }

        private void fail() {
            if (writer != null && !mustFail) {
                Crate.Parcel parcel = new Crate.Parcel();
                parcel.crate = new Crate.Stranger();
                mustFail = true;
                try {
                    writer.store(parcel);
                } catch (EspalierException | IllegalStateException expected) {
                    return;
                }
                throw new Broken(
                        "P6 an object outside the model was loaded",
                        parcel.crate.getClass().toString());
            }
        }

        private void close(Step step) {
            if (writer == null) {
                return;
            }
            BulkWriter closing = writer;
            writer = null;
            try {
                closing.close();
            } catch (EspalierException | IllegalStateException e) {
                failed(e);
                if (mayFail) {
                    database.open(Crate.Parcel.class).close();
                }
                check("after a load that failed");
                retry(step);
                return;
            }
            if (mustFail) {
                throw new Broken("P6 a load that had failed was acknowledged", roots.size() + " roots");
            }
            acknowledged += roots.size();
            check("after a load that was acknowledged");
        }

        private void retry(Step step) {
            try {
                storeAgain(step);
            } catch (EspalierException e) {
                throw new Broken(
                        "P6 a failed load's objects cannot be stored again (" + e.code() + ")", e.getMessage());
            }
            acknowledged += roots.size();
            check("after a failed load's objects were stored again by " + (step.value() == 0 ? "a load" : "storeAll"));
        }

        private void storeAgain(Step step) {
            if (step.value() == 0) {
                try (BulkWriter again = db.bulkWriter(BulkWriter.Indexes.BEFORE)) {
                    again.storeAll(roots);
                }
            } else {
                db.storeAll(roots);
            }
        }

        /** As if the process was killed: nothing of the program goes on, and its rows stay. */
        private void kill() {
            if (writer == null) {
                return;
            }
            writer = null;
            isDisturbed = true;
            db.close();
            rows.execute("UPDATE " + database.quote("espalier_loads") + " SET " + database.quote("touched") + " = 1");
            open(Model.of(Crate.class));
            db = database.open(Crate.Parcel.class);
            check("after a killed load and two openings");
        }

        void check(String when) {
            if (writer != null) {
                return;
            }
            long parcels = observer.query(Crate.Parcel.class, "").count();
            long crates = observer.query(Crate.class, "").count();
            if (parcels != acknowledged || crates != acknowledged) {
                throw new Broken(
                        "P6 not all or nothing " + when,
                        "found " + parcels + " parcels and " + crates + " crates, expected " + acknowledged
                                + " of each");
            }
            String verification = Health.of(observer).verify().toString();
            if (!Health.of(observer).verify().isClean()) {
                throw new Broken("P7 verify " + when, verification);
            }
        }

        void abandon() {
            if (writer != null) {
                writer.cancel();
                try {
                    writer.close();
                } catch (EspalierException | IllegalStateException expected) {
                    writer = null;
                }
                isDisturbed = true;
            }
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}

package dev.espalier.contract;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Migration;
import dev.espalier.Settings;
import dev.espalier.Transfer;
import dev.espalier.contract.PausedWritersContractTest.Older;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.Engine;
import dev.espalier.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;

/**
 * A program of the older classes, in a process of its own. Each line of its input names a road, a place and a folder: it writes by that road, and says "paused" before the statement of
 * that number. Then it waits for a line: its test stops the process meanwhile.
 */
final class StoppedProgram {

    static final String DUE = "2026-01-02";
    static final String EARLIER = "2025-11-12";

    /** A way of writing letters. */
    enum Road {
        STORE(1) {
            @Override
            void write(Database db, Older.Tag tag) {
                db.store(PausedWritersContractTest.letter(tag, 1));
            }
        },
        TRANSACT(2) {
            @Override
            void write(Database db, Older.Tag tag) {
                db.transact(tx -> {
                    tx.query(Older.Letter.class, "").count();
                    tx.store(PausedWritersContractTest.letter(tag, 1));
                    tx.query(Older.Letter.class, "").count();
                    tx.store(PausedWritersContractTest.letter(tag, 2));
                });
            }
        },
        LOAD(40) {
            @Override
            void write(Database db, Older.Tag tag) {
                load(db, tag, BulkWriter.Indexes.BEFORE);
            }
        },
        LOAD_INDEXED_AFTERWARDS(40) {
            @Override
            void write(Database db, Older.Tag tag) {
                load(db, tag, BulkWriter.Indexes.AFTER);
            }
        },
        MIGRATE(1) {
            @Override
            void prepare(Database db, Older.Tag tag) {
                Older.Letter letter = PausedWritersContractTest.letter(tag, 1);
                letter.due = EARLIER;
                db.store(letter);
            }

            @Override
            void write(Database db, Older.Tag tag) {
                db.migrate(Migration.of(Older.Letter.class).setSql("due", "'" + DUE + "'"));
            }
        },
        IMPORT(1),
        COPY(1);

        /** How many letters it writes. */
        final int letters;

        Road(int letters) {
            this.letters = letters;
        }

        void prepare(Database db, Older.Tag tag) {}

        void write(Database db, Older.Tag tag) {
            throw new IllegalStateException("it opens the database itself");
        }

        boolean isTransfer() {
            return this == IMPORT || this == COPY;
        }
    }

    private final Engine engine;
    private final String url;
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private StoppedProgram(Engine engine, String url) {
        this.engine = engine;
        this.url = url;
    }

    /** @param arguments the engine and the URL */
    public static void main(String[] arguments) throws Exception {
        new StoppedProgram(Engine.valueOf(arguments[0]), arguments[1]).run();
    }

    private static void load(Database db, Older.Tag tag, BulkWriter.Indexes indexes) {
        try (BulkWriter bulk = db.bulkWriter(indexes)) {
            for (int i = 0; i < 40; i++) {
                bulk.store(PausedWritersContractTest.letter(tag, i));
            }
        }
    }

    private static Settings settings() {
        return TestDatabase.patient()
                .user(System.getenv("TEST_USER"))
                .password(System.getenv("TEST_PASSWORD"))
                .indexes(IndexLevel.NONE);
    }

    private void run() throws Exception {
        try (Faults faults = new Faults(
                        engine,
                        () -> DriverManager.getConnection(
                                url, System.getenv("TEST_USER"), System.getenv("TEST_PASSWORD")));
                FaultyDriver driver = new FaultyDriver(url, faults)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", 3);
                say(write(faults, driver.url(), Road.valueOf(words[0]), Integer.parseInt(words[1]), Path.of(words[2])));
            }
        }
    }

    private String write(Faults faults, String through, Road road, int place, Path folder) throws Exception {
        if (road.isTransfer()) {
            String source = "jdbc:sqlite:" + folder.resolve("source.db");
            try (Database db = Database.open(
                    source, PausedWritersContractTest.OLDER, Settings.defaults().indexes(IndexLevel.NONE))) {
                db.store(PausedWritersContractTest.letter(PausedWritersContractTest.tag(db), 1));
            }
            Path exported = folder.resolve("exported");
            if (road == Road.IMPORT) {
                new Transfer().export(source, Settings.defaults(), exported);
                Database.open(url, PausedWritersContractTest.OLDER, settings()).close();
            }
            faults.before(place, () -> pause(null));
            return outcome(faults, () -> {
                if (road == Road.IMPORT) {
                    new Transfer().importFrom(through, settings(), exported);
                } else {
                    new Transfer().copy(source, Settings.defaults(), through, settings());
                }
            });
        }
        try (Database db = Database.open(through, PausedWritersContractTest.OLDER, settings())) {
            PausedLease.renew(db); // now, and no more
            Older.Tag tag = PausedWritersContractTest.tag(db);
            road.prepare(db, tag);
            faults.before(place, () -> pause(db));
            return outcome(faults, () -> road.write(db, tag));
        }
    }

    private static String outcome(Faults faults, Runnable road) {
        try {
            road.run();
            return "done";
        } catch (EspalierException e) {
            return "failed " + e.code() + " " + e.getMessage().replaceAll("\\R", " ");
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            return "broken " + e;
        } finally {
            faults.before(0, null);
        }
    }

    /**
     * Waits for the test. On an embedded database the lease has ended by the clock of this process when it goes on, as after a pause of a minute; no other thread takes
     * it again before. Servers do not rely on that clock, so there it seems to have stood still.
     */
    private void pause(Database db) {
        try {
            if (engine.isServer() || db == null) {
                say("paused");
                in.readLine();
            } else {
                PausedLease.whileItEnds(db, () -> {
                    say("paused");
                    return in.readLine();
                });
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    /** Starts it. */
    static Process start(TestDatabase database) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StoppedProgram.class.getName(),
                        database.engine().name(),
                        database.url()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        if (database.engine().isServer()) {
            builder.environment().put("TEST_USER", database.user());
            builder.environment().put("TEST_PASSWORD", database.password());
        }
        return builder.start();
    }
}

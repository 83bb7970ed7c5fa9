package dev.espalier.contract.programs;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.contract.programs.PausedWritersContractTest.Older;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.Faults;
import java.nio.file.Path;

/** A program that stores, loads or migrates, in a database that it has opened. */
final class StoppedWriter extends StoppedProgram {

    /** A way of writing letters. */
    enum Writing implements Road {
        STORE(1) {
            @Override
            void write(Database db, Older.Tag tag) {
                db.store(PausedWritersContractTest.letter(tag, 1));
            }
        },
        TRANSACT(2) {
            @Override
            void write(Database db, Older.Tag tag) {
                db.useTransaction(tx -> {
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

            @Override
            public int lettersBefore() {
                return 1;
            }
        };

        private final int letters;

        Writing(int letters) {
            this.letters = letters;
        }

        @Override
        public int letters() {
            return letters;
        }

        void prepare(Database db, Older.Tag tag) {}

        abstract void write(Database db, Older.Tag tag);
    }

    private StoppedWriter(String[] arguments) {
        super(arguments);
    }

    /** @param arguments the engine and the URL */
    public static void main(String[] arguments) throws Exception {
        new StoppedWriter(arguments).run();
    }

    private static void load(Database db, Older.Tag tag, BulkWriter.Indexes indexes) {
        try (BulkWriter bulk = db.bulkWriter(indexes)) {
            for (int i = 0; i < 40; i++) {
                bulk.store(PausedWritersContractTest.letter(tag, i));
            }
        }
    }

    @Override
    protected String write(Faults faults, String through, String road, int place, Path folder) throws Exception {
        Writing writing = Writing.valueOf(road);
        try (Database db = Database.open(through, PausedWritersContractTest.OLDER, settings())) {
            PausedLease.renew(db); // now, and no more
            Older.Tag tag = PausedWritersContractTest.tag(db);
            writing.prepare(db, tag);
            faults.before(place, () -> pause(db));
            return outcome(faults, () -> writing.write(db, tag));
        }
    }
}

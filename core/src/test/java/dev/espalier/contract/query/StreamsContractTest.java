package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Index;
import dev.espalier.error.LimitException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** A stream, and a read between its answers, hold one connection of the pool. */
@EngineIndependent
class StreamsContractTest {

    /** More than two blocks of a stream. */
    private static final int NOTES = 2_500;

    static class Note {
        long id;
        String text;
        List<Word> words = new ArrayList<>();
    }

    static class Word {
        long id;
        String text;
    }

    private static Database open(TestDatabase database) {
        Database db = database.open(
                Model.of(Note.class, Word.class), database.settings().poolSize(2));
        List<Note> notes = new ArrayList<>();
        for (int i = 0; i < NOTES; i++) {
            Note note = note("note " + i);
            note.words.add(new Word());
            notes.add(note);
        }
        db.storeAll(notes);
        return db;
    }

    private static Note note(String text) {
        Note note = new Note();
        note.text = text;
        return note;
    }

    /** How many connections more than these the program holds; fewer than zero for fewer. */
    private static int heldBeyond(int connections, Database db) {
        return TestDatabase.connectionsInUse(
                () -> Health.of(db).pool().orElseThrow().inUse() - connections);
    }

    @OnEveryEngine
    void aStreamHoldsOneConnectionWhileTheProgramStores(TestDatabase database) {
        Database db = open(database);

        try (Stream<Note> stream = db.query(Note.class, "ORDER BY id").stream()) {
            Iterator<Note> notes = stream.iterator();
            for (int i = 0; i < NOTES; i++) {
                assertThat(notes.next().text).isEqualTo("note " + i);
                if (i % 500 == 0 && i < 2_000) { // the last block is loaded then, and the connection given back
                    assertThat(heldBeyond(1, db)).isZero();
                    db.store(note("stored meanwhile"));
                }
            }
            assertThat(notes.hasNext()).isFalse();
        }

        assertThat(heldBeyond(0, db)).isZero();
        assertThat(db.query(Note.class, "text = 'stored meanwhile'").count()).isEqualTo(4);
    }

    @OnEveryEngine
    void aReadHoldsOneConnectionBetweenLargeAnswers(TestDatabase database) {
        Database db = open(database);

        db.useSnapshot(tx -> {
            List<Long> ids =
                    Arrays.stream(tx.query(Note.class, "").ids()).boxed().toList();

            LimitException refusal = catchThrowableOfType(
                    LimitException.class, () -> tx.getAll(Note.class, ids, bounds -> bounds.maxObjects(NOTES)));
            assertThat(refusal.code()).isEqualTo("too-many-objects");
            assertThat(heldBeyond(1, db)).isZero();

            assertThat(tx.getAll(Note.class, ids)).hasSize(NOTES);
            assertThat(heldBeyond(1, db)).isZero();

            tx.query(Note.class, "").explain();
            assertThat(heldBeyond(1, db)).isZero();
        });
    }

    /** The sessions that help with a later answer see the state of the first. */
    @OnEveryEngine
    void everyLargeAnswerOfAReadIsOfOneSnapshot(TestDatabase database) {
        Database db = open(database);

        db.useSnapshot(tx -> {
            List<Long> ids =
                    Arrays.stream(tx.query(Note.class, "").ids()).boxed().toList();
            tx.getAll(Note.class, ids);

            Background.run(() -> db.useTransaction(change -> {
                        List<Note> notes = change.query(Note.class, "").list();
                        notes.forEach(note -> note.words.clear());
                        change.storeAll(notes);
                    }))
                    .join();

            assertThat(tx.query(Word.class, "").count()).isEqualTo(NOTES);
            assertThat(tx.getAll(Note.class, ids))
                    .allSatisfy(note -> assertThat(note.words).hasSize(1));
        });
    }

    // ---- objects that lead to no others: engines with cursors find and load them by one statement

    static class Plain {
        long id;
        int number;

        @Index
        int rank;

        Plain() {}

        Plain(int number) {
            this.number = number;
            this.rank = NOTES - number;
        }
    }

    record Fixed(long id, String text) {}

    static class Leading {
        long id;
        Plain plain;
    }

    /** Does something when it is loaded. */
    static class Acting {
        private static volatile Runnable action = () -> {};

        long id;

        Acting() {
            action.run();
        }
    }

    @AfterEach
    void objectsDoNothing() {
        Acting.action = () -> {};
    }

    private static Database openPlain(TestDatabase database) {
        Database db = database.open(
                Model.of(Plain.class, Fixed.class, Leading.class, Acting.class),
                database.settings().poolSize(2));
        db.storeAll(IntStream.range(0, NOTES).mapToObj(Plain::new).toList());
        return db;
    }

    @OnEveryEngine
    void plainObjectsComeInOrderAndAsTheyWereWhenTheStreamBegan(TestDatabase database) {
        Database db = openPlain(database);
        List<Integer> found = new ArrayList<>();

        try (Stream<Plain> stream = db.query(Plain.class, "number >= 100 ORDER BY id DESC").stream()) {
            Iterator<Plain> all = stream.iterator();
            found.add(all.next().number);
            assertThat(heldBeyond(1, db)).isZero();
            db.store(new Plain(NOTES));
            db.deleteAll(db.query(Plain.class, "number < 1000").list());
            db.useTransaction(tx -> {
                List<Plain> rest = tx.query(Plain.class, "number < 2000").list();
                rest.forEach(plain -> plain.number = -1);
                tx.storeAll(rest);
            });
            all.forEachRemaining(plain -> found.add(plain.number));
        }

        assertThat(heldBeyond(0, db)).isZero();
        assertThat(found)
                .isEqualTo(IntStream.range(100, NOTES)
                        .map(i -> NOTES + 99 - i)
                        .boxed()
                        .toList());
    }

    @OnEveryEngine
    void aStreamThatIsClosedEarlyGivesItsConnectionBack(TestDatabase database) {
        Database db = openPlain(database);

        for (int i = 0; i < 5; i++) {
            try (Stream<Plain> stream = db.query(Plain.class, "").stream()) {
                assertThat(stream.findFirst().orElseThrow().number).isZero();
                assertThat(heldBeyond(1, db)).isZero();
            }
            assertThat(heldBeyond(0, db)).isZero();
            db.store(new Plain(NOTES));
        }
        try (Stream<Plain> none = db.query(Plain.class, "number < 0").stream()) {
            assertThat(none).isEmpty();
        }
        assertThat(heldBeyond(0, db)).isZero();
    }

    /** As many as several whole blocks, and one more or fewer. */
    @OnEveryEngine
    void noObjectIsMissingAtTheEndOfABlock(TestDatabase database) {
        Database db = openPlain(database);

        for (int size : new int[] {0, 1, 999, 1_000, 1_001, 1_999, 2_000, 2_001}) {
            try (Stream<Plain> stream = db.query(Plain.class, "number < :size").with("size", size).stream()) {
                assertThat(stream.map(plain -> plain.number))
                        .isEqualTo(IntStream.range(0, size).boxed().toList());
            }
            try (Stream<Plain> stream = db.query(Plain.class, "LIMIT " + (size + 1)).stream()) {
                assertThat(stream).hasSize(size + 1);
            }
            assertThat(heldBeyond(0, db)).isZero();
        }
    }

    @OnEveryEngine
    void recordsAndObjectsWithBoundsAreStreamedAsTheyAreListed(TestDatabase database) {
        Database db = openPlain(database);
        Plain plain = db.query(Plain.class, "number = 7").list().get(0);
        db.storeAll(IntStream.range(0, 1_200)
                .mapToObj(i -> {
                    Leading leading = new Leading();
                    leading.plain = plain;
                    return leading;
                })
                .toList());
        db.storeAll(IntStream.range(0, 1_200)
                .mapToObj(i -> new Fixed(0, "text " + i))
                .toList());

        try (Stream<Fixed> stream = db.query(Fixed.class, "").stream()) {
            assertThat(stream.toList())
                    .isEqualTo(db.query(Fixed.class, "").list())
                    .hasSize(1_200);
        }
        try (Stream<Leading> stream = db.query(Leading.class, "").depth(0).stream()) {
            assertThat(stream.toList()).hasSize(1_200).allSatisfy(leading -> {
                assertThat(db.isComplete(leading)).isFalse();
                assertThat(db.idOf(leading.plain)).isEqualTo(plain.id);
            });
        }
    }

    /** A store of streamed objects writes only those that have changed, as a store of listed ones does. */
    @OnEveryEngine
    void streamedObjectsAreStored(TestDatabase database) {
        Database db = openPlain(database);

        try (Stream<Plain> stream = db.query(Plain.class, "").stream()) {
            stream.filter(plain -> plain.number % 500 == 0).forEach(plain -> {
                plain.number = -plain.number - 1;
                db.store(plain);
            });
        }

        assertThat(db.query(Plain.class, "number < 0").count()).isEqualTo(5);
    }

    private static Database openActing(TestDatabase database) {
        Database db = openPlain(database);
        db.storeAll(IntStream.range(0, NOTES).mapToObj(i -> new Acting()).toList());
        return db;
    }

    @OnEveryEngine
    void aFailureInTheMiddleGivesTheConnectionBack(TestDatabase database) {
        Database db = openActing(database);

        try (Stream<Acting> stream = db.query(Acting.class, "").stream()) {
            Iterator<Acting> all = stream.iterator();
            all.next();
            Acting.action = () -> {
                throw new IllegalStateException("no more of these");
            };
            assertThatThrownBy(() -> all.forEachRemaining(one -> {})).hasStackTraceContaining("no more of these");
            objectsDoNothing();
            // Some rows of the block were read: whoever goes on must not miss their objects.
            assertThat(restOf(all)).isEqualTo("failed");
            assertThat(heldBeyond(0, db)).isZero();
        }

        assertThat(db.query(Acting.class, "").list()).hasSize(NOTES);
    }

    /** A closed result of SQLite's says that there are no more rows. */
    @OnEveryEngine
    void aStreamThatAnotherThreadClosesDoesNotEndAsIfComplete(TestDatabase database) {
        Database db = openActing(database);
        for (String condition : List.of("", "ORDER BY id DESC")) {
            AtomicInteger loaded = new AtomicInteger();
            Stream<Acting> stream = db.query(Acting.class, condition).stream();
            Acting.action = () -> {
                if (loaded.incrementAndGet() == 1_500) {
                    Background.run(stream::close).join();
                }
            };

            assertThat(restOf(stream.iterator())).isEqualTo("failed");

            objectsDoNothing();
            assertThat(heldBeyond(0, db)).isZero();
        }
    }

    /** How many objects an iterator still has, or that it has failed. */
    private static Object restOf(Iterator<?> objects) {
        int count = 0;
        try {
            while (objects.hasNext()) {
                objects.next();
                count++;
            }
            return count;
        } catch (RuntimeException e) {
            return "failed";
        }
    }

    @OnEveryEngine
    void theEndOfAClosedStreamIsNoEndOfItsObjects(TestDatabase database) {
        Database db = openPlain(database);
        Stream<Plain> stream = db.query(Plain.class, "").stream();
        Iterator<Plain> all = stream.iterator();
        all.next();

        stream.close();

        assertThat(restOf(all)).isEqualTo("failed");
        assertThat(heldBeyond(0, db)).isZero();
    }

    /** SQLite's driver can; no other one on connections of a source that is not the library's. */
    @OnEveryEngine
    void plainObjectsAreFoundAndLoadedByAsFewStatementsAsTheDriverCan(TestDatabase database) {
        openPlain(database).close();
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Plain.class));
        log.reads();

        try (Stream<Plain> stream = db.query(Plain.class, "number >= 10").stream()) {
            assertThat(stream).hasSize(NOTES - 10);
        }

        assertThat(statementsOfPlain(log)).satisfies(count -> {
            if (database.engine() == Engine.SQLITE) {
                assertThat(count).isEqualTo(1);
            } else {
                assertThat(count).isGreaterThanOrEqualTo(4); // the ids, and three blocks
            }
        });
    }

    /** SQLite would sort complete rows in memory. */
    @OnEveryEngine
    void plainObjectsThatHadToBeSortedAreReadByTheirIds(TestDatabase database) {
        openPlain(database).close();
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Plain.class));
        log.reads();

        try (Stream<Plain> stream = db.query(Plain.class, "rank > 10 and rank <= 2400").stream()) {
            assertThat(stream.map(plain -> plain.number))
                    .isEqualTo(
                            IntStream.range(NOTES - 2_400, NOTES - 10).boxed().toList());
        }

        assertThat(statementsOfPlain(log)).isGreaterThanOrEqualTo(4);
    }

    private static long statementsOfPlain(StatementLog log) {
        return log.reads().stream()
                .filter(text -> text.matches("(?is)(?!explain).*\\bplain\\b.*"))
                .count();
    }
}

package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.LimitException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

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

        db.read(tx -> {
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

        db.read(tx -> {
            List<Long> ids =
                    Arrays.stream(tx.query(Note.class, "").ids()).boxed().toList();
            tx.getAll(Note.class, ids);

            Background.run(() -> db.transact(change -> {
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
}

package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.annotation.Version;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Answers that are not tracked are the same as others, and nothing of them is stored by mistake. */
@EngineIndependent
class UntrackedObjectsContractTest {

    static class Author {
        long id;
        String name;

        static Author of(String name) {
            Author author = new Author();
            author.name = name;
            return author;
        }
    }

    static class Book {
        long id;
        String title;
        Author author;
        List<Author> readers = new ArrayList<>();
        List<String> words = new ArrayList<>();
    }

    static class Edition {
        long id;

        @Version
        int version;

        String title;
    }

    static class Nameless {
        String text;
        Author author = Author.of("Cyd");
    }

    private static Book stored(Database db) {
        Book book = new Book();
        book.title = "Emma";
        book.author = Author.of("Ann");
        book.readers.add(Author.of("Ben"));
        book.readers.add(book.author);
        book.words.add("the");
        db.store(book);
        return book;
    }

    private static Query<Book> books(Database db) {
        return db.query(Book.class, "title = 'Emma'").untracked();
    }

    private static String codeOf(ThrowingCallable call) {
        return catchThrowableOfType(EspalierException.class, call).code();
    }

    @OnEveryEngine
    void answersAreTheSame(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = stored(db);
        List<Book> answers = new ArrayList<>(books(db).list());
        answers.add(books(db).one());
        answers.addAll(books(db).page(10, null).objects());
        try (var stream = books(db).stream()) {
            stream.forEach(answers::add);
        }
        answers.add(db.getUntracked(Book.class, book.id));
        db.useSnapshot(tx -> answers.add(tx.getUntracked(Book.class, book.id)));
        db.useSnapshot(
                tx -> answers.add(tx.query(Book.class, "").untracked().first().orElseThrow()));
        assertThat(answers).hasSize(7).allSatisfy(answer -> {
            assertThat(answer).usingRecursiveComparison().isEqualTo(book);
            assertThat(answer.readers.get(1)).isSameAs(answer.author);
        });
    }

    @OnEveryEngine
    void nothingIsRemembered(TestDatabase database) {
        stored(database.open(Book.class));
        Database db = database.open(Book.class);
        Book untracked = books(db).one();
        assertThat(DroppedObjectsContractTest.known(db)).isZero();
        Book tracked = db.query(Book.class, "").one();
        assertThat(DroppedObjectsContractTest.known(db)).isEqualTo(3);
        assertThat(untracked).usingRecursiveComparison().isEqualTo(tracked);
    }

    @OnEveryEngine
    void changedObjectIsRefusedUnlessItOverwrites(TestDatabase database) {
        Database db = database.open(Book.class);
        stored(db);
        db.store(books(db).one()); // as it is
        Book book = books(db).one();
        book.title = "Persuasion";
        assertThat(codeOf(() -> db.store(book))).isEqualTo("unknown-version");
        assertThat(codeOf(() -> db.useTransaction(tx -> tx.store(book)))).isEqualTo("unknown-version");
        book.title = "Emma";
        book.author.name = "Jane";
        assertThat(codeOf(() -> db.store(book))).isEqualTo("unknown-version");
        book.readers.remove(0);
        assertThat(db.query(Book.class, "").one().readers).hasSize(2);
        db.overwrite(book.author);
        db.overwrite(book);
        Book after = db.query(Book.class, "author.name = 'Jane'").one();
        assertThat(after.readers).containsExactly(after.author);
    }

    @OnEveryEngine
    void versionFieldIsChecked(TestDatabase database) {
        Database db = database.open(Edition.class);
        Edition first = new Edition();
        first.title = "first";
        db.store(first);
        Edition untracked = db.getUntracked(Edition.class, first.id);
        Edition outdated = db.query(Edition.class, "").untracked().one();
        untracked.title = "second";
        db.store(untracked);
        outdated.title = "third";
        assertThat(codeOf(() -> db.store(outdated))).isEqualTo("stale");
        assertThat(db.get(Edition.class, first.id).title).isEqualTo("second");
    }

    @OnEveryEngine
    void partsThatBoundsLeftOutAreNeverDeleted(TestDatabase database) {
        Database db = database.open(Book.class);
        stored(db);
        Book book = books(db).stopAt("readers").only("author").one();
        assertThat(book.readers).hasToString("[not loaded]");
        db.overwrite(book);
        Book flat = books(db).depth(0).one();
        assertThat(flat.author.name).isNull();
        db.overwrite(flat);
        db.useSnapshot(tx -> {
            Book inSnapshot = tx.query(Book.class, "").untracked().depth(0).one();
            assertThat(inSnapshot.author.name).isNull();
            assertThat(inSnapshot.author.id).isEqualTo(flat.author.id);
        });
        Book whole = db.query(Book.class, "").one();
        assertThat(whole.author.name).isEqualTo("Ann");
        assertThat(whole.readers).hasSize(2);
    }

    record Note(long id, String text, Author author) {}

    @OnEveryEngine
    void transactionsThatMayWriteRememberAllTheyRead(TestDatabase database) {
        Database db = database.open(Book.class, Edition.class, Nameless.class);
        Book book = stored(db);
        Edition edition = new Edition();
        edition.title = "first";
        db.store(edition);
        Edition[] read = new Edition[1];
        RuntimeException undo = new RuntimeException();
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    Book tracked = tx.get(Book.class, book.id);
                    assertThat(tx.getUntracked(Book.class, book.id)).isSameAs(tracked);
                    assertThat(tx.query(Book.class, "").untracked().one()).isSameAs(tracked);
                    tracked.author.name = "Cyd";
                    tx.delete(tracked.readers.get(0));
                    tx.query(Book.class, "").untracked().list();
                    assertThat(tracked.author.name).isEqualTo("Cyd");
                    Nameless inserted = new Nameless();
                    tx.store(inserted);
                    assertThat(tx.query(Nameless.class, "").untracked().one()).isSameAs(inserted);
                    read[0] = tx.getUntracked(Edition.class, edition.id);
                    read[0].title = "second";
                    tx.store(read[0]);
                    throw undo;
                }))
                .isSameAs(undo);
        assertThat(read[0].title).isEqualTo("first");
        read[0].title = "third";
        db.store(read[0]);
        assertThat(db.get(Edition.class, edition.id).title).isEqualTo("third");
        assertThat(db.query(Nameless.class, "").count()).isZero();
    }

    @OnEveryEngine
    void workThatReadsUntrackedIsRetried(TestDatabase database) {
        Database db = database.open(Edition.class);
        Edition edition = new Edition();
        edition.title = "first";
        db.store(edition);
        int[] attempts = new int[1];
        db.useTransaction(tx -> {
            Edition mine = tx.getUntracked(Edition.class, edition.id);
            if (attempts[0]++ == 0) {
                Edition other = db.get(Edition.class, edition.id);
                other.title = "second";
                CompletableFuture.runAsync(() -> db.store(other)).join();
            }
            mine.title += ", mine";
            tx.store(mine);
        });
        assertThat(attempts[0]).isEqualTo(2);
        assertThat(db.get(Edition.class, edition.id).title).isEqualTo("second, mine");
    }

    @OnEveryEngine
    void unchangedObjectsThatReferToRecordsAreNotWritten(TestDatabase database) {
        Database db = database.open(Note.class, Binder.class);
        Binder binder = new Binder();
        binder.notes.add(new Note(0, "a", Author.of("Ann")));
        db.store(binder);
        Binder untracked = db.query(Binder.class, "").untracked().one();
        db.store(untracked);
        assertThat(database.rows("SELECT _version FROM binder")).isEqualTo(List.of("0"));
        assertThat(untracked.notes).hasSize(1);
    }

    static class Binder {
        String title;
        List<Note> notes = new ArrayList<>();
    }

    @OnEveryEngine
    void classesWithoutAnIdFieldAreRemembered(TestDatabase database) {
        Database db = database.open(Nameless.class);
        db.store(new Nameless());
        Nameless nameless = db.query(Nameless.class, "").untracked().one();
        nameless.text = "changed";
        db.store(nameless);
        assertThat(db.query(Nameless.class, "text = 'changed'").count()).isEqualTo(1);
        assertThat(db.query(Nameless.class, "").count()).isEqualTo(1);
        Nameless other = db.query(Nameless.class, "").untracked().one();
        other.author.name = "Dee";
        assertThat(codeOf(() -> db.store(other))).isEqualTo("unknown-version");
    }

    @OnEveryEngine
    void nodesAreRefusedInTheSameWay(TestDatabase database) {
        Book book = stored(database.open(Book.class));
        Database db = database.openCatalog();
        var node = db.nodes().getUntracked("Book", book.id);
        assertThat(node.get("title")).isEqualTo("Emma");
        assertThat(DroppedObjectsContractTest.known(db)).isZero();
        assertThat(codeOf(() -> db.store(node.set("title", "Persuasion")))).isEqualTo("unknown-version");
        db.overwrite(node);
        assertThat(database.open(Book.class).query(Book.class, "").one().title).isEqualTo("Persuasion");
    }
}

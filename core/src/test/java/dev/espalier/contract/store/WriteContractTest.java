package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What storing, changing, deleting and refreshing does to tables and objects. */
class WriteContractTest {

    @OnEveryEngine
    void objectsAreStoredInPlainTables(TestDatabase database) {
        Database db = database.open(Author.class);
        db.store(Author.of("Austen", Book.of("Emma"), Book.of("Persuasion")));
        assertThat(database.rows("SELECT id, name FROM author")).containsExactly("1|Austen");
        assertThat(database.rows("SELECT id, title FROM book ORDER BY id")).containsExactly("2|Emma", "3|Persuasion");
        assertThat(database.rows("SELECT owner, pos, target FROM author_books ORDER BY owner, pos"))
                .containsExactly("1|0|2", "1|1|3");
    }

    @OnEveryEngine
    void storingTwiceWritesNothing(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Author.class));
        Author author = Author.of("Austen", Book.of("Emma"));
        author.friends.add(author);
        author.byTitle.put("Emma", author.books.get(0));
        db.store(author);
        assertThat(log.writes()).isNotEmpty();

        db.store(author);
        Author loaded = db.get(Author.class, author.id);
        db.store(loaded);
        assertThat(log.writes()).isEmpty();

        loaded.books.get(0).pages = 7;
        db.store(loaded);
        assertThat(log.writes())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("UPDATE")
                .contains("book");
    }

    @OnEveryEngine
    void editedListsComeBackUnchanged(TestDatabase database) {
        Author author = Author.of("Austen", Book.of("a"), Book.of("b"), Book.of("c"));
        Database db = database.open(Author.class);
        db.store(author);
        Book b = author.books.get(1);
        Book d = Book.of("d");
        List<Runnable> edits = List.of(
                () -> author.books.add(d),
                () -> author.books.add(1, Book.of("e")),
                () -> author.books.remove(b),
                () -> Collections.swap(author.books, 0, 2),
                () -> author.books.add(d),
                () -> author.byTitle.put("x", b),
                () -> author.byTitle.put("x", d),
                () -> author.friends.add(Author.of("friend")),
                () -> author.books.clear(),
                () -> author.books = null,
                () -> author.books = new ArrayList<>(List.of(b)));
        for (Runnable edit : edits) {
            edit.run();
            db.store(author);
            if (author.books != null) {
                assertThat(Graphs.difference(author, db.get(Author.class, author.id)))
                        .isNull();
            }
        }
        assertThat(database.rows("SELECT title FROM book ORDER BY title")).containsExactly("a", "b", "c", "d", "e");
    }

    @OnEveryEngine
    void staleObjectIsRefused(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        db.store(author);
        Author first = db.get(Author.class, author.id);
        Author second = db.get(Author.class, author.id);
        first.name = "Jane Austen";
        db.store(first);
        second.books.clear();
        StoreException thrown = catchThrowableOfType(StoreException.class, () -> db.store(second));

        assertThat(thrown.code()).isEqualTo("stale");
        assertThat(thrown)
                .hasMessage(
                        "Author 1: changed by someone else since it was loaded: expected version 0, found 1; refresh it and make the change again");
        assertThat(database.rows("SELECT name FROM author")).containsExactly("Jane Austen");
        db.refresh(second);
        assertThat(second.name).isEqualTo("Jane Austen");
        assertThat(second.books).hasSize(1);
        second.name = "J. Austen";
        db.store(second);
        assertThat(database.rows("SELECT name FROM author")).containsExactly("J. Austen");
    }

    @OnEveryEngine
    @AlsoOnTiDb("UPDATE with subqueries goes through an optimizer of its own")
    void deletionRenumbersListsAndSetsReferencesToNull(TestDatabase database) {
        Book emma = Book.of("Emma");
        Author author = Author.of("Austen", Book.of("a"), emma, Book.of("b"), emma, Book.of("c"));
        author.byTitle.put("Emma", emma);
        Author pupil = Author.of("pupil");
        pupil.master = author;
        pupil.friends.add(author);
        Database db = database.open(Author.class);
        db.storeAll(List.of(author, pupil));

        db.delete(emma);
        assertThat(emma.id).isZero();
        assertThat(db.get(Author.class, author.id).books)
                .extracting(book -> book.title)
                .containsExactly("a", "b", "c");
        assertThat(database.rows("SELECT pos FROM author_books ORDER BY pos")).containsExactly("0", "1", "2");
        assertThat(db.get(Author.class, author.id).byTitle).isEmpty();

        db.delete(db.get(Author.class, author.id));
        Author left = db.get(Author.class, pupil.id);
        assertThat(left.master).isNull();
        assertThat(left.friends).isEmpty();
        assertThat(database.rows("SELECT COUNT(*) FROM author_books")).containsExactly("0");
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("3");
    }

    @OnEveryEngine
    void deletedObjectCanBeStoredAgain(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        db.delete(book);
        db.store(book);
        assertThat(database.rows("SELECT title FROM book")).containsExactly("Emma");
    }

    @OnEveryEngine
    void failedStoreLeavesObjectsAndDatabaseUnchanged(TestDatabase database) {
        Database db = database.open(Member.class);
        Member taken = Member.of("1");
        db.store(taken);
        Member changed = db.get(Member.class, taken.id);
        changed.note = "changed";
        Member copy = Member.of("1");
        StoreException thrown =
                catchThrowableOfType(StoreException.class, () -> db.storeAll(List.of(Member.of("2"), changed, copy)));

        assertThat(thrown.code()).isEqualTo("not-unique");
        assertThat(thrown).hasMessage("a new Member.card: found '1', which Member 1 has already; the field is unique");
        assertThat(copy.id).isZero();
        assertThat(database.rows("SELECT card, note FROM member")).containsExactly("1|null");
        copy.card = "3";
        db.storeAll(List.of(changed, copy));
        assertThat(database.rows("SELECT card, note FROM member ORDER BY card")).containsExactly("1|changed", "3|null");
    }

    @OnEveryEngine
    @AlsoOnTiDb("it has collations of its own, also in a unique index")
    void uniqueFieldsMayBeNullAndAreComparedExactly(TestDatabase database) {
        Database db = database.open(Member.class);
        Book book = Book.of("Emma");
        Member borrower = Member.of("a");
        borrower.borrowed = book;
        db.storeAll(List.of(
                borrower,
                Member.of(null),
                Member.of(null),
                Member.of("A"),
                Member.of("a "),
                Member.of("\u00e4"),
                Member.of("a\u0308")));
        Member other = Member.of("b");
        other.borrowed = book;
        assertThat(catchThrowableOfType(StoreException.class, () -> db.store(other))
                        .code())
                .isEqualTo("not-unique");
    }

    @OnEveryEngine
    void takenUniqueValueIsReportedWithItsOwner(TestDatabase database) {
        Database db = database.open(Member.class);
        Member a = Member.of("a");
        Member b = Member.of("b");
        db.storeAll(List.of(a, b));
        b.card = "a";
        String expected =
                "Member " + b.id + ".card: found 'a', which Member " + a.id + " has already; the field is unique";
        assertThat(catchThrowableOfType(StoreException.class, () -> db.store(b)))
                .hasMessage(expected);
        assertThat(catchThrowableOfType(
                        StoreException.class,
                        () -> db.useTransaction(tx -> {
                            tx.store(b);
                        })))
                .hasMessage(expected);
        assertThat(catchThrowableOfType(
                        StoreException.class,
                        () -> db.useTransaction(tx -> {
                            tx.store(b);
                            tx.query(Member.class, "").count();
                        })))
                .hasMessage(expected);
        assertThat(catchThrowableOfType(
                        StoreException.class, () -> db.storeAll(List.of(Member.of("c"), Member.of("c")))))
                .hasMessage(
                        "a new Member.card: found 'c', which another new Member of the same call has already; the field is unique");
    }

    @OnEveryEngine
    void deletedObjectIsReportedAsDeleted(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        db.store(author);
        Author copy = db.get(Author.class, author.id);
        db.delete(author);
        copy.name = "changed";
        for (EspalierException thrown : List.of(
                catchThrowableOfType(EspalierException.class, () -> db.store(copy)),
                catchThrowableOfType(EspalierException.class, () -> db.delete(copy)),
                catchThrowableOfType(EspalierException.class, () -> db.refresh(copy)),
                catchThrowableOfType(EspalierException.class, () -> db.get(Author.class, 1)))) {
            assertThat(thrown).isInstanceOf(NotFoundException.class).hasMessageContaining("Author");
            assertThat(thrown.code()).isEqualTo("not-found");
        }
    }

    @OnEveryEngine
    void freedUniqueValueCanBeTaken(TestDatabase database) {
        Database db = database.open(Member.class);
        Member a = Member.of("a");
        Member b = Member.of("b");
        db.storeAll(List.of(a, b));
        a.card = "c";
        b.card = "a";
        db.storeAll(List.of(a, b));
        assertThat(database.rows("SELECT card FROM member ORDER BY id")).containsExactly("c", "a");
    }

    @OnEveryEngine
    void ownerOfAConcurrentlyDeletedMemberIsStale(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("a"), Book.of("b"));
        db.store(author);
        Author other = db.get(Author.class, author.id);
        db.delete(author.books.get(0));
        other.name = "changed";
        assertThat(catchThrowableOfType(StoreException.class, () -> db.store(other))
                        .code())
                .isEqualTo("stale");
        author.books.remove(0);
        db.refresh(author);
        author.name = "changed";
        db.store(author);
        assertThat(db.get(Author.class, author.id).books)
                .extracting(book -> book.title)
                .containsExactly("b");
    }
}

package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.LoadBounds;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Version;
import dev.espalier.error.QueryException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** An inverse collection is loaded for the objects that were asked for; for others if bounds follow it. */
@EngineIndependent
class InverseLoadingContractTest {

    static class Member {
        long id;
        String name;

        @InverseOf("member")
        List<Loan> loans = new ArrayList<>();

        @Version
        int version;
    }

    static class Book {
        long id;
        String title;

        @InverseOf("book")
        List<Loan> loans = new ArrayList<>();
    }

    static class Loan {
        long id;
        Book book;
        Member member;
    }

    static class Section {
        long id;
        String name;
        Section parent;

        @InverseOf("parent")
        List<Section> sections = new ArrayList<>();
    }

    private static Database open(TestDatabase database) {
        return database.open(Member.class, Book.class, Loan.class, Section.class);
    }

    /** Two members and two books, each member with a loan of each book. Returns the loan of Moby Dick by Ann. */
    private static Loan library(Database db) {
        List<Loan> loans = new ArrayList<>();
        for (String title : List.of("Moby Dick", "Emma")) {
            Book book = new Book();
            book.title = title;
            for (String name : List.of("Ann", "Bob")) {
                Loan loan = new Loan();
                loan.book = book;
                loan.member = loans.stream()
                        .map(other -> other.member)
                        .filter(member -> member.name.equals(name))
                        .findFirst()
                        .orElseGet(() -> member(name));
                loans.add(loan);
            }
        }
        db.storeAll(loans);
        return loans.get(0);
    }

    private static Member member(String name) {
        Member member = new Member();
        member.name = name;
        return member;
    }

    private static boolean isLoaded(Database db, Object object) {
        return db.isComplete(object);
    }

    @OnEveryEngine
    void aLoanComesWithItsBookAndItsMemberAlone(TestDatabase database) {
        long id;
        try (Database db = open(database)) {
            id = library(db).id;
        }
        try (Database db = open(database)) {
            Loan loan = db.get(Loan.class, id);
            assertThat(loan.book.title).isEqualTo("Moby Dick");
            assertThat(loan.member.name).isEqualTo("Ann");
            assertThat(isLoaded(db, loan)).isTrue();
            assertThat(isLoaded(db, loan.book)).isFalse();
            assertThat(isLoaded(db, loan.member)).isFalse();
        }
    }

    @OnEveryEngine
    void theObjectsThatWereAskedForHaveTheirInverses(TestDatabase database) {
        library(open(database));
        try (Database db = open(database)) {
            for (Member member : List.of(
                    db.get(Member.class, db.query(Member.class, "name = 'Ann'").one().id),
                    db.query(Member.class, "name = 'Ann'").one(),
                    db.query(Member.class, "name = 'Ann'").untracked().one())) {
                assertThat(member.loans).hasSize(2);
                assertThat(member.loans).allMatch(loan -> loan.member == member);
                assertThat(member.loans).extracting(loan -> loan.book.title).containsExactly("Moby Dick", "Emma");
                assertThat(isLoaded(db, member)).isTrue();
            }
            assertThat(db.query(Member.class, "").list()).allMatch(member -> member.loans.size() == 2);
            assertThat(db.query(Member.class, "").stream().toList()).allMatch(member -> member.loans.size() == 2);
        }
    }

    @OnEveryEngine
    void followNamesTheInversesOfOtherObjects(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            Loan loan = db.get(Loan.class, id, bounds -> bounds.follow("book.loans"));
            assertThat(loan.book.loans).hasSize(2).contains(loan);
            assertThat(isLoaded(db, loan.member)).isFalse();

            Loan both = db.query(Loan.class, "id = ?")
                    .withValues(id)
                    .follow("loans")
                    .one();
            assertThat(both.member.loans).hasSize(2);
            assertThat(both.member.loans.get(1).book.loans).hasSize(2);

            Loan all = db.query(Loan.class, "id = ?")
                    .withValues(id)
                    .stopAt("member")
                    .complete()
                    .one();
            assertThat(all.book.loans.get(1).member.loans.get(1).book.loans).hasSize(2);
            assertThat(isLoaded(db, all.book.loans.get(1).member)).isTrue();
        }
    }

    @OnEveryEngine
    void boundsThatNameAnInverseFollowIt(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            Loan loan = db.get(Loan.class, id, bounds -> bounds.only("book.loans.member"));
            assertThat(loan.book.loans).extracting(other -> other.member.name).containsExactly("Ann", "Bob");
            Loan near = db.get(Loan.class, id, bounds -> bounds.follow("loans").depth(2));
            assertThat(near.book.loans).hasSize(2);
            Loan stopped =
                    db.get(Loan.class, id, bounds -> bounds.follow("loans").stopAt("book.loans"));
            assertThat(isLoaded(db, stopped.book)).isFalse();
            assertThat(stopped.member.loans).hasSize(2);
        }
    }

    @OnEveryEngine
    void aTreeIsFollowedByTheNameOfItsBranches(TestDatabase database) {
        Section root = new Section();
        Section part = new Section();
        part.parent = root;
        Section leaf = new Section();
        leaf.parent = part;
        try (Database db = open(database)) {
            db.store(leaf);
        }
        try (Database db = open(database)) {
            Section top = db.get(Section.class, root.id);
            assertThat(top.sections).hasSize(1);
            assertThat(isLoaded(db, top.sections.get(0))).isFalse();
            Section tree = db.get(Section.class, root.id, bounds -> bounds.follow("sections"));
            assertThat(tree.sections.get(0).sections.get(0).id).isEqualTo(leaf.id);
            assertThat(tree.sections.get(0).sections.get(0).sections).isEmpty();
        }
    }

    @OnEveryEngine
    void anUnknownPathIsRefused(TestDatabase database) {
        try (Database db = open(database)) {
            library(db);
            QueryException unknown = catchThrowableOfType(
                    QueryException.class,
                    () -> db.query(Loan.class, "").follow("book.lones").list());
            assertThat(unknown).hasMessageContaining("lones");
        }
    }

    @OnEveryEngine
    void inversesThatWereLeftOutStayInTheDatabase(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            Loan loan = db.get(Loan.class, id);
            loan.member.name = "Anna";
            loan.book.title = "Moby-Dick";
            db.store(loan);
            assertThat(isLoaded(db, loan.member)).isFalse();
            assertThat(db.get(Member.class, loan.member.id).loans).hasSize(2);
            assertThat(db.get(Member.class, loan.member.id).name).isEqualTo("Anna");
            assertThat(db.query(Loan.class, "book.title = 'Moby-Dick'").list()).hasSize(2);
        }
    }

    /** The version of an object is known if all of it that is stored was loaded. */
    @OnEveryEngine
    void anObjectWithoutItsInversesShowsItsVersion(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            for (UnaryOperator<LoadBounds> bounds : List.<UnaryOperator<LoadBounds>>of(
                    all -> all, some -> some.stopAt("loans"), none -> none.complete())) {
                assertThat(db.get(Loan.class, id, bounds).member.version).isEqualTo(1);
            }
            Member known =
                    db.query(Loan.class, "id = ?").withValues(id).untracked().one().member;
            Member copy = new Member();
            copy.id = known.id;
            copy.name = "Anna";
            copy.version = known.version;
            db.store(copy);
            assertThat(db.get(Member.class, known.id).name).isEqualTo("Anna");
            assertThat(db.get(Member.class, known.id).loans).hasSize(2);
        }
    }

    @OnEveryEngine
    void anObjectThatATransactionHasGetsItsInversesWhenItIsAskedFor(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                assertThat(tx.isComplete(loan.member)).isFalse();
                assertThat(tx.get(Loan.class, id)).isSameAs(loan);
                assertThat(tx.isComplete(loan.member)).isFalse();
                Member member = tx.get(Member.class, loan.member.id);
                assertThat(member).isSameAs(loan.member);
                assertThat(member.loans).hasSize(2).contains(loan);
                assertThat(tx.isComplete(member)).isTrue();
                tx.query(Loan.class, "").list();
                assertThat(member.loans).hasSize(2);
                assertThat(tx.isComplete(member)).isTrue();
                assertThat(tx.query(Book.class, "title = 'Moby Dick'").one()).isSameAs(loan.book);
                assertThat(loan.book.loans).hasSize(2).contains(loan);
            });
        }
    }

    /** Found anew on the way to it, an object that has its inverses does not lose them. */
    @OnEveryEngine
    void anObjectThatIsReadAgainKeepsTheInversesThatItHad(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                Member member = tx.get(Member.class, loan.member.id);
                tx.useConnection(connection -> {
                    try (var statement = connection.createStatement()) {
                        statement.executeUpdate("UPDATE member SET name = 'Anna' WHERE id = " + member.id);
                    }
                });
                tx.changed(Member.class, List.of(member.id));
                tx.query(Loan.class, "").list();
                assertThat(member.name).isEqualTo("Anna");
                assertThat(member.loans).hasSize(2).contains(loan);
                assertThat(tx.isComplete(member)).isTrue();
            });
        }
    }

    /** What was left out behind an object that is whole is loaded by a read that asks for it. */
    @OnEveryEngine
    void aWiderReadOfATransactionGoesOnFromTheObjectsThatItHas(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                assertThat(tx.get(Loan.class, id, LoadBounds::complete)).isSameAs(loan);
                assertThat(loan.book.loans).hasSize(2).contains(loan);
                assertThat(loan.book.loans.get(1).member.loans).hasSize(2);
                assertThat(tx.isComplete(loan.member)).isTrue();
            });
            long ann = db.get(Loan.class, id).member.id;
            db.useTransaction(tx -> {
                Member member = tx.get(Member.class, ann, bounds -> bounds.stopAt("book"));
                member.name = "Anna";
                assertThat(member.loans.get(0).book.title).isNull();
                assertThat(tx.query(Member.class, "").list()).contains(member);
                assertThat(member.loans.get(0).book.title).isEqualTo("Moby Dick");
                assertThat(member.name).isEqualTo("Anna");
                tx.store(member);
            });
            Loan held = db.get(Loan.class, id);
            db.useTransaction(tx -> {
                tx.store(held);
                tx.query(Loan.class, "").follow("loans").list();
                assertThat(held.member.name).isEqualTo("Anna");
                assertThat(held.member.loans).hasSize(2);
            });
        }
    }
}

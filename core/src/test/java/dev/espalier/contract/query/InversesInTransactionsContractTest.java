package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Version;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** In a transaction, an object that was read before gets its inverse collections when a read asks for them, and no read beside takes or gives any. */
@EngineIndependent
class InversesInTransactionsContractTest {

    static class Member {
        long id;
        String name;
        String copy;

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

        List<Book> related = new ArrayList<>();
    }

    static class Loan {
        long id;
        String note;
        Book book;
        Member member;
    }

    private static Database open(TestDatabase database) {
        return database.open(Member.class, Book.class, Loan.class);
    }

    /** Two members and two books, each member with a loan of each book. Returns the loan of Moby Dick by Ann. */
    private static Loan library(Database db) {
        List<Loan> loans = new ArrayList<>();
        Member ann = new Member();
        ann.name = "Ann";
        Member bob = new Member();
        bob.name = "Bob";
        for (String title : List.of("Moby Dick", "Emma")) {
            Book book = new Book();
            book.title = title;
            for (Member member : List.of(ann, bob)) {
                Loan loan = new Loan();
                loan.book = book;
                loan.member = member;
                loans.add(loan);
            }
        }
        db.storeAll(loans);
        return loans.get(0);
    }

    @OnEveryEngine
    void aPathIsFollowedThroughObjectsThatTheTransactionHas(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                tx.get(Loan.class, id, bounds -> bounds.follow("book.loans"));
                assertThat(loan.book.loans).hasSize(2);
            });
        }
    }

    @OnEveryEngine
    void completeFillsWhatIsBehindObjectsThatTheTransactionHas(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                tx.get(Loan.class, id, bounds -> bounds.complete());
                assertThat(loan.book.loans).hasSize(2);
            });
        }
    }

    @OnEveryEngine
    void aWiderReadFillsWhatIsBehindObjectsThatTheTransactionHas(TestDatabase database) {
        Database first = open(database);
        Book a = new Book();
        Book b = new Book();
        Book c = new Book();
        a.related.add(b);
        b.related.add(c);
        first.store(a);
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Book book = tx.get(Book.class, a.id, bounds -> bounds.depth(1));
                tx.get(Book.class, a.id);
                assertThat(book.related.get(0).related).hasSize(1);
            });
        }
    }

    @OnEveryEngine
    void aChangedObjectThatIsAskedForGetsItsInversesAndStaysChanged(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                loan.member.name = "Anna";
                Member member = tx.get(Member.class, loan.member.id);
                assertThat(member.loans).hasSize(2);
                assertThat(member.name).isEqualTo("Anna");
                tx.store(member);
            });
            assertThat(db.query(Member.class, "name = 'Anna'").list()).hasSize(1);
        }
    }

    @OnEveryEngine
    void aRetryReadsNoInversesThatWereLeftOut(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database);
                Database other = open(database)) {
            Loan loan = db.get(Loan.class, id);
            int[] attempts = {0};
            db.useTransaction(tx -> {
                tx.remember(loan);
                if (attempts[0]++ == 0) {
                    Member theirs = other.get(Member.class, loan.member.id);
                    theirs.name = "Anna";
                    other.store(theirs);
                }
                loan.note = "again";
                loan.member.copy = "x" + attempts[0];
                tx.store(loan);
            });
            assertThat(attempts[0]).isEqualTo(2);
            assertThat(loan.member.name).isEqualTo("Anna");
            assertThat(db.isComplete(loan.member)).isFalse();
            assertThat(db.isComplete(loan.book)).isFalse();
        }
    }

    @OnEveryEngine
    void aLockReadsNoInversesThatWereLeftOut(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database);
                Database other = open(database)) {
            Loan loan = db.get(Loan.class, id);
            Member theirs = other.get(Member.class, loan.member.id);
            theirs.name = "Anna";
            other.store(theirs);
            db.useTransaction(tx -> {
                tx.lock(loan.member);
                loan.member.copy = "x";
                tx.store(loan);
            });
            assertThat(loan.member.name).isEqualTo("Anna");
            assertThat(db.isComplete(loan.member)).isFalse();
        }
    }

    @OnEveryEngine
    void aMovedMemberLeavesTheInverseThatIsReadLater(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                Member ann = loan.member;
                Member bob = tx.query(Member.class, "name = 'Bob'").one();
                loan.member = bob;
                tx.get(Member.class, ann.id);
                tx.store(loan);
                tx.store(ann);
                assertThat(ann.loans).hasSize(1);
                assertThat(bob.loans).hasSize(3);
            });
            assertThat(db.query(Member.class, "name = 'Bob'").one().loans).hasSize(3);
        }
    }

    @OnEveryEngine
    void anInverseThatIsReadLaterHasWhatTheTransactionHasStored(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                Member ann = loan.member;
                tx.delete(loan);
                Loan more = new Loan();
                more.member = ann;
                tx.store(more);
                assertThat(tx.get(Member.class, ann.id)).isSameAs(ann);
                assertThat(ann.loans).hasSize(2).contains(more).doesNotContain(loan);
            });
        }
    }

    @OnEveryEngine
    void anInverseHasTheMembersThatWereJustStored(TestDatabase database) {
        long id = library(open(database)).id;
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                Loan more = new Loan();
                more.member = loan.member;
                tx.store(more);
                assertThat(tx.get(Member.class, loan.member.id).loans)
                        .hasSize(3)
                        .contains(more, loan);
            });
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                Loan more = new Loan();
                more.member = loan.member;
                tx.store(more);
                tx.get(Loan.class, id, bounds -> bounds.follow("member.loans"));
                assertThat(loan.member.loans).hasSize(4).contains(more, loan);
            });
            db.useTransaction(tx -> {
                Loan loan = tx.get(Loan.class, id);
                Book book = loan.book;
                loan.book = null;
                tx.store(loan);
                assertThat(tx.get(Book.class, book.id).loans).hasSize(1).doesNotContain(loan);
            });
        }
    }
}

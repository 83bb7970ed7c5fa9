package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Transaction;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.annotation.Unique;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A whole application, without SQL: books with copies in branches, members who borrow them, lists for the desk and reports for the board. */
@SuppressWarnings("NullAway") // the library and the program set the fields; null is none
public final class LendingLibrary {

    static final int MOST_LOANS = 3;

    static class Branch {
        long id;

        @Unique
        String name;

        Branch() {}

        Branch(String name) {
            this.name = name;
        }
    }

    static class Book {
        long id;
        String title;
        String author;
        List<String> subjects = new ArrayList<>();

        @Part
        @InverseOf("book")
        List<Copy> copies = new ArrayList<>();

        Book() {}

        Book(String title, String author, String... subjects) {
            this.title = title;
            this.author = author;
            this.subjects.addAll(List.of(subjects));
        }

        Copy addCopy(Branch branch) {
            Copy copy = new Copy();
            copy.book = this;
            copy.branch = branch;
            copies.add(copy);
            return copy;
        }
    }

    static class Copy {
        long id;
        Book book;
        Branch branch;
        /** Null if it is on its shelf. */
        Loan loan;
    }

    static class Member {
        long id;
        String name;
        boolean isSuspended;

        @InverseOf("member")
        List<Loan> loans = new ArrayList<>();

        Member() {}

        Member(String name) {
            this.name = name;
        }
    }

    static class Loan {
        long id;
        Book book;
        Branch branch;
        Member member;
        LocalDate lent;
        LocalDate due;
        /** Null while the member has the copy. */
        LocalDate returned;
    }

    record Month(String branch, int month, long loans, long members) {}

    record Popular(String title, long loans) {}

    record Subject(String subject, long loans) {}

    private LendingLibrary() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:lending.db");
    }

    static Model model() {
        return Model.of(Loan.class);
    }

    /** Lends a copy. Two desks that lend the same one change the same object: one of them is retried, and finds it lent. */
    static Loan lend(Transaction tx, long copyId, long memberId, LocalDate today) {
        Copy copy = tx.get(Copy.class, copyId);
        if (copy.loan != null) {
            throw new IllegalStateException(copy.book.title + " is lent until " + copy.loan.due);
        }
        Member member = tx.get(Member.class, memberId);
        tx.lock(member);
        long current = tx.query(Loan.class, "member = :member, returned IS NULL")
                .with("member", member)
                .count();
        if (current >= MOST_LOANS) {
            throw new IllegalStateException(member.name + " has " + current + " books");
        }
        Loan loan = new Loan();
        loan.book = copy.book;
        loan.branch = copy.branch;
        loan.member = member;
        loan.lent = today;
        loan.due = today.plusDays(28);
        copy.loan = loan;
        tx.store(copy);
        return loan;
    }

    /** Takes a copy back, in whatever branch. */
    static void takeBack(Transaction tx, long copyId, LocalDate today) {
        Copy copy = tx.get(Copy.class, copyId);
        if (copy.loan == null) {
            throw new IllegalStateException("copy " + copyId + " of " + copy.book.title + " is not lent");
        }
        Loan loan = copy.loan;
        loan.returned = today;
        copy.loan = null;
        tx.storeAll(List.of(copy, loan));
    }

    /** The copies of a book on the shelves of a branch. */
    static List<Copy> onShelf(Database db, String title, String branch) {
        return db.query(Copy.class, "book.title = :title, branch.name = :branch, loan IS NULL")
                .with("title", title)
                .with("branch", branch)
                .list();
    }

    /** The loans to be asked back for, those that are late the longest first. */
    static List<Loan> overdue(Database db, LocalDate today) {
        return db.query(Loan.class, "returned IS NULL, due < :today ORDER BY due, id")
                .with("today", today)
                .list();
    }

    /** Loans and members who borrowed, in each month of a year and each branch. */
    static List<Month> months(Database db, int year) {
        return db.query(Loan.class, "lent >= :from, lent < :to")
                .with("from", LocalDate.of(year, 1, 1))
                .with("to", LocalDate.of(year + 1, 1, 1))
                .select(
                        Month.class,
                        "branch.name AS branch, month(lent) AS month, COUNT(*) AS loans, COUNT(member) AS members ORDER BY branch, month")
                .list();
    }

    /** The books that were lent most often. */
    static List<Popular> popular(Database db, int atLeast) {
        return db.query(Loan.class, "")
                .select(
                        Popular.class,
                        "book.title AS title, COUNT(*) AS loans HAVING loans >= :atLeast ORDER BY loans DESC, title LIMIT 10")
                .with("atLeast", atLeast)
                .list();
    }

    /** Loans of each subject. A book counts for each of its subjects. */
    static List<Subject> subjects(Database db) {
        return db.query(Loan.class, "")
                .select(Subject.class, "book.subjects AS subject, COUNT(*) AS loans ORDER BY loans DESC, subject")
                .list();
    }

    /** Members with several late books, and those who never borrowed one. */
    static List<Member> lateWithSeveral(Database db, LocalDate today) {
        return db.query(Member.class, "COUNT(loans(returned IS NULL, due < :today)) > 1 ORDER BY name")
                .with("today", today)
                .list();
    }

    static List<Member> neverBorrowed(Database db) {
        return db.query(Member.class, "COUNT(loans) = 0 ORDER BY name").list();
    }

    static void run(String url) {
        try (Database db = Database.open(url, model())) {
            Branch centre = new Branch("Centre");
            Branch harbour = new Branch("Harbour");
            Book emma = new Book("Emma", "Jane Austen", "novel", "England");
            Book solaris = new Book("Solaris", "Stanislaw Lem", "novel", "space");
            Copy first = emma.addCopy(centre);
            Copy second = emma.addCopy(harbour);
            Copy third = solaris.addCopy(harbour);
            Member ann = new Member("Ann");
            Member bob = new Member("Bob");
            Member cyd = new Member("Cyd");
            db.storeAll(Stream.of(emma, solaris, ann, bob, cyd).toList());

            LocalDate day = LocalDate.of(2026, 3, 2);
            db.inTransaction(tx -> lend(tx, first.id, ann.id, day));
            db.inTransaction(tx -> lend(tx, third.id, ann.id, day.plusDays(3)));
            try {
                db.inTransaction(tx -> lend(tx, first.id, bob.id, day.plusDays(7)));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(onShelf(db, "Emma", "Harbour").size() + " copy of Emma in Harbour");
            db.inTransaction(tx -> lend(tx, second.id, bob.id, day.plusDays(7)));
            db.useTransaction(tx -> takeBack(tx, second.id, day.plusDays(40)));

            LocalDate today = day.plusDays(50);
            for (Loan loan : overdue(db, today)) {
                System.out.println(loan.member.name + ", " + loan.book.title + ": "
                        + ChronoUnit.DAYS.between(loan.due, today) + " days late");
            }
            lateWithSeveral(db, today).forEach(member -> {
                member.isSuspended = true;
                db.store(member);
                System.out.println(member.name + " is suspended");
            });
            System.out.println(neverBorrowed(db).get(0).name + " never borrowed a book");
            months(db, 2026).forEach(System.out::println);
            popular(db, 2).forEach(System.out::println);
            subjects(db).forEach(System.out::println);

            // Its copies are parts of it, and go with it. Its loans stay, for the reports.
            db.delete(solaris);
            System.out.println(db.query(Copy.class, "").count() + " copies, "
                    + db.query(Loan.class, "book IS NULL").count() + " loan of a book that is gone");
        }
    }
}

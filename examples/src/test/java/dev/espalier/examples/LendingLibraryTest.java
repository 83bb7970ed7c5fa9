package dev.espalier.examples;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.examples.LendingLibrary.Book;
import dev.espalier.examples.LendingLibrary.Branch;
import dev.espalier.examples.LendingLibrary.Copy;
import dev.espalier.examples.LendingLibrary.Loan;
import dev.espalier.examples.LendingLibrary.Member;
import dev.espalier.examples.LendingLibrary.Month;
import dev.espalier.examples.LendingLibrary.Popular;
import dev.espalier.examples.LendingLibrary.Subject;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lists and reports of the library are those that a program computes from all objects, and no copy is lent twice. */
class LendingLibraryTest {

    private static final LocalDate DAY = LocalDate.of(2026, 1, 1);

    private final Random random = new Random(7);
    private final List<Book> books = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final List<Loan> loans = new ArrayList<>();
    private Database db;

    @BeforeEach
    void open(@TempDir Path folder) {
        db = Database.open("jdbc:sqlite:" + folder.resolve("lending.db"), LendingLibrary.model());
        List<Branch> branches = List.of(new Branch("Centre"), new Branch("Harbour"), new Branch("Mill"));
        for (int i = 0; i < 60; i++) {
            Book book = new Book("book " + i, "author " + i % 9, "subject " + i % 5, "subject " + (5 + i % 3));
            IntStream.rangeClosed(0, i % 4).forEach(copy -> book.addCopy(branches.get(random.nextInt(3))));
            books.add(book);
        }
        for (int i = 0; i < 80; i++) {
            members.add(new Member(String.format("member %02d", i)));
        }
        for (int i = 0; i < 3_000; i++) {
            Loan loan = new Loan();
            loan.book = books.get(random.nextInt(60));
            loan.branch = branches.get(random.nextInt(3));
            loan.member = members.get(random.nextInt(70));
            loan.lent = DAY.minusDays(200).plusDays(random.nextInt(500));
            loan.due = loan.lent.plusDays(28);
            if (random.nextInt(20) > 0) {
                loan.returned = loan.lent.plusDays(random.nextInt(40));
            }
            loans.add(loan);
        }
        List<Object> all = new ArrayList<>(books);
        all.addAll(members);
        all.addAll(loans);
        db.storeAll(all);
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void monthsAreThoseOfAllLoans() {
        List<Loan> year =
                loans.stream().filter(loan -> loan.lent.getYear() == 2026).toList();
        List<Month> expected = new ArrayList<>();
        year.stream()
                .collect(groupingBy(loan -> List.of(loan.branch.name, loan.lent.getMonthValue())))
                .forEach((key, group) -> expected.add(new Month(
                        (String) key.get(0),
                        (int) key.get(1),
                        group.size(),
                        group.stream().map(loan -> loan.member).distinct().count())));
        expected.sort(comparing(Month::branch).thenComparing(Month::month));
        assertThat(LendingLibrary.months(db, 2026)).isEqualTo(expected).hasSizeGreaterThan(20);
    }

    @Test
    void popularBooksAreThoseOfAllLoans() {
        List<Popular> expected = new ArrayList<>();
        number(loan -> loan.book.title).forEach((title, count) -> expected.add(new Popular(title, count)));
        expected.removeIf(popular -> popular.loans() < 52);
        expected.sort(comparing(Popular::loans).reversed().thenComparing(Popular::title));
        assertThat(LendingLibrary.popular(db, 52))
                .isEqualTo(expected.subList(0, Math.min(10, expected.size())))
                .isNotEmpty();
    }

    @Test
    void subjectsCountEachLoanOfABookWithThem() {
        List<Subject> expected = new ArrayList<>();
        loans.stream()
                .flatMap(loan -> loan.book.subjects.stream())
                .collect(groupingBy(Function.identity(), counting()))
                .forEach((subject, count) -> expected.add(new Subject(subject, count)));
        expected.sort(comparing(Subject::loans).reversed().thenComparing(Subject::subject));
        assertThat(LendingLibrary.subjects(db)).isEqualTo(expected).hasSize(8);
    }

    private Map<String, Long> number(Function<Loan, String> key) {
        return loans.stream().collect(groupingBy(key, counting()));
    }

    @Test
    void listsOfTheDeskAreThoseOfAllLoans() {
        List<Long> late = loans.stream()
                .filter(loan -> loan.returned == null && loan.due.isBefore(DAY))
                .sorted(comparing((Loan loan) -> loan.due).thenComparing(loan -> loan.id))
                .map(loan -> loan.id)
                .toList();
        assertThat(LendingLibrary.overdue(db, DAY)).extracting(loan -> loan.id).isEqualTo(late);
        assertThat(LendingLibrary.lateWithSeveral(db, DAY))
                .extracting(member -> member.name)
                .containsExactlyElementsOf(members.stream()
                        .filter(member -> loans.stream()
                                        .filter(loan -> loan.member == member && late.contains(loan.id))
                                        .count()
                                > 1)
                        .map(member -> member.name)
                        .sorted()
                        .toList())
                .isNotEmpty();
        assertThat(LendingLibrary.neverBorrowed(db)).hasSizeBetween(10, 12);
    }

    @Test
    void loanDoesNotBringTheLibrary() {
        Loan loan = db.get(Loan.class, loans.get(5).id);
        assertThat(loan.member.name).isEqualTo(loans.get(5).member.name);
        assertThat(loan.book.copies).hasSize(loans.get(5).book.copies.size());
        assertThat(loan.member.loans).hasToString("[not loaded]");
    }

    @Test
    void desksLendEachCopyOnceAndEachMemberFewBooks() throws Exception {
        List<Copy> copies = books.stream().flatMap(book -> book.copies.stream()).toList();
        List<Member> readers = members.subList(70, 80);
        ExecutorService desks = Executors.newFixedThreadPool(4);
        List<Future<Integer>> lent = new ArrayList<>();
        for (int desk = 0; desk < 4; desk++) {
            Random choice = new Random(desk);
            lent.add(desks.submit(() -> {
                int number = 0;
                for (int i = 0; i < 60; i++) {
                    long copy = copies.get(choice.nextInt(20)).id;
                    long member = readers.get(choice.nextInt(10)).id;
                    number += isLent(copy, member) ? 1 : 0;
                }
                return number;
            }));
        }
        int number = 0;
        for (Future<Integer> one : lent) {
            number += one.get();
        }
        desks.shutdown();
        assertThat(number).isBetween(10, 20);
        assertThat(db.query(Copy.class, "loan IS NOT NULL").count()).isEqualTo(number);
        assertThat(db.query(Loan.class, "lent = :day, due = :due, member.name >= 'member 70'")
                        .with("day", DAY)
                        .with("due", DAY.plusDays(28))
                        .count())
                .isEqualTo(number);
        assertThat(db.query(Member.class, "COUNT(loans(returned IS NULL)) > 3, name >= 'member 70'")
                        .count())
                .isZero();
    }

    private boolean isLent(long copy, long member) {
        try {
            db.inTransaction(tx -> LendingLibrary.lend(tx, copy, member, DAY));
            return true;
        } catch (IllegalStateException refused) {
            return false;
        }
    }
}

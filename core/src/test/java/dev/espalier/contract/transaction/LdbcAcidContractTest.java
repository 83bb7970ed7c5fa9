package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The ACID tests of the LDBC Social Network Benchmark (Waudby and others, Towards Testing ACID Compliance in the LDBC Social Network Benchmark, TPCTC 2020),
 * with objects in place of nodes and edges. A test is named after the anomaly that it looks for. Each transaction pauses between its steps, so that many
 * overlap, and comes from one of two programs; {@code -Pendurance} runs fifty times as many.
 */
class LdbcAcidContractTest {

    private static final int THREADS = 8;
    private static final int TRANSACTIONS =
            Integer.getInteger("espalier.acid", TestDatabase.isEndurance() ? 4_000 : Math.max(16, Sample.of(80)));

    static class Person {
        long id;
        String name;
        int revision;
        int numFriends;
        int balance;
        List<String> emails = new ArrayList<>();
        List<Long> history = new ArrayList<>();

        static Person of(String name) {
            Person person = new Person();
            person.name = name;
            return person;
        }
    }

    static class Knows {
        long id;
        Person from;
        Person to;
        List<Long> history = new ArrayList<>();

        static Knows of(Person from, Person to) {
            Knows knows = new Knows();
            knows.from = from;
            knows.to = to;
            return knows;
        }
    }

    static class Post {
        long id;
        String title = "post";
    }

    static class Likes {
        long id;
        Person person;
        Post post;
    }

    /** The work of an aborted transaction throws it. */
    private static final class Abort extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** C: what was committed is there, all of it. */
    @OnEveryEngine
    void atomicityOfCommits(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        Person alice = Person.of("Alice");
        alice.emails.add("alice@aol.com");
        db.store(alice);
        together(
                TRANSACTIONS,
                i -> () -> (i % 2 == 0 ? db : other).useTransaction(tx -> {
                    Person person = tx.get(Person.class, alice.id);
                    person.emails.add("email " + i);
                    tx.store(person);
                    tx.store(Knows.of(person, Person.of("new " + i)));
                }));
        assertThat(db.query(Person.class, "").count()).isEqualTo(TRANSACTIONS + 1);
        assertThat(db.query(Knows.class, "").count()).isEqualTo(TRANSACTIONS);
        assertThat(db.get(Person.class, alice.id).emails)
                .hasSize(TRANSACTIONS + 1)
                .doesNotHaveDuplicates();
    }

    /** RB: what was rolled back is not there, nothing of it. */
    @OnEveryEngine
    void atomicityOfRollbacks(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        Person alice = Person.of("Alice");
        db.store(alice);
        AtomicInteger committed = new AtomicInteger();
        together(TRANSACTIONS, i -> () -> {
            Throwable thrown = catchThrowable(() -> (i / 2 % 2 == 0 ? db : other).useTransaction(tx -> {
                Person person = tx.get(Person.class, alice.id);
                person.emails.add("email " + i);
                tx.store(person);
                tx.store(Person.of("new"));
                assertThat(tx.query(Person.class, "name = 'new'").count()).isPositive();
                if (i % 2 == 0) {
                    throw new Abort();
                }
            }));
            if (thrown == null) {
                committed.incrementAndGet();
            } else {
                assertThat(thrown).isInstanceOf(Abort.class);
            }
        });
        assertThat(committed.get()).isEqualTo(TRANSACTIONS / 2);
        assertThat(db.query(Person.class, "name = 'new'").count()).isEqualTo(committed.get());
        assertThat(db.get(Person.class, alice.id).emails).hasSize(committed.get());
    }

    /** G0, dirty write: two objects and what links them get the writes of all transactions in one order. */
    @OnEveryEngine
    @AlsoOnTiDb("its locks are kept beside the rows until COMMIT, and it has no locks of gaps")
    void noDirtyWrite(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        Knows knows = Knows.of(Person.of("Alice"), Person.of("Bob"));
        db.store(knows);
        together(
                TRANSACTIONS,
                i -> () -> (i % 2 == 0 ? db : other).useTransaction(tx -> {
                    Knows mine = tx.get(Knows.class, knows.id);
                    mine.from.history.add((long) i);
                    tx.store(mine.from);
                    pause();
                    mine.to.history.add((long) i);
                    tx.store(mine.to);
                    mine.history.add((long) i);
                    tx.store(mine);
                }));
        Knows stored = db.get(Knows.class, knows.id);
        assertThat(stored.history)
                .hasSize(TRANSACTIONS)
                .isEqualTo(stored.from.history)
                .isEqualTo(stored.to.history);
    }

    /** G1a, aborted read: what a transaction writes and rolls back is not read. */
    @OnEveryEngine
    void noAbortedRead(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> persons = persons(db, 4);
        beside(
                () -> assertThat(catchThrowable(() -> other.useTransaction(tx -> {
                            Person person = tx.get(Person.class, any(persons).id);
                            person.revision = 2;
                            tx.store(person);
                            assertThat(tx.query(Person.class, "revision = 2").count())
                                    .isPositive();
                            pause();
                            throw new Abort();
                        })))
                        .isInstanceOf(Abort.class),
                inEachWay(db, tx -> tx.get(Person.class, any(persons).id).revision),
                revision -> revision == 0);
    }

    /** G1b, intermediate read: of what a transaction writes, only the last is read. */
    @OnEveryEngine
    void noIntermediateRead(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> persons = persons(db, 4);
        beside(
                () -> other.useTransaction(tx -> {
                    Person person = tx.get(Person.class, any(persons).id);
                    person.revision = 3;
                    tx.store(person);
                    assertThat(tx.query(Person.class, "revision = 3").count()).isPositive();
                    pause();
                    person.revision = 2;
                    tx.store(person);
                }),
                inEachWay(db, tx -> tx.get(Person.class, any(persons).id).revision),
                revision -> revision % 2 == 0);
    }

    /** G1c, circular information flow: of two transactions, not each reads what the other one writes. */
    @OnEveryEngine
    @AlsoOnTiDb("a pessimistic transaction reads from a snapshot and writes the latest state")
    void noCircularInformationFlow(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> persons = persons(db, 2);
        Map<Integer, Integer> readBy = Collections.synchronizedMap(new HashMap<>());
        together(
                TRANSACTIONS,
                i -> () -> readBy.put(i + 1, (i % 2 == 0 ? db : other).inTransaction(tx -> {
                            boolean isFirst = ThreadLocalRandom.current().nextBoolean();
                            Person written = tx.get(Person.class, persons.get(isFirst ? 0 : 1).id);
                            written.revision = i + 1;
                            tx.store(written);
                            pause();
                            return tx.get(Person.class, persons.get(isFirst ? 1 : 0).id).revision;
                        })));
        assertThat(readBy).hasSize(TRANSACTIONS);
        readBy.forEach((transaction, read) -> assertThat(readBy.getOrDefault(read, 0))
                .as("transaction %d has read of %d", transaction, read)
                .isNotEqualTo(transaction));
    }

    /** IMP, item-many-preceders: a transaction that reads an object twice finds the same. */
    @OnEveryEngine
    void noItemManyPreceders(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> persons = persons(db, 1);
        beside(
                () -> increment(other, persons),
                inEachWay(db, tx -> {
                    int first = tx.query(Person.class, "").one().revision;
                    pause();
                    return tx.query(Person.class, "revision = :revision")
                                    .with("revision", first)
                                    .count()
                            == 1;
                }),
                isSame -> isSame);
    }

    /** PMP, predicate-many-preceders: a transaction that asks for a condition twice finds the same objects. */
    @OnEveryEngine
    @AlsoOnTiDb("its snapshots are a timestamp for all servers, and it has no locks of gaps")
    void noPredicateManyPreceders(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        Person alice = Person.of("Alice");
        Post post = new Post();
        db.storeAll(List.of(alice, post));
        beside(
                () -> other.useTransaction(tx -> {
                    Likes likes = new Likes();
                    likes.person = tx.get(Person.class, alice.id);
                    likes.post = tx.get(Post.class, post.id);
                    tx.store(likes);
                }),
                inEachWay(db, tx -> {
                    long first = tx.query(Likes.class, "post.title = 'post'").count();
                    pause();
                    return tx.query(Likes.class, "post.title = 'post'").list().size() - first;
                }),
                more -> more == 0);
        assertThat(db.query(Likes.class, "").count()).isPositive();
    }

    /** OTV, observed transaction vanishes: who has read one write of a transaction reads its others too. */
    @OnEveryEngine
    @AlsoOnTiDb("its snapshots are a timestamp for all servers")
    void noObservedTransactionVanishes(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> persons = persons(db, 4);
        beside(
                () -> increment(other, persons),
                inEachWay(db, tx -> {
                    int most = revisions(tx).stream()
                            .mapToInt(revision -> revision)
                            .max()
                            .orElseThrow();
                    pause();
                    return revisions(tx).stream()
                                    .mapToInt(revision -> revision)
                                    .min()
                                    .orElseThrow()
                            - most;
                }),
                difference -> difference >= 0);
    }

    /** FR, fractured read: of a transaction all writes are read, or none. */
    @OnEveryEngine
    @AlsoOnTiDb("its snapshots are a timestamp for all servers")
    void noFracturedRead(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> persons = persons(db, 4);
        beside(
                () -> increment(other, persons),
                inEachWay(db, tx -> {
                    List<Integer> found = new ArrayList<>();
                    for (Person person : persons) {
                        found.add(tx.get(Person.class, person.id).revision);
                        pause();
                    }
                    return found;
                }),
                found -> found.stream().distinct().count() == 1);
    }

    /** LU, lost update: a counter counts every transaction. */
    @OnEveryEngine
    @AlsoOnTiDb("an optimistic transaction would learn of others at COMMIT only")
    void noLostUpdate(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        Person alice = persons(db, 1).get(0);
        together(
                TRANSACTIONS,
                i -> () -> (i % 2 == 0 ? db : other).useTransaction(tx -> {
                    Person person = tx.get(Person.class, alice.id);
                    person.numFriends++;
                    tx.store(Knows.of(person, Person.of("friend " + i)));
                }));
        assertThat(db.get(Person.class, alice.id).numFriends).isEqualTo(TRANSACTIONS);
        assertThat(db.query(Knows.class, "").count()).isEqualTo(TRANSACTIONS);
    }

    /** WS, write skew: there is none among objects that the work locks, so that of two balances the sum stays above 0. */
    @OnEveryEngine
    @AlsoOnTiDb("FOR SHARE locks nothing")
    void noWriteSkewAmongLockedObjects(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<List<Person>> pairs =
                IntStream.range(0, TRANSACTIONS / 8).mapToObj(i -> pair(db)).toList();
        together(
                TRANSACTIONS,
                i -> () -> withdraw(i % 2 == 0 ? db : other, pairs.get(i % pairs.size()), i / pairs.size() % 2, true));
        pairs.forEach(pair -> assertThat(sum(db, pair)).isPositive());
    }

    /** WS: there is none among objects that the work writes, as each writes both here. */
    @OnEveryEngine
    @AlsoOnTiDb("an optimistic transaction would learn of others at COMMIT only")
    void noWriteSkewAmongWrittenObjects(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<List<Person>> pairs =
                IntStream.range(0, TRANSACTIONS / 8).mapToObj(i -> pair(db)).toList();
        together(
                TRANSACTIONS,
                i -> () -> (i % 2 == 0 ? db : other).useTransaction(tx -> {
                    List<Person> both = tx.getAll(
                            Person.class,
                            pairs.get(i % pairs.size()).stream()
                                    .map(person -> person.id)
                                    .toList());
                    pause();
                    if (both.get(0).balance + both.get(1).balance >= 100) {
                        both.get(i / pairs.size() % 2).balance -= 100;
                        both.forEach(person -> person.revision++);
                        tx.storeAll(both);
                    }
                }));
        pairs.forEach(pair -> assertThat(sum(db, pair)).isPositive());
    }

    /** WS: there can be one among objects that the work only reads. The guide says so; a program that must not have it locks them. */
    @OnEveryEngine
    @AlsoOnTiDb("it has snapshots, and no SERIALIZABLE")
    void writeSkewIsPossibleAmongObjectsThatAreOnlyRead(TestDatabase database) throws Exception {
        Database db = open(database);
        Database other = open(database);
        List<Person> pair = pair(db);
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        AtomicInteger attempts = new AtomicInteger();
        together(
                2,
                i -> () -> (i % 2 == 0 ? db : other).useTransaction(tx -> {
                    List<Person> both = tx.getAll(
                            Person.class, pair.stream().map(person -> person.id).toList());
                    attempts.incrementAndGet();
                    Background.await(bothHaveRead);
                    assertThat(both.get(0).balance + both.get(1).balance).isEqualTo(150);
                    both.get(i).balance -= 100;
                    tx.store(both.get(i));
                }));
        assertThat(attempts.get()).isEqualTo(2);
        assertThat(sum(db, pair)).isEqualTo(-50);
    }

    private static Database open(TestDatabase database) {
        return database.open(Person.class, Knows.class, Post.class, Likes.class);
    }

    /** That many persons, each of whom is read by a statement of its own. */
    private static List<Person> persons(Database db, int count) {
        List<Person> persons = IntStream.range(0, count)
                .mapToObj(i -> Person.of("person " + i))
                .toList();
        db.storeAll(persons);
        return persons;
    }

    private static Person any(List<Person> persons) {
        return persons.get(ThreadLocalRandom.current().nextInt(persons.size()));
    }

    private static void increment(Database db, List<Person> persons) {
        db.useTransaction(tx -> {
            List<Person> mine = tx.getAll(
                    Person.class, persons.stream().map(person -> person.id).toList());
            mine.forEach(person -> person.revision++);
            tx.storeAll(mine);
        });
    }

    private static List<Integer> revisions(Transaction tx) {
        return IntStream.range(0, 4)
                .mapToObj(i -> tx.query(Person.class, "name = :name")
                        .with("name", "person " + i)
                        .one()
                        .revision)
                .toList();
    }

    private static List<Person> pair(Database db) {
        List<Person> pair = List.of(Person.of("one"), Person.of("other"));
        pair.get(0).balance = 70;
        pair.get(1).balance = 80;
        db.storeAll(pair);
        return pair;
    }

    private static void withdraw(Database db, List<Person> pair, int from, boolean locks) {
        db.useTransaction(tx -> {
            List<Person> both = tx.getAll(
                    Person.class, pair.stream().map(person -> person.id).toList());
            if (locks) {
                tx.lockAll(both);
            }
            pause();
            if (both.get(0).balance + both.get(1).balance >= 100) {
                both.get(from).balance -= 100;
                tx.store(both.get(from));
            }
        });
    }

    private static int sum(Database db, List<Person> pair) {
        return pair.stream()
                .mapToInt(person -> db.get(Person.class, person.id).balance)
                .sum();
    }

    /** Reads in a transaction that only reads, and in one that may write. */
    private static <T> Callable<T> inEachWay(Database db, Function<Transaction, T> reading) {
        AtomicBoolean isReadOnly = new AtomicBoolean();
        return () -> isReadOnly.getAndSet(!isReadOnly.get())
                ? db.inSnapshot(reading::apply)
                : db.inTransaction(reading::apply);
    }

    private static void pause() {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(10));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A step of one thread. */
    private interface Step {
        void run() throws Exception;
    }

    /** Runs transactions in several threads. */
    private static void together(int transactions, Function<Integer, Step> transaction) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < transactions; i++) {
                Step step = transaction.apply(i);
                all.add(executor.submit(() -> {
                    step.run();
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    /** Half of the threads write for as long as the other half reads. */
    private static <T> void beside(Step write, Callable<T> read, Predicate<T> isRight) throws Exception {
        AtomicInteger left = new AtomicInteger(TRANSACTIONS);
        AtomicInteger written = new AtomicInteger();
        List<T> wrong = Collections.synchronizedList(new ArrayList<>());
        together(THREADS, i -> () -> {
            do { // once at least: a thread may begin when the others have ended
                if (i % 2 == 0) {
                    write.run();
                    written.incrementAndGet();
                } else {
                    left.decrementAndGet();
                    T found = read.call();
                    if (!isRight.test(found)) {
                        wrong.add(found);
                    }
                }
            } while (left.get() > 0);
        });
        assertThat(wrong).isEmpty();
        assertThat(written.get()).isPositive();
    }
}

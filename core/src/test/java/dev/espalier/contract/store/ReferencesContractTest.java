package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One refers to an object, another deletes it: whoever comes first, no reference leads nowhere and every collection is whole. */
class ReferencesContractTest {

    /** What a transaction that refers to a book locks it with, and one that deletes it. */
    private static final String LOCKS_BOOK =
            "SELECT.*book.*FOR (SHARE|KEY SHARE|UPDATE).*|SELECT.*book.*LOCK IN SHARE MODE";

    @OnEveryEngine
    void referenceToADeletedObjectIsRefused(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        Author master = Author.of("Burney");
        Book emma = Book.of("Emma");
        db.storeAll(List.of(author, master, emma));
        db.delete(db.get(Book.class, emma.id));
        db.delete(db.get(Author.class, master.id));

        author.books.add(emma);
        assertRefused(db, author, "Author 1.books: refers to Book 3,");
        author.books.clear();
        author.byTitle.put("Emma", emma);
        assertRefused(db, author, "Author 1.byTitle: refers to Book 3,");
        author.byTitle.clear();
        author.master = master;
        assertRefused(db, author, "Author 1.master: refers to Author 2,");
        author.master = null;
        Author added = Author.of("new", emma);
        assertRefused(db, added, "books: refers to Book 3,");
        assertThat(added.id).isZero();
        db.store(author);
        assertThat(database.rows("SELECT COUNT(*) FROM author")).containsExactly("1");
    }

    @OnEveryEngine
    void oneDeletedObjectAmongManyThatAreReferredToIsRefused(TestDatabase database) {
        Database db = database.open(Author.class);
        for (int count : new int[] {2, 33, 256, 257}) {
            List<Author> masters =
                    Stream.generate(() -> Author.of("master")).limit(count).toList();
            db.storeAll(masters);
            assertThat(storeRefers(db, masters)).isNull();
            Author gone = masters.get(count / 2);
            db.delete(db.get(Author.class, gone.id)); // by another copy, so that this one still looks stored
            assertThat(storeRefers(db, masters)).hasMessageContaining("master: refers to Author " + gone.id + ",");
        }
    }

    /** Stores a new author for each master; returns what was thrown, null for nothing. The new ones are deleted again. */
    private static @Nullable NotFoundException storeRefers(Database db, List<Author> masters) {
        List<Author> added = masters.stream()
                .map(master -> {
                    Author author = Author.of("new");
                    author.master = master;
                    return author;
                })
                .toList();
        NotFoundException thrown = catchThrowableOfType(NotFoundException.class, () -> db.storeAll(added));
        if (thrown == null) {
            db.deleteAll(added);
        }
        return thrown;
    }

    private static void assertRefused(Database db, Author author, String message) {
        for (Runnable store : List.<Runnable>of(
                () -> db.store(author),
                () -> db.useTransaction(tx -> {
                    tx.store(author);
                }))) {
            NotFoundException thrown = catchThrowableOfType(NotFoundException.class, store::run);
            assertThat(thrown).hasMessageContaining(message);
            assertThat(thrown.code()).isEqualTo("target-not-found");
        }
    }

    @OnEveryEngine
    void onlyNewReferencesAreChecked(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Author.class));
        Author author = Author.of("Austen", Book.of("a"), Book.of("b"));
        author.master = Author.of("Burney");
        author.friends.add(author.master);
        db.store(author);
        log.reads();
        author.name = "Jane Austen";
        db.store(author);
        assertThat(log.reads()).isEmpty();
        author.books.remove(0);
        db.store(author);
        assertThat(log.reads()).noneMatch(ReferencesContractTest::looksForTargets);
        author.books.add(author.books.get(0));
        db.store(author);
        assertThat(log.reads()).noneMatch(ReferencesContractTest::looksForTargets);
        Book added = Book.of("c");
        author.books.add(added);
        db.store(author);
        assertThat(log.reads()).noneMatch(ReferencesContractTest::looksForTargets);
        db.store(Author.of("pupil", added, author.books.get(0)));
        assertThat(log.reads()).singleElement().matches(sql -> sql.contains("book") && looksForTargets(sql));
    }

    /** Whether the statement reads the rows of objects that are referred to, or counts them. */
    private static boolean looksForTargets(String sql) {
        return sql.contains("_version") || sql.contains("count(*)");
    }

    @OnEveryEngine
    void retryFindsAConcurrentlyDeletedTarget(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        Book emma = Book.of("Emma");
        db.storeAll(List.of(author, emma));
        long id = emma.id;
        List<String> runs = new ArrayList<>();
        NotFoundException thrown = catchThrowableOfType(
                NotFoundException.class,
                () -> db.useTransaction(tx -> {
                    runs.add("run");
                    tx.remember(author);
                    Book book = tx.get(Book.class, id);
                    author.books.add(book);
                    tx.store(author);
                    if (runs.size() == 1) {
                        elsewhere(() -> db.delete(db.get(Book.class, id)));
                    }
                }));
        assertThat(thrown.code()).isEqualTo("not-found");
        assertThat(runs).hasSize(2);
        assertThat(author.books).isEmpty();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    /** The deleter's transaction has read before: it must not look for links in the state of that time. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("it has no locks of gaps")
    void whoDeletesSeesTheReferencesThatWereCommittedMeanwhile(TestDatabase database) {
        Database db = database.open(Author.class);
        StatementLog log = new StatementLog(database);
        Database deleting = database.open(log.source(), Model.of(Author.class));
        Author author = Author.of("Austen");
        Author pupil = Author.of("pupil");
        Author other = Author.of("other", Book.of("x"), Book.of("y"));
        Book emma = Book.of("Emma");
        db.storeAll(List.of(author, pupil, other, emma));
        Author ownersCopy = db.get(Author.class, author.id);
        ownersCopy.books.add(db.get(Book.class, emma.id));
        ownersCopy.master = db.get(Author.class, pupil.id);
        log.before("SELECT.*FOR UPDATE", () -> elsewhere(() -> db.store(ownersCopy)));
        deleting.useTransaction(tx -> {
            Author changed = deleting.get(Author.class, other.id);
            changed.books.remove(0);
            tx.store(changed);
            tx.deleteAll(List.of(tx.get(Book.class, emma.id), tx.get(Author.class, pupil.id)));
        });
        assertThat(log.wasInterrupted()).isTrue();
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
        assertThat(db.get(Author.class, author.id).books).isEmpty();
        assertThat(db.get(Author.class, author.id).master).isNull();
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("who refers to an object locks it by FOR UPDATE, since FOR SHARE locks nothing")
    void whoRefersFindsWhatWasDeletedAfterItsTransactionBegan(TestDatabase database) {
        Database db = database.open(Author.class);
        StatementLog log = new StatementLog(database);
        Database referring = database.open(log.source(), Model.of(Author.class));
        Author author = Author.of("Austen");
        Book emma = Book.of("Emma");
        db.storeAll(List.of(author, emma));
        Author copy = referring.get(Author.class, author.id);
        copy.books.add(referring.get(Book.class, emma.id));
        log.before(LOCKS_BOOK, () -> elsewhere(() -> db.delete(emma)));
        NotFoundException thrown = catchThrowableOfType(NotFoundException.class, () -> referring.store(copy));
        assertThat(thrown).hasMessageStartingWith("Author 1.books: refers to Book 2, which is not in the database");
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    /** Between its lock and its end, who refers is waited for. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("who refers to an object locks it by FOR UPDATE, since FOR SHARE locks nothing")
    void whoDeletesWaitsForWhoRefers(TestDatabase database) {
        Database db = database.open(Author.class);
        StatementLog log = new StatementLog(database);
        Database referring = database.open(log.source(), Model.of(Author.class));
        Author author = Author.of("Austen");
        Author friend = Author.of("Burney");
        Book emma = Book.of("Emma");
        db.storeAll(List.of(author, friend, emma));
        referring.store(Author.of("Brontë")); // makes its commit marker, in a transaction of its own
        Author copy = referring.get(Author.class, author.id);
        copy.friends.add(referring.get(Author.class, friend.id));
        copy.books.add(referring.get(Book.class, emma.id));
        List<CompletableFuture<Void>> deletion = new ArrayList<>();
        // Then the store has locked what it refers to.
        log.before("COMMIT.*", () -> {
            deletion.add(Background.run(() -> db.delete(friend)));
            assertThatThrownBy(() -> deletion.get(0).get(300, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
        });
        referring.store(copy);
        deletion.get(0).join();
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
        assertThat(db.get(Author.class, author.id).friends).isEmpty();
        assertThat(db.get(Author.class, author.id).books).hasSize(1);
    }

    /** Everything that can meet meets: references in columns, lists, sets and maps against deletions, in calls and in transactions. */
    @OnEveryEngine
    void concurrentReferencesAndDeletionsLeaveNoDanglingReference(TestDatabase database) throws Exception {
        Database db = database.open(Author.class);
        List<Author> authors = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            authors.add(Author.of("author " + i, Book.of("a"), Book.of("b"), Book.of("c")));
        }
        db.storeAll(authors);
        long seed = TestDatabase.isEndurance() ? new Random().nextLong() : 20_261_125;
        System.out.println(database + ": seed " + seed);
        int changes = Sample.isAll(database.engine()) ? 40 : 15;
        ExecutorService executor = Executors.newFixedThreadPool(4);
        List<Callable<int[]>> work = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(seed + thread);
            work.add(() -> {
                int[] done = new int[2];
                for (int i = 0; i < changes; i++) {
                    try {
                        boolean deletes = random.nextInt(3) == 0;
                        if (random.nextBoolean()) {
                            db.useTransaction(tx -> {
                                change(db, random, deletes);
                            });
                        } else {
                            change(db, random, deletes);
                        }
                        done[deletes ? 1 : 0]++;
                    } catch (NotFoundException e) {
                        assertThat(e.code()).isIn("not-found", "target-not-found");
                    } catch (StoreException e) {
                        assertThat(e.code()).isEqualTo("stale");
                    }
                }
                return done;
            });
        }
        int references = 0;
        int deletions = 0;
        for (Future<int[]> done : executor.invokeAll(work)) {
            references += done.get()[0];
            deletions += done.get()[1];
        }
        executor.shutdown();
        assertThat(Health.of(db).verify().toString()).as("seed %s", seed).isEqualTo("clean");
        assertThat(references).isPositive();
        assertThat(deletions).isPositive();
    }

    private static void change(Database db, Random random, boolean deletes) {
        List<Book> books = db.query(Book.class, "").list();
        List<Author> authors = db.query(Author.class, "").list();
        if (deletes) {
            Object victim = random.nextInt(4) == 0 && authors.size() > 2
                    ? authors.get(random.nextInt(authors.size()))
                    : books.isEmpty() ? null : books.get(random.nextInt(books.size()));
            if (victim != null) {
                db.delete(victim);
            }
            return;
        }
        Author author = authors.get(random.nextInt(authors.size()));
        Book book =
                random.nextInt(4) == 0 || books.isEmpty() ? Book.of("new") : books.get(random.nextInt(books.size()));
        switch (random.nextInt(5)) {
            case 0 -> author.books.add(random.nextInt(author.books.size() + 1), book);
            case 1 -> author.byTitle.put("title " + random.nextInt(3), book);
            case 2 -> author.friends.add(authors.get(random.nextInt(authors.size())));
            case 3 -> author.master = authors.get(random.nextInt(authors.size()));
            default -> {
                Author added = Author.of("new", book);
                added.master = author;
                db.store(added);
                return;
            }
        }
        db.store(author);
    }

    private static void elsewhere(Runnable call) {
        try {
            Background.run(call).join();
        } catch (java.util.concurrent.CompletionException e) {
            throw e.getCause() instanceof EspalierException reason ? reason : e;
        }
    }
}

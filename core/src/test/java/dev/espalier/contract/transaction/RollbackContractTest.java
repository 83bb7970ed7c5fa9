package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.annotation.Unique;
import dev.espalier.contract.samples.Shapes;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.sql.Timestamp;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** Rollbacks of objects that were refreshed, completed or locked, and of values that are hard to restore: nothing is lost, and nothing is done twice. */
@EngineIndependent
class RollbackContractTest {

    static class Account {
        long id;
        int balance;
        int limit;
        List<String> notes = new ArrayList<>();
    }

    static class Diary {
        long id;

        @Unique
        String title;

        List<String> lines = new CopyOnWriteArrayList<>();
        Map<String, String> words = new TreeMap<>();
        transient Set<String> keys = words.keySet();
        transient List<String> view = Collections.unmodifiableList(lines);
        List<Date> days = new ArrayList<>(List.of(new Date(1_000)));
        List<byte[]> pictures = new ArrayList<>(List.of(new byte[] {1, 2}));
        Date[] holidays = {new Date(2_000)};
        Timestamp written = new Timestamp(3_000);
    }

    /** A list that takes what is added at its end and gives nothing back. */
    static final class Log extends AbstractList<String> {
        private final List<String> entries = new ArrayList<>();

        @Override
        public boolean add(String entry) {
            return entries.add(entry);
        }

        @Override
        public String get(int index) {
            return entries.get(index);
        }

        @Override
        public int size() {
            return entries.size();
        }
    }

    private static final class Mine extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static void elsewhere(Runnable call) {
        Background.run(call).join();
    }

    private static Account account(Database db) {
        Account account = new Account();
        account.notes.add("first");
        db.store(account);
        return account;
    }

    private static void change(Database db, long id, int balance) {
        Account other = db.get(Account.class, id);
        other.balance = balance;
        other.notes.add("other");
        db.store(other);
    }

    /** The object has its old fields again, and the registry its old version. */
    @OnEveryEngine
    void objectRefreshedInARolledBackTransactionIsStale(TestDatabase database) {
        Database db = database.open(Account.class);
        List<BiConsumer<Transaction, Account>> ways = List.of(Transaction::lock, (tx, account) -> db.refresh(account));
        for (BiConsumer<Transaction, Account> refresh : ways) {
            Account account = account(db);
            change(db, account.id, 9);
            assertThatThrownBy(() -> db.useTransaction(tx -> {
                        refresh.accept(tx, account);
                        assertThat(account.balance).isEqualTo(9);
                        throw new Mine();
                    }))
                    .isInstanceOf(Mine.class);
            assertThat(account.balance).isZero();
            assertThat(account.notes).containsExactly("first");
            db.store(account);
            assertThat(db.get(Account.class, account.id).balance)
                    .as("nothing was changed, nothing is written")
                    .isEqualTo(9);

            account.limit = 1;
            assertThat(catchThrowableOfType(StoreException.class, () -> db.store(account))
                            .code())
                    .isEqualTo("stale");
            assertThat(db.get(Account.class, account.id).notes).containsExactly("first", "other");
        }
    }

    @OnEveryEngine
    void retryRefreshesLockedObjectsAgain(TestDatabase database) {
        Database db = database.open(Account.class);
        Account locked = account(db);
        Account other = account(db);
        boolean[] isLater = new boolean[1];
        db.useTransaction(tx -> {
            if (!isLater[0]) {
                isLater[0] = true;
                elsewhere(() -> {
                    change(db, locked.id, 50);
                    change(db, other.id, 70);
                });
            }
            tx.remember(other);
            tx.lock(locked);
            locked.balance += 1;
            other.balance += 1;
            tx.store(locked);
            tx.store(other);
        });
        assertThat(db.get(Account.class, locked.id).balance).isEqualTo(51);
        assertThat(db.get(Account.class, other.id).balance).isEqualTo(71);
        assertThat(db.get(Account.class, locked.id).notes).containsExactly("first", "other");
    }

    /** Its missing fields must not be written as if they were empty. */
    @OnEveryEngine
    void objectCompletedInARolledBackTransactionIsStillIncomplete(TestDatabase database) {
        Database db = database.open(Shapes.Node.class);
        Shapes.Node node = Shapes.Node.named("node", Shapes.Node.named("other"));
        db.store(node);
        Shapes.Node part = db.query(Shapes.Node.class, "name = 'node'").depth(0).one();
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(part);
                    assertThat(tx.query(Shapes.Node.class, "name = 'node'")
                                    .one()
                                    .others())
                            .hasSize(1);
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        assertThat(part.others()).hasToString("[not loaded]");
        db.store(part);
        assertThat(db.query(Shapes.Node.class, "name = 'node'").one().others()).hasSize(1);
    }

    @OnEveryEngine
    void unusualCollectionsViewsAndMutableMembersAreRestored(TestDatabase database) {
        Database db = database.open(Diary.class);
        Diary diary = new Diary();
        diary.lines.addAll(List.of("a", "b"));
        diary.words.putAll(Map.of("k", "v", "l", "w"));
        db.store(diary);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.remember(diary);
                    diary.lines.set(0, "z");
                    diary.words.put("k", "changed");
                    diary.words.put("new", "x");
                    diary.days.get(0).setTime(5);
                    diary.pictures.get(0)[0] = 9;
                    diary.holidays[0].setTime(5);
                    diary.written.setNanos(5);
                    tx.store(diary);
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class)
                .hasNoSuppressedExceptions();
        assertThat(diary.lines).containsExactly("a", "b");
        assertThat(diary.words).isEqualTo(Map.of("k", "v", "l", "w"));
        assertThat(diary.keys).containsExactly("k", "l");
        assertThat(diary.days).containsExactly(new Date(1_000));
        assertThat(diary.pictures.get(0)).containsExactly(1, 2);
        assertThat(diary.holidays).containsExactly(new Date(2_000));
        assertThat(diary.written).isEqualTo(new Timestamp(3_000));
    }

    /** The work must not change an object a second time that could not be restored. */
    @OnEveryEngine
    void unrestorableObjectEndsTheRetries(TestDatabase database) {
        Database db = database.open(Diary.class, Account.class);
        Diary diary = new Diary();
        diary.lines = new Log();
        diary.lines.add("a");
        Account account = account(db);
        db.store(diary);
        List<String> hooks = new ArrayList<>();
        int[] runs = new int[1];
        StoreException refusal = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    tx.onRollback(() -> hooks.add("undone"));
                    tx.remember(diary);
                    tx.remember(account);
                    Account mine = tx.get(Account.class, account.id);
                    if (runs[0]++ == 0) {
                        elsewhere(() -> change(db, account.id, 50));
                    }
                    diary.lines.add("b");
                    account.limit++;
                    mine.balance++;
                    tx.storeAll(Arrays.asList(diary, mine));
                }));
        assertThat(refusal)
                .hasMessageStartingWith("Diary.lines: found a " + Log.class.getName() + " that cannot be restored");
        assertThat(refusal.code()).isEqualTo("not-restored");
        assertThat(runs[0]).isEqualTo(1);
        assertThat(hooks).containsExactly("undone");
        assertThat(account.limit).as("all else is what it was").isZero();
        assertThat(db.get(Account.class, account.id).balance).isEqualTo(50);
        assertThat(db.get(Diary.class, diary.id).lines).containsExactly("a");
    }

    /** Kotlin's lambdas may throw checked exceptions. */
    @OnEveryEngine
    void exceptionsOfHooksChangeNothing(TestDatabase database) {
        Database db = database.open(Account.class);
        Account account = new Account();
        List<String> hooks = new ArrayList<>();
        db.useTransaction(tx -> {
            tx.afterCommit(() -> throwing(new IOException("mine")));
            tx.afterCommit(() -> hooks.add("committed"));
            tx.onRollback(() -> hooks.add("undone"));
            tx.store(account);
        });
        assertThat(hooks).containsExactly("committed");
        assertThat(account.id).isPositive();
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.onRollback(() -> hooks.add("undone"));
                    tx.onRollback(() -> throwing(new IOException("mine")));
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        assertThat(hooks).containsExactly("committed", "undone");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwing(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** The second attempt locks, and so decides for certain. */
    @OnEveryEngine
    void takenUniqueValueIsRetriedOnce(TestDatabase database) {
        Database db = database.open(Diary.class);
        Diary diary = new Diary();
        diary.title = "mine";
        db.store(diary);
        int[] runs = new int[1];
        StoreException refusal = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    runs[0]++;
                    Diary other = new Diary();
                    other.title = "mine";
                    tx.store(other);
                    tx.query(Diary.class, "").list();
                }));
        assertThat(refusal.code()).isEqualTo("not-unique");
        assertThat(runs[0]).isLessThanOrEqualTo(2);
    }

    /** Somebody has deleted a row of the list by hand. */
    @OnEveryEngine
    void storingAListWithAGapClosesTheGap(TestDatabase database) {
        Database db = database.open(Account.class);
        Account account = account(db);
        account.notes.addAll(List.of("second", "third"));
        db.store(account);
        database.execute("DELETE FROM account_notes WHERE pos = 1");
        Account found = db.get(Account.class, account.id);
        found.notes.set(0, "changed");
        db.store(found);
        assertThat(db.get(Account.class, account.id).notes).containsExactly("changed", "third");
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }
}

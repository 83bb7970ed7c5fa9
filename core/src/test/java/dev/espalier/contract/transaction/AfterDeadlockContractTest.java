package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.Insides;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Statement;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;

/**
 * After a deadlock there is no transaction any more. MySQL, and MariaDB in some versions, would commit what comes next by itself if auto-commit is on, as it is on
 * connections of a {@code DataSource}; on a connection of the library's pool, whose auto-commit is off, a COMMIT would commit the second half alone. So nothing may
 * come next but a ROLLBACK.
 */
class AfterDeadlockContractTest {

    static class Seat {
        long id;
    }

    private static void seats(TestDatabase database) {
        database.execute("CREATE TABLE seat_row (id INT PRIMARY KEY, taken INT)");
        database.execute("INSERT INTO seat_row VALUES (1, 0), (2, 0)");
    }

    /** The transaction that has written less is rolled back: this one. */
    private static void meet(TestDatabase database, Executable lockSecond, Executable lockFirst) throws Exception {
        try (Connection other = database.connect();
                java.sql.Statement ofOther = other.createStatement()) {
            ofOther.execute("START TRANSACTION");
            ofOther.execute("INSERT INTO seat_row VALUES (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)");
            ofOther.execute("UPDATE seat_row SET taken = 1 WHERE id = 1");
            run(lockSecond);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(
                    () -> run(() -> ofOther.execute("UPDATE seat_row SET taken = 1 WHERE id = 2")));
            while (database.rows("SELECT trx_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                    .isEmpty()) { // until the other one waits, this is no deadlock
                TimeUnit.MILLISECONDS.sleep(200); // what the server shows is that old
            }
            run(lockFirst);
            waiting.join();
            ofOther.execute("COMMIT");
        }
    }

    private static void run(Executable step) {
        try {
            step.execute();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void refuse(Session session, EspalierException deadlock) {
        assertThatThrownBy(() -> session.update(Statement.of("INSERT INTO seat_row VALUES (10, 2)")))
                .isSameAs(deadlock);
        assertThatThrownBy(() -> session.queryLong(Statement.of("SELECT COUNT(*) FROM seat_row")))
                .isSameAs(deadlock);
        session.updateLater(Statement.of("INSERT INTO seat_row VALUES (11, 2)"), rows -> {});
        assertThatThrownBy(session::flush).isSameAs(deadlock);
        assertThatThrownBy(session::commit).isSameAs(deadlock);
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void nothingComesNextButARollback(TestDatabase database) throws Exception {
        seats(database);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            for (Database db : new Database[] {
                database.open(Seat.class), database.open(pool, Model.of(Seat.class), database.settings())
            }) {
                try (Session session = Insides.of(Database.class, db, ObjectStore.class)
                        .source()
                        .writer()) {
                    session.beginWrite();
                    EspalierException[] deadlock = new EspalierException[1];
                    meet(
                            database,
                            () -> session.update(Statement.of("UPDATE seat_row SET taken = 2 WHERE id = 2")),
                            () -> assertThatThrownBy(() ->
                                            session.update(Statement.of("UPDATE seat_row SET taken = 2 WHERE id = 1")))
                                    .isInstanceOfSatisfying(EspalierException.class, e -> deadlock[0] = e));
                    assertThat(deadlock[0].code()).isEqualTo("conflict");
                    refuse(session, deadlock[0]);
                    session.rollback();
                    session.beginWrite();
                    session.update(Statement.of("DELETE FROM seat_row WHERE id > 2"));
                    session.commit();
                }
            }
        }
        assertThat(database.rows("SELECT id FROM seat_row WHERE id > 2 OR taken = 2"))
                .isEmpty();
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void restOfABatchIsNotCommitted(TestDatabase database) throws Exception {
        seats(database);
        database.execute("INSERT INTO seat_row VALUES (20, 0), (21, 0), (22, 0), (23, 0)");
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            Database db = database.open(pool, Model.of(Seat.class), database.settings());
            try (Session session =
                    Insides.of(Database.class, db, ObjectStore.class).source().writer()) {
                session.beginWrite();
                String text = "UPDATE seat_row SET taken = 2 WHERE id = ?";
                meet(database, () -> session.update(Statement.of("UPDATE seat_row SET taken = 2 WHERE id = 2")), () -> {
                    for (long id : new long[] {1, 20, 21, 22, 23}) {
                        session.updateLater(
                                text,
                                text,
                                List.<Object[]>of(new Object[] {id}),
                                (prepared, at) -> {
                                    prepared.setLong(at, id);
                                    return at + 1;
                                },
                                rows -> {});
                    }
                    assertThatThrownBy(session::flush)
                            .isInstanceOfSatisfying(
                                    EspalierException.class,
                                    e -> assertThat(e.code()).isEqualTo("conflict"));
                });
            }
        }
        assertThat(database.rows("SELECT id FROM seat_row WHERE taken = 2")).isEmpty();
    }
}

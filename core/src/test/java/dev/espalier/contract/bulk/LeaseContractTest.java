package dev.espalier.contract.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.contract.samples.Library.Author;
import dev.espalier.error.DatabaseException;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.IdBlock;
import dev.espalier.internal.lease.Load;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.sql.Statement;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The lease of a bulk load: a load that was undone is refused wherever it goes on. */
@EngineIndependent
class LeaseContractTest {

    /** Only a hang reaches it. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private static ConnectionSource source(TestDatabase database, Duration lockWait) {
        database.open(Author.class).close();
        return ConnectionSource.open(
                database.url(),
                new ConnectionOptions(
                        database.user(),
                        database.password(),
                        4,
                        LONGEST,
                        lockWait,
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        retry -> {}));
    }

    private static void insertAuthor(Session session, long id) {
        session.update(Statement.of(
                "INSERT INTO " + session.dialect().quote("author") + " (id, _version) VALUES (" + id + ", 0)"));
    }

    private static List<Long> touched(TestDatabase database) {
        return database.rows("SELECT touched FROM espalier_loads").stream()
                .map(Long::valueOf)
                .toList();
    }

    private static void assertLost(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        DatabaseException.class, e -> assertThat(e.code()).isEqualTo("load-lost"));
    }

    @OnEveryEngine
    void undoneLoadFailsAtItsNextHeartbeatCommitOrEnd(TestDatabase database) {
        try (ConnectionSource source = source(database, LONGEST)) {
            Loads loads = new Loads(source);
            Load load = loads.begin(false, 3, 10);
            load.touch();
            database.execute("UPDATE espalier_loads SET touched = 1");
            loads.undoAbandoned();
            assertThat(database.rows("SELECT * FROM espalier_loads")).isEmpty();
            assertLost(load::touch);
            assertLost(() -> load.takeBlock(10));
            assertLost(() -> {
                try (Session session = source.writer()) {
                    session.beginWrite();
                    load.check(session, 2);
                }
            });
            assertLost(load::end);
            assertThat(database.rows("SELECT * FROM espalier_loads")).isEmpty();
        }
    }

    @OnEveryEngine
    void ofTwoLoadsWithGivenIdsThatStartAtOnceOneIsRefused(TestDatabase database) throws Exception {
        try (ConnectionSource source = source(database, LONGEST)) {
            Loads loads = new Loads(source);
            CompletableFuture<Load> second = new CompletableFuture<>();
            Load first = loads.beginGiven(
                    session -> {
                        new Thread(() -> {
                                    try {
                                        second.complete(loads.beginGiven(other -> List.of(new IdBlock(12, 1)), 12, 13));
                                    } catch (RuntimeException e) {
                                        second.completeExceptionally(e);
                                    }
                                })
                                .start();
                        return List.of(new IdBlock(11, 3));
                    },
                    11,
                    14);
            assertThatThrownBy(second::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            DatabaseException.class, e -> assertThat(e.code()).isEqualTo("load-running"));
            first.end();
            loads.beginGiven(session -> List.of(new IdBlock(12, 1)), 12, 14).end();
        }
    }

    @OnEveryEngine
    void expiryMarkAloneFencesTheLoad(TestDatabase database) {
        try (ConnectionSource source = source(database, LONGEST)) {
            Load load = new Loads(source).begin(false, 3, 10);
            database.execute("UPDATE espalier_loads SET touched = 0");
            assertLost(load::touch);
            assertLost(load::end);
            assertThat(database.rows("SELECT touched FROM espalier_loads"))
                    .as("no heartbeat revives it")
                    .containsExactly("0", "0", "0");
        }
    }

    @OnEveryEngine
    @AlsoOnTiDb("its clock is UTC_TIMESTAMP of one of several servers")
    void leasesUseTheClockOfTheServer(TestDatabase database) {
        try (ConnectionSource source = source(database, LONGEST);
                Session session = source.session()) {
            Statement now = Statement.of("SELECT " + session.dialect().nowMillis());
            long before = session.queryLong(now);
            Load load = new Loads(source).begin(false, 3, 10);
            assertThat(touched(database)).hasSize(3).allMatch(time -> time >= before && time <= session.queryLong(now));
            database.execute("UPDATE espalier_loads SET touched = 1");
            load.touch();
            assertThat(touched(database)).hasSize(3).allMatch(time -> time >= before && time <= session.queryLong(now));
            assertThat(before)
                    .as("server and client run on one machine here")
                    .isBetween(System.currentTimeMillis() - 3_600_000, System.currentTimeMillis() + 3_600_000);
            new Loads(source).undoAbandoned();
            load.end();
        }
    }

    @OnEveryEngine
    void undoWaitsForAConcurrentCommit(TestDatabase database) {
        try (ConnectionSource source = source(database, LONGEST);
                ConnectionSource other = source(database, Duration.ofSeconds(1))) {
            Load load = new Loads(source).begin(false, 3, 10);
            IdBlock block = load.blocks().get(0);
            database.execute("UPDATE espalier_loads SET touched = 1");
            try (ConnectionSource.Turn turn = source.turnToWrite();
                    Session session = source.bulkSession()) {
                session.beginWrite();
                insertAuthor(session, block.first());
                load.check(session, 2);
                new Loads(other).undoAbandoned();
                session.commit();
            }
            assertThat(database.rows("SELECT touched FROM espalier_loads WHERE touched > 0"))
                    .as("it is not marked before the COMMIT")
                    .hasSize(3);
            database.execute("UPDATE espalier_loads SET touched = 1");
            new Loads(source).undoAbandoned();
            assertThat(database.rows("SELECT id FROM author")).isEmpty();
            assertLost(load::end);
        }
    }

    @OnEveryEngine
    void undoCoversTheWholeIdBlock(TestDatabase database) {
        try (ConnectionSource source = source(database, LONGEST)) {
            Loads loads = new Loads(source);
            Load load = loads.begin(false, 1, 200_000);
            long first = load.blocks().get(0).first();
            try (ConnectionSource.Turn turn = source.turnToWrite();
                    Session session = source.bulkSession()) {
                for (long id : new long[] {first, first + 68_000, first + 150_000, first + 199_999, first + 200_000}) {
                    insertAuthor(session, id);
                }
            }
            load.undo();
            assertThat(database.rows("SELECT id FROM author"))
                    .as("the one behind it")
                    .containsExactly(Long.toString(first + 200_000));
            assertThat(database.rows("SELECT * FROM espalier_loads")).isEmpty();
        }
    }
}

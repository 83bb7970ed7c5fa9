package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Part;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Deletions of parts beside a program that adds a table with references to them, and the round trips that they take. */
@EngineIndependent
class PartsDeletionContractTest {

    static class Order {
        long id;

        @Part
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
        int count;
    }

    /** Of a class that the other program adds. */
    static class Remark {
        long id;
        Line about;
    }

    /** Deletes the last line of an order, or all of it. */
    @FunctionalInterface
    private interface Removal {
        void run(Database db, Order order);
    }

    private static final Model OLDER = Model.of(Order.class);
    private static final Model NEWER = Model.of(Order.class, Remark.class);

    /** The statement that locks lines; no other one has their table alone behind FROM. */
    private static final String LOCKS_LINES = "select.* from .line. t where .*for update";

    private static Order order(int lines) {
        Order order = new Order();
        for (int i = 0; i < lines; i++) {
            order.lines.add(new Line());
        }
        return order;
    }

    private static void removeLast(Database db, Order order) {
        db.useTransaction(tx -> {
            Order read = tx.get(Order.class, order.id);
            read.lines.remove(read.lines.size() - 1);
            tx.store(read);
        });
    }

    @OnEveryEngine
    void aReferenceToAPartInATableThatIsAddedDuringTheDeletionOfItsOwnerIsFound(TestDatabase database) {
        assertThatRemarkForgetsItsLine(database, Database::delete);
    }

    @OnEveryEngine
    void aReferenceToAPartInATableThatIsAddedWhileItsOwnerGivesItUpIsFound(TestDatabase database) {
        assertThatRemarkForgetsItsLine(database, PartsDeletionContractTest::removeLast);
    }

    private static void assertThatRemarkForgetsItsLine(TestDatabase database, Removal removal) {
        if (!database.engine().isServer()) {
            return; // nobody else writes meanwhile, and no row is locked
        }
        StatementLog log = new StatementLog(database);
        Database old = database.open(log.source(), OLDER);
        Order first = order(2);
        Order order = order(2);
        old.storeAll(List.of(first, order));
        removal.run(old, first); // now it has the tables
        Remark remark = new Remark();
        long line = order.lines.get(1).id;
        log.before(LOCKS_LINES, () -> {
            Database young = database.open(NEWER, database.settings());
            remark.about = young.get(Line.class, line);
            young.store(remark);
        });

        removal.run(old, order);
        assertThat(log.wasInterrupted()).isTrue();
        Database young = database.open(NEWER, database.settings());
        assertThat(young.get(Remark.class, remark.id).about).isNull();
        assertThat(Health.of(young).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void aDeletionOfAnOwnerAndItsPartsTakesThreeRoundTripsBeforeItsCommit(TestDatabase database) throws SQLException {
        assertTrips(database, Database::delete, 3);
    }

    @OnEveryEngine
    void anOwnerThatGivesUpAPartTakesThreeRoundTripsWithItsReading(TestDatabase database) throws SQLException {
        assertTrips(database, PartsDeletionContractTest::removeLast, 3);
    }

    /** Each new text is prepared once, and makes a round trip if the engine is a server. */
    private static void assertTrips(TestDatabase database, Removal removal, int expected) throws SQLException {
        if (!database.engine().isServer()) {
            return;
        }
        StatementLog log = new StatementLog(database);
        try (FaultyDriver driver = new FaultyDriver(database.url(), log::noting);
                Database db = Database.open(driver.url(), NEWER, database.settings())) {
            Order order = order(3);
            Remark alone = new Remark();
            db.storeAll(List.of(order, alone));
            db.delete(alone); // now it has the tables
            log.statements();
            removal.run(db, order);
            assertThat(log.statements()).hasSize(expected);
        }
    }
}

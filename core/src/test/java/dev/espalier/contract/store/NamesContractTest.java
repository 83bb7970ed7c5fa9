package dev.espalier.contract.store;

import dev.espalier.health.Health;
import dev.espalier.testing.LocaleDependent;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.SQLITE;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Unique;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Names of Java that would be one name in a database, or none at all. */
@EngineIndependent
@LocaleDependent
class NamesContractTest {

    static class Order {
        long id;
        int lineCount;
    }

    static class OrderLine {
        long id;
        int count;
    }

    @OnEveryEngine
    void indexesOfTwoTablesHaveDifferentNames(TestDatabase database) {
        database.open(OrderLine.class).store(new OrderLine());
        assertThat(indexes(database)).contains("ix_order_line_count");
        Database db = database.open(Order.class, OrderLine.class);
        db.store(new Order());
        assertThat(Health.of(db).verify()).hasToString("clean");
        assertThat(db.query(OrderLine.class, "").count()).isEqualTo(1);
        assertThat(indexes(database)).contains("ix_order_line_count", "ix_order_line_count_2");
        assertThat(Health.of(database.open(OrderLine.class)).verify()).hasToString("clean");
        assertThat(Health.of(database.open(Order.class)).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void indexesOfTwoTablesHaveDifferentNamesInANewDatabase(TestDatabase database) {
        Database db = database.open(Order.class, OrderLine.class);
        db.storeAll(List.of(new Order(), new OrderLine()));
        assertThat(Health.of(db).verify()).hasToString("clean");
        assertThat(Health.of(database.open(Order.class, OrderLine.class)).verify()).hasToString("clean");
    }

    /** Before, MySQL's family let two tables have an index of one name. The names stay. */
    @OnEveryEngine({MYSQL, MARIADB, TIDB})
    void namesThatStandStay(TestDatabase database) {
        database.open(Order.class, OrderLine.class).close();
        database.execute("ALTER TABLE order_line DROP INDEX ix_order_line_count_2, ADD INDEX ix_order_line_count (count)",
                "UPDATE espalier_fact SET name = 'ix_order_line_count' WHERE name = 'ix_order_line_count_2'");
        Database db = database.open(Order.class, OrderLine.class);
        assertThat(Health.of(db).verify()).hasToString("clean");
        assertThat(indexes(database)).contains("ix_order_line_count").doesNotContain("ix_order_line_count_2");
    }

    /** Before, the tables were made, and no opening came further than the indexes. */
    @OnEveryEngine({SQLITE, POSTGRES})
    void aDatabaseInWhichTwoIndexesHaveOneNameCanBeOpened(TestDatabase database) {
        database.open(Order.class, OrderLine.class).close();
        database.execute("DROP INDEX ix_order_line_count", "DROP INDEX ix_order_line_count_2",
                "UPDATE espalier_fact SET name = 'ix_order_line_count' WHERE name = 'ix_order_line_count_2'");
        Database db = database.open(Order.class, OrderLine.class);
        db.storeAll(List.of(new Order(), new OrderLine()));
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    static class Wide {
        long id;
        int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9;
        int d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9;
        int g0, g1, g2, g3, g4, g5, g6, g7, g8, g9;
        Order order;
        @Index
        int asked;
        @Unique
        String key;
    }

    @OnEveryEngine
    void classWithMoreFieldsThanATableHasIndexesIsStored(TestDatabase database) {
        Database db = database.open(Wide.class);
        Wide wide = new Wide();
        wide.key = "k";
        wide.g9 = 5;
        db.store(wide);
        assertThat(db.query(Wide.class, "g9 = 5, key = 'k', asked = 0").list()).hasSize(1);
        assertThat(Health.of(db).verify()).hasToString("clean");
        assertThat(indexes(database)).contains("ux_wide_key", "ix_wide_asked", "ix_wide_order_id", "ix_wide_a0");
        Database again = database.open(Wide.class);
        assertThat(Health.of(again).verify()).hasToString("clean");
        if (database.engine().isMySqlFamily()) {
            assertThat(indexes(database)).doesNotContain("ix_wide_g9");
        } else {
            assertThat(indexes(database)).contains("ix_wide_g9");
        }
    }

    static class TooWide {
        long id;
        @Index
        int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9;
        @Index
        int d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9;
        @Index
        int g0, g1, g2, g3, g4, g5, g6, g7, g8, g9;
    }

    @OnEveryEngine
    void tooManyIndexesAreRefusedByName(TestDatabase database) {
        Throwable thrown = catchThrowable(() -> database.open(TooWide.class).store(new TooWide()));
        if (database.engine().isMySqlFamily()) {
            assertThat(thrown).isInstanceOfSatisfying(EspalierException.class, e -> assertThat(e.code()).isEqualTo("too-many-indexes"));
            assertThat(thrown).hasMessageEndingWith("TooWide.b1 and 58 more");
            assertThat(Health.of(database.open(Order.class)).verify()).hasToString("clean");
        } else {
            assertThat(thrown).isNull();
        }
    }

    static class AClassWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCut {
        long id;
        int aFieldWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCutOne = 1;
        @Unique
        int aFieldWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCutTwo = 2;
        List<Order> aFieldWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCutThree = new ArrayList<>();
    }

    static class AClassWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeShort {
        long id;
        int aFieldWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCutOne = 1;
    }

    @OnEveryEngine
    void longNamesAreCut(TestDatabase database) {
        AClassWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCut object =
                new AClassWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCut();
        object.aFieldWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeCutThree.add(new Order());
        keeps(database, object, new AClassWhoseNameIsLongerThanTheIdentifiersOfAnyEngineMayBeSoThatItMustBeShort());
    }

    static class Case {
        long id;
        int count = 1, Count = 2, COUNT = 3, straße = 4, STRASSE = 5;
        int café = 6, cafe = 7, CAFÉ = 8, ſum = 9, sum = 10;
    }

    static class CASE {
        long id;
        int x;
    }

    static class Café {
        long id;
        int x;
    }

    static class Cafe {
        long id;
        int x;
    }

    @OnEveryEngine
    @AlsoOnTiDb("names of tables are compared without case by default")
    void namesThatDifferOnlyInCaseOrAccentsStayDistinct(TestDatabase database) {
        keeps(database, new Case(), new CASE(), new Café(), new Cafe());
        Case found = database.open(Case.class, CASE.class, Café.class, Cafe.class).query(Case.class, "").list().get(0);
        assertThat(List.of(found.count, found.Count, found.COUNT, found.straße, found.STRASSE, found.café, found.cafe, found.CAFÉ, found.ſum, found.sum))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    static class SqliteThing {
        long id;
        int xmin = 1, xmax = 2, cmin = 3, cmax = 4, ctid = 5, tableoid = 6, oid = 7, rowid = 8, db_row_id = 9, _tidb_rowid = 10, db_trx_id = 11, db_roll_ptr = 12;
        int fts_doc_id = 13;
        int select = 14, group = 15;
    }

    @OnEveryEngine
    @AlsoOnTiDb("_tidb_rowid is a column of each table, and it reserves words of its own")
    void reservedNamesAreReplaced(TestDatabase database) {
        keeps(database, new SqliteThing());
    }

    /** In PostgreSQL tables, indexes and primary keys share their names; in SQLite tables and indexes do. */
    static class Ix {
        long id;
        Set<String> orderLineCount = Set.of("a");
    }

    static class OrderPkey {
        long id;
    }

    static class AOrder {
        long id;
    }

    static class AOrderPkey {
        long id;
    }

    @OnEveryEngine
    void tablesAndIndexesHaveDifferentNames(TestDatabase database) {
        keeps(database, new Order(), new OrderPkey(), new Ix(), new AOrderPkey(), new AOrder());
    }

    static class 𝒳Thing {
        long id;
        int 𝒳, 𝒴;
    }

    /** MySQL's identifiers hold no character beyond U+FFFF. */
    @OnEveryEngine
    void namesMayContainEveryCharacterOfJavaIdentifiers(TestDatabase database) {
        keeps(database, new 𝒳Thing());
    }

    private static void keeps(TestDatabase database, Object... objects) {
        Class<?>[] classes = java.util.Arrays.stream(objects).map(Object::getClass).toArray(Class<?>[]::new);
        Database db = database.open(classes);
        db.storeAll(List.of(objects));
        assertThat(Health.of(db).verify()).hasToString("clean");
        Database again = database.open(classes);
        for (Class<?> type : classes) {
            assertThat(again.query(type, "").list()).as(type.getSimpleName()).hasSize(1);
        }
        assertThat(Health.of(again).verify()).hasToString("clean");
    }

    private static List<String> indexes(TestDatabase database) {
        return database.rows(switch (database.engine()) {
            case SQLITE -> "SELECT name FROM sqlite_master WHERE type = 'index'";
            case H2 -> "SELECT INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES";
            case DUCKDB -> "SELECT index_name FROM duckdb_indexes()";
            case POSTGRES -> "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()";
            case MYSQL, MARIADB, TIDB -> "SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema = DATABASE()";
        });
    }
}

package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.SearchStrategy;
import dev.espalier.error.LimitException;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A query that is too large for one statement of SQLite is answered in steps, and refused by name where one statement is asked for. */
class StatementLimitsContractTest {

    private static final int LENGTH = 160;

    static class Part {
        long id;
        int number;
        Part next;
        List<Part> parts = new ArrayList<>();
    }

    /** A chain: each part refers to the one behind it, and has the two behind it as its parts. */
    private static Database chain(TestDatabase database) {
        Database db = database.open(Part.class);
        List<Part> chain = IntStream.range(0, LENGTH)
                .mapToObj(number -> {
                    Part part = new Part();
                    part.number = number;
                    return part;
                })
                .toList();
        for (int i = 0; i < LENGTH; i++) {
            chain.get(i).next = i + 1 < LENGTH ? chain.get(i + 1) : null;
            chain.get(i).parts.addAll(chain.subList(Math.min(LENGTH, i + 1), Math.min(LENGTH, i + 3)));
        }
        db.storeAll(chain);
        return db;
    }

    private static void assertAnsweredInStepsOnly(Database db, String conditions, Integer... expected) {
        for (SearchStrategy strategy : List.of(SearchStrategy.AUTO, SearchStrategy.STEPS)) {
            assertThat(db.query(Part.class, conditions)
                            .strategy(strategy)
                            .depth(0)
                            .list())
                    .as(strategy.name())
                    .extracting(part -> part.number)
                    .containsExactlyInAnyOrder(expected);
        }
        LimitException refusal = catchThrowableOfType(
                LimitException.class,
                () -> db.query(Part.class, conditions)
                        .strategy(SearchStrategy.STATEMENT)
                        .ids());
        assertThat(refusal.code()).isEqualTo("statement-too-large");
        assertThat(refusal).hasMessageContaining("SearchStrategy.AUTO");
    }

    /** Each path alone has few enough references to be joined, both together have not, and are asked by EXISTS. */
    @OnEveryEngine
    void twoLongPathsAreCompared(TestDatabase database) {
        Database db = chain(database);

        for (SearchStrategy strategy : SearchStrategy.values()) {
            assertThat(db.query(Part.class, "next.".repeat(12) + "number > " + "next.".repeat(11) + "number")
                            .strategy(strategy)
                            .count())
                    .as(strategy.name())
                    .isEqualTo(LENGTH - 12);
            assertThat(db.query(Part.class, "NOT (" + "next.".repeat(12) + "number > " + "next.".repeat(11) + "number)")
                            .strategy(strategy)
                            .count())
                    .as(strategy.name())
                    .isEqualTo(12);
        }
    }

    /** The same tables are joined on both sides, whose values must not be taken for each other: DuckDB 2.0 did. */
    @OnEveryEngine
    void valuesBehindSeveralReferencesAreCompared(TestDatabase database) {
        Database db = chain(database);

        for (SearchStrategy strategy : SearchStrategy.values()) {
            for (int steps = 1; steps < 20; steps++) {
                assertThat(db.query(Part.class, "next.".repeat(steps) + "number > number")
                                .strategy(strategy)
                                .count())
                        .as(strategy + ", " + steps)
                        .isEqualTo(LENGTH - steps);
                assertThat(db.query(Part.class, "next.".repeat(steps) + "number <= number")
                                .strategy(strategy)
                                .count())
                        .as(strategy + ", " + steps)
                        .isZero();
            }
        }
    }

    /** Written alike, the second key tells apart what the first does not. */
    @OnEveryEngine
    void sortKeysWithDifferentValuesAreTwo(TestDatabase database) {
        Database db = chain(database);

        assertThat(db.query(Part.class, "number < 5 ORDER BY round(number, ?), round(number, ?) DESC")
                        .withValues(-1, 0)
                        .list())
                .extracting(part -> part.number)
                .containsExactly(4, 3, 2, 1, 0);
    }

    static class Joint extends Part {
        int angle;
    }

    /** Each step leads to two tables, so that a statement without a limit would join 2 to the power of 40. */
    @OnEveryEngine
    void aLongPathThroughClassesOfSeveralTablesIsSearched(TestDatabase database) {
        Database db = database.open(Part.class, Joint.class);
        List<Part> chain = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Part part = i % 2 == 0 ? new Part() : new Joint();
            part.number = i;
            part.next = i == 0 ? null : chain.get(i - 1);
            chain.add(part);
        }
        db.storeAll(chain);

        for (SearchStrategy strategy : SearchStrategy.values()) {
            assertThat(db.query(Part.class, "next.".repeat(40) + "number = 3")
                            .strategy(strategy)
                            .depth(0)
                            .list())
                    .as(strategy.name())
                    .extracting(part -> part.number)
                    .containsExactly(43);
        }
        assertThat(db.query(Part.class, "next.".repeat(40) + "number < 3")
                        .explain()
                        .search()
                        .found())
                .isEqualTo(3);
    }

    /** Its planner would overflow the thread's stack, and end the process. */
    @OnEveryEngine(Engine.DUCKDB)
    void thousandsOfConditionsAreRefusedOnDuckDb(TestDatabase database) {
        Database db = chain(database);

        String many = "number = 7" + " AND number = 7".repeat(5_000);
        for (String query :
                List.of(many, "parts(" + many + ")", "NOT (" + many + ")", "(next.number = 8 OR " + many + ")")) {
            assertThatThrownBy(() -> db.query(Part.class, query).list())
                    .isInstanceOf(QueryException.class)
                    .hasMessageContaining("conditions by AND; DuckDB takes at most 1000 at once");
            assertThatThrownBy(() ->
                            db.query(Part.class, query).select("COUNT(*) AS k").list())
                    .isInstanceOf(QueryException.class);
        }
        assertThat(db.query(Part.class, "number = 7" + " AND number = 7".repeat(999))
                        .count())
                .isEqualTo(1);
        assertThat(db.query(Part.class, "number IN (:n)")
                        .with("n", IntStream.range(0, 50_000).boxed().toList())
                        .count())
                .isEqualTo(LENGTH);
    }

    @OnEveryEngine({Engine.SQLITE, Engine.H2, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void thousandsOfConditionsAndOfSortKeysAreAnswered(TestDatabase database) {
        Database db = chain(database);
        String many = IntStream.range(0, 5_000)
                .mapToObj(i -> i == 0 ? "number > 157" : "number < 159")
                .collect(Collectors.joining(", "));
        String keys = "number DESC" + ", number".repeat(5_000);

        assertThat(db.query(Part.class, many).explain().search().found()).isEqualTo(1);
        assertThat(db.query(Part.class, "number > 157 ORDER BY " + keys).list())
                .extracting(part -> part.number)
                .containsExactly(159, 158);
        assertThat(db.query(Part.class, "number > 157")
                        .select("number ORDER BY " + keys)
                        .list())
                .extracting(row -> row.get("number"))
                .containsExactly(159, 158);
    }

    @OnEveryEngine(Engine.SQLITE)
    void deeplyNestedGroupsAreRefusedByName(TestDatabase database) {
        assertAnsweredInStepsOnly(
                chain(database), "next(number = 4 OR ".repeat(150) + "number = 155" + ")".repeat(150), 0, 1, 2, 3, 5);
    }

    @OnEveryEngine(Engine.SQLITE)
    void hundredsOfPathsAreRefusedByName(TestDatabase database) {
        String paths = IntStream.range(0, 600)
                .mapToObj(i -> "parts.number < " + (1_000 + i))
                .collect(Collectors.joining(", "));
        assertAnsweredInStepsOnly(chain(database), paths + ", number = 7", 7);
    }

    @OnEveryEngine(Engine.SQLITE)
    void connectionWorksAfterARefusal(TestDatabase database) {
        Database db = chain(database);
        String nested = "next(number = 4 OR ".repeat(150) + "number = 155" + ")".repeat(150);
        Collections.nCopies(30, nested)
                .forEach(query -> assertThat(catchThrowableOfType(
                                LimitException.class,
                                () -> db.query(Part.class, query)
                                        .strategy(SearchStrategy.STATEMENT)
                                        .ids()))
                        .isNotNull());
        assertThat(db.query(Part.class, "number = 7").count()).isEqualTo(1);
    }
}

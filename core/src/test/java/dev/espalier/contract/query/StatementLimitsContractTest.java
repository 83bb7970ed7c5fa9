package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.SearchStrategy;
import dev.espalier.error.LimitException;
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

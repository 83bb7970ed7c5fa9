package dev.espalier.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("pure")
@NullUnmarked // its classes are in the model
class SearchTest {

    @TempDir
    Path folder;

    private RandomDatabase database;
    private Session session;

    @BeforeEach
    void open() {
        database = new RandomDatabase(
                "jdbc:sqlite:" + folder.resolve("garage.db"),
                new Indexing("relations", false, true),
                new Random(1),
                20,
                Garage.Person.class,
                Garage.SuperCar.class,
                Garage.Bike.class);
        session = database.source.session();
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    @Test
    void resultIsSortedByIdWithoutAnOrderAndSliced() {
        long[] all = ids(Garage.Vehicle.class, "");

        assertThat(all).hasSize(60).isSorted();
        assertThat(ids(Garage.Vehicle.class, "LIMIT 5 OFFSET 57")).containsExactly(Arrays.copyOfRange(all, 57, 60));
        assertThat(ids(Garage.Vehicle.class, "LIMIT 0")).isEmpty();
        assertThat(ids(Garage.Vehicle.class, "LIMIT 9223372036854775807 OFFSET 9223372036854775807"))
                .isEmpty();
    }

    @Test
    void enumsAreSortedByOrdinalWithNullsLastInBothDirections() {
        long[] red = ids(Garage.Vehicle.class, "colour = 'RED'");
        long[] green = ids(Garage.Vehicle.class, "colour = 'GREEN'");
        long[] blue = ids(Garage.Vehicle.class, "colour = 'BLUE'");
        long[] none = ids(Garage.Vehicle.class, "colour IS NULL");

        assertThat(ids(Garage.Vehicle.class, "ORDER BY colour")).containsExactly(joined(red, green, blue, none));
        assertThat(ids(Garage.Vehicle.class, "ORDER BY colour DESC")).containsExactly(joined(blue, green, red, none));
    }

    @Test
    void textIsSortedByCodePointThroughReferences() {
        String word = "partner.name = '\uffee' OR partner.name = '\ud83d\ude00'";

        assertThat(ids(Garage.Person.class, word + " ORDER BY partner.name"))
                .containsExactly(joined(
                        ids(Garage.Person.class, "partner.name = '\uffee'"),
                        ids(Garage.Person.class, "partner.name = '\ud83d\ude00'")));
    }

    @Test
    void unionListsTheResultOfItsFirstPartFirst() {
        long[] old = ids(Garage.Person.class, "age >= 3");
        long[] young = ids(Garage.Person.class, "age < 1");
        long[] all = ids(Garage.Person.class, "age >= 3 MERGE (age < 1) MERGE age >= 3");

        assertThat(all)
                .containsExactly(joined(old, young))
                .isNotEqualTo(Arrays.stream(all).sorted().toArray());
        assertThat(ids(Garage.Person.class, "((age >= 3 MERGE age < 1)) LIMIT 3 OFFSET " + (old.length - 1)))
                .containsExactly(Arrays.copyOfRange(all, old.length - 1, old.length + 2));
        assertThat(ids(Garage.Person.class, "age >= 3 MERGE age < 1 ORDER BY id"))
                .isSorted()
                .containsExactlyInAnyOrder(all);
    }

    @Test
    void searchReadsNoMoreIdsThanTheLimit() {
        assertThat(stages(Garage.Person.class, "LIMIT 2 OFFSET 1"))
                .containsExactly("2 rows: SELECT t0.\"id\" FROM \"person\" t0 ORDER BY t0.\"id\" LIMIT 2 OFFSET 1");
        assertThat(stages(Garage.Person.class, "age = 3 LIMIT 1"))
                .containsExactly(
                        "1 rows: SELECT t0.\"id\" FROM \"person\" t0 WHERE t0.\"age\" = ? ORDER BY t0.\"id\" + 0 LIMIT 1");
        assertThat(stages(Garage.Person.class, "ORDER BY name DESC LIMIT 1"))
                .containsExactly("1 rows: SELECT t0.\"id\" FROM \"person\" t0"
                        + " ORDER BY t0.\"name\" IS NULL, t0.\"name\" DESC, t0.\"id\" LIMIT 1");
    }

    @Test
    void countReadsNoIds() {
        PersistentClass vehicles = database.model.find(Garage.Vehicle.class);
        Plan plan = new Planner(database.model).plan(Rql.parse("colour = 'RED' OR owner.age > 1"), vehicles, Map.of());
        Search search = new Search(database.schema, database.statistics());

        assertThat(search.count(session, plan, Optional.of(Strategy.EXISTS)))
                .isEqualTo(search.find(session, plan).ids().length)
                .isPositive();
    }

    private List<String> stages(Class<?> root, String text) {
        return stages(root, text, Optional.empty()).stream()
                .map(stage -> stage.rows() + " rows: " + stage.sql())
                .toList();
    }

    private List<Explanation.Stage> stages(Class<?> root, String text, Optional<Strategy> way) {
        Plan plan = new Planner(database.model).plan(Rql.parse(text), database.model.find(root), Map.of());
        Search search = new Search(database.schema, database.statistics());
        return way.map(one -> search.find(session, plan, one))
                .orElseGet(() -> search.find(session, plan))
                .explanation()
                .stages();
    }

    @Test
    void veryWideAndVeryDeepConditionsAreSearched() {
        String wide =
                IntStream.range(0, 3_000).mapToObj(i -> "name != 'x" + i + "'").collect(Collectors.joining(" AND "));
        String deep = "partner.".repeat(150) + "id > 0";
        String groups = "friends(".repeat(60) + "id > 0" + ")".repeat(60);

        assertThat(ids(Garage.Person.class, wide)).hasSize(20);
        assertThat(ids(Garage.Person.class, deep)).isNotNull();
        assertThat(ids(Garage.Person.class, groups)).isNotNull();
        assertThatThrownBy(() -> ids(
                        Garage.Person.class,
                        IntStream.range(0, 40_000)
                                .mapToObj(i -> "name != 'x" + i + "'")
                                .collect(Collectors.joining(" AND "))))
                .hasMessageStartingWith(
                        "too many values at 1: the query compares with 40000 values; this engine takes at most 32766");
    }

    @Test
    void searchReportsItsChoiceAndItsStatements() {
        assertThat(explanation("partner.name = 'Anna' AND age > 0")).isEqualTo("""
                EXISTS: references alone are followed, and joined
                  find Person: n rows in ... ms
                    SELECT t0."id" FROM "person" t0 JOIN "person" t1 ON t1."id" = t0."partner_id" WHERE (t1."name" = ? AND t0."age" > ?)
                n found in ... ms
                """);
        assertThat(explanation("friends.name = 'Anna' AND age > 0")).isEqualTo("""
                STEPS: indexes do not lead along every path
                  find Person: n rows in ... ms
                    SELECT t0."id" FROM "person" t0 WHERE t0."name" = ?
                  back by person_friends: n rows from n ids in ... ms
                    SELECT t0."owner" FROM "person_friends" t0 WHERE t0."target" IN (SELECT value FROM json_each(?))
                  verify Person: n rows from n ids in ... ms
                    SELECT t0."id" FROM "person" t0 WHERE (t0."age" > ? AND t0."id" IN (SELECT value FROM json_each(?)))
                n found in ... ms
                """);
    }

    @Test
    void estimatesComeFromTheEngineWithoutCounting() {
        session.execute("ANALYZE");

        assertThat(stages(Garage.Person.class, "age > 1", Optional.of(Strategy.EXISTS)))
                .extracting(Explanation.Stage::expected)
                .containsExactly(6.0);
        assertThat(stages(Garage.Person.class, "partner.name = 'Anna'", Optional.of(Strategy.STEPS)))
                .extracting(Explanation.Stage::expected)
                .containsExactly(1.0, 3.0);
    }

    private String explanation(String text) {
        Plan plan =
                new Planner(database.model).plan(Rql.parse(text), database.model.find(Garage.Person.class), Map.of());
        return new Search(database.schema, database.statistics())
                .find(session, plan)
                .explanation()
                .toString()
                .replaceAll("[0-9.]+ ms", "... ms")
                .replaceAll("[0-9]+ (rows|found|ids)", "n $1");
    }

    private static long[] joined(long[]... parts) {
        return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
    }

    private long[] ids(Class<?> root, String text) {
        Plan plan = new Planner(database.model).plan(Rql.parse(text), database.model.find(root), Map.of());
        return new Search(database.schema, database.statistics())
                .find(session, plan)
                .ids();
    }
}

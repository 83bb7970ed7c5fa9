package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Types that hold all former values without a question, types that get narrower again, and components of records with other types. */
@EngineIndependent
@LocaleDependent
class TypesContractTest {

    static class V1 {
        static class Order {
            long id;
            String name;
            long total;
            Integer count;
            int small;
            Place place;
            List<Line> lines = new ArrayList<>();
            Map<String, Line> named = new LinkedHashMap<>();

            Order() {}

            Order(String name) {
                this.name = name;
            }
        }

        record Place(String city, int number, Spot spot) {}

        record Spot(String x, Integer y) {}

        record Line(String product, String count) {}
    }

    static class Wide {
        @Was("Order")
        static class Order {
            long id;
            String name;
            BigDecimal total;
            BigInteger count;
            long small;
        }
    }

    static class Wider {
        @Was("Order")
        static class Order {
            long id;
            String name;
            BigDecimal count;
        }
    }

    static class Narrow {
        @Was("Order")
        static class Order {
            long id;
            String name;

            @Was("small")
            int small;
        }
    }

    static class Renamed {
        @Was("Order")
        static class Order {
            long id;
            String name;

            @Was("small")
            int little;
        }
    }

    static class Components {
        @Was("Order")
        static class Order {
            long id;
            String name;
            Place place;
            List<Line> lines = new ArrayList<>();
            Map<String, Line> named = new LinkedHashMap<>();
        }

        record Place(
                @Was("number") String house, @Was("city") String town, Spot spot) {}

        record Spot(@Was("x") Long x, Integer y) {}

        record Line(String product, @Was("count") Integer count, String note) {}
    }

    static class WithoutAnswer {
        @Was("Order")
        static class Order {
            long id;
            List<Line> lines = new ArrayList<>();
        }

        record Line(String product, Integer count) {}
    }

    private static final Model OLD = Model.of(V1.Order.class);

    private static V1.Order order() {
        V1.Order order = new V1.Order("p");
        order.total = Long.MAX_VALUE;
        order.count = 7;
        order.small = -5;
        order.place = new V1.Place("London", 12, new V1.Spot("44", 2));
        order.lines.addAll(List.of(new V1.Line("anvil", "3"), new V1.Line("rocket", null)));
        order.named.put("first", new V1.Line("fuse", "9"));
        return order;
    }

    private static Settings apply(TestDatabase database) {
        return database.settings().schema(SchemaMode.APPLY);
    }

    @OnEveryEngine
    void wholeNumbersBecomeDecimalsWithoutAQuestion(TestDatabase database) throws Exception {
        try (Database older = database.open(OLD, database.settings())) {
            older.storeAll(List.of(order(), new V1.Order("q")));
            PausedLease.renew(older);
            refused(
                    () -> database.open(Model.of(Wider.Order.class), database.settings()),
                    "in-use",
                    "nothing was converted",
                    "process " + ProcessHandle.current().pid());
        }
        Model wide = Model.of(Wide.Order.class);
        // There a change from int to long rewrites the table.
        Settings settings = database.engine().name().equals("POSTGRES") ? apply(database) : database.settings();
        try (Database newer = database.open(wide, settings)) {
            Wide.Order order = newer.query(
                            Wide.Order.class, "name = 'p', total = 9223372036854775807, count = 7, small = -5")
                    .one();
            assertThat(order.total).isEqualTo(BigDecimal.valueOf(Long.MAX_VALUE));
            assertThat(order.count).isEqualTo(BigInteger.valueOf(7));
            Wide.Order other = newer.query(Wide.Order.class, "name = 'q', total = 0, count IS NULL")
                    .one();
            other.total = new BigDecimal("1.50");
            newer.store(other);
        }
        try (Database newer = database.open(wide, database.settings())) {
            assertThat(newer.query(Wide.Order.class, "total = 1.5").one().total).isEqualTo(new BigDecimal("1.50"));
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
        refused(
                () -> database.open(OLD, database.settings()),
                "model-mismatch",
                "Order.total was converted to BigDecimal by a newer version of the program");
        // From BigInteger on.
        try (Database newest = database.open(Model.of(Wider.Order.class), database.settings())) {
            assertThat(newest.query(Wider.Order.class, "count = 7").one().count)
                    .isEqualByComparingTo(new BigDecimal(7));
        }
    }

    @OnEveryEngine
    void aWidenedTypeGetsNarrowerByAnAnswer(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.store(order());
        }
        long id;
        try (Database newer = database.open(Model.of(Wide.Order.class), apply(database))) {
            Wide.Order order = newer.query(Wide.Order.class, "").one();
            order.small = 5_000_000_000L;
            newer.store(order);
            id = order.id;
        }
        Model narrow = Model.of(Narrow.Order.class);
        refused(
                () -> database.open(narrow, database.settings()),
                "schema-change",
                "convert Order.small from long to int",
                "SchemaMode.APPLY");
        refused(
                () -> database.open(narrow, apply(database)),
                "migration",
                "1 object has no value for it, the ids are [" + id + "]");
        // This is an older program: the answer is another name.
        try (Database older = database.open(Model.of(Renamed.Order.class), database.settings())) {
            assertThat(older.query(Renamed.Order.class, "").count()).isEqualTo(1);
        }
        try (Database newer = database.open(Model.of(Wide.Order.class), apply(database))) {
            Wide.Order order = newer.query(Wide.Order.class, "").one();
            order.small = 77;
            newer.store(order);
        }
        for (Settings settings : List.of(apply(database), database.settings())) {
            try (Database newest = database.open(narrow, settings)) {
                assertThat(newest.query(Narrow.Order.class, "small = 77").one().small)
                        .isEqualTo(77);
            }
        }
        refused(
                () -> database.open(Model.of(Wide.Order.class), database.settings()),
                "model-mismatch",
                "Order.small was converted to int");
    }

    @OnEveryEngine
    void aComponentOfAnotherTypeIsConvertedWithItsRecord(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.storeAll(List.of(order(), new V1.Order("q")));
        }
        Model model = Model.of(Components.Order.class);
        refused(
                () -> database.open(model, database.settings()),
                "schema-change",
                "convert the components of Order.place",
                "convert the members of Order.lines",
                "convert the members of Order.named");
        for (Settings settings : List.of(apply(database), database.settings())) {
            try (Database newer = database.open(model, settings)) {
                Components.Order order = newer.query(
                                Components.Order.class,
                                "name = 'p', place.house = '12', place.town = 'London', place.spot.x = 44, lines.count = 3")
                        .one();
                assertThat(order.place).isEqualTo(new Components.Place("12", "London", new Components.Spot(44L, 2)));
                assertThat(order.lines)
                        .containsExactly(
                                new Components.Line("anvil", 3, null), new Components.Line("rocket", null, null));
                assertThat(order.named).containsEntry("first", new Components.Line("fuse", 9, null));
                assertThat(newer.query(Components.Order.class, "name = 'q'").one().place)
                        .isNull();
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
        refused(
                () -> database.open(OLD, database.settings()),
                "model-mismatch",
                "Order.place was converted by a newer version",
                "Order.lines.value.count is String in the program and Integer");
        SchemaAdmin.at(database.url(), database.settings()).finish(model);
        try (Database newer = database.open(model, database.settings())) {
            assertThat(newer.query(Components.Order.class, "lines.count = 3, named.count = 9, place.house = '12'")
                            .count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aComponentThatDoesNotConvertIsRefused(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            V1.Order order = order();
            order.lines.add(new V1.Line("rope", "many"));
            older.store(order);
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        refused(
                () -> database.open(Model.of(Components.Order.class), apply(database)),
                "migration",
                "convert the members of Order.lines: 1 object has no value for it",
                "found 'many'; expected a number");
        refused(
                () -> database.open(Model.of(WithoutAnswer.Order.class), apply(database)),
                "model-mismatch",
                "Order.lines.value.count is Integer in the program and String");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
    }
}

package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Attributes that an expression of the query language computes. */
@EngineIndependent
@LocaleDependent
class ExpressionsContractTest {

    static class V1 {
        static class Order {
            long id;
            Customer customer;
            Place place;
            List<Line> lines = new ArrayList<>();
            List<Integer> marks = new ArrayList<>();
            Order previous;
        }

        static class Urgent extends Order {
            int hours;
        }

        static class Customer {
            long id;
            String name;
            Level level;
        }

        enum Level {
            LOW,
            TOP
        }

        record Place(String city) {}

        static class Line {
            long id;
            int price;
            BigDecimal weight;
            LocalDate due;
            double factor;
        }
    }

    static class V2 {
        @Was("Order")
        static class Order {
            long id;
            long total;
            Integer lineCount;
            int dear;
            int marks2;
            BigDecimal mean;
            Double factor;
            LocalDate latest;
            String buyer;
            Level level;
            String city;
            Long lightest;
            Integer before;
        }

        @Was("Urgent")
        static class Urgent extends Order {
            int hours;
            long minutes;
        }

        enum Level {
            LOW,
            TOP
        }
    }

    private static final Model OLD = Model.of(V1.Order.class, V1.Urgent.class);
    private static final Model NEW = Model.of(V2.Order.class, V2.Urgent.class);

    private static final Migration<V2.Order> ORDER = Migration.of(V2.Order.class)
            .set("total", "SUM(lines.price)")
            .fill("total", 0)
            .set("lineCount", "COUNT(lines)")
            .set("dear", "COUNT(lines(price > 10))")
            .set("marks2", "SUM(marks)")
            .fill("marks2", -1)
            .set("mean", "AVG(lines.weight)")
            .set("factor", "AVG(lines.factor)")
            .set("latest", "MAX(lines.due)")
            .set("buyer", "customer.name")
            .set("level", "customer.level")
            .set("city", "place.city")
            .set("lightest", "MIN(lines.price)")
            .set("before", "COUNT(previous.lines)");

    private static final Migration<V2.Urgent> URGENT =
            Migration.of(V2.Urgent.class).set("minutes", "hours");

    private static V1.Line line(int price, String weight, double factor) {
        V1.Line line = new V1.Line();
        line.price = price;
        line.weight = new BigDecimal(weight);
        line.due = LocalDate.of(2026, 11, 1).plusDays(price);
        line.factor = factor;
        return line;
    }

    private static V1.Urgent full() {
        V1.Urgent order = full(new V1.Urgent());
        order.hours = 7;
        return order;
    }

    private static <T extends V1.Order> T full(T order) {
        order.customer = new V1.Customer();
        order.customer.name = "Ada";
        order.customer.level = V1.Level.TOP;
        order.place = new V1.Place("Paris");
        V1.Line twice = line(20, "1.50", 0.5);
        order.lines.addAll(List.of(line(3, "1", 0.25), twice, twice, line(11, "2.5", 1.5)));
        order.marks.addAll(List.of(4, 4, 5));
        order.previous = new V1.Order();
        order.previous.lines.add(twice);
        return order;
    }

    @OnEveryEngine
    void expressionsComputeNewAttributes(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.store(full());
        }
        for (int i = 0; i < 2; i++) {
            try (Database newer = database.open(NEW, database.settings().migrations(ORDER, URGENT))) {
                V2.Urgent order = newer.query(V2.Urgent.class, "").one();
                assertThat(order.total)
                        .as("a line that is there twice counts once")
                        .isEqualTo(34);
                assertThat(order.lineCount).isEqualTo(3);
                assertThat(order.dear).isEqualTo(2);
                assertThat(order.marks2).isEqualTo(13);
                assertThat(order.mean)
                        .isEqualByComparingTo(new BigDecimal("5")
                                .divide(
                                        new BigDecimal("3"),
                                        database.engine() == Engine.DUCKDB ? 18 : 30,
                                        RoundingMode.HALF_EVEN));
                assertThat(order.factor).isEqualTo(0.75);
                assertThat(order.latest).isEqualTo(LocalDate.of(2026, 11, 21));
                assertThat(order.buyer).isEqualTo("Ada");
                assertThat(order.level).isEqualTo(V2.Level.TOP);
                assertThat(order.city).isEqualTo("Paris");
                assertThat(order.lightest).isEqualTo(3L);
                assertThat(order.before).isEqualTo(1);
                assertThat(order.minutes).isEqualTo(7);
                V2.Order empty = newer.query(V2.Order.class, "lineCount = 1").one();
                assertThat(empty.total).isEqualTo(20);
                assertThat(empty.marks2).isEqualTo(-1);
                assertThat(empty.buyer).isNull();
                assertThat(empty.before).isZero();
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
    }

    @OnEveryEngine
    void missingValuesAreRefusedWithoutAFill(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.storeAll(List.of(full(), new V1.Order()));
        }
        refused(
                () -> database.open(
                        NEW,
                        database.settings()
                                .migrations(Migration.of(V2.Order.class).set("total", "SUM(lines.price)"))),
                "migration",
                "compute Order.total: 1 object has no value for it",
                "a migration can fill it");
    }

    static class Narrow {
        @Was("Order")
        static class Order {
            long id;
            long total;
            Long doubled;
            String buyer;
        }
    }

    @OnEveryEngine
    void valuesMadeStaleByAnOlderProgramAreComputedAgainAndNothingElseIsWritten(TestDatabase database) {
        Model narrow = Model.of(Narrow.Order.class);
        Migration<Narrow.Order> migration = Migration.of(Narrow.Order.class)
                .set("total", "SUM(lines.price)")
                .fill("total", 0)
                .set("buyer", "customer.name")
                .setSql("doubled", "total * 2");
        V1.Order changed = full(new V1.Order());
        try (Database older = database.open(Model.of(V1.Order.class), database.settings())) {
            older.storeAll(List.of(changed, full(new V1.Order())));
            try (Database newer = database.open(
                    narrow,
                    database.settings()
                            .migrations(Migration.of(Narrow.Order.class)
                                    .set("total", "SUM(lines.price)")
                                    .fill("total", 0)
                                    .set("buyer", "customer.name")))) {
                newer.migrate(migration);
                List<String> before = versions(database);
                assertThat(newer.query(Narrow.Order.class, "total = 34, doubled = 68, buyer = 'Ada'")
                                .count())
                        .isEqualTo(2);
                // The older program stores between: it does not know the computed attributes.
                V1.Order mine = older.get(V1.Order.class, changed.id);
                mine.lines.remove(mine.lines.size() - 1);
                mine.customer.name = "Bob";
                older.store(mine);
                V1.Order later = full(new V1.Order());
                older.store(later);
                assertThat(newer.query(Narrow.Order.class, "total = 34, buyer = 'Ada', doubled = 68")
                                .count())
                        .as("stale")
                        .isEqualTo(2);
                newer.migrate(migration);
                newer.migrate(migration); // total first, then what depends on it
                assertThat(newer.query(Narrow.Order.class, "total = 23, doubled = 46, buyer = 'Bob'")
                                .one()
                                .id)
                        .isEqualTo(changed.id);
                assertThat(newer.query(Narrow.Order.class, "total = 34, doubled = 68")
                                .count())
                        .isEqualTo(2);
                List<String> after = versions(database);
                newer.migrate(migration);
                assertThat(versions(database))
                        .as("nothing is stale: nothing is written")
                        .isEqualTo(after);
                assertThat(after)
                        .as("an object that nobody has changed is not written")
                        .contains(before.get(before.size() - 1));
            }
        }
    }

    private static List<String> versions(TestDatabase database) {
        String table = database.quote("order");
        return database.rows("SELECT id, " + database.quote("_version") + " FROM " + table + " ORDER BY id");
    }

    private static ModelDraft trips(AttributeDraft... attributes) {
        List<AttributeDraft> all = new ArrayList<>(List.of(
                AttributeDraft.of("own", "Integer"),
                AttributeDraft.of("driver", "Driver"),
                AttributeDraft.of("stops", "List<Stop>"),
                AttributeDraft.of("marks", "List<Integer>")));
        all.addAll(List.of(attributes));
        return ModelDraft.of(
                List.of(
                        new ClassDraft("Trip", List.of(), false, List.of(), null, all),
                        new ClassDraft(
                                "Stop",
                                List.of(),
                                false,
                                List.of(),
                                null,
                                List.of(
                                        AttributeDraft.of("metres", "int"),
                                        AttributeDraft.of("seconds", "Long"),
                                        AttributeDraft.of("day", "LocalDate"))),
                        new ClassDraft(
                                "Driver",
                                List.of(),
                                false,
                                List.of(),
                                null,
                                List.of(
                                        AttributeDraft.of("age", "Integer"),
                                        AttributeDraft.of("name", "String"),
                                        AttributeDraft.of("best", "Stop")))),
                List.of(),
                List.of());
    }

    private static final List<String> EXPRESSIONS = List.of(
            "own",
            "driver.age",
            "driver.name",
            "driver.best.metres",
            "driver.best.day",
            "COUNT(stops)",
            "SUM(stops.metres)",
            "SUM(stops.seconds)",
            "MIN(stops.seconds)",
            "MAX(stops.day)",
            "MIN(stops.day)",
            "SUM(marks)",
            "MAX(marks)",
            "COUNT(driver.best)");

    private static String typeOf(String expression) {
        return expression.endsWith("name") ? "String" : expression.contains("day") ? "LocalDate" : "Long";
    }

    @OnEveryEngine
    @AlsoOnTiDb("it computes sums and means of decimals, doubles and dates by code of its own")
    void statementsComputeWhatTheProgramComputes(TestDatabase database) {
        Random random = new Random(20_261_124);
        int trips = 60;
        try (Database db = database.open(trips().toModel(), database.settings())) {
            List<Node> stops = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                stops.add(db.nodes()
                        .newNode("Stop")
                        .set("metres", i % 4 == 0 ? Integer.MAX_VALUE : random.nextInt(9) - 4)
                        .set("seconds", i % 5 == 0 ? null : (long) random.nextInt() << 10)
                        .set("day", i % 6 == 0 ? null : LocalDate.of(1 + random.nextInt(3000), 2, 3)));
            }
            List<Node> drivers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                drivers.add(db.nodes()
                        .newNode("Driver")
                        .set("age", i == 0 ? null : i)
                        .set("name", i == 1 ? null : "N" + i + "  ")
                        .set("best", i == 2 ? null : stops.get(i)));
            }
            for (int i = 0; i < trips; i++) {
                List<Node> some = new ArrayList<>();
                List<Integer> marks = new ArrayList<>();
                for (int many = random.nextInt(6); many > 0; many--) {
                    some.add(stops.get(random.nextInt(stops.size())));
                    marks.add(random.nextInt());
                }
                db.store(db.nodes()
                        .newNode("Trip")
                        .set("own", i % 3 == 0 ? null : i)
                        .set("driver", i % 4 == 0 ? null : drivers.get(random.nextInt(5)))
                        .set("stops", some)
                        .set("marks", marks));
            }
        }
        Migration<Node> migration = Migration.of("Trip");
        List<AttributeDraft> attributes = new ArrayList<>();
        for (int i = 0; i < EXPRESSIONS.size(); i++) {
            // A text of a number is no column of a number.
            migration = migration.set("statement" + i, EXPRESSIONS.get(i)).set("program" + i, EXPRESSIONS.get(i));
            attributes.add(AttributeDraft.of("statement" + i, typeOf(EXPRESSIONS.get(i))));
            attributes.add(AttributeDraft.of(
                    "program" + i,
                    "BigDecimal,LocalDate,String"
                            .split(",")[List.of("Long", "LocalDate", "String").indexOf(typeOf(EXPRESSIONS.get(i)))]));
        }
        try (Database db = database.open(
                trips(attributes.toArray(AttributeDraft[]::new)).toModel(),
                database.settings().migrations(migration))) {
            List<Node> found = db.nodes().query("Trip", "").list();
            assertThat(found).hasSize(trips);
            for (Node trip : found) {
                for (int i = 0; i < EXPRESSIONS.size(); i++) {
                    Object statement = trip.get("statement" + i);
                    Object program = trip.get("program" + i);
                    assertThat(statement == null ? null : statement.toString())
                            .as(EXPRESSIONS.get(i) + " of " + trip)
                            .isEqualTo(
                                    program == null
                                            ? null
                                            : program instanceof BigDecimal number
                                                    ? number.toBigIntegerExact().toString()
                                                    : program.toString());
                }
            }
        }
    }

    @OnEveryEngine
    void sumsBeyondTheTypeAreRefusedByTheirObjects(TestDatabase database) {
        long large;
        try (Database db = database.open(trips().toModel(), database.settings())) {
            Node first = db.nodes().newNode("Stop").set("metres", 1).set("seconds", Long.MAX_VALUE);
            Node second =
                    db.nodes().newNode("Stop").set("metres", Integer.MAX_VALUE).set("seconds", 1L);
            Node trip = db.nodes().newNode("Trip").set("stops", List.of(first, second));
            db.store(trip);
            db.store(db.nodes().newNode("Trip").set("stops", List.of(second)));
            large = trip.id();
        }
        refused(
                () -> database.open(
                        trips(AttributeDraft.of("all", "Long")).toModel(),
                        database.settings().migrations(Migration.of("Trip").set("all", "SUM(stops.seconds)"))),
                "migration",
                "compute Trip.all: 1 object has no value for it, the ids are [" + large + "]",
                "9223372036854775808");
        refused(
                () -> database.open(
                        trips(AttributeDraft.of("all", "int")).toModel(),
                        database.settings().migrations(Migration.of("Trip").set("all", "SUM(stops.metres)"))),
                "migration",
                "compute Trip.all: 1 object has no value for it, the ids are [" + large + "]",
                "2147483648");
        try (Database db = database.open(
                trips(AttributeDraft.of("all", "long")).toModel(),
                database.settings().migrations(Migration.of("Trip").set("all", "SUM(stops.metres)")))) {
            assertThat(db.nodes().get("Trip", large).get("all")).isEqualTo(2147483648L);
        }
    }

    private static ModelDraft crates(AttributeDraft... attributes) {
        List<AttributeDraft> all = new ArrayList<>(List.of(AttributeDraft.of("weight", "int")));
        all.addAll(List.of(attributes));
        return ModelDraft.of(
                List.of(
                        new ClassDraft("Box", List.of(), false, List.of(), null, all),
                        new ClassDraft(
                                "Crate",
                                List.of(),
                                false,
                                List.of("Box"),
                                null,
                                List.of(AttributeDraft.of("boxes", "List<Box>")))),
                List.of(),
                List.of());
    }

    @OnEveryEngine
    void classesWithoutJavaAreMigratedByTheirNames(TestDatabase database) {
        try (Database db = database.open(crates().toModel(), database.settings())) {
            db.store(db.nodes()
                    .newNode("Crate")
                    .set("weight", 9)
                    .set(
                            "boxes",
                            List.of(
                                    db.nodes().newNode("Box").set("weight", 4),
                                    db.nodes().newNode("Box").set("weight", 5))));
        }
        Migration<Node> boxes =
                Migration.of("Box").setSql("twice", "weight * 2").set("label", box -> "w" + box.get("weight"));
        Migration<Node> crates = Migration.of("Crate").set("label", "COUNT(boxes)");
        try (Database db = database.open(
                crates(AttributeDraft.of("twice", "long"), AttributeDraft.of("label", "String"))
                        .toModel(),
                database.settings().migrations(crates, boxes))) {
            assertThat(db.nodes()
                            .query("Crate", "twice = 18, label = '2', boxes(twice = 8, label = 'w4')")
                            .count())
                    .isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
        refused(
                () -> database.open(
                        crates().toModel(),
                        database.settings().migrations(Migration.of("Bax").setSql("weight", "1"))),
                "migration",
                "found Bax");
    }

    @OnEveryEngine
    void anExpressionThatReadsWhatIsComputedForOtherObjectsIsRefused(TestDatabase database) {
        Model model = crates(AttributeDraft.of("label", "String")).toModel();
        try (Database db = database.open(model, database.settings())) {
            Node inner = db.nodes()
                    .newNode("Crate")
                    .set("weight", 1)
                    .set("boxes", List.of(db.nodes().newNode("Box").set("weight", 4)));
            db.store(db.nodes().newNode("Crate").set("weight", 2).set("boxes", List.of(inner)));
            refused(
                    () -> db.migrate(Migration.of("Crate").set("weight", "SUM(boxes.weight)")),
                    "migration",
                    "Crate.weight",
                    "of other objects");
            refused(
                    () -> db.migrate(Migration.of("Crate").set("label", "COUNT(boxes(label = 'x'))")),
                    "migration",
                    "Crate.label",
                    "of other objects");
            refused(
                    () -> db.migrate(Migration.of("Crate")
                            .set("label", "MAX(boxes.weight)")
                            .set("weight", box -> 7)),
                    "migration",
                    "Crate.weight",
                    "of other objects");
            assertThat(db.nodes().query("Box", "ORDER BY id").list().stream().map(box -> box.get("weight")))
                    .containsExactlyInAnyOrder(1, 2, 4);
            db.migrate(Migration.of("Crate").set("label", "MAX(boxes.weight)"));
            assertThat(db.nodes().query("Crate", "ORDER BY label").list().stream()
                            .map(crate -> crate.get("label")))
                    .containsExactly("1", "4");
        }
    }

    @OnEveryEngine
    void mistakesAreFoundAtTheirPositionBeforeAnythingChanges(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.store(new V1.Order());
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        wrong(database, "SUM(lines.prise)", "unknown field at 11", "'prise'", "price");
        wrong(database, "SUM(lines.price", "unclosed bracket at 4");
        wrong(database, "lines.price", "many values at 1", "expected SUM, MIN, MAX, AVG or COUNT");
        wrong(database, "customer", "no value at 1");
        wrong(database, "SUM(customer.name)", "wrong type at 5");
        wrong(database, "SUM(lines.price) > 4", "at 18", "the end");
        wrong(database, "COUNT(lines(Q2))", "unknown variable at 13", "expected an expression without variables");
        wrong(database, "", "at 1");
        refused(
                () -> database.open(
                        NEW,
                        database.settings()
                                .migrations(Migration.of(V2.Order.class).set("dear", "COUNT(lines(price > :x))"))),
                "migration",
                "x");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
    }

    private static void wrong(TestDatabase database, String expression, String... words) {
        refused(
                () -> database.open(
                        NEW,
                        database.settings()
                                .migrations(Migration.of(V2.Order.class).set("total", expression))),
                "migration",
                words);
    }

    private static ModelDraft gauges() {
        return ModelDraft.of(
                List.of(new ClassDraft(
                        "Gauge",
                        List.of(),
                        false,
                        List.of(),
                        null,
                        List.of(
                                AttributeDraft.of("before", "int"),
                                AttributeDraft.of("now", "int"),
                                AttributeDraft.of("oldest", "Integer")))),
                List.of(),
                List.of());
    }

    private static List<Object> gauge(Database db) {
        Node gauge = db.nodes().query("Gauge", "").one();
        return List.of(gauge.get("before"), gauge.get("now"), gauge.get("oldest"));
    }

    @OnEveryEngine
    void allAttributesAreComputedFromWhatTheObjectWasBefore(TestDatabase database) {
        try (Database db = database.open(gauges().toModel(), database.settings())) {
            db.store(db.nodes().newNode("Gauge").set("before", 1).set("now", 2).set("oldest", 0));
            db.migrate(Migration.of("Gauge").set("before", "now").set("now", "before"));
            assertThat(gauge(db)).as("exchanged").containsExactly(2, 1, 0);
            db.migrate(Migration.of("Gauge").set("before", "now").set("oldest", gauge -> gauge.get("before")));
            assertThat(gauge(db)).as("read by a function").containsExactly(1, 1, 2);
            db.migrate(Migration.of("Gauge").set("before", "oldest").setSql("now", database.quote("before") + " + 4"));
            assertThat(gauge(db)).as("read by SQL").containsExactly(2, 5, 2);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    private static ModelDraft wholes(AttributeDraft... attributes) {
        List<AttributeDraft> all = new ArrayList<>(List.of(AttributeDraft.of("name", "String")));
        all.addAll(List.of(attributes));
        return ModelDraft.of(
                List.of(
                        new ClassDraft("V0", List.of(), false, List.of(), null, all),
                        new ClassDraft(
                                "Part",
                                List.of(),
                                false,
                                List.of(),
                                null,
                                List.of(AttributeDraft.of("whole", "V0"), AttributeDraft.of("size", "int")))),
                List.of(),
                List.of());
    }

    @OnEveryEngine
    void aClassMayHaveTheNameThatAStatementGivesToARow(TestDatabase database) {
        try (Database db = database.open(wholes().toModel(), database.settings())) {
            Node whole = db.nodes().newNode("V0").set("name", "a");
            db.storeAll(List.of(
                    db.nodes().newNode("Part").set("whole", whole).set("size", 4),
                    db.nodes().newNode("Part").set("whole", whole).set("size", 5)));
        }
        try (Database db = database.open(
                wholes(AttributeDraft.of("total", "Long")).toModel(),
                database.settings().migrations(Migration.of("V0").set("total", "SUM(<Part.whole.size)")))) {
            assertThat(db.nodes().query("V0", "").one().get("total")).isEqualTo(9L);
        }
    }

    private static ModelDraft shapes(boolean isAbstract, AttributeDraft... attributes) {
        List<AttributeDraft> all = new ArrayList<>(List.of(AttributeDraft.of("corners", "int")));
        all.addAll(List.of(attributes));
        return ModelDraft.of(
                List.of(
                        new ClassDraft("Shape", List.of(), isAbstract, List.of(), null, all),
                        new ClassDraft(
                                "Square",
                                List.of(),
                                false,
                                List.of("Shape"),
                                null,
                                List.of(AttributeDraft.of("side", "int")))),
                List.of(),
                List.of());
    }

    @OnEveryEngine
    void aClassThatWasAbstractIsComputedToo(TestDatabase database) {
        try (Database db = database.open(shapes(true).toModel(), database.settings())) {
            db.store(db.nodes().newNode("Square").set("corners", 4));
        }
        try (Database db = database.open(
                shapes(false, AttributeDraft.of("edges", "int")).toModel(),
                database.settings().migrations(Migration.of("Shape").set("edges", "corners")))) {
            assertThat(db.nodes().query("Shape", "").one().get("edges")).isEqualTo(4);
            db.store(db.nodes().newNode("Shape").set("corners", 3).set("edges", 3));
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void aProgramThatGoesOnRefusesWhatAnOlderOneHasMadeTooLargeMeanwhile(TestDatabase database) {
        try (Database db = database.open(trips().toModel(), database.settings())) {
            db.store(db.nodes()
                    .newNode("Trip")
                    .set("stops", List.of(db.nodes().newNode("Stop").set("metres", 1))));
        }
        Model newer = trips(AttributeDraft.of("all", "Integer")).toModel();
        Settings migrated = database.settings().migrations(Migration.of("Trip").set("all", "SUM(stops.metres)"));
        assertThatThrownBy(() -> database.open(newer, migrated.onMigration(progress -> {
                    throw new IllegalStateException("ended");
                })))
                .hasMessage("ended");
        try (Database db = database.open(trips().toModel(), database.settings())) {
            db.store(db.nodes()
                    .newNode("Trip")
                    .set(
                            "stops",
                            List.of(
                                    db.nodes().newNode("Stop").set("metres", 1),
                                    db.nodes().newNode("Stop").set("metres", Integer.MAX_VALUE))));
        }
        refused(() -> database.open(newer, migrated), "migration", "compute Trip.all", "2147483648");
    }

    @OnEveryEngine
    void anSqlExpressionBeyondTheTypeIsRefusedBeforeAnythingIsChanged(TestDatabase database) {
        try (Database db = database.open(trips().toModel(), database.settings())) {
            db.store(db.nodes().newNode("Trip").set("own", 7));
        }
        for (String expression : List.of("own * 2147483647", "3000000000", "own * 9223372036854775807")) {
            refused(
                    () -> database.open(
                            trips(AttributeDraft.of("all", "Integer")).toModel(),
                            database.settings().migrations(Migration.of("Trip").setSql("all", expression))),
                    "migration",
                    "Trip.all");
            assertThat(SchemaAdmin.at(database.url(), database.settings())
                            .classes()
                            .toString())
                    .doesNotContain("all");
        }
    }

    @OnEveryEngine
    void aSumThatAnOlderProgramMakesTooLargeBetweenTwoStatementsIsRefused(TestDatabase database) {
        try (Database db = database.open(trips().toModel(), database.settings());
                BulkWriter bulk = db.bulkWriter()) {
            for (int i = 0; i < 10_001; i++) { // one statement computes 10,000
                bulk.store(db.nodes().newNode("Trip").set("own", i));
            }
        }
        Model newer = trips(AttributeDraft.of("all", "Integer")).toModel();
        try (Database older = database.open(trips().toModel(), database.settings())) {
            Node last = older.nodes().query("Trip", "ORDER BY id DESC LIMIT 1").one();
            refused(
                    () -> database.open(
                            newer,
                            database.settings()
                                    .migrations(Migration.of("Trip").set("all", "SUM(stops.metres)"))
                                    .onMigration(progress -> {
                                        if (progress.done() == 10_000) {
                                            older.store(last.set(
                                                    "stops",
                                                    List.of(
                                                            older.nodes()
                                                                    .newNode("Stop")
                                                                    .set("metres", 1),
                                                            older.nodes()
                                                                    .newNode("Stop")
                                                                    .set("metres", Integer.MAX_VALUE))));
                                        }
                                    })),
                    "migration",
                    "compute Trip.all",
                    String.valueOf(last.id()),
                    "2147483648");
        }
        assertThat(database.rows("SELECT id FROM trip WHERE " + database.quote("all") + " > 2147483647"))
                .isEmpty();
    }
}

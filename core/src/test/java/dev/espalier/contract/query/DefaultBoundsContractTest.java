package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.LoadBounds;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Nodes;
import dev.espalier.Page;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Bounds;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Was;
import dev.espalier.error.LimitException;
import dev.espalier.error.ModelException;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.DefaultBounds;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The bounds of a class count for reads of its objects that say none. */
@EngineIndependent
class DefaultBoundsContractTest {

    static class City {
        long id;
        String name;
    }

    static class Customer {
        long id;
        String name;
        City city;
        Customer adviser;

        @InverseOf("buyer")
        List<Order> orders = new ArrayList<>();
    }

    @Bounds(stopAt = "buyer.city, buyer.adviser")
    static class Order {
        long id;
        int due;
        Customer buyer;
        Order former;
    }

    static class Gift extends Order {
        String card;
    }

    @Bounds
    static class Bargain extends Order {
        int percent;
    }

    private static final Class<?>[] CLASSES = {Customer.class, Order.class, Gift.class, Bargain.class};

    private static Settings settings(TestDatabase database, Class<?> type, UnaryOperator<LoadBounds> bounds) {
        return database.settings().bounds(type, bounds);
    }

    private static <T extends Order> T stored(Database db, T order) {
        City city = new City();
        city.name = "Bonn";
        Customer customer = new Customer();
        customer.name = "Acme";
        customer.city = city;
        customer.adviser = new Customer();
        customer.adviser.name = "Bob";
        order.due = 7;
        order.buyer = customer;
        db.store(order);
        return order;
    }

    private static boolean isCut(Order order) {
        return order.buyer.city.name == null;
    }

    @OnEveryEngine
    void everyReadThatSaysNoneHasTheBoundsOfTheClass(TestDatabase database) {
        Database db = database.open(CLASSES);
        long id = stored(db, new Order()).id;
        String sql = "SELECT id FROM " + table(database);
        Map<String, Function<Database, Order>> reads = new LinkedHashMap<>();
        reads.put("get", one -> one.get(Order.class, id));
        reads.put("getAll", one -> one.getAll(Order.class, List.of(id)).get(0));
        reads.put("getUntracked", one -> one.getUntracked(Order.class, id));
        reads.put("query", one -> one.query(Order.class, "").one());
        reads.put(
                "query with a condition",
                one -> one.query(Order.class, "due = 7").first().orElseThrow());
        reads.put(
                "first page",
                one -> one.query(Order.class, "").page(1, null).objects().get(0));
        reads.put("stream", one -> {
            try (Stream<Order> all = one.query(Order.class, "").stream()) {
                return all.findFirst().orElseThrow();
            }
        });
        reads.put("queryBySql", one -> one.queryBySql(Order.class, sql).list().get(0));
        reads.put(
                "untracked query", one -> one.query(Order.class, "").untracked().one());
        reads.put("get in a transaction", one -> one.inTransaction(tx -> tx.get(Order.class, id)));
        reads.put(
                "query in a snapshot",
                one -> one.inSnapshot(tx -> tx.query(Order.class, "").one()));
        reads.put("owners", one -> one.query(City.class, "").owners(Order.class).one());
        reads.put("topmost", one -> one.query(Order.class, "").topmost("former").one());
        reads.forEach((name, read) -> {
            for (int i = 0; i < 3; i++) { // the second and the third one may have a statement of another form
                Order order = read.apply(db);
                assertThat(order.buyer.name).as(name).isEqualTo("Acme");
                assertThat(isCut(order)).as(name).isTrue();
            }
        });
    }

    /** The name of the table of orders. */
    private static String table(TestDatabase database) {
        return database.engine().isServer() && database.url().startsWith("jdbc:m") ? "`order`" : "\"order\"";
    }

    @OnEveryEngine
    void boundsOfAReadReplaceThoseOfTheClass(TestDatabase database) {
        Database db = database.open(CLASSES);
        long id = stored(db, new Order()).id;
        List<UnaryOperator<LoadBounds>> said = List.of(
                bounds -> bounds.depth(2),
                bounds -> bounds.only("buyer.city"),
                bounds -> bounds.stopAt("former"),
                bounds -> bounds.stopAt(),
                bounds -> bounds.follow("orders"),
                LoadBounds::complete);
        for (UnaryOperator<LoadBounds> bounds : said) {
            assertThat(isCut(db.get(Order.class, id, bounds))).isFalse();
            assertThat(isCut(db.queryBySql(Order.class, "SELECT " + id)
                            .bounds(bounds)
                            .list()
                            .get(0)))
                    .isFalse();
        }
        assertThat(isCut(db.query(Order.class, "").depth(2).one())).isFalse();
        assertThat(isCut(db.query(Order.class, "").only("buyer.city").one())).isFalse();
        assertThat(isCut(db.query(Order.class, "").complete().one())).isFalse();
    }

    @OnEveryEngine
    void onlyTheClassThatIsAskedForCounts(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = stored(db, new Order());
        Customer buyer = db.get(Customer.class, order.buyer.id);
        assertThat(buyer.orders.get(0).buyer.city.name).isEqualTo("Bonn");
        assertThat(buyer.adviser.name).isEqualTo("Bob");
    }

    @OnEveryEngine
    void maximumAloneLeavesTheBoundsOfTheClass(TestDatabase database) {
        Database db = database.open(CLASSES);
        long id = stored(db, new Order()).id;
        assertThat(isCut(db.get(Order.class, id, bounds -> bounds.maxObjects(2))))
                .isTrue();
        assertThat(isCut(db.query(Order.class, "").maxObjects(2).one())).isTrue();
        LimitException refused = catchThrowableOfType(
                LimitException.class, () -> db.get(Order.class, id, bounds -> bounds.maxObjects(1)));
        assertThat(refused.code()).isEqualTo("too-many-objects");
    }

    @OnEveryEngine
    void maximumOfAClassCountsUnlessAReadSaysOne(TestDatabase database) {
        long id = stored(database.open(CLASSES), new Order()).id;
        Database db = database.open(
                Model.of(CLASSES),
                settings(database, Order.class, bounds -> bounds.stopAt("buyer").maxObjects(1)));
        assertThat(db.get(Order.class, id).buyer.name).isNull();
        assertThatThrownBy(() -> db.get(Order.class, id, LoadBounds::complete)).isInstanceOf(LimitException.class);
        assertThatThrownBy(() -> db.query(Order.class, "").depth(1).list()).isInstanceOf(LimitException.class);
        assertThat(isCut(db.get(Order.class, id, bounds -> bounds.complete().maxObjects(9))))
                .isFalse();
        Page<Order> page = db.query(Order.class, "").page(1, null);
        assertThat(page.objects()).hasSize(1);
        stored(db, new Order());
        for (int i = 0; i < 3; i++) {
            assertThat(db.query(Order.class, "").page(1, null).objects())
                    .as("the root that shows whether there is a next page does not count")
                    .hasSize(1);
        }
    }

    @OnEveryEngine
    void subclassHasTheBoundsOfTheNearestClassAbove(TestDatabase database) {
        Database db = database.open(CLASSES);
        long gift = stored(db, new Gift()).id;
        long bargain = stored(db, new Bargain()).id;
        assertThat(isCut(db.get(Gift.class, gift))).isTrue();
        assertThat(isCut(db.get(Bargain.class, bargain)))
                .as("it has bounds of its own, which leave nothing out")
                .isFalse();
        assertThat(isCut(db.get(Order.class, bargain)))
                .as("orders were asked for")
                .isTrue();
    }

    @OnEveryEngine
    void settingReplacesTheAnnotation(TestDatabase database) {
        long id = stored(database.open(CLASSES), new Gift()).id;
        Database whole = database.open(Model.of(CLASSES), settings(database, Order.class, bounds -> bounds));
        assertThat(isCut(whole.get(Order.class, id))).isFalse();
        assertThat(isCut(whole.get(Gift.class, id))).isFalse();
        Database alone = database.open(Model.of(CLASSES), settings(database, Gift.class, bounds -> bounds.depth(0)));
        assertThat(alone.get(Gift.class, id).buyer.name).isNull();
        assertThat(alone.get(Order.class, id).buyer.name).isEqualTo("Acme");
    }

    @OnEveryEngine
    void pathsOfASubclassMayStandInTheBoundsOfTheClass(TestDatabase database) {
        long square = store(database, new Square());
        Database db = database.open(Square.class, Circle.class);
        assertThat(db.get(Shape.class, square).name).isNull();
        assertThat(db.get(Square.class, square).corner.name).isNull();
        long circle = store(database, new Circle());
        assertThat(db.get(Circle.class, circle).centre.name).isEqualTo("Bonn");
        assertThatThrownBy(() -> db.get(Square.class, square, bounds -> bounds.only("centre")))
                .hasMessageContaining("there is no relation 'centre'; there are: corner");
    }

    @Bounds(only = "centre")
    abstract static class Shape {
        long id;
        String name;
    }

    static class Square extends Shape {
        City corner = bonn();
    }

    static class Circle extends Shape {
        City centre = bonn();
    }

    private static City bonn() {
        City city = new City();
        city.name = "Bonn";
        return city;
    }

    private static long store(TestDatabase database, Shape shape) {
        database.open(Square.class, Circle.class).store(shape);
        return shape.id;
    }

    // ---- what the library reads for itself

    @OnEveryEngine
    void storingWhatBoundsHaveCutLosesNothing(TestDatabase database) {
        Database db = database.open(CLASSES);
        long id = stored(db, new Order()).id;
        Order order = db.get(Order.class, id);
        order.due = 8;
        order.buyer.name = "Acme Ltd";
        db.store(order);
        Order whole = db.get(Order.class, id, LoadBounds::complete);
        assertThat(whole.due).isEqualTo(8);
        assertThat(whole.buyer.name).isEqualTo("Acme Ltd");
        assertThat(whole.buyer.city.name).isEqualTo("Bonn");
        assertThat(whole.buyer.adviser.name).isEqualTo("Bob");
    }

    @OnEveryEngine
    void transactionHasOneObjectWhateverItsBounds(TestDatabase database) {
        Database db =
                database.open(Model.of(CLASSES), settings(database, Order.class, bounds -> bounds.stopAt("buyer")));
        long id = stored(db, new Order()).id;
        db.useTransaction(tx -> {
            Order cut = tx.get(Order.class, id);
            assertThat(cut.buyer.name).isNull();
            Order whole = tx.get(Order.class, id, LoadBounds::complete);
            assertThat(whole).isSameAs(cut);
            assertThat(whole.buyer.city.name).isEqualTo("Bonn");
            assertThat(tx.get(Order.class, id).buyer.city.name)
                    .as("what was loaded stays")
                    .isEqualTo("Bonn");
        });
    }

    @OnEveryEngine
    void refreshInATransactionCompletesWhatIsBehindAWholeObject(TestDatabase database) {
        Database db = database.open(CLASSES);
        long id = stored(db, new Order()).id;
        db.useTransaction(tx -> {
            Order order = tx.get(Order.class, id);
            assertThat(isCut(order)).isTrue();
            tx.refresh(order);
            assertThat(order.buyer.city.name).isEqualTo("Bonn");
        });
    }

    @OnEveryEngine
    void refreshLoadsTheObjectWithoutTheBoundsOfItsClass(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = db.get(Order.class, stored(db, new Order()).id);
        assertThat(isCut(order)).isTrue();
        db.refresh(order);
        assertThat(isCut(order)).isFalse();
        assertThat(db.isComplete(order)).isTrue();
    }

    @OnEveryEngine
    void lockedObjectIsNotCut(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = stored(db, new Order());
        Order other = db.get(Order.class, order.id);
        other.due = 9;
        db.store(other);
        db.useTransaction(tx -> {
            tx.lock(order);
            assertThat(order.due).isEqualTo(9);
            assertThat(order.buyer.city.name).isEqualTo("Bonn");
            assertThat(order.buyer.adviser.name).isEqualTo("Bob");
        });
    }

    @OnEveryEngine
    void objectThatIsRefreshedForARetryIsNotCut(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = stored(db, new Order());
        Order other = db.get(Order.class, order.id);
        other.due = 10;
        db.store(other);
        List<Integer> seen = new ArrayList<>();
        db.useTransaction(tx -> {
            tx.remember(order);
            seen.add(order.due);
            order.due++;
            tx.store(order);
        });
        assertThat(seen).containsExactly(7, 10);
        assertThat(order.buyer.city.name).isEqualTo("Bonn");
        assertThat(order.buyer.adviser.name).isEqualTo("Bob");
    }

    static final class Older {

        private Older() {}

        static class Letter {
            long id;
            City from;
            City to;
        }
    }

    static final class Newer {

        private Newer() {}

        @Was("Letter")
        @Bounds(depth = 0)
        static class Letter {
            long id;
            City from;
            City to;
            String place;
        }
    }

    @OnEveryEngine
    void migrationReadsWithoutTheBoundsOfTheClass(TestDatabase database) {
        Older.Letter letter = new Older.Letter();
        letter.from = bonn();
        letter.to = bonn();
        try (Database db = database.open(Older.Letter.class)) {
            db.store(letter);
        }
        Database db = database.open(
                Model.of(Newer.Letter.class),
                settings(database, Newer.Letter.class, bounds -> bounds.depth(0).maxObjects(1))
                        .migrations(Migration.of(Newer.Letter.class)
                                .set("place", node -> node.get("to", Node.class).get("name", String.class))));
        assertThat(db.get(Newer.Letter.class, letter.id).place).isEqualTo("Bonn");
        assertThat(db.get(Newer.Letter.class, letter.id).to.name).isNull();
    }

    // ---- explanations

    @OnEveryEngine
    void explanationNamesTheBoundsOfTheClass(TestDatabase database) {
        Database db = database.open(CLASSES);
        stored(db, new Order());
        assertThat(db.query(Order.class, "").explain().toString())
                .contains(
                        "load within the bounds of the class (stopAt buyer.city buyer.adviser): 1 Customer, 1 Order by");
        assertThat(db.query(Order.class, "").depth(0).explain().load().classBounds())
                .isEmpty();
        assertThat(db.query(Customer.class, "").explain().load().classBounds()).isEmpty();
    }

    // ---- databases without Java classes

    @OnEveryEngine
    void settingsGiveBoundsToClassesOfACatalog(TestDatabase database) {
        long id = stored(database.open(CLASSES), new Order()).id;
        try (Database db =
                Database.openCatalog(database.url(), database.settings().bounds("Order", bounds -> bounds.depth(1)))) {
            Nodes nodes = db.nodes();
            assertThat(nameOfCity(nodes.get("Order", id))).isNull();
            assertThat(nameOfCity(nodes.getAll("Order", List.of(id)).get(0))).isNull();
            assertThat(nameOfCity(nodes.getUntracked("Order", id))).isNull();
            assertThat(nameOfCity(nodes.query("Order", "").one())).isNull();
            assertThat(nameOfCity(nodes.get("Order", id, bounds -> bounds.depth(2))))
                    .isEqualTo("Bonn");
            assertThat(nameOfCity(nodes.get("Order", id, LoadBounds::complete))).isEqualTo("Bonn");
        }
    }

    @OnEveryEngine
    void annotationsCountForProgramsWithoutTheClasses(TestDatabase database) {
        Database db = database.open(CLASSES);
        long order = stored(db, new Order()).id;
        long gift = stored(db, new Gift()).id;
        long bargain = stored(db, new Bargain()).id;
        assertThat(bounds(database))
                .containsExactly("Bargain||", "Order|stop-at|buyer.adviser", "Order|stop-at|buyer.city");
        try (Database catalog = database.openCatalog()) {
            Nodes nodes = catalog.nodes();
            assertThat(nameOfCity(nodes.get("Order", order))).isNull();
            assertThat(nameOfCity(nodes.get("Gift", gift))).isNull();
            assertThat(nameOfCity(nodes.query("Order", "").list().get(2))).isNull();
            assertThat(nameOfCity(nodes.get("Bargain", bargain))).isEqualTo("Bonn");
            assertThat(nodes.query("Order", "").explain().load().classBounds()).contains("buyer.city");
        }
        try (Database said =
                Database.openCatalog(database.url(), database.settings().bounds("Order", bounds -> bounds))) {
            assertThat(nameOfCity(said.nodes().get("Order", order)))
                    .as("settings replace what the catalog says")
                    .isEqualTo("Bonn");
        }
    }

    @OnEveryEngine
    void smallerDepthLeavesTheBoundsOfTheClass(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = stored(db, new Order());
        order.former = stored(db, new Order());
        order.former.former = stored(db, new Order());
        db.store(order);
        Database said = database.open(
                Model.of(CLASSES),
                settings(database, Order.class, bounds -> bounds.depth(1).stopAt("buyer")));
        for (int depth = 0; depth < 3; depth++) {
            Order read = said.query(Order.class, "former.former IS NOT NULL")
                    .depthAtMost(depth)
                    .one();
            assertThat(read.buyer.name).isNull();
            assertThat(read.former != null).as("depth %d", depth).isEqualTo(depth > 0);
            assertThat(read.former == null || read.former.former == null).isTrue();
        }
        assertThat(said.query(Order.class, "").depthAtMost(1).explain().load().classBounds())
                .isEqualTo("stopAt buyer");
        assertThat(said.query(Order.class, "").depthAtMost(7).explain().load().classBounds())
                .isEqualTo("depth 1, stopAt buyer");
        assertThat(db.query(Customer.class, "name = 'Acme'").depthAtMost(0).list())
                .as("a class without bounds")
                .allSatisfy(customer -> assertThat(customer.city.name).isNull());
        assertThat(said.query(Order.class, "")
                        .depth(2)
                        .depthAtMost(1)
                        .explain()
                        .load()
                        .classBounds())
                .as("a depth replaces them")
                .isEmpty();
    }

    @OnEveryEngine
    void nodesTellWhatBoundsHaveLeftOut(TestDatabase database) {
        Order order = stored(database.open(CLASSES), new Order());
        try (Database catalog = database.openCatalog()) {
            Nodes nodes = catalog.nodes();
            Node node = nodes.get("Order", order.id, bounds -> bounds.depth(0));
            assertThat(node.get("former")).isNull();
            assertThat(nodes.isLoaded(node, "former")).as("null is its value").isTrue();
            assertThat(nodes.isLoaded(node, "due")).isTrue();
            assertThat(nodes.isLoaded(node, "buyer")).as("a stand-in").isTrue();
            Node standIn = node.get("buyer", Node.class);
            assertThat(nodes.isLoaded(standIn, "id")).isTrue();
            assertThat(nodes.isLoaded(standIn, "name")).isFalse();
            assertThat(nodes.isLoaded(standIn, "orders")).isFalse();
            assertThat(nodes.isLoaded(nodes.newNode("Order"), "buyer")).isTrue();
        }
        Database db = database.open(CLASSES);
        Order later = stored(db, new Order());
        later.former = db.get(Order.class, order.id);
        db.store(later);
        try (Database catalog = database.openCatalog()) {
            Nodes nodes = catalog.nodes();
            Node node = nodes.get("Order", later.id, bounds -> bounds.depth(0));
            assertThat(node.get("former")).as("an order, a gift or a bargain").isNull();
            assertThat(nodes.isLoaded(node, "former")).isFalse();
        }
    }

    private static List<String> bounds(TestDatabase database) {
        return database.rows("SELECT subject, name, value FROM espalier_fact WHERE state = 'now' AND kind = 'bounds'"
                + " ORDER BY subject, name, value");
    }

    static final class Changed {

        private Changed() {}

        @Was("Letter")
        @Bounds(depth = 1, only = "sender")
        static class Letter {
            long id;
            City to;

            @Was("from")
            City sender;
        }
    }

    @OnEveryEngine
    void newBoundsOfAClassReplaceThoseInTheCatalogUnderTheNamesThereAndNoOthers(TestDatabase database) {
        Older.Letter letter = new Older.Letter();
        letter.from = bonn();
        letter.to = bonn();
        database.open(Older.Letter.class, Bargain.class).store(letter);
        String other = "Bargain||";
        assertThat(bounds(database)).contains(other).noneMatch(row -> row.startsWith("Letter"));
        Database changed = database.open(Changed.Letter.class);
        assertThat(bounds(database)).contains(other, "Letter|depth|1", "Letter|only|from");
        Changed.Letter read = changed.get(Changed.Letter.class, letter.id);
        assertThat(read.sender.name).isEqualTo("Bonn");
        assertThat(read.to.name).isNull();
        try (Database catalog = database.openCatalog()) {
            Node node = catalog.nodes().get("Letter", letter.id);
            assertThat(node.get("from", Node.class).get("name", String.class)).isEqualTo("Bonn");
            assertThat(node.get("to", Node.class).get("name", String.class)).isNull();
        }
        Database older =
                database.open(Model.of(Older.Letter.class), database.settings().schema(SchemaMode.VALIDATE));
        assertThat(older.get(Older.Letter.class, letter.id).to.name)
                .as("a program has the bounds of its own classes")
                .isEqualTo("Bonn");
        assertThat(bounds(database))
                .as("an opening that changes nothing leaves those in the catalog")
                .contains("Letter|depth|1", "Letter|only|from");
        database.open(Older.Letter.class);
        assertThat(bounds(database)).contains(other).noneMatch(row -> row.startsWith("Letter"));
    }

    @OnEveryEngine
    void draftHasTheBoundsOfItsClasses(TestDatabase database) {
        database.open(CLASSES);
        List<String> stored = bounds(database);
        ModelDraft draft = ModelDraft.ofDatabase(database.url(), database.settings());
        DefaultBounds ofOrder = new DefaultBounds(
                DefaultBounds.ANY_DEPTH, List.of(), List.of("buyer.adviser", "buyer.city"), List.of());
        assertThat(draft.classes())
                .filteredOn(type -> type.name().equals("Order"))
                .extracting(ClassDraft::bounds)
                .containsExactly(ofOrder);
        database.open(draft.toModel(), database.settings());
        assertThat(bounds(database)).isEqualTo(stored);
        assertThat(SchemaAdmin.at(database.url(), database.settings()).classes())
                .filteredOn(type -> type.name().equals("Order"))
                .singleElement()
                .satisfies(type -> {
                    assertThat(type.bounds()).isEqualTo(ofOrder);
                    assertThat(type.toString()).contains("\n  bounds: stopAt buyer.adviser buyer.city\n");
                });
    }

    @OnEveryEngine
    void boundsOfADroppedClassGoWithIt(TestDatabase database) {
        database.open(CLASSES).close();
        SchemaAdmin admin = SchemaAdmin.at(database.url(), database.settings());
        admin.finish(Model.of(Customer.class, Order.class, Gift.class));
        assertThat(bounds(database)).containsExactly("Order|stop-at|buyer.adviser", "Order|stop-at|buyer.city");
        assertThat(admin.plan(Model.of(Customer.class, Order.class, Gift.class)).steps())
                .isEmpty();
    }

    private static String nameOfCity(Node order) {
        return order.get("buyer", Node.class).get("city", Node.class).get("name", String.class);
    }

    // ---- errors

    @Bounds(stopAt = "buyer.town")
    static class Misspelt {
        long id;
        Customer buyer;
    }

    @Bounds(depth = -1)
    static class Negative {
        long id;
    }

    @Bounds(depth = 1)
    interface Near {}

    @Bounds(depth = 2)
    interface Far {}

    static class Both implements Near, Far {
        long id;
        Near near;
        Far far;
    }

    private static ModelException refused(Runnable opening) {
        return catchThrowableOfType(ModelException.class, opening::run);
    }

    @OnEveryEngine
    void pathThatLeadsNowhereIsRefusedBeforeTheDatabaseIsChanged(TestDatabase database) {
        ModelException refused = refused(() -> database.open(Misspelt.class));
        assertThat(refused.code()).isEqualTo("bad-bounds");
        assertThat(refused)
                .hasMessageContaining("class Misspelt")
                .hasMessageContaining("there is no relation 'town'; there are: adviser, city, orders")
                .hasMessageContaining("buyer.town");
        database.open(CLASSES);
        assertThat(database.openCatalog().nodes().classNames()).doesNotContain("Misspelt");
        refused = refused(() ->
                database.open(Model.of(CLASSES), settings(database, Order.class, bounds -> bounds.only("byer.city"))));
        assertThat(refused.code()).isEqualTo("bad-bounds");
        assertThat(refused)
                .hasMessageContaining("class Order")
                .hasMessageContaining("there is no relation 'byer'; there are: buyer, former");
        refused = refused(() -> Database.openCatalog(
                database.url(), database.settings().bounds("Order", bounds -> bounds.stopAt("byer"))));
        assertThat(refused.code()).isEqualTo("bad-bounds");
        assertThat(refused).hasMessageContaining("no class has a relation 'byer'; there are: adviser, buyer");
    }

    @OnEveryEngine
    void boundsThatCannotBeAreRefused(TestDatabase database) {
        assertThat(refused(() -> database.open(Negative.class)))
                .hasMessageContaining("Negative: found bounds of depth -1; expected at least 0");
        assertThat(refused(() -> database.open(Both.class)))
                .hasMessageContaining("Both: found the bounds of Far and of Near, of which neither is nearer");
        database.open(Model.of(Both.class), settings(database, Both.class, bounds -> bounds));
    }

    @OnEveryEngine
    void settingOfAnUnknownClassIsRefused(TestDatabase database) {
        database.open(CLASSES);
        assertThat(refused(() -> database.open(
                                Model.of(CLASSES), settings(database, Misspelt.class, bounds -> bounds.depth(1))))
                        .code())
                .isEqualTo("outside-model");
        assertThat(refused(() -> Database.openCatalog(
                        database.url(), database.settings().bounds("Ordr", bounds -> bounds.depth(1)))))
                .hasMessageContaining("found the class Ordr; expected one of");
    }
}

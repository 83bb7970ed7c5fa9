package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.annotation.Was;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Conversions whose values have references in them: they are checked before the objects exist to which these lead. */
@EngineIndependent
class ReferenceSetsContractTest {

    static class Before {
        static class Order {
            long id;
            List<Line> lines = new ArrayList<>();
            List<Product> products = new ArrayList<>();
            List<Size> sizes = new ArrayList<>();
            List<Use> uses = new ArrayList<>();
            Use main;
        }

        static class Line {
            long id;
            int count;
        }

        static class Product implements Comparable<Product> {
            long id;
            String name;

            @Override
            public int compareTo(Product other) {
                return name.compareTo(other.name);
            }

            @Override
            public boolean equals(Object other) {
                return other instanceof Product product && product.name.equals(name);
            }

            @Override
            public int hashCode() {
                return name.hashCode();
            }
        }

        record Size(long id, int width) {}

        record Use(Line line, int rank) {}
    }

    static class Sets {
        @Was("Order")
        static class Order {
            long id;

            @Was("lines")
            Set<Before.Line> lines = new HashSet<>();

            @Was("sizes")
            Set<Before.Size> sizes = new HashSet<>();

            @Was("uses")
            Set<Before.Use> uses = new HashSet<>();
        }
    }

    static class Compared {
        @Was("Order")
        static class Order {
            long id;

            @Was("products")
            Set<Before.Product> products = new HashSet<>();
        }
    }

    static class Sorted {
        @Was("Order")
        static class Order {
            long id;

            @Was("products")
            SortedSet<Before.Product> products = new TreeSet<>();
        }
    }

    static class Strict {
        @Was("Order")
        static class Order {
            long id;

            @Was("main")
            Use main;
        }

        record Use(Before.Line line, @Was("rank") String rank) {
            Use {
                Objects.requireNonNull(line, "line");
            }
        }
    }

    private static Before.Line line(int count) {
        Before.Line line = new Before.Line();
        line.count = count;
        return line;
    }

    private static Before.Product product(String name) {
        Before.Product product = new Before.Product();
        product.name = name;
        return product;
    }

    private static Before.Order order() {
        Before.Order order = new Before.Order();
        order.lines.addAll(List.of(line(3), line(3), line(1)));
        order.products.addAll(List.of(product("saw"), product("axe")));
        order.sizes.addAll(List.of(new Before.Size(0, 3), new Before.Size(0, 4)));
        order.uses.addAll(List.of(new Before.Use(order.lines.get(0), 1), new Before.Use(order.lines.get(1), 1)));
        order.main = order.uses.get(0);
        return order;
    }

    private static Before.Order stored(TestDatabase database) {
        try (Database db = database.open(Before.Order.class)) {
            Before.Order order = order();
            db.store(order);
            return order;
        }
    }

    private static Database opened(TestDatabase database, Class<?> root) {
        return database.open(Model.of(root), database.settings().schema(SchemaMode.APPLY));
    }

    @OnEveryEngine
    void listsOfDifferentObjectsBecomeSets(TestDatabase database) {
        stored(database);
        try (Database db = opened(database, Sets.Order.class)) {
            Sets.Order order = db.query(Sets.Order.class, "").one();
            assertThat(order.lines).extracting(line -> line.count).containsExactlyInAnyOrder(3, 3, 1);
            assertThat(order.sizes).extracting(Before.Size::width).containsExactlyInAnyOrder(3, 4);
            assertThat(order.uses)
                    .extracting(use -> use.line().id)
                    .doesNotHaveDuplicates()
                    .hasSize(2);
        }
    }

    @OnEveryEngine
    void objectsWithAnEqualsOfTheirOwnBecomeMembersOfASet(TestDatabase database) {
        stored(database);
        try (Database db = opened(database, Compared.Order.class)) {
            assertThat(db.query(Compared.Order.class, "").one().products)
                    .extracting(product -> product.name)
                    .containsExactlyInAnyOrder("saw", "axe");
        }
    }

    @OnEveryEngine
    void objectsBecomeMembersOfASortedSet(TestDatabase database) {
        stored(database);
        try (Database db = opened(database, Sorted.Order.class)) {
            assertThat(db.query(Sorted.Order.class, "").one().products)
                    .extracting(product -> product.name)
                    .containsExactly("axe", "saw");
        }
    }

    @OnEveryEngine
    void recordThatWantsItsReferenceIsConverted(TestDatabase database) {
        long line = stored(database).main.line().id;
        try (Database db = opened(database, Strict.Order.class)) {
            Strict.Use use = db.query(Strict.Order.class, "").one().main;
            assertThat(use.line().id).isEqualTo(line);
            assertThat(use.rank()).isEqualTo("1");
        }
    }

    @OnEveryEngine
    void objectThatIsTwiceInAListIsNamed(TestDatabase database) {
        Before.Order order = order();
        order.lines.add(order.lines.get(0));
        try (Database db = database.open(Before.Order.class)) {
            db.store(order);
        }
        assertThat(catchThrowable(() -> opened(database, Sets.Order.class)))
                .hasMessageContaining("found the member Line " + order.lines.get(0).id + " twice");
    }

    @OnEveryEngine
    void membersThatTheProgramHoldsForEqualAreRefused(TestDatabase database) {
        Before.Order order = order();
        order.products.add(product("axe"));
        try (Database db = database.open(Before.Order.class)) {
            db.store(order);
        }
        assertThat(catchThrowable(() -> opened(database, Sorted.Order.class)))
                .hasMessageContaining("found 3 members, of which the program's equals or compareTo distinguishes 2");
    }
}

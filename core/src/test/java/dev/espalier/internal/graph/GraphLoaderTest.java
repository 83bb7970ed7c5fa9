package dev.espalier.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.LimitException;
import dev.espalier.error.ModelException;
import dev.espalier.error.QueryException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("pure")
@NullUnmarked // its classes have fields that may be null, as classes of users have
class GraphLoaderTest {

    @TempDir
    Path folder;

    static class Order {
        long id;
        Instant placed = Instant.EPOCH;
        Customer buyer;
        List<Line> lines = new ArrayList<>();
        List<String> notes = new ArrayList<>();
    }

    static class Customer {
        long id;
        String name;
        Order last;
    }

    static class Line {
        long id;
        BigDecimal price;
        Product product;
    }

    static class Product {
        long id;
        String name;
        Set<Product> similar = new HashSet<>();
    }

    private static Product product(String name) {
        Product product = new Product();
        product.name = name;
        return product;
    }

    private static Order order(Product... products) {
        Order order = new Order();
        order.buyer = new Customer();
        order.buyer.name = "Ann";
        order.buyer.last = order;
        order.notes.add("fragile");
        order.notes.add(null);
        for (Product product : products) {
            Line line = new Line();
            line.price = new BigDecimal("1.50");
            line.product = product;
            order.lines.add(line);
        }
        return order;
    }

    @Test
    void structureComesBackWithItsCycles() {
        Product pen = product("pen");
        Product ink = product("ink");
        pen.similar.add(ink);
        ink.similar.addAll(List.of(pen, ink));
        Order order = order(pen, ink, pen);
        order.lines.add(order.lines.get(0));
        order.lines.add(null);
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Order loaded = graph.load(Order.class, order.id);

            assertThat(loaded).usingRecursiveComparison().isEqualTo(order);
            assertThat(loaded.buyer.last).isSameAs(loaded);
            assertThat(loaded.lines.get(3)).isSameAs(loaded.lines.get(0));
            assertThat(loaded.lines.get(2).product).isSameAs(loaded.lines.get(0).product);
            assertThat(loaded.lines.get(0).product.similar).containsExactly(loaded.lines.get(1).product);
            assertThat(graph.leftOut).isEmpty();
        }
    }

    @Test
    void eachRelationOfALevelCostsOneStatement() {
        List<Order> orders = IntStream.range(0, 1000)
                .mapToObj(i -> order(product("p" + i), product("q" + i)))
                .toList();
        try (LoadedGraph graph = new LoadedGraph(folder, orders, Order.class)) {
            Object[] loaded = graph.loadAll(
                    Order.class,
                    Bounds.NONE,
                    orders.stream().mapToLong(o -> o.id).toArray());

            assertThat(loaded)
                    .extracting(GraphLoaderTest::text)
                    .containsExactlyElementsOf(
                            orders.stream().map(GraphLoaderTest::text).toList());
            assertThat(String.join("\n", graph.statements)).isEqualTo("""
                    SELECT t."id", t."_version", t."placed", t."placed_nanos", t."buyer_id" FROM json_each(?) i CROSS JOIN "order" t ON t."id" = i.value
                    SELECT l."owner", l."target", t."_version", t."price", t."price_scale", t."product_id", t1."id", t1."_version", t1."name" FROM "order_lines" l LEFT JOIN "line" t ON t."id" = l."target" LEFT JOIN "product" t1 ON t1."id" = t."product_id" WHERE l."owner" IN (SELECT value FROM json_each(?)) ORDER BY l."owner", l."pos"
                    SELECT l."owner", l."value" FROM "order_notes" l WHERE l."owner" IN (SELECT value FROM json_each(?)) ORDER BY l."owner", l."pos"
                    SELECT t."id", t."_version", t."name", t."last_id" FROM json_each(?) i CROSS JOIN "customer" t ON t."id" = i.value
                    SELECT l."owner", l."target", t."_version", t."name" FROM "product_similar" l LEFT JOIN "product" t ON t."id" = l."target" WHERE l."owner" IN (SELECT value FROM json_each(?)) ORDER BY l."owner", l."pos\"""");
        }
    }

    @Test
    void severalSessionsLoadTheSameStructure() {
        Product shared = product("shared");
        List<Order> orders = IntStream.range(0, 3000)
                .mapToObj(i -> order(product("p" + i), shared))
                .toList();
        try (LoadedGraph graph = new LoadedGraph(folder, orders, Order.class)) {
            Object[] loaded = graph.loadInParallel(
                    Order.class,
                    Bounds.NONE,
                    orders.stream().mapToLong(o -> o.id).toArray());

            assertThat(loaded)
                    .extracting(GraphLoaderTest::text)
                    .containsExactlyElementsOf(
                            orders.stream().map(GraphLoaderTest::text).toList());
            assertThat(Arrays.stream(loaded)
                            .map(o -> ((Order) o).lines.get(1).product)
                            .distinct())
                    .hasSize(1);
        }
    }

    private static String text(Object object) {
        Order order = (Order) object;
        return order.id
                + order.buyer.name
                + order.notes
                + order.lines.stream()
                        .map(line -> line.price + line.product.name)
                        .toList();
    }

    @Test
    void unknownIdGivesNull() {
        Order order = order();
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Object[] loaded =
                    graph.loadAll(Order.class, Bounds.NONE, 99_999, order.id, order.buyer.id, order.id, 0, -1);

            assertThat(loaded[0]).isNull();
            assertThat(loaded[4]).isNull();
            assertThat(loaded[5]).isNull();
            assertThat(loaded[1]).isInstanceOf(Order.class).isSameAs(loaded[3]);
            assertThat(graph.loadAll(Order.class, Bounds.NONE)).isEmpty();
            assertThat(graph.loadAll(Order.class, Bounds.NONE, order.buyer.id)[0])
                    .isNull();
        }
    }

    @Test
    void lentObjectIsFilled() {
        Order order = order(product("pen"));
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Order mine = new Order();
            mine.lines.add(new Line());
            graph.lent.put(order.id, mine);

            Order loaded = graph.load(Order.class, order.id);

            assertThat(loaded).isSameAs(mine);
            assertThat(mine.buyer.last).isSameAs(mine);
            assertThat(mine).usingRecursiveComparison().isEqualTo(order);
        }
    }

    // ---- bounds

    @Test
    void depthLeavesOutObjectsBeyondIt() {
        Product pen = product("pen");
        pen.similar.add(product("ink"));
        Order order = order(pen);
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Order alone = graph.load(Order.class, order.id, Bounds.NONE.withDepth(0));
            assertThat(alone.placed).isEqualTo(order.placed);
            assertThat(alone.notes).isEqualTo(order.notes);
            assertThat(alone.buyer).isNull();
            assertThat(alone.lines).hasToString("[not loaded]");
            assertThat(graph.leftOut).isEqualTo(Map.of(order.id, List.of("buyer", "lines")));

            Order near = graph.load(Order.class, order.id, Bounds.NONE.withDepth(1));
            assertThat(near.buyer.last).isSameAs(near);
            assertThat(near.lines.get(0).product).isNull();
            assertThat(graph.leftOut).isEqualTo(Map.of(order.lines.get(0).id, List.of("product")));
        }
    }

    @Test
    void onlyNamedPathsAreFollowed() {
        Product pen = product("pen");
        pen.similar.add(product("ink"));
        Order order = order(pen);
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Order loaded = graph.load(Order.class, order.id, Bounds.NONE.withOnly(List.of("lines.product")));

            assertThat(loaded.buyer).isNull();
            assertThat(loaded.lines.get(0).product.name).isEqualTo("pen");
            assertThat(loaded.lines.get(0).product.similar).hasToString("[not loaded]");
            assertThat(graph.leftOut).isEqualTo(Map.of(order.id, List.of("buyer"), pen.id, List.of("similar")));
        }
    }

    @Test
    void pathsCanPassThroughRecordsMapsAndArrays() {
        Holder holder = new Holder();
        Node last = new Node(0, "last", null, List.of(), null);
        Node node = new Node(0, "node", last, List.of(last), null);
        holder.node = node;
        holder.place = new Place(holder, Optional.of(node), 1);
        holder.places.put(node, new Place(holder, Optional.of(last), 2));
        holder.array = new Place[] {new Place(holder, Optional.of(last), 3)};
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(holder), Holder.class)) {
            Holder near = graph.load(Holder.class, holder.id, Bounds.NONE.withOnly(List.of("place.node")));
            assertThat(near.place.node().orElseThrow().name()).isEqualTo("node");
            assertThat(near.place.node().orElseThrow().next()).isNull();
            assertThat(near.place.holder()).isSameAs(near);
            assertThat(near.node)
                    .as("it is there anyway")
                    .isSameAs(near.place.node().orElseThrow());
            assertThat(near.places).hasToString("[not loaded]");
            assertThat(near.array).isNull();
            assertThat(graph.leftOut.get(holder.id)).containsExactly("places", "array");

            Holder wide = graph.load(Holder.class, holder.id, Bounds.NONE.withOnly(List.of("array.node")));
            assertThat(wide.array[0].node().orElseThrow().all()).hasToString("[not loaded]");

            assertThatThrownBy(() -> graph.load(Holder.class, holder.id, Bounds.NONE.withOnly(List.of("places.node"))))
                    .as("a key's hash code reads a collection that is left out")
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("Holder.places: ")
                    .hasMessageContaining(".all: this collection was not loaded");
        }
        try (LoadedGraph graph = new LoadedGraph(false, folder, List.of(), Holder.class)) {
            Holder wide = graph.load(Holder.class, holder.id, Bounds.NONE.withOnly(List.of("places.node")));
            assertThat(wide.places.keySet()).extracting(Node::name).containsExactly("node");
            assertThat(wide.places.values())
                    .extracting(place -> place.node().orElseThrow().name())
                    .containsExactly("last");
            assertThat(wide.places.keySet().iterator().next().all()).isNull();
        }
    }

    @Test
    void objectOnTwoPathsIsLoadedForBoth() {
        Product pen = product("pen");
        Product ink = product("ink");
        Product paper = product("paper");
        pen.similar.add(ink);
        ink.similar.add(paper);
        Order order = order(pen, ink);
        Order other = order();
        order.buyer.last = other;
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Order loaded = graph.load(
                    Order.class,
                    order.id,
                    Bounds.NONE.withOnly(List.of("lines.product.similar", "buyer.last.lines", "buyer.last.buyer")));

            assertThat(loaded.buyer.last.buyer.name).isEqualTo("Ann");
            assertThat(loaded.lines.get(0).product.similar)
                    .extracting(p -> p.name)
                    .containsExactly("ink");
            assertThat(loaded.lines.get(1).product.similar)
                    .extracting(p -> p.name)
                    .containsExactly("paper");
            assertThat(loaded.buyer.last.buyer.last).as("it is there anyway").isSameAs(loaded.buyer.last);
            assertThat(graph.leftOut).isEqualTo(Map.of(paper.id, List.of("similar")));
        }
    }

    @Test
    void loadingStopsAtNamedPathsEverywhere() {
        Product pen = product("pen");
        Product ink = product("ink");
        Product paper = product("paper");
        pen.similar.add(ink);
        ink.similar.add(paper);
        Order order = order(pen);
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            Order loaded =
                    graph.load(Order.class, order.id, Bounds.NONE.withStopAt(List.of("similar.similar", "buyer")));

            Product first = loaded.lines.get(0).product;
            assertThat(loaded.buyer).isNull();
            assertThat(first.similar).extracting(p -> p.name).containsExactly("ink");
            assertThat(first.similar.iterator().next().similar).hasToString("[not loaded]");
            assertThat(graph.leftOut).isEqualTo(Map.of(order.id, List.of("buyer"), ink.id, List.of("similar")));
        }
    }

    @Test
    void unknownPathIsRefusedWithItsPosition() {
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order()), Order.class)) {
            assertThatThrownBy(() -> graph.load(Order.class, 1, Bounds.NONE.withOnly(List.of("lines.produkt"))))
                    .isInstanceOf(QueryException.class)
                    .hasMessage("""
                            unknown field at 7: there is no relation 'produkt'; there are: product
                              lines.produkt
                                    ^""");
            assertThatThrownBy(() -> graph.load(Order.class, 1, Bounds.NONE.withStopAt(List.of("name"))))
                    .isInstanceOf(QueryException.class)
                    .hasMessageStartingWith("unknown field at 1: no class has a relation 'name'");
        }
    }

    @Test
    void collectionOfPlainValuesIsNotNamedAmongTheRelations() {
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order()), Order.class)) {
            assertThatThrownBy(() -> graph.load(Order.class, 1, Bounds.NONE.withOnly(List.of("buyer.last.notes"))))
                    .isInstanceOf(QueryException.class)
                    .hasMessageStartingWith(
                            "unknown field at 12: there is no relation 'notes'; there are: buyer, lines\n");
        }
    }

    @Test
    void tooManyObjectsAreRefusedWithTheGrowingRelation() {
        Order order = order(product("a"), product("b"), product("c"));
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(order), Order.class)) {
            assertThat(graph.load(Order.class, order.id, Bounds.NONE.withMaxObjects(8)))
                    .isNotNull();
            assertThatThrownBy(() -> graph.load(Order.class, order.id, Bounds.NONE.withMaxObjects(7)))
                    .isInstanceOf(LimitException.class)
                    .hasMessage(
                            "the answer has more than 7 objects; 3 of them came through Order.lines; bound it by depth, only or "
                                    + "stopAt, or allow more by maxObjects");
        }
    }

    // ---- subclasses

    abstract static class Shape {
        long id;
        List<Shape> inside = new ArrayList<>();
        Shape above;
    }

    static class Circle extends Shape {
        double radius;
    }

    static class Square extends Shape {
        double side;
    }

    @Test
    void referencesLeadToObjectsOfEverySubclass() {
        Circle circle = new Circle();
        Square square = new Square();
        square.side = 2;
        circle.inside.addAll(List.of(square, circle, new Circle()));
        square.above = circle;
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(circle), Circle.class, Square.class)) {
            Shape loaded = graph.load(Shape.class, circle.id);

            assertThat(loaded).usingRecursiveComparison().isEqualTo(circle);
            assertThat(loaded.inside.get(0)).isInstanceOf(Square.class);
            assertThat(graph.statements).hasSize(5);
        }
    }

    // ---- records

    record Node(long id, String name, Node next, List<Node> all, Place place) {}

    record Place(Holder holder, Optional<Node> node, int number) {}

    static class Holder {
        long id;
        Node node;
        Place place;
        Map<Node, Place> places = new LinkedHashMap<>();
        Place[] array = {};
    }

    @Test
    void recordsAreConstructedAfterTheirComponents() {
        Holder holder = new Holder();
        Node last = new Node(0, "last", null, new ArrayList<>(), null);
        Node first = new Node(
                0, "first", last, new ArrayList<>(List.of(last, last)), new Place(holder, Optional.of(last), 1));
        holder.node = first;
        holder.place = new Place(null, Optional.empty(), 2);
        holder.places.put(last, new Place(holder, Optional.of(first), 3));
        holder.places.put(first, null);
        holder.array = new Place[] {new Place(holder, Optional.of(last), 4), null};
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(holder), Holder.class)) {
            Holder loaded = graph.load(Holder.class, holder.id);

            assertThat(loaded)
                    .usingRecursiveComparison()
                    .ignoringFieldsMatchingRegexes("(.*\\.)?id", "(.*\\.)?places")
                    .isEqualTo(holder);
            assertThat(loaded.places.get(loaded.node)).isNull();
            assertThat(loaded.places).containsOnlyKeys(loaded.node.next(), loaded.node);
            assertThat(loaded.node.place().holder()).isSameAs(loaded);
            assertThat(loaded.node.all().get(0)).isSameAs(loaded.node.next());
            assertThat(loaded.places.get(loaded.node.next()).number()).isEqualTo(3);
            assertThat(loaded.node.id()).isPositive();
        }
    }

    @Test
    void listOfARecordMayHoldTheRecordItself() {
        Node node = new Node(0, "self", null, new ArrayList<>(), null);
        Node other = new Node(0, "other", node, new ArrayList<>(), null);
        node.all().addAll(List.of(node, other));
        Holder holder = new Holder();
        holder.node = node;
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(holder), Holder.class)) {
            Node loaded = graph.load(Holder.class, holder.id).node;

            assertThat(loaded.all().get(0)).isSameAs(loaded);
            assertThat(loaded.all().get(1).name()).isEqualTo("other");
            assertThat(loaded.all().get(1).next()).isSameAs(loaded);
        }
    }

    @Test
    void cyclicRecordsAreRefused() {
        Holder holder = new Holder();
        holder.node = new Node(0, "first", new Node(0, "second", null, List.of(), null), List.of(), null);
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(holder), Holder.class)) {
            graph.execute(
                    "UPDATE node SET next_id = (SELECT max(id) FROM node WHERE name = 'first') WHERE name = 'second'");

            assertThatThrownBy(() -> graph.load(Holder.class, holder.id))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageMatching("Node \\d+ needs object \\d+, which needs it too: such records cannot be .*");
        }
    }

    record Link(long id, Link next) {}

    static class Chained {
        long id;
        Chained next;
    }

    static class Ends {
        long id;
        Link link;
        Chained chained;
    }

    @Test
    void longChainsAreLoaded() {
        Ends ends = new Ends();
        int length = 3_000;
        for (int i = 0; i < length; i++) {
            ends.link = new Link(0, ends.link);
            Chained chained = new Chained();
            chained.next = ends.chained;
            ends.chained = chained;
        }
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(ends), Ends.class)) {
            Ends loaded = graph.load(Ends.class, ends.id);

            int links = 0;
            for (Link link = loaded.link; link != null; link = link.next()) {
                links++;
            }
            int chained = 0;
            for (Chained each = loaded.chained; each != null; each = each.next) {
                chained++;
            }
            assertThat(links).isEqualTo(length);
            assertThat(chained).isEqualTo(length);
        }
    }

    // ---- collections

    static class Word implements Comparable<Word> {
        long id;
        String text;
        Word plural;

        @Override
        public boolean equals(Object other) {
            return other instanceof Word word && text.equals(word.text) && Objects.equals(plural, word.plural);
        }

        @Override
        public int hashCode() {
            return Objects.hash(text, plural);
        }

        @Override
        public int compareTo(Word other) {
            return text.compareTo(other.text);
        }
    }

    enum Kind {
        NOUN,
        VERB
    }

    static class Dictionary {
        long id;
        Set<Word> words = new HashSet<>();
        Map<Word, Kind> kinds = new HashMap<>();
        SortedMap<Word, Word> pairs = new TreeMap<>();
        HashMap<Kind, Word> byKind = new HashMap<>();
        int[] counts = {};
        Word[] array = {};
    }

    private static Word word(String text, Word plural) {
        Word word = new Word();
        word.text = text;
        word.plural = plural;
        return word;
    }

    @Test
    void setsAndMapsAreFilledWhenTheirMembersAreComplete() {
        Dictionary dictionary = new Dictionary();
        Word mice = word("mice", null);
        Word mouse = word("mouse", mice);
        dictionary.words.addAll(List.of(mouse, mice));
        dictionary.kinds.put(mouse, Kind.NOUN);
        dictionary.kinds.put(mice, null);
        dictionary.pairs.put(mouse, mice);
        dictionary.pairs.put(mice, mouse);
        dictionary.byKind.put(Kind.NOUN, mouse);
        dictionary.counts = new int[] {3, 1, 2};
        dictionary.array = new Word[] {mice, null, mouse};
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(dictionary), Dictionary.class)) {
            Dictionary loaded = graph.load(Dictionary.class, dictionary.id);

            assertThat(loaded.words).isEqualTo(dictionary.words);
            assertThat(loaded.words.contains(mouse)).isTrue();
            assertThat(loaded.kinds).isEqualTo(dictionary.kinds);
            assertThat(loaded.pairs).isEqualTo(dictionary.pairs);
            assertThat(loaded.pairs.firstKey().text).isEqualTo("mice");
            assertThat(loaded.byKind).isEqualTo(dictionary.byKind).isExactlyInstanceOf(HashMap.class);
            assertThat(loaded.counts).containsExactly(3, 1, 2);
            assertThat(loaded.array).isEqualTo(dictionary.array);
            assertThat(loaded.array[2]).isSameAs(loaded.byKind.get(Kind.NOUN));
        }
    }

    @Test
    void unreadableValueIsNamed() {
        Dictionary dictionary = new Dictionary();
        dictionary.byKind.put(Kind.NOUN, word("mouse", null));
        try (LoadedGraph graph = new LoadedGraph(folder, List.of(dictionary), Dictionary.class)) {
            graph.execute("UPDATE dictionary_by_kind SET key = 'ADJECTIVE'");

            assertThatThrownBy(() -> graph.load(Dictionary.class, dictionary.id))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessage("Dictionary.byKind of object " + dictionary.id
                            + ": found 'ADJECTIVE', which is no constant of " + Kind.class.getName()
                            + "; expected one of 'NOUN', 'VERB'");
        }
    }
}

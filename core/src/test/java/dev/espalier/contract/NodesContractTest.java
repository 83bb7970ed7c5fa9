package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.contract.Shapes.Animal;
import dev.espalier.contract.Shapes.Bark;
import dev.espalier.contract.Shapes.Card;
import dev.espalier.contract.Shapes.Cat;
import dev.espalier.contract.Shapes.Colour;
import dev.espalier.contract.Shapes.Dog;
import dev.espalier.contract.Shapes.Label;
import dev.espalier.contract.Shapes.Loose;
import dev.espalier.contract.Shapes.Meow;
import dev.espalier.contract.Shapes.Node;
import dev.espalier.contract.Shapes.Point;
import dev.espalier.contract.Shapes.Puppy;
import dev.espalier.contract.Shapes.Shelf;
import dev.espalier.contract.Shapes.Zoo;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A program without classes reads and writes the same structures as one with classes. */
class NodesContractTest {

    private static final Class<?>[] SHAPES = {Shelf.class, Zoo.class, Puppy.class, Dog.class, Cat.class, Bark.class, Meow.class, Card.class};

    private static List<Object> shapes() {
        Shelf full = new Shelf();
        Node a = Node.named("a").itself();
        Node b = Node.named("b", a).next(a);
        a.next(b);
        full.texts.addAll(Arrays.asList("b", null, "a", "", "b"));
        full.numbers.addAll(List.of(3, 1, 3));
        full.colours.addAll(List.of(Colour.GREEN, Colour.RED));
        full.sorted.addAll(List.of("b", "a", "B"));
        full.queue.addAll(List.of(2L, 1L));
        full.counts.put("two", 2);
        full.counts.put("", 0);
        full.counts.put("none", null);
        full.names.put(2, "two");
        full.names.put(-1, "minus one");
        full.nodes.put("b", b);
        full.nodes.put("a", a);
        full.places.put(a, new Point(1, 2));
        full.places.put(b, new Point(3, 4));
        full.occupied.put(new Point(1, 2), a);
        full.ints = new int[] {5, 0, -5};
        full.bytes = new byte[] {1, 0, -1};
        full.words = new String[] {"x", null, "y"};
        full.row = new Node[] {a, null, b, a};
        full.members.addAll(Arrays.asList(b, null, a, a));
        full.unique.addAll(List.of(b, a));
        full.points.addAll(List.of(new Point(1, 1), new Point(0, 0), new Point(1, 1)));
        full.loose.addAll(Arrays.asList(new Loose("x", 1, a), new Loose(null, null, null), null));
        full.uuids.add(new UUID(1, 2));
        full.blobs.addAll(List.of(new byte[] {1}, new byte[0]));
        full.point = new Point(7, 8);
        full.label = new Label("label", null, null);
        full.maybe = new Loose(null, null, null);
        full.optional = Optional.of(b);
        full.optionalLabel = Optional.of(new Label(null, Colour.BLUE, new Point(0, 0)));
        Puppy puppy = Animal.named(new Puppy(), "Rex");
        puppy.mother = Animal.named(new Dog(), "Bella");
        puppy.mother.bones = 3;
        Cat cat = Animal.named(new Cat(), "Tom");
        cat.prey.add(puppy);
        puppy.friend = cat;
        Bark bark = new Bark();
        bark.loud = 11;
        Zoo zoo = new Zoo();
        zoo.animals.addAll(List.of(cat, puppy, puppy.mother));
        zoo.byName.put("cat", cat);
        zoo.sound = bark;
        zoo.sounds.addAll(List.of(new Meow(0, "softly"), bark));
        Card leaf = new Card(null, "leaf", List.of(), a);
        Card root = new Card(null, "root", List.of(leaf, new Card(null, "twig", List.of(leaf), leaf.node())), null);
        return List.of(full, new Shelf(), zoo, root);
    }

    @OnEveryEngine
    void structuresAreReadAsWithClasses(TestDatabase database) {
        Database db = database.open(SHAPES);
        List<Object> stored = shapes();
        db.storeAll(stored);
        Database byCatalog = database.openCatalog();
        for (Object object : stored) {
            Object loaded = db.get(object.getClass(), db.idOf(object));
            dev.espalier.Node node = byCatalog.get(object.getClass().getSimpleName(), db.idOf(object));
            assertThat(NodeGraphs.difference(loaded, node, SHAPES)).isNull();
            assertThat(node.id()).isEqualTo(db.idOf(object));
        }
    }

    @OnEveryEngine
    void structuresAreWrittenAsWithClasses(TestDatabase database) {
        Database db = database.open(SHAPES);
        Database byCatalog = database.openCatalog();
        List<Object> objects = shapes();
        List<dev.espalier.Node> nodes = NodeGraphs.copies(byCatalog, objects, SHAPES);
        byCatalog.storeAll(nodes);
        assertSame(objects, nodes, db);
    }

    @OnEveryEngine
    void structuresAreBulkLoadedAsWithClasses(TestDatabase database) {
        Database db = database.open(SHAPES);
        Database byCatalog = database.openCatalog();
        List<Object> objects = shapes();
        List<dev.espalier.Node> nodes = NodeGraphs.copies(byCatalog, objects, SHAPES);
        try (BulkWriter bulk = byCatalog.bulkWriter()) {
            bulk.storeAll(nodes);
        }
        assertSame(objects, nodes, db);
    }

    private static void assertSame(List<Object> objects, List<dev.espalier.Node> nodes, Database db) {
        for (int i = 0; i < objects.size(); i++) {
            assertThat(nodes.get(i).id()).isPositive();
            assertThat(NodeGraphs.difference(db.get(objects.get(i).getClass(), nodes.get(i).id()), nodes.get(i), SHAPES)).isNull();
        }
        assertThat(db.verify().findings()).isEmpty();
    }
}

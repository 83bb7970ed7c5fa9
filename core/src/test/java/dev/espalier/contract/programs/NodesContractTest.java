package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.contract.samples.Shapes.Animal;
import dev.espalier.contract.samples.Shapes.Bark;
import dev.espalier.contract.samples.Shapes.Card;
import dev.espalier.contract.samples.Shapes.Cat;
import dev.espalier.contract.samples.Shapes.Dog;
import dev.espalier.contract.samples.Shapes.Meow;
import dev.espalier.contract.samples.Shapes.Node;
import dev.espalier.contract.samples.Shapes.Puppy;
import dev.espalier.contract.samples.Shapes.Shelf;
import dev.espalier.contract.samples.Shapes.Zoo;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.NodeGraphs;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;

/** A program without classes reads and writes the same structures as one with classes. */
@EngineIndependent
class NodesContractTest {

    private static final Class<?>[] SHAPES = {
        Shelf.class, Zoo.class, Puppy.class, Dog.class, Cat.class, Bark.class, Meow.class, Card.class
    };

    private static List<Object> shapes() {
        Node a = Node.named("a").itself();
        Node b = Node.named("b", a).next(a);
        a.next(b);
        Shelf full = Shelf.full(a, b);
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
            dev.espalier.Node node = byCatalog.nodes().get(object.getClass().getSimpleName(), db.idOf(object));
            assertThat(NodeGraphs.difference(loaded, node, SHAPES)).isNull();
            assertThat(node.id()).isEqualTo(db.idOf(object));
        }
    }

    @OnEveryEngine
    void versionOfAnObjectCountsItsUpdates(TestDatabase database) {
        Database db = database.open(Bark.class);
        Bark bark = new Bark();
        assertThat(db.versionOf(bark)).isEmpty();
        db.store(bark);
        assertThat(db.versionOf(bark)).hasValue(0);
        Database byCatalog = database.openCatalog();
        dev.espalier.Node node = byCatalog.nodes().get("Bark", db.idOf(bark));
        byCatalog.store(node.set("loud", 7));
        assertThat(byCatalog.versionOf(node)).hasValue(1);
        assertThat(db.versionOf(bark)).as("as it was stored last").hasValue(0);
        assertThat(byCatalog.versionOf(byCatalog.nodes().reference("Bark", node.id())))
                .isEmpty();
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
            assertThat(NodeGraphs.difference(
                            db.get(objects.get(i).getClass(), nodes.get(i).id()), nodes.get(i), SHAPES))
                    .isNull();
        }
        assertThat(Health.of(db).verify().findings()).isEmpty();
    }
}

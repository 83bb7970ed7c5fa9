package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.espalier.naive.Graphs;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;

/** Graphs of every shape come back as they were stored. */
@EngineIndependent
class GraphContractTest {

    @OnEveryEngine
    void cyclesAndSharedObjectsKeepTheirIdentity(TestDatabase database) {
        Node shared = Node.named("shared").itself();
        Node first = Node.named("first", shared, shared);
        first.next(Node.named("second", shared, first).next(first));
        Database db = database.open(Node.class);
        db.store(first);

        assertThat(Graphs.difference(first, db.get(Node.class, db.idOf(first)))).isNull();
        assertThat(database.rows("SELECT COUNT(*) FROM node")).containsExactly("3");
    }

    @OnEveryEngine
    void aChainOfThousandsOfObjectsNeedsNoDeepStack(TestDatabase database) {
        Node first = Node.named("0");
        Node last = first;
        for (int i = 1; i < 3_000; i++) {
            Node next = Node.named(Integer.toString(i));
            last.next(next);
            last = next;
        }
        Database db = database.open(Node.class);
        db.store(first);
        int length = 0;
        for (Node node = db.query(Node.class, "name = '2900'").one(); node != null; node = node.next()) {
            length++;
        }
        assertThat(length).isEqualTo(100);
    }

    @OnEveryEngine
    void everyKindOfCollectionComesBackInItsOrder(TestDatabase database) {
        Node a = Node.named("a");
        Shelf full = Shelf.full(a, Node.named("b", a));
        Shelf empty = new Shelf();
        Database db = database.open(Shelf.class);
        db.storeAll(List.of(full, empty));

        assertThat(Graphs.difference(full, db.get(Shelf.class, full.id))).isNull();
        assertThat(Graphs.difference(empty, db.get(Shelf.class, empty.id))).isNull();
    }

    @OnEveryEngine
    void subclassesKeepTheirClass(TestDatabase database) {
        Puppy puppy = Animal.named(new Puppy(), "Rex");
        puppy.mother = Animal.named(new Dog(), "Bella");
        puppy.mother.bones = 3;
        puppy.forgotten = "of this day";
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
        Database db = database.open(Zoo.class, Puppy.class, Dog.class, Cat.class, Bark.class, Meow.class);
        db.store(zoo);

        Zoo loaded = db.get(Zoo.class, zoo.id);
        assertThat(Graphs.difference(zoo, loaded)).isNull();
        assertThat(((Puppy) loaded.animals.get(1)).forgotten).isEqualTo("not kept");
        assertThat(db.query(Animal.class, "ORDER BY name").list())
                .extracting(animal -> animal.getClass().getSimpleName() + " " + animal.name())
                .containsExactly("Dog Bella", "Puppy Rex", "Cat Tom");
        assertThat(db.query(Dog.class, "").count()).isEqualTo(2);
        assertThat(db.get(Animal.class, cat.id)).isInstanceOf(Cat.class);
    }

    @OnEveryEngine
    void objectRecordsReferToEachOther(TestDatabase database) {
        Card leaf = new Card(null, "leaf", List.of(), Node.named("n"));
        Card root = new Card(null, "root", List.of(leaf, new Card(null, "twig", List.of(leaf), leaf.node())), null);
        Database db = database.open(Card.class);
        db.store(root);

        Card loaded = db.query(Card.class, "title = 'root'").one();
        assertThat(Graphs.difference(root, loaded)).isNull();
        assertThat(loaded.id()).isEqualTo(db.idOf(root));
    }

    @OnEveryEngine
    void oneResultHasOneJavaObjectForEachDatabaseObject(TestDatabase database) {
        Node shared = Node.named("shared");
        Database db = database.open(Node.class);
        db.storeAll(List.of(Node.named("a", shared), Node.named("b", shared)));

        List<Node> answer =
                db.query(Node.class, "others.name = 'shared' ORDER BY name").list();
        assertThat(answer).extracting(Node::name).containsExactly("a", "b");
        assertThat(answer.get(0).others().get(0))
                .isSameAs(answer.get(1).others().get(0));
    }

    @OnEveryEngine
    void storingKeepsLeftOutMembers(TestDatabase database) {
        Node first = Node.named("first", Node.named("a"), Node.named("b")).next(Node.named("next"));
        Database db = database.open(Node.class);
        db.store(first);

        Node bounded = db.query(Node.class, "name = 'first'").depth(0).one();
        assertThat(bounded.next().name()).isNull();
        assertThat(db.idOf(bounded.next())).isEqualTo(db.idOf(first.next()));
        assertThat(bounded.others()).hasToString("[not loaded]");
        assertThat(db.isComplete(bounded)).isFalse();
        db.store(bounded);
        Node whole = db.query(Node.class, "name = 'first'").one();
        assertThat(Graphs.difference(first, whole)).isNull();
        assertThat(db.isComplete(whole)).isTrue();
        assertThat(db.query(Node.class, "name = 'first'")
                        .only("others")
                        .one()
                        .next()
                        .name())
                .isNull();
        assertThat(db.query(Node.class, "name = 'first'")
                        .stopAt("others")
                        .one()
                        .next()
                        .name())
                .isEqualTo("next");
    }
}

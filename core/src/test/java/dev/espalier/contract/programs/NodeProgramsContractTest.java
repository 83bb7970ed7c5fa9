package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.annotation.InverseOf;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.contract.samples.Shapes;
import dev.espalier.error.EspalierException;
import dev.espalier.error.ModelException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** What a program without classes does beside one with classes, and what it is refused. */
@EngineIndependent
@LocaleDependent
class NodeProgramsContractTest {

    enum Size {
        SMALL,
        MEDIUM,
        LARGE
    }

    record Mark(String text, int weight) {}

    static class Parcel {
        long id;
        String name;
        int pieces;
        long grams;
        Integer rank;
        Size size;
        Mark mark;
        Parcel inside;
        SortedSet<Size> sizes = new TreeSet<>();
        List<Mark> marks = new ArrayList<>();
        int[] numbers = {};
    }

    static class Owner {
        long id;
        String name;

        @InverseOf("owner")
        List<Pet> pets = new ArrayList<>();
    }

    static class Pet {
        long id;
        String name;
        Owner owner;
    }

    private static List<Node> nodes(Node node, String list) {
        List<Node> nodes = new ArrayList<>();
        ((Iterable<?>) node.get(list)).forEach(member -> nodes.add((Node) member));
        return nodes;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Node node, String attribute) {
        return (List<Object>) node.get(attribute);
    }

    private static String code(Runnable refused) {
        EspalierException thrown = catchThrowableOfType(EspalierException.class, refused::run);
        return thrown == null ? "none" : thrown.code();
    }

    // ---- storing

    @OnEveryEngine
    void changesOfNodesAreSeenByClassesAndOthersStay(TestDatabase database) {
        Database db = database.open(Author.class);
        Author ann = Author.of("Ann", Book.of("a"), Book.of("b"));
        ann.byTitle.put("a", ann.books.get(0));
        db.store(ann);
        Database byCatalog = database.openCatalog();

        Node node = byCatalog.nodes().query("Author", "name = 'Ann'").one();
        node.set("name", "Anna");
        list(node, "books")
                .add(0, byCatalog.nodes().newNode("Book").set("title", "c").set("pages", 3));
        node.set("master", node);
        byCatalog.store(node);

        Author loaded = db.get(Author.class, ann.id);
        assertThat(loaded.name).isEqualTo("Anna");
        assertThat(loaded.books).extracting(book -> book.title + book.pages).containsExactly("c3", "a0", "b0");
        assertThat(loaded.master).isSameAs(loaded);
        assertThat(loaded.byTitle.get("a")).isSameAs(loaded.books.get(1));
        assertThat(database.rows("SELECT _version FROM author")).containsExactly("1");
        assertThat(database.rows("SELECT _version FROM book WHERE title <> 'c'"))
                .containsOnly("0");
        byCatalog.store(node);
        assertThat(database.rows("SELECT _version FROM author"))
                .as("storing it again writes nothing")
                .containsExactly("1");
    }

    @OnEveryEngine
    void eachProgramFindsOutThatTheOtherHasChangedTheObject(TestDatabase database) {
        Database db = database.open(Author.class);
        Author ann = Author.of("Ann");
        db.store(ann);
        Database byCatalog = database.openCatalog();
        Node node = byCatalog.nodes().get("Author", ann.id);
        ann.name = "Anna";
        db.store(ann);
        node.set("name", "Annie");
        assertThat(code(() -> byCatalog.store(node))).isEqualTo("stale");
        byCatalog.refresh(node);
        assertThat(node.get("name")).isEqualTo("Anna");
        byCatalog.store(node.set("name", "Annie"));
        ann.name = "Anne";
        assertThat(code(() -> db.store(ann))).isEqualTo("stale");
        assertThat(code(() -> db.delete(ann))).isEqualTo("stale");
    }

    @OnEveryEngine
    void deletedNodesLeaveNoLinks(TestDatabase database) {
        Database db = database.open(Author.class);
        Author ann = Author.of("Ann", Book.of("a"), Book.of("b"));
        db.store(ann);
        Database byCatalog = database.openCatalog();
        Node book = byCatalog.nodes().query("Book", "title = 'a'").one();
        byCatalog.delete(book);
        assertThat(book.id()).isZero();
        assertThat(db.get(Author.class, ann.id).books)
                .extracting(left -> left.title)
                .containsExactly("b");
        assertThat(nodes(byCatalog.nodes().get("Author", ann.id), "books")).hasSize(1);
    }

    @OnEveryEngine
    void aFailedTransactionGivesNodesBackWhatTheyHeld(TestDatabase database) {
        database.open(Author.class).store(Author.of("Ann", Book.of("a")));
        Database byCatalog = database.openCatalog();
        Node node = byCatalog.nodes().query("Author", "").one();
        Node added = byCatalog.nodes().newNode("Book");
        assertThatThrownBy(() -> byCatalog.useTransaction(tx -> {
                    tx.remember(node);
                    node.set("name", "Bob");
                    list(node, "books").add(added);
                    tx.store(node);
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(node.get("name")).isEqualTo("Ann");
        assertThat(nodes(node, "books")).hasSize(1).doesNotContain(added);
        assertThat(added.id()).isZero();
        byCatalog.store(node);
        assertThat(database.rows("SELECT name FROM author")).containsExactly("Ann");
    }

    @OnEveryEngine
    void aRetriedTransactionReadsWhatAnotherHasWritten(TestDatabase database) {
        Database db = database.open(Author.class);
        Author ann = Author.of("Ann");
        db.store(ann);
        Database byCatalog = database.openCatalog();
        AtomicInteger attempts = new AtomicInteger();
        Node kept = byCatalog.inTransaction(tx -> {
            Node node = tx.nodes().query("Author", "").one();
            if (attempts.getAndIncrement() == 0 && database.engine() != Engine.SQLITE) {
                ann.name = "Anna";
                db.store(ann);
            }
            tx.store(node.set("name", node.get("name") + "!"));
            return node;
        });
        assertThat(kept.get("name")).isEqualTo(database.engine() == Engine.SQLITE ? "Ann!" : "Anna!");
        assertThat(database.rows("SELECT name FROM author")).containsExactly((String) kept.get("name"));
    }

    @OnEveryEngine
    void inversesFollowTheReferences(TestDatabase database) {
        Database db = database.open(Owner.class, Pet.class);
        Database byCatalog = database.openCatalog();
        Node ann = byCatalog.nodes().newNode("Owner").set("name", "Ann");
        Node rex = byCatalog.nodes().newNode("Pet").set("name", "Rex").set("owner", ann);
        Node tom = byCatalog.nodes().newNode("Pet").set("name", "Tom").set("owner", ann);
        byCatalog.storeAll(List.of(ann, rex, tom));
        assertThat(nodes(ann, "pets")).containsExactly(rex, tom);
        assertThat(db.query(Owner.class, "pets.name = 'Rex'").one().pets)
                .extracting(pet -> pet.name)
                .containsExactly("Rex", "Tom");
        Node loaded = byCatalog.nodes().query("Owner", "pets.name = 'Tom'").one();
        assertThat(nodes(loaded, "pets")).extracting(pet -> pet.get("name")).containsExactly("Rex", "Tom");
        Node second = nodes(loaded, "pets").get(1);
        second.set("owner", null);
        loaded.set("pets", List.of(nodes(loaded, "pets").get(0)));
        byCatalog.store(loaded);
        assertThat(db.query(Owner.class, "").one().pets).hasSize(1);
        second.set("owner", null);
        loaded.set("pets", List.of(second));
        assertThat(code(() -> byCatalog.store(loaded))).isEqualTo("inverse-mismatch");
    }

    @OnEveryEngine
    void partsLeftOutByBoundsStayInTheDatabase(TestDatabase database) {
        Database db = database.open(Author.class);
        Author ann = Author.of("Ann", Book.of("a"));
        ann.master = Author.of("Old");
        db.store(ann);
        Database byCatalog = database.openCatalog();
        Node alone = byCatalog.nodes().get("Author", ann.id, bounds -> bounds.depth(0));
        assertThat(alone.get("books")).hasToString("[not loaded]");
        assertThat(alone.get("master", Node.class).id()).isEqualTo(ann.master.id);
        assertThat(byCatalog.isComplete(alone)).isFalse();
        byCatalog.store(alone.set("name", "Anna"));
        Author loaded = db.get(Author.class, ann.id);
        assertThat(loaded.name + loaded.books.size() + loaded.master.name).isEqualTo("Anna1Old");
        alone.set("books", List.of(byCatalog.nodes().newNode("Book")));
        assertThat(code(() -> byCatalog.store(alone))).isEqualTo("not-loaded");
        byCatalog.store(byCatalog
                .nodes()
                .newNode("Author")
                .set("name", "New")
                .set("master", byCatalog.nodes().reference("Author", ann.id)));
        assertThat(db.query(Author.class, "name = 'New'").one().master.name).isEqualTo("Anna");
    }

    @OnEveryEngine
    void uniqueAttributesAreCheckedForNodesToo(TestDatabase database) {
        database.open(Member.class).store(Member.of("7"));
        Database byCatalog = database.openCatalog();
        StoreException refused = catchThrowableOfType(
                StoreException.class,
                () -> byCatalog.store(byCatalog.nodes().newNode("Member").set("card", "7")));
        assertThat(refused.code()).isEqualTo("not-unique");
    }

    // ---- searching

    @OnEveryEngine
    void queriesSortCountPageAndStreamNodes(TestDatabase database) {
        Database db = database.open(Parcel.class);
        List<Parcel> parcels = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            Parcel parcel = new Parcel();
            parcel.name = "p" + i;
            parcel.pieces = i % 7;
            parcel.size = i % 4 == 3 ? null : Size.values()[i % 4];
            parcel.inside = i == 0 ? null : parcels.get(i - 1);
            parcels.add(parcel);
        }
        db.storeAll(parcels);
        Database byCatalog = database.openCatalog();
        for (String rql : List.of(
                "ORDER BY size DESC, name",
                "size > 'SMALL' ORDER BY size, pieces",
                "size = 'MEDIUM'",
                "pieces > 2, inside.size = 'LARGE'",
                "COUNT(inside) = 0",
                "size IN ('SMALL', 'LARGE') ORDER BY inside.name DESC",
                "inside+.name = 'p3'")) {
            assertThat(byCatalog.nodes().query("Parcel", rql).ids())
                    .as(rql)
                    .isEqualTo(db.query(Parcel.class, rql).ids());
            assertThat(byCatalog.nodes().query("Parcel", rql).count())
                    .as(rql)
                    .isEqualTo(db.query(Parcel.class, rql).count());
            try (var stream = byCatalog.nodes().query("Parcel", rql).stream()) {
                assertThat(stream.mapToLong(Node::id).toArray())
                        .as(rql)
                        .isEqualTo(db.query(Parcel.class, rql).ids());
            }
        }
        var first = byCatalog.nodes().query("Parcel", "ORDER BY size, name").page(10, null);
        assertThat(first.objects()).hasSize(10);
        assertThat(byCatalog
                        .nodes()
                        .query("Parcel", "ORDER BY size, name")
                        .page(30, first.next())
                        .objects())
                .hasSize(15);
        assertThat(byCatalog
                        .nodes()
                        .query("Parcel", "inside = :it")
                        .with(
                                "it",
                                byCatalog.nodes().query("Parcel", "name = 'p4'").one())
                        .one()
                        .get("name"))
                .isEqualTo("p5");
        assertThat(byCatalog
                        .nodes()
                        .query("Parcel", "size = :size")
                        .with("size", "LARGE")
                        .count())
                .isEqualTo(6);
        assertThat(code(() -> byCatalog.nodes().query("Parcel", "size = 'HUGE'").count()))
                .isEqualTo("wrong-type");
        assertThat(code(() -> byCatalog
                        .nodes()
                        .query("Parcel", "size = :size")
                        .with("size", "HUGE")
                        .count()))
                .isEqualTo("wrong-type");
        assertThat(code(() -> byCatalog.nodes().query("Parcel", "size = name").count()))
                .isEqualTo("wrong-type");
    }

    // ---- what nodes hold

    @OnEveryEngine
    void valuesAreThoseOfTheJavaClassesAndConstantsAreNames(TestDatabase database) {
        Database db = database.open(Parcel.class);
        Parcel parcel = new Parcel();
        parcel.size = Size.LARGE;
        parcel.mark = new Mark("top", 3);
        parcel.sizes.addAll(Set.of(Size.LARGE, Size.SMALL));
        parcel.numbers = new int[] {3, 1};
        db.store(parcel);
        Node node = database.openCatalog().nodes().get("Parcel", parcel.id);
        assertThat(node.get("size")).isEqualTo("LARGE");
        assertThat(node.get("mark")).isEqualTo(Map.of("text", "top", "weight", 3));
        assertThat((Iterable<?>) node.get("sizes")).hasToString("[SMALL, LARGE]");
        assertThat(list(node, "numbers")).containsExactly(3, 1);
        assertThat(node.get("grams")).isEqualTo(0L);
        assertThat(node.get("rank")).isNull();
        assertThat(node.get("id")).isEqualTo(parcel.id);
        assertThat(node.attributes())
                .containsExactly(
                        "name", "pieces", "grams", "rank", "size", "mark", "inside", "sizes", "marks", "numbers");
        assertThat(node).hasToString("Parcel " + parcel.id);
        assertThat(node.isA("Parcel")).isTrue();
        assertThatThrownBy(() -> ((Map<?, ?>) node.get("mark")).clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> node.get("size", Integer.class))
                .hasMessageContaining("found a String; expected a Integer");
    }

    @OnEveryEngine(Engine.SQLITE)
    void wrongValuesAreRefusedByName(TestDatabase database) {
        database.open(Parcel.class, Author.class);
        Database byCatalog = database.openCatalog();
        Node node = byCatalog.nodes().newNode("Parcel");
        assertThatThrownBy(() -> node.set("pieces", "3"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("new Parcel.pieces: found String 3; expected Integer");
        assertThatThrownBy(() -> node.set("pieces", null)).hasMessageContaining("never null");
        assertThatThrownBy(() -> node.set("pieces", 1L << 40))
                .hasMessageContaining("found Long 1099511627776; expected Integer");
        assertThatThrownBy(() -> node.set("pieces", 2.5)).hasMessageContaining("found Double 2.5");
        assertThatThrownBy(() -> node.set("size", "HUGE"))
                .hasMessageContaining("constants of Size: SMALL, MEDIUM, LARGE");
        assertThatThrownBy(() -> node.set("inside", byCatalog.nodes().newNode("Author")))
                .hasMessageContaining("an object of Parcel");
        assertThatThrownBy(() -> node.set("mark", Map.of("txt", "x")))
                .hasMessageContaining("found the component txt; the record Mark has text, weight");
        assertThatThrownBy(() -> node.set("marks", List.of("x")))
                .hasMessageContaining("a map with the components of the record Mark");
        assertThatThrownBy(() -> node.set("marks", "x")).hasMessageContaining("a collection");
        assertThatThrownBy(() -> node.set("id", 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the database gives ids");
        assertThatThrownBy(() -> node.set("nope", 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no attribute nope; expected one of name");
        node.set("grams", 5).set("pieces", (short) 4).set("mark", Map.of("text", "x", "weight", 1L));
        list(node, "marks").add("not a record");
        assertThat(code(() -> byCatalog.store(node))).isEqualTo("bad-value");
        list(node, "marks").set(0, Map.of("text", "y", "weight", 2));
        list(node, "numbers").add(null);
        assertThat(code(() -> byCatalog.store(node))).isEqualTo("bad-value");
        list(node, "numbers").set(0, 9);
        byCatalog.store(node);
        assertThat(database.rows("SELECT grams, pieces, mark_text FROM parcel")).containsExactly("5|4|x");
        assertThat(database.rows("SELECT text, weight FROM parcel_marks")).containsExactly("y|2");
    }

    @OnEveryEngine(Engine.SQLITE)
    void nodesOfAnotherDatabaseAreRefused(TestDatabase database) {
        database.open(Author.class);
        Database one = database.openCatalog();
        Database other = database.openCatalog();
        assertThat(code(() -> one.store(other.nodes().newNode("Author")))).isEqualTo("object-outside-model");
        assertThat(code(() -> one.nodes()
                        .newNode("Author")
                        .set("master", other.nodes().newNode("Author"))))
                .isEqualTo("bad-value");
        assertThat(code(() -> one.store(new Author()))).isEqualTo("object-outside-model");
    }

    @OnEveryEngine(Engine.SQLITE)
    void classesAreNamedOrRefused(TestDatabase database) {
        Database db = database.open(Shapes.Zoo.class, Shapes.Dog.class, Shapes.Bark.class);
        Database byCatalog = database.openCatalog();
        assertThat(byCatalog.nodes().classNames()).containsExactly("Animal", "Bark", "Dog", "Sound", "Zoo");
        assertThat(db.nodes().classNames()).isEqualTo(byCatalog.nodes().classNames());
        assertThat(byCatalog.nodes().newNode("Dog").isA("Animal")).isTrue();
        assertThat(byCatalog
                        .nodes()
                        .newNode(Shapes.Dog.class.getCanonicalName())
                        .className())
                .isEqualTo("Dog");
        assertThatThrownBy(() -> byCatalog.nodes().newNode("Animal"))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("Animal is abstract; expected one of [Dog]");
        assertThatThrownBy(() -> byCatalog.nodes().newNode("Cow"))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("found the class Cow; expected one of");
        assertThatThrownBy(() -> byCatalog.query(Shapes.Dog.class, "").list())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("without Java classes");
        assertThatThrownBy(() -> db.nodes().query("Dog", "").list())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("Database.openCatalog");
        assertThatThrownBy(() -> byCatalog.nodes().get("Dog", 77)).isInstanceOf(NotFoundException.class);
    }

    // ---- the catalog in SQL

    /** As docs/reference/catalog.md shows it. */
    @OnEveryEngine
    void plainSqlFindsTheColumnOfAnAttribute(TestDatabase database) {
        database.open(Author.class).close();
        String query =
                "SELECT %s FROM espalier_attribute WHERE state = 'now' AND class = 'Author' AND path IN ('name', 'books', 'books.value')"
                        + " ORDER BY path";
        assertThat(database.rows(query.formatted("path"))).containsExactly("books", "books.value", "name");
        assertThat(database.rows(query.formatted("type"))).containsExactly("list", "reference", "String");
        assertThat(database.rows(query.formatted("storage"))).containsExactly("author_books", "target", "name");
        assertThat(database.rows(
                        "SELECT type FROM espalier_column WHERE state = 'now' AND class = 'Author' AND name = 'name'"))
                .containsExactly("TEXT");
    }

    /** As docs/reference/catalog.md shows it. */
    @OnEveryEngine
    void columnsAndAttributesJoinByTheirClassAndPath(TestDatabase database) {
        database.open(Author.class).close();
        String query =
                "SELECT %s FROM espalier_attribute a JOIN espalier_column c ON c.state = a.state AND c.kind = a.kind AND c.class = a.class"
                        + " AND c.path = a.path WHERE a.state = 'now' AND a.class = 'Author' AND a.path IN ('', 'books') ORDER BY c.place";
        assertThat(database.rows(query.formatted("a.path"))).containsExactly("", "", "", "", "books", "books", "books");
        assertThat(database.rows(query.formatted("a.type")))
                .containsExactly("class", "class", "class", "class", "list", "list", "list");
        assertThat(database.rows(query.formatted("c.table_name")))
                .containsExactly(
                        "author", "author", "author", "author", "author_books", "author_books", "author_books");
        assertThat(database.rows(query.formatted("c.name")))
                .containsExactly("id", "_version", "name", "master_id", "owner", "pos", "target");
        assertThat(database.rows(
                        "SELECT a.path FROM espalier_attribute a, espalier_fact f WHERE f.kind = 'distinct' AND f.value = ''"
                                + " AND a.state = f.state AND a.storage = f.subject"))
                .containsExactly("books");
    }

    // ---- opening

    @OnEveryEngine
    void openingByCatalogChangesNothing(TestDatabase database) {
        database.open(Author.class, Member.class).close();
        List<String> before = database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name");
        Database byCatalog = database.openCatalog();
        assertThat(Health.of(byCatalog).verify().isClean()).isTrue();
        byCatalog.store(byCatalog.nodes().newNode("Author"));
        assertThat(database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        database.open(Author.class, Member.class);
        assertThat(database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
    }

    @OnEveryEngine
    void aDatabaseThatCannotBeOpenedSoIsRefusedByName(TestDatabase database) {
        if (database.engine() == Engine.SQLITE) {
            assertThat(code(database::openCatalog)).isEqualTo("no-such-database");
        }
        database.execute("CREATE TABLE something (x INTEGER)");
        assertThat(code(database::openCatalog)).isEqualTo("no-model");
        database.execute("DROP TABLE something");
        database.open(Author.class).close();
        assertThat(code(() -> Database.openCatalog(
                        database.url(), database.settings().indexes(dev.espalier.IndexLevel.NONE))))
                .isEqualTo("index-level");
        database.execute("DROP TABLE book");
        assertThat(code(database::openCatalog)).isEqualTo("missing-table");
        database.execute("DELETE FROM espalier_meta WHERE name = 'attributes'");
        assertThat(code(database::openCatalog)).isEqualTo("lost-row");
    }

    @OnEveryEngine(Engine.SQLITE)
    void aDamagedDescriptionOfACollectionIsRefusedByName(TestDatabase database) {
        database.open(Author.class).close();
        String renamed = "UPDATE espalier_attribute SET %1$s = REPLACE(%1$s, '%2$s', '%3$s')";
        database.execute(renamed.formatted("storage", "author_books", "nowhere"));
        assertThatThrownBy(database::openCatalog)
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.code()).isEqualTo("structure"))
                .hasMessageContaining("describes the collection Author.books");
        database.execute(
                renamed.formatted("storage", "nowhere", "author_books"),
                renamed.formatted("path", "books.value", "books.lost"));
        assertThatThrownBy(database::openCatalog)
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.code()).isEqualTo("structure"))
                .hasMessageContaining("describes the collection Author.books, and not its members");
    }

    @OnEveryEngine(Engine.SQLITE)
    void anIndexLevelWhoseRowIsLostIsNotChanged(TestDatabase database) {
        database.open(Author.class).close();
        Database byCatalog = database.openCatalog();
        database.execute("DELETE FROM espalier_meta WHERE name = 'indexes'");
        assertThat(code(() -> SchemaAdmin.of(byCatalog).indexes(IndexLevel.VALUES)))
                .isEqualTo("lost-row");
    }

    @OnEveryEngine(Engine.SQLITE)
    void theCatalogKnowsTheClassesOfAllPrograms(TestDatabase database) {
        database.open(Author.class).store(Author.of("Ann"));
        database.open(Parcel.class).store(new Parcel());
        Database byCatalog = database.openCatalog();
        assertThat(byCatalog.nodes().classNames()).containsExactly("Author", "Book", "Parcel");
        assertThat(byCatalog.nodes().query("Author", "").count()
                        + byCatalog.nodes().query("Parcel", "").count())
                .isEqualTo(2);
        assertThat(Database.openCatalog(database.url(), Settings.defaults())).satisfies(Database::close);
    }
}

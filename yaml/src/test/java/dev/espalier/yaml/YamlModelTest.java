package dev.espalier.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.DefaultBounds;
import dev.espalier.evolution.ModelDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model file makes a model; a mistake in it is reported with line and column; the text of a draft is read as the same draft. */
class YamlModelTest {

    static final String SHOP = """
            espalier: 1
            package: shop

            classes:
              Customer:
                attributes:
                  name: {type: String, unique: true}
                  orders: {type: List<Order>, inverse: buyer, part: true}
              Document:
                abstract: true
                attributes:
                  due: {type: LocalDate, index: true}
              # an order of a customer
              Order:
                extends: Document
                was: Purchase
                bounds: {depth: 3, stopAt: [buyer.orders, orders.buyer]}
                attributes:
                  buyer: {type: Customer, was: [client, customer]}
                  status: Status
                  maker: Maker # who made it
                  lines: List<String>
                  prices: Map<String, BigDecimal>
                  sizes: int[]

            records:
              Maker:
                components:
                  name: String
                  country: String

            enums:
              Status: [NEW, SENT]
            """;

    @TempDir
    Path folder;

    @Test
    void aFileOpensANewDatabaseAndChangesIt() throws IOException {
        Path file = Files.writeString(folder.resolve("espalier-model.yaml"), """
                classes:
                  Customer:
                    attributes:
                      name: String
                  Order:
                    attributes:
                      buyer: Customer
                """);
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        try (Database db = Database.open(url, YamlModel.read(file))) {
            db.store(db.nodes()
                    .newNode("Order")
                    .set("buyer", db.nodes().newNode("Customer").set("name", "Ada")));
        }
        YamlModel.write(file, YamlModel.readDraft(file).addAttribute("Order", AttributeDraft.of("count", "int")));
        assertThat(file).content().endsWith("      buyer: Customer\n      count: int\n");
        try (Database db = Database.open(url, YamlModel.read(file))) {
            Node order =
                    db.nodes().query("Order", "buyer.name = 'Ada', count = 0").one();
            db.store(order.set("count", 7));
            assertThat(db.nodes().query("Order", "count = 7").ids()).containsExactly(order.id());
        }
    }

    @Test
    void everyPartIsRead() {
        ModelDraft draft = YamlModel.parse(SHOP, "shop.yaml");
        assertThat(draft.toModel()).hasToString("Model[Customer, Document, Order]");
        assertThat(draft.classes().get(2).javaNames()).containsExactly("shop.Order");
        assertThat(draft.classes().get(2).formerNames()).containsExactly("Purchase");
        assertThat(draft.classes().get(2).superclasses()).containsExactly("Document");
        assertThat(draft.classes().get(2).bounds())
                .isEqualTo(new DefaultBounds(3, List.of(), List.of("buyer.orders", "orders.buyer"), List.of()));
        assertThat(draft.classes().get(1).isAbstract()).isTrue();
        assertThat(draft.classes().get(0).attributes())
                .containsExactly(
                        AttributeDraft.of("name", "String").withUnique(),
                        AttributeDraft.of("orders", "List<Order>")
                                .withInverse("buyer")
                                .withParts());
        assertThat(draft.classes().get(2).attributes().get(0))
                .isEqualTo(AttributeDraft.of("buyer", "Customer").was(List.of("client", "customer")));
        assertThat(draft.enums().get(0).javaName()).isEqualTo("shop.Status");
        assertThat(YamlModel.parse(YamlModel.text(draft), "again")).isEqualTo(draft);
        assertThat(YamlModel.text(YamlModel.parse(YamlModel.text(draft), "again")))
                .isEqualTo(YamlModel.text(draft));
    }

    @Test
    void eachMistakeIsReportedWithLineAndColumnAndWhatIsPossible() {
        Map<String, String> mistakes = new java.util.LinkedHashMap<>();
        mistakes.put(
                "clases:\n  A:\n",
                "m.yaml:1:1: found the key 'clases' in the file; expected one of espalier, package, classes, records, enums");
        mistakes.put(
                "classes:\n  A:\n    atributes: {a: int}\n",
                "m.yaml:3:5: found the key 'atributes' in the class A; expected one of java, abstract, extends, was, bounds, attributes");
        mistakes.put(
                "classes:\n  A:\n    bounds: {deep: 1}\n",
                "m.yaml:3:14: found the key 'deep' in the bounds of A; expected one of depth, only, stopAt, follow");
        mistakes.put(
                "classes:\n  A:\n    bounds: {depth: -1}\n",
                "m.yaml:3:21: found '-1'; expected a number of steps, at least 0");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      a: {type: int, indexed: true}\n",
                "m.yaml:4:22: found the key 'indexed' in the attribute A.a; expected one of type, index, unique, inverse, part, was");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      a: Strin\n",
                "m.yaml:4:10: A.a: found the type Strin; expected a class, record or enum of the model (A), a value (");
        mistakes.put(
                "classes:\n  A:\n    extends: B\n", "m.yaml:3:14: A: found the superclass B; expected one of none");
        mistakes.put(
                "classes:\n  A:\n  A:\n",
                "m.yaml:3:3: found the key 'A' in 'classes' twice; expected it once, as in line 2");
        mistakes.put("classes:\n  A: [x\n", "m.yaml:3:1: expected ',' or ']'");
        mistakes.put("classes:\n  A:\n    abstract: yes\n", "m.yaml:3:15: found 'yes'; expected true or false");
        mistakes.put("espalier: 2\nclasses:\n  A:\n", "m.yaml:1:11: found the format 2; expected 1");
        mistakes.put("classes: 7\n", "m.yaml:1:10: found '7' for 'classes'; expected names with a colon behind each");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      id: long\n",
                "m.yaml:4:7: A.id: found an attribute with the name id");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      a: int?\n",
                "m.yaml:4:10: A.a: found 'int?'; expected it without '?'");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      a: List<int>\n",
                "m.yaml:4:10: A.a: found int as member of a collection; expected Integer");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      a: List<List<String>>\n",
                "m.yaml:4:10: A.a: found a collection of collections");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      a: {type: Map<String, Integer>}\n",
                "Within braces a type with a comma stands in quotes");
        mistakes.put("classes:\n  A:\n    attributes:\n      a: {index: true}\n", "m.yaml:4:7: A.a: found no type");
        mistakes.put("classes:\n  A:\n    attributes:\n      a:\n", "m.yaml:4:7: A.a: found no type");
        mistakes.put(
                "classes:\n  A: {extends: B}\n  B: {extends: A}\n",
                "m.yaml:2:16: A: found the superclass B, which is a subclass of A; expected no circle");
        mistakes.put(
                "classes:\n  A: {attributes: {a: R}}\nrecords:\n  R: {components: {r: R}}\n",
                "m.yaml:4:3: R: found that the record contains itself: R > R");
        mistakes.put("classes:\n  A:\nenums:\n  E: [X, X]\n", "m.yaml:4:6: E: found the constant X twice");
        mistakes.put(
                "classes:\n  A-B:\n",
                "m.yaml:2:3: A-B: found 'A-B' as the name of a class; expected a name as Java has it");
        mistakes.put(
                "classes:\n  A: {attributes: {x: int}}\n  B: {attributes: {y: int}}\n  C: {extends: [A, B]}\n",
                "m.yaml:4:16: C: found several superclasses with attributes: A, B");
        mistakes.put(
                "classes:\n  A: {attributes: {x: int}}\n  B: {extends: A, attributes: {x: String}}\n",
                "m.yaml:3:32: B.x: found an attribute that B inherits already");
        mistakes.put(
                "classes:\n  A: {attributes: {x: {type: List<A>, unique: true}}}\n",
                "m.yaml:2:47: A.x: found unique on a collection");
        mistakes.put(
                "classes:\n  A:\n    attributes:\n      x: {type: List<A>, part: true}\n      y: {type: String, part: true}\n",
                "m.yaml:5:31: A.y: found part on String; expected it on a reference, or on a collection of objects, in a class");
        mistakes.put("- a\n", "m.yaml:1:1: found a list for the file; expected keys");
        mistakes.forEach((text, message) -> assertThatThrownBy(() -> YamlModel.parse(text, "m.yaml"))
                .as(text)
                .hasMessageContaining(message));
    }

    @Test
    void allMistakesAreReportedAtOnce() {
        assertThatThrownBy(() -> YamlModel.parse("clases:\nclasses:\n  A:\n    x: 1\n    y: 2\n", "m.yaml"))
                .hasMessageContainingAll("m.yaml:1:1: ", "m.yaml:4:5: ", "m.yaml:5:5: ");
    }

    @Test
    void aMistakeOfTheWholeModelHasItsPosition() throws IOException {
        Path file = Files.writeString(
                folder.resolve("m.yaml"),
                "classes:\n  A:\n    attributes:\n      bs: {type: List<B>, inverse: c}\n  B:\n    attributes:\n      a: A\n");
        assertThatThrownBy(() -> YamlModel.read(file))
                .hasMessageContaining(
                        "m.yaml:4:7: A.bs: found the inverse of c; expected a reference field of B, which has: a");
        Path bare = Files.writeString(
                folder.resolve("b.yaml"),
                "classes:\n  A:\n    attributes:\n      bs: {type: List<B>, inverse: a}\n  B:\n    abstract: true\n");
        assertThatThrownBy(() -> YamlModel.read(bare))
                .hasMessageContaining("b.yaml:5:3: B: it is abstract and no class of the model extends it");
        Path one = Files.writeString(
                folder.resolve("o.yaml"),
                "classes:\n  A:\n    attributes:\n      b: {type: B, inverse: a}\n  B:\n    attributes:\n      a: A\n");
        assertThat(YamlModel.parse(YamlModel.text(ModelDraft.of(YamlModel.read(one))), "again")
                        .classes()
                        .get(0)
                        .attributes())
                .as("one object on each side")
                .containsExactly(AttributeDraft.of("b", "B").withInverse("a"));
        Path empty = Files.writeString(folder.resolve("e.yaml"), "");
        assertThatThrownBy(() -> YamlModel.read(empty)).hasMessageContaining("found no class; expected at least one");
    }

    static class V1 {
        static class Order {
            long id;

            @Nullable
            String name;
        }
    }

    @Test
    void checkThrowsTheDifferenceAndWritingUpdatesTheFile() {
        Path file = folder.resolve("espalier-model.yaml");
        Model model = Model.of(V1.Order.class);
        YamlModel.write(
                file,
                ModelDraft.of(model)
                        .addAttribute("Order", AttributeDraft.of("due", "LocalDate"))
                        .deleteAttribute("Order", "name")
                        .addAttribute("Order", AttributeDraft.of("name", "Integer")));
        assertThatThrownBy(() -> YamlModel.check(file, model))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(
                        "class Order, attribute due: in the file, not in the classes",
                        "class Order, attribute name: Integer in the file, String in the classes");
        YamlModel.write(file, ModelDraft.of(model));
        YamlModel.check(file, model);
    }
}

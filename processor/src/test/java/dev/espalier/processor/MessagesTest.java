package dev.espalier.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the compiler says where a model has no typed form, each with its place. */
class MessagesTest {

    @TempDir
    Path folder;

    private List<String> said(String... sources) {
        return new Compilation(folder).compile(sources);
    }

    @Test
    void unsupportedFieldIsReported() {
        assertThat(said("""
                package shop;

                import java.util.*;

                @dev.espalier.annotation.Typed
                class Order<T> {
                    java.io.File scan;
                    List<List<String>> table;
                    Optional<List<String>> maybe;
                    T any;
                    List raw;
                    Part part;
                }

                record Part(List<String> names) {}
                """))
                .contains(
                        "ERROR Order.java:7 Order.scan: java.io.File cannot be kept; keep its content in fields of your own, or mark the field transient",
                        "ERROR Order.java:8 Order.table: a collection cannot hold java.util.List<java.lang.String> directly; put it into a class of its own",
                        "ERROR Order.java:9 Order.maybe: an Optional can hold a value, a record or an object; use the collection alone",
                        "ERROR Order.java:10 Order.any: the type T is not known here; give a type argument, such as List<String>, or a subclass that "
                                + "fixes it",
                        "ERROR Order.java:11 Order.raw: the type java.util.List is not known here; give a type argument, such as List<String>, or a "
                                + "subclass that fixes it",
                        "ERROR Order.java:15 Part.names: a record without an id is kept in its owner's columns and cannot hold a collection; give Part "
                                + "an id (long id)");
    }

    @Test
    void invalidClassIsReported() {
        assertThat(said("""
                package shop;

                import dev.espalier.annotation.Typed;

                @Typed({int.class, String.class, Shop.Colour.class, Shop.Inner.class, Shop.Sealed.class, Shop.Raised.class})
                class Shop {
                    enum Colour { RED }
                    @Typed private static class Hidden {}
                    class Inner {}
                    sealed interface Sealed permits Paint {}
                    enum Paint implements Sealed { OIL }
                    static class Raised extends Thread {}
                }
                """))
                .containsExactly(
                        "ERROR Shop.java:6 int: is not a class of your own whose objects can be kept; name those that hold its values",
                        "ERROR Shop.java:6 java.lang.String: is not a class of your own whose objects can be kept; name those that hold its values",
                        "ERROR Shop.java:6 shop.Shop.Colour: is not a class of your own whose objects can be kept; name those that hold its values",
                        "ERROR Shop.java:8 shop.Shop.Hidden: is private, and no generated class can name it; make it visible in its package",
                        "ERROR Shop.java:9 Inner: holds a hidden reference to its outer object; make it static",
                        "ERROR Shop.java:11 Paint: an enum cannot stand beside classes of objects; make it a class or a record",
                        "ERROR Shop.java:6 Thread: is a class of the JDK, whose fields are closed; do not extend it");
    }

    @Test
    void packageWithoutClassesIsReported() {
        assertThat(said("@dev.espalier.annotation.Typed\npackage shop;", "package shop;\nclass Order {}"))
                .containsExactly(
                        "ERROR package-info.java:2 @Typed on a package names the classes to start from, for example @Typed(Order.class)");
    }

    @Test
    void compilerRefusesAMisplacedAnnotation() {
        assertThat(said("package shop;\nclass Order { @dev.espalier.annotation.Typed int count; }"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("ERROR Order.java:2 ")
                .contains("applicable");
    }

    @Test
    void takenNameIsReported() {
        assertThat(said(
                        "package shop;\n@dev.espalier.annotation.Typed class Order {}",
                        "package shop;\nclass Order_ {}"))
                .containsExactly(
                        "ERROR Order.java:2 shop.Order_ is to be generated for Order, and stands in the sources already; rename it");
    }

    @Test
    void fieldOfAnInvisibleClassHasNoStep() {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile("""
                package shop;

                @dev.espalier.annotation.Typed
                class Order extends parts.Base {
                    private Line line;
                    private Mood mood;
                    int count;

                    private static class Line { int count; }
                    private enum Mood { GOOD }
                }
                """, """
                package parts;

                public class Base {
                    Hidden hidden;
                }

                class Hidden {}
                """))
                .containsExactlyInAnyOrder(
                        "WARNING Order.java:5 Order.line: typed queries have no step to it, because shop.Order.Line cannot be seen in package shop",
                        "WARNING Order.java:6 Order.mood: typed queries have no step to it, because shop.Order.Mood cannot be seen in package shop",
                        "WARNING Base.java:4 Base.hidden: typed queries have no step to it, because parts.Hidden cannot be seen in package shop");
        assertThat(compilation.generated("shop.Order_"))
                .contains(" count()")
                .doesNotContain(" line()")
                .doesNotContain(" mood()");
        assertThat(compilation.generated("parts.Base_")).contains(" hidden()");
    }

    @Test
    void recursiveRecordIsReported() {
        assertThat(said("""
                package shop;

                @dev.espalier.annotation.Typed
                class Order {
                    Chain<String> chain;
                }

                record Chain<T>(T link, Chain<T> next) {}
                """))
                .containsExactly(
                        "ERROR Order.java:8 Chain.next: the record Chain contains itself; give it an id (long id), so that it "
                                + "becomes an object of its own");
    }

    @Test
    void fieldsOfASubclassOutsideTheModelAreAccepted() {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile("""
                package shop;

                @dev.espalier.annotation.Typed
                class Order {
                    static class OnScreen extends Order {
                        Thread painter;
                        int width;
                    }
                }
                """)).isEmpty();
        assertThat(compilation.generated("shop.Order_"))
                .contains("class OnScreen_", " width()")
                .doesNotContain("painter");
    }
}

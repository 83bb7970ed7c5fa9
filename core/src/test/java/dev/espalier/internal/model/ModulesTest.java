package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.ModelException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.sqlite.SQLiteConnection;

/** Programs with other modules than the tests have: each is a process of its own. */
@NullUnmarked // its classes are written as users write theirs
class ModulesTest {

    static class Order {
        long id;
        String buyer;
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
        int count;

        Line(int count) {
            this.count = count;
        }
    }

    /** Returns the mistake in classes of which one has no constructor without parameters. */
    static final class InAnImage {

        private InAnImage() {}

        /** @param arguments none */
        public static void main(String[] arguments) {
            try {
                Model.of(Order.class, Line.class);
                System.out.println("read");
            } catch (ModelException e) {
                System.out.println(e.code() + "\n" + e.getMessage());
            }
        }
    }

    @Test
    void imageWithoutTheModuleThatMakesObjectsRefusesAClassWithoutConstructor() throws Exception {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(java("--limit-modules", "java.base,java.sql,java.logging", "-cp", path, InAnImage.class.getName()))
                .isEqualTo("""
                        no-constructor
                        Line: found no constructor without parameters; expected one, as this Java runtime lacks the module \
                        jdk.unsupported, which makes objects without calling a constructor. Give Line one, of any visibility, or add \
                        jdk.unsupported to the modules of the runtime image
                        """);
        assertThat(java("-cp", path, InAnImage.class.getName())).isEqualTo("read\n");
    }

    private static final String SHOP = """
            package shop;

            import dev.espalier.*;
            import dev.espalier.annotation.Version;
            import dev.espalier.error.ModelException;
            import java.util.*;

            public class Shop {
                public static class Stored { public long id; @Version int version; }
                public static class Order extends Stored {
                    String buyer; Price price; State state; Words words = new Words(); List<Line> lines = new ArrayList<>();
                    public Order() {}
                }
                static class Line { Long id; final int count; Line(int count) { this.count = count; } }
                record Price(long cents, String currency) {}
                record Customer(long id, String name) {}
                enum State { OPEN, PAID }
                static class Words extends ArrayList<String> {}

                public static void main(String[] arguments) {
                    try (Database db = Database.open(arguments[0], Model.of(Order.class, Line.class, Customer.class))) {
                        Order order = new Order();
                        order.buyer = "Ada";
                        order.price = new Price(1, "EUR");
                        order.state = State.OPEN;
                        order.words.add("soon");
                        order.lines.add(new Line(3));
                        db.storeAll(List.of(order, new Customer(0, "Ada")));
                        Line undone = new Line(9);
                        try {
                            db.useTransaction(tx -> { order.lines.add(undone); tx.store(order); throw new IllegalStateException("no"); });
                        } catch (IllegalStateException e) {
                            order.lines.remove(undone);
                            System.out.println("undone " + undone.id);
                        }
                        order.state = State.PAID;
                        db.store(order);
                        Order found = db.query(Order.class, "lines.count = 3, price.cents = 1, state = 'PAID'").one();
                        System.out.println(found.buyer + " " + found.price + " " + found.words + " " + found.lines.get(0).count
                                + " " + found.version + " " + db.query(Customer.class, "").one().name());
                    } catch (ModelException e) {
                        System.out.println(e.code() + "\\n" + e.getMessage());
                    }
                }
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"module shop { opens shop to dev.espalier;", "open module shop {"})
    void classesOfAModuleThatOpensThemAreStored(String module, @TempDir Path folder) throws Exception {
        assertThat(shop(module, folder)).isEqualTo("undone 0\nAda Price[cents=1, currency=EUR] [soon] 3 2 Ada\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"module shop {", "module shop { exports shop;"})
    void classesOfAModuleThatKeepsThemClosedAreRefusedByName(String module, @TempDir Path folder) throws Exception {
        String advice = ": its module does not let its fields be read; add 'opens shop;' to the module-info of shop\n";
        assertThat(shop(module, folder)).isEqualTo("not-open\nStored" + advice + "Line" + advice + "Customer" + advice);
    }

    /** Returns the output of the program as that module. */
    private static String shop(String module, Path folder) throws Exception {
        String library = Stream.of(
                        Database.class,
                        NullMarked.class,
                        Logger.class,
                        HikariDataSource.class,
                        RoaringBitmap.class,
                        SQLiteConnection.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
        Path info = Files.writeString(folder.resolve("module-info.java"), module + " requires dev.espalier; }");
        Path shop = Files.writeString(folder.resolve("Shop.java"), SHOP);
        Path classes = folder.resolve("classes");
        int compiled = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-proc:none",
                        "--module-path",
                        library,
                        "-d",
                        classes.toString(),
                        info.toString(),
                        shop.toString());
        assertThat(compiled).isZero();
        return java(
                "--module-path",
                library + File.pathSeparator + classes,
                "--module",
                "shop/shop.Shop",
                "jdbc:sqlite:" + folder.resolve("shop.db"));
    }

    /** All that the program says. */
    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dslf4j.internal.verbosity=ERROR"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}

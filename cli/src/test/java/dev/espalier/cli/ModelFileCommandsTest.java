package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.yaml.YamlModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that read, check, edit and export a model file. */
@NullUnmarked // its classes have fields that may be null, as classes of users have
class ModelFileCommandsTest {

    /** A class of a program. */
    static class Box {
        long id;
        String name;
        Box outer;
    }

    private static final String FILE = """
            # The model of the shop.
            espalier: 1
            package: shop

            classes:
              # Who buys.
              Customer:
                attributes:
                  name: String   # in full
              Order:
                attributes:
                  # when it has to be there
                  due: LocalDate
                  buyer: Customer

            enums:
              Status: [NEW, SENT]
            """;

    @TempDir
    private Path folder;

    private Ended run(String... arguments) {
        return CommandRun.run(arguments);
    }

    private String edited(String... arguments) throws IOException {
        Path file = folder.resolve("edited.yaml");
        Files.writeString(file, FILE);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--model", file.toString()));
        assertThat(run(all.toArray(String[]::new))).isEqualTo(new Ended(0, "wrote " + file + "\n", ""));
        return Files.readString(file);
    }

    @Test
    void eachAddChangesItsLinesOnly() throws IOException {
        assertThat(edited("schema", "add", "attribute", "Order.count", "int"))
                .isEqualTo(FILE.replace("buyer: Customer\n", "buyer: Customer\n      count: int\n"));
        assertThat(edited("schema", "add", "attribute", "Order.day", "LocalDate", "--was", "due"))
                .isEqualTo(FILE.replace("      # when it has to be there\n      due: LocalDate\n", "")
                        .replace("buyer: Customer\n", "buyer: Customer\n      day: {type: LocalDate, was: due}\n"));
        assertThat(edited("schema", "add", "relation", "Customer.orders", "List<Order>", "--inverse", "buyer"))
                .isEqualTo(
                        FILE.replace("# in full\n", "# in full\n      orders: {type: List<Order>, inverse: buyer}\n"));
        assertThat(edited("schema", "add", "class", "Urgent", "--extends", "Order"))
                .isEqualTo(FILE.replace("buyer: Customer\n", "buyer: Customer\n  Urgent:\n    extends: Order\n"));
        assertThat(edited("schema", "add", "superclass", "Order", "Customer"))
                .isEqualTo(FILE.replace("buyer: Customer\n", "buyer: Customer\n    extends: Customer\n"));
        assertThat(edited("schema", "add", "constant", "Status.GONE", "--was", "SENT"))
                .isEqualTo(FILE.replace(
                        "Status: [NEW, SENT]\n", "Status:\n    constants: [NEW, GONE]\n    was: {GONE: SENT}\n"));
        assertThat(edited("schema", "add", "constant", "Size.LARGE")).isEqualTo(FILE + "  Size: [LARGE]\n");
        assertThat(edited("schema", "add", "value-index", "Customer.name", "--unique"))
                .isEqualTo(FILE.replace("name: String ", "name: {type: String, unique: true} "));
        assertThat(edited("schema", "add", "relation-index", "Order.buyer"))
                .isEqualTo(FILE.replace("buyer: Customer\n", "buyer: {type: Customer, index: true}\n"));
        Path other =
                Files.writeString(folder.resolve("other.yaml"), "classes:\n  Line:\n    attributes: {count: int}\n");
        assertThat(edited("schema", "add", "model", other.toString()))
                .isEqualTo(FILE.replace(
                        "buyer: Customer\n",
                        "buyer: Customer\n  Line:\n    java: Line\n    attributes:\n      count: int\n"));
    }

    @Test
    void eachDeleteTakesItsLinesOut() throws IOException {
        assertThat(edited("schema", "delete", "attribute", "Order.due"))
                .isEqualTo(FILE.replace("      # when it has to be there\n      due: LocalDate\n", ""));
        assertThat(edited("schema", "delete", "relation", "Order.buyer"))
                .isEqualTo(FILE.replace("      buyer: Customer\n", ""));
        assertThat(edited("schema", "delete", "class", "Order"))
                .isEqualTo(FILE.substring(0, FILE.indexOf("  Order:")) + FILE.substring(FILE.indexOf("\nenums:")));
        assertThat(edited("schema", "delete", "constant", "Status.NEW"))
                .isEqualTo(FILE.replace("[NEW, SENT]", "[SENT]"));
        Path all = Files.writeString(folder.resolve("all.yaml"), FILE);
        assertThat(YamlModel.parse(edited("schema", "delete", "model", all.toString()), "none")
                        .classes())
                .isEmpty();
        Path file = Files.writeString(folder.resolve("e.yaml"), FILE);
        run("schema", "add", "value-index", "Customer.name", "--model", file.toString());
        run("schema", "delete", "value-index", "Customer.name", "--model", file.toString());
        run("schema", "add", "relation-index", "Order.buyer", "--model", file.toString());
        run("schema", "delete", "relation-index", "Order.buyer", "--model", file.toString());
        run("schema", "add", "superclass", "Order", "Customer", "--model", file.toString());
        run("schema", "delete", "superclass", "Order", "Customer", "--model", file.toString());
        assertThat(file).content().isEqualTo(FILE);
    }

    @Test
    void aWrongEditChangesNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("e.yaml"), FILE);
        assertThat(run("schema", "add", "attribute", "Order.n", "Strin", "--model", file.toString())
                        .err())
                .contains("Order.n: found the type Strin; expected a class, record or enum");
        assertThat(run("schema", "add", "attribute", "Nobody.n", "String", "--model", file.toString())
                        .err())
                .contains("found no class Nobody; expected one of Customer, Order");
        assertThat(run("schema", "delete", "class", "Customer", "--model", file.toString())
                        .err())
                .contains("Customer: found that it is used: Order.buyer refers to it");
        assertThat(run("schema", "delete", "relation", "Order.due", "--model", file.toString())
                        .err())
                .contains("found the type LocalDate; expected a class");
        assertThat(run("schema", "add", "attribute", "due", "String", "--model", file.toString())
                        .err())
                .contains("found 'due', expected a name such as Order.due");
        assertThat(run("schema", "delete", "class", "Order", "--url", "jdbc:sqlite:x.db")
                        .err())
                .contains("schema finish");
        assertThat(file).content().isEqualTo(FILE);
    }

    @Test
    void aDatabaseIsMadeAndEditedByItsCatalog() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.yaml"), FILE);
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        assertThat(run("schema", "add", "model", file.toString(), "--url", url).out())
                .contains("create table customer");
        assertThat(run("schema", "add", "attribute", "Order.count", "int", "--url", url, "--dry-run")
                        .out())
                .contains("add column order.count");
        assertThat(run("schema", "add", "attribute", "Order.count", "int", "--url", url)
                        .out())
                .contains("add column order.count");
        Ended shown = run("schema", "show", url, "--yaml");
        assertThat(shown.out())
                .contains(
                        "package: shop\n",
                        "  Order:\n    attributes:\n      due: LocalDate\n      buyer: Customer\n      count: int\n");
        Path stored = Files.writeString(folder.resolve("stored.yaml"), shown.out());
        assertThat(run("schema", "plan", url, "--model", stored.toString()))
                .isEqualTo(new Ended(0, "nothing has to be changed\n", ""));
        assertThat(run("schema", "plan", url, "--model", file.toString()))
                .isEqualTo(new Ended(0, "nothing has to be changed\n", ""));
        assertThat(run("schema", "add", "class", "Line", "--model", file.toString(), "--url", url)
                        .out())
                .contains("create table line", "wrote " + file);
        assertThat(run("schema", "apply", url, "--model", file.toString()).out())
                .isEqualTo("nothing has to be changed\ndone\n");
    }

    @Test
    void finishAloneDropsPartsThatWereDeletedFromTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.yaml"), FILE);
        String url = "jdbc:sqlite:" + folder.resolve("finished.db");
        assertThat(run("schema", "apply", url, "--model", file.toString()).code())
                .isZero();
        Ended deleted = run("schema", "delete", "attribute", "Order.due", "--model", file.toString(), "--url", url);
        assertThat(deleted)
                .isEqualTo(new Ended(
                        0,
                        "wrote " + file + "\n",
                        "the values stay in the database until 'espalier schema finish' drops them\n"));
        assertThat(run("schema", "show", url).out()).contains(" due: LocalDate");
        assertThat(run("schema", "plan", url, "--model", file.toString()))
                .isEqualTo(new Ended(0, "nothing has to be changed\n", ""));
        assertThat(run("schema", "finish", url, "--model", file.toString()).out())
                .contains("order.due")
                .endsWith("done\n");
        assertThat(run("schema", "show", url).out()).doesNotContain(" due: ");
        assertThat(run("schema", "plan", url, "--model", file.toString()))
                .isEqualTo(new Ended(0, "nothing has to be changed\n", ""));
    }

    @Test
    void checkComparesAndWrites() throws IOException {
        Path file = folder.resolve("espalier-model.yaml");
        String[] check = {
            "schema", "check", file.toString(), "--classes", "target/test-classes", "--class", Box.class.getName()
        };
        assertThat(run(check))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                .satisfies(ended -> assertThat(ended.err()).contains("found no such file"));
        String[] write = Arrays.copyOf(check, check.length + 1);
        write[check.length] = "--write";
        assertThat(run(write)).isEqualTo(new Ended(0, "wrote " + file + "\n", ""));
        assertThat(run(check)).isEqualTo(new Ended(0, file + " is the model of the classes\n", ""));
        Files.writeString(file, "# ours\n" + Files.readString(file).replace("name: String", "name: UUID # text"));
        String difference = "class Box, attribute name: UUID in the file, String in the classes\n";
        assertThat(run(check)).isEqualTo(new Ended(1, difference, ""));
        assertThat(run(write)).isEqualTo(new Ended(0, difference + "updated " + file + "\n", ""));
        assertThat(run(check).code()).isZero();
        assertThat(file).content().startsWith("# ours\n");
        Files.writeString(file, "clases:\n  A:\nx: 1\n");
        assertThat(run(check))
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "espalier: " + file
                                        + ":1:1: found the key 'clases' in the file; expected one of espalier, package, classes, records, enums\n"
                                        + file
                                        + ":3:1: found the key 'x' in the file; expected one of espalier, package, classes, records, enums\n"));
    }

    @Test
    void exportWritesFilesForTools() throws Exception {
        Path file = Files.writeString(folder.resolve("shop.yaml"), FILE);
        String url = "jdbc:sqlite:" + folder.resolve("exported.db");
        Path migrations = folder.resolve("migrations");
        String[] export = {
            "schema", "export", url, "--model", file.toString(), "--form", "flyway", "--out", migrations.toString()
        };
        Path first = migrations.resolve("V1__espalier_model.sql");
        assertThat(run(export)).isEqualTo(new Ended(0, "wrote " + first + "\n", ""));
        execute(url, Files.readString(first));
        Database.open(url, YamlModel.read(file), Settings.defaults().schema(SchemaMode.VALIDATE))
                .close();
        assertThat(run(export)).isEqualTo(new Ended(0, "nothing has to be changed; nothing was written\n", ""));
        run("schema", "add", "attribute", "Order.count", "int", "--model", file.toString());
        Path second = migrations.resolve("V2__espalier_model.sql");
        assertThat(run(export)).isEqualTo(new Ended(0, "wrote " + second + "\n", ""));
        Ended liquibase =
                run("schema", "export", url, "--model", file.toString(), "--form", "liquibase", "--name", "count");
        assertThat(liquibase.out())
                .startsWith(
                        "--liquibase formatted sql\n\n--changeset espalier:count splitStatements:true endDelimiter:; stripComments:false\n-- Written by");
        assertThat(run("schema", "export", url, "--model", file.toString()).out())
                .startsWith("-- Written by")
                .contains("ALTER TABLE \"order\" ADD COLUMN \"count\"");
        execute(url, Files.readString(second));
        Database.open(url, YamlModel.read(file), Settings.defaults().schema(SchemaMode.VALIDATE))
                .close();
        assertThat(run("schema", "export", url, "--model", file.toString(), "--form", "x")
                        .err())
                .contains("--form: found 'x', expected sql, flyway or liquibase");
    }

    /** As a tool does: a statement ends with a semicolon at the end of a line. */
    private static void execute(String url, String script) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String text : script.split(";\n")) {
                statement.execute(text);
            }
        }
    }
}

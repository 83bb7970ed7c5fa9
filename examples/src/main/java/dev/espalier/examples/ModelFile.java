package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.yaml.YamlModel;
import java.nio.file.Path;
import java.time.LocalDate;

/** A model as a file: written from classes, checked against them, changed as data, and used without them. */
@SuppressWarnings("NullAway") // the library and the program set the fields; a refusal has a message
public final class ModelFile {

    static class Customer {
        long id;
        String name;
    }

    static class Order {
        long id;
        LocalDate due;
        Customer buyer;
    }

    private ModelFile() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:model-file.db", Path.of("espalier-model.yaml"));
    }

    static void run(String url, Path file) {
        YamlModel.write(file, ModelDraft.of(Model.of(Order.class)));
        YamlModel.check(file, Model.of(Order.class));
        try (Database db = Database.open(url, YamlModel.read(file))) {
            db.store(db.nodes()
                    .newNode("Order")
                    .set("due", LocalDate.of(2026, 11, 30))
                    .set("buyer", db.nodes().newNode("Customer").set("name", "Ada")));
        }
        ModelDraft draft = YamlModel.readDraft(file)
                .addAttribute("Order", AttributeDraft.of("note", "String"))
                .addValueIndex("Order", "due");
        YamlModel.write(file, draft);
        try {
            YamlModel.check(file, Model.of(Order.class));
        } catch (AssertionError e) {
            e.getMessage().lines().skip(1).limit(2).map(String::strip).forEach(System.out::println);
        }
        try (Database db = Database.open(url, YamlModel.read(file))) {
            Node order = db.nodes().query("Order", "buyer.name = 'Ada'").one();
            db.store(order.set("note", "by noon"));
            System.out.println(order + " is due on " + order.get("due") + ", " + order.get("note"));
        }
    }
}

package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.error.SchemaException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The examples of the guide to schema evolution: a shop whose classes change for a year. Each month stands for a version of the program. */
@SuppressWarnings("NullAway") // the library and the program set the fields; a collection is never null
public final class Evolution {

    /** The first version. */
    static final class January {

        private January() {}

        static class Order {
            long id;
            String customer;
            int total;
            Address address;
        }

        record Address(String street, String city) {}
    }

    /** New fields, in another order, and a new class. */
    static final class March {

        private March() {}

        @Was("Order")
        static class Order {
            long id;
            LocalDate due;
            String customer;
            boolean urgent;
            int total;
            Address address;
            List<Line> lines = new ArrayList<>();
        }

        static class Line {
            long id;
            String product;
            int count;
        }

        record Address(String street, String city, String country) {}
    }

    /** A field is called otherwise; the program does not say so. */
    static final class JuneUnanswered {

        private JuneUnanswered() {}

        @Was("Order")
        static class Order {
            long id;
            String buyer;
        }
    }

    /** It says so. */
    static final class June {

        private June() {}

        @Was("Order")
        static class Order {
            long id;
            LocalDate due;

            @Was("customer")
            String buyer;

            boolean urgent;
            int total;
            Address address;
            List<Line> lines = new ArrayList<>();
        }

        static class Line {
            long id;
            String product;
            int count;
        }

        record Address(String street, String city, String country) {}
    }

    /** A type that holds more; a field is gone. */
    static final class September {

        private September() {}

        @Was("Order")
        static class Order {
            long id;
            LocalDate due;

            @Was("customer")
            String buyer;

            long total;
        }
    }

    /** Types that are something else. */
    static final class December {

        private December() {}

        @Was("Order")
        static class Order {
            long id;

            @Was("due")
            String due;

            @Was("address")
            Address address;

            long total;
            long tax;
            int products;
        }

        @Was({})
        static class Address {
            long id;
            String street;
            String city;
            String country;
            List<String> notes = new ArrayList<>();
        }
    }

    private Evolution() {}

    /**
     * Runs the examples.
     *
     * @param url a JDBC URL, such as {@code jdbc:sqlite:shop.db}
     */
    public static void run(String url) {
        january(url);
        march(url);
        june(url);
        september(url);
        december(url);
        nextJanuary(url);
    }

    private static void january(String url) {
        try (Database db = Database.open(url, Model.of(January.Order.class))) {
            January.Order order = new January.Order();
            order.customer = "Ada";
            order.total = 40;
            order.address = new January.Address("Row 1", "London");
            db.store(order);
        }
    }

    private static void march(String url) {
        Model model = Model.of(March.Order.class);
        SchemaPlan plan = SchemaAdmin.at(url, Settings.defaults()).plan(model);
        plan.steps().forEach(step -> System.out.println(step.description()));
        try (Database db = Database.open(url, model)) {
            March.Order order = db.query(March.Order.class, "customer = 'Ada', urgent = FALSE, due IS NULL")
                    .one();
            System.out.println(order.address + ", " + order.lines.size() + " lines");
        }
    }

    private static void june(String url) {
        try {
            Database.open(url, Model.of(JuneUnanswered.Order.class));
        } catch (SchemaException e) {
            System.out.println(e.code());
        }
        try (Database db = Database.open(url, Model.of(June.Order.class));
                Database older = Database.open(url, Model.of(January.Order.class))) {
            June.Order order = db.query(June.Order.class, "buyer = 'Ada'").one();
            order.urgent = true;
            db.store(order);
            January.Order mine = older.get(January.Order.class, order.id); // a program of January, still running
            mine.total = 50;
            older.store(mine);
            db.refresh(order);
            System.out.println(order.buyer + " pays " + order.total + ", urgent: " + order.urgent);
        }
    }

    private static void september(String url) {
        Model model = Model.of(September.Order.class);
        Settings settings = Settings.defaults();
        SchemaPlan made = SchemaAdmin.at(url, settings).apply(model);
        System.out.println(made.steps().size() + " change made before the program starts");
        try (Database db = Database.open(url, model, settings.schema(SchemaMode.APPLY))) {
            September.Order order =
                    db.query(September.Order.class, "total = 50").one();
            order.total = 5_000_000_000L;
            db.store(order);
        }
        try (Database db = Database.open(url, model, settings.schema(SchemaMode.VALIDATE))) {
            System.out.println(db.query(September.Order.class, "total > 4000000000")
                            .count() + " order of more than four billions");
        }
    }

    private static void december(String url) {
        Migration<December.Order> migration = Migration.of(December.Order.class)
                .set("products", order -> order.get("lines", List.class).size())
                .setSql("tax", "total / 5");
        Settings settings = Settings.defaults()
                .schema(SchemaMode.APPLY)
                .migrations(migration)
                .onMigration(progress -> System.out.println(
                        progress.done() + " of " + progress.total() + ", " + progress.remaining() + " to go"));
        try (Database db = Database.open(url, Model.of(December.Order.class), settings)) {
            December.Order order = db.query(December.Order.class, "address.city = 'London', tax = 1000000000")
                    .one();
            System.out.println(order.address.street + ", " + order.products + " products");
        }
    }

    private static void nextJanuary(String url) {
        Model model = Model.of(December.Order.class);
        Settings settings = Settings.defaults();
        SchemaAdmin.at(url, settings).programs().forEach(System.out::println);
        System.out.println(SchemaAdmin.at(url, settings).planFinish(model));
        SchemaAdmin.at(url, settings).finish(model);
        try {
            Database.open(url, Model.of(June.Order.class));
        } catch (SchemaException e) {
            System.out.println(e.code());
        }
        try (Database db = Database.open(url, model)) {
            SchemaAdmin.of(db).indexes(IndexLevel.RELATIONS);
            System.out.println(db.query(December.Order.class, "").count() + " order left");
        }
    }
}

package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.SchemaAdmin;

/** The examples of the guide to schema evolution on classes that are split and merged. */
@SuppressWarnings(
        "NullAway") // the library and the program set the fields; a customer without an address has one without street
// and city
public final class SplitAndMerge {

    /** The former version. */
    static final class Before {

        private Before() {}

        static class Customer {
            long id;
            String name;
            String street;
            String city;
            Contact contact;
        }

        static class Contact {
            long id;
            String phone;
        }

        static class Lead {
            long id;
            String name;
            String source;
        }
    }

    /** An address of its own; the contact is part of the customer; customers and leads have a superclass. */
    static final class After {

        private After() {}

        abstract static class Person {
            long id;
            String name;
        }

        @Was("Customer")
        static class Customer extends Person {
            Address address;
            String phone;
        }

        @Was("Lead")
        static class Lead extends Person {
            String source;
        }

        @Was({})
        static class Address {
            long id;
            String street;
            String city;

            Address() {}

            Address(String street, String city) {
                this.street = street;
                this.city = city;
            }
        }
    }

    private SplitAndMerge() {}

    /**
     * Runs the examples.
     *
     * @param url a JDBC URL, such as {@code jdbc:sqlite:shop.db}
     */
    public static void run(String url) {
        before(url);
        Model model = Model.of(After.Customer.class, After.Lead.class);
        Migration<After.Customer> migration = Migration.of(After.Customer.class)
                .set(
                        "address",
                        customer -> new After.Address(
                                customer.get("street", String.class), customer.get("city", String.class)))
                .set("phone", "contact.phone");
        Settings settings = Settings.defaults().migrations(migration);
        try (Database db = Database.open(url, model, settings)) {
            After.Customer customer =
                    db.query(After.Customer.class, "address.city = 'London'").one();
            System.out.println(customer.name + ", " + customer.address.street + ", " + customer.phone);
            System.out.println(db.query(After.Person.class, "").count() + " persons");
        }
        System.out.println(SchemaAdmin.at(url, settings).finish(model));
    }

    private static void before(String url) {
        try (Database db = Database.open(url, Model.of(Before.Customer.class, Before.Lead.class))) {
            Before.Customer customer = new Before.Customer();
            customer.name = "Ada";
            customer.street = "Row 1";
            customer.city = "London";
            customer.contact = new Before.Contact();
            customer.contact.phone = "555";
            Before.Lead lead = new Before.Lead();
            lead.name = "Bob";
            lead.source = "fair";
            db.store(customer);
            db.store(lead);
        }
    }
}

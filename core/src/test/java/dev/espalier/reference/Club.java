package dev.espalier.reference;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The model and the objects of the reference page. */
final class Club {

    static final List<Class<?>> CLASSES = List.of(Person.class, Car.class, SuperCar.class, Organization.class);

    enum Colour {
        RED,
        WHITE,
        BLACK
    }

    record Address(String city, String street) {}

    static class Person {
        long id;
        String name;
        Integer age;
        String hobby;
        LocalDate born;
        Address address;
        Person partner;
        List<Person> friends = new ArrayList<>();
        List<Car> cars = new ArrayList<>();
        Set<String> tags = new LinkedHashSet<>();
    }

    static class Car {
        long id;
        int modelYear;
        Colour colour;
        BigDecimal price;
    }

    static class SuperCar extends Car {
        int power;
    }

    static class Organization {
        long id;
        String name;
        Person founder;
        List<Person> members = new ArrayList<>();
    }

    private Club() {}

    /** All objects, in the order of the ids that the page gives them. */
    static List<Object> objects() {
        Person ada = person("Ada", 36, "golf", LocalDate.of(1990, 12, 10), new Address("London", "Main St"));
        Person bob = person("Bob", 41, "slalom", LocalDate.of(1985, 3, 2), new Address("Paris", null));
        Person cyd = person("Cyd", null, "rally", null, null);
        Person dan = person("Dan", 17, null, LocalDate.of(2009, 7, 1), new Address("London", "Elm St"));
        Person eve = person("eve", 29, "golf", LocalDate.of(1997, 1, 31), null);
        Car racer = car(new Car(), 1974, Colour.RED, "12000.50");
        SuperCar rocket = car(new SuperCar(), 1976, Colour.BLACK, "90000");
        rocket.power = 500;
        Car old = car(new Car(), 1971, Colour.RED, "3000");
        Car unknown = car(new Car(), 2024, null, null);
        ada.partner = bob;
        bob.partner = ada;
        ada.friends.addAll(List.of(bob, cyd));
        bob.friends.add(ada);
        cyd.friends.add(dan);
        eve.friends.addAll(List.of(cyd, dan));
        ada.cars.add(rocket);
        bob.cars.addAll(List.of(racer, old));
        dan.cars.add(unknown);
        ada.tags.addAll(List.of("chess", "tea"));
        cyd.tags.add("tea");
        eve.tags.addAll(List.of("Tea", "chess"));
        return List.of(
                ada,
                bob,
                cyd,
                dan,
                eve,
                racer,
                rocket,
                old,
                unknown,
                organization("Acme", ada, ada, bob),
                organization("Beta", cyd, cyd),
                organization("Albion", null));
    }

    private static Person person(String name, Integer age, String hobby, LocalDate born, Address address) {
        Person person = new Person();
        person.name = name;
        person.age = age;
        person.hobby = hobby;
        person.born = born;
        person.address = address;
        return person;
    }

    private static <C extends Car> C car(C car, int modelYear, Colour colour, String price) {
        car.modelYear = modelYear;
        car.colour = colour;
        car.price = price == null ? null : new BigDecimal(price);
        return car;
    }

    private static Organization organization(String name, Person founder, Person... members) {
        Organization organization = new Organization();
        organization.name = name;
        organization.founder = founder;
        organization.members.addAll(List.of(members));
        return organization;
    }
}

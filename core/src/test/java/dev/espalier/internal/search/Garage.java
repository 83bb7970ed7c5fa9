package dev.espalier.internal.search;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/** A model with one of everything: subclasses below an abstract class, embedded records, collections of each kind, cycles. */
@SuppressWarnings("unused") // the fields are read by reflection
@NullUnmarked // its fields may be null, as those of users may
public final class Garage {

    private Garage() {}

    /** A person that was stored. */
    public static Person person(long id) {
        Person person = new Person();
        person.id = id;
        return person;
    }

    public enum Colour {
        RED,
        GREEN,
        BLUE
    }

    public record FieldRef(String street, int number) {}

    public record Address(String city, FieldRef field, Person keeper) {}

    public record Visit(LocalDate day, Person mechanic) {}

    public static class Person {
        long id;
        String name;
        Integer age;
        boolean member;
        Address address;
        Person partner;
        List<Person> friends;
        List<Vehicle> vehicles;
        Set<String> hobbies;
        Map<String, Integer> points;
    }

    public abstract static class Vehicle {
        long id;
        Colour colour;
        BigDecimal price;
        Person owner;
        List<Visit> visits;
    }

    public static class Car extends Vehicle {
        int doors;
        Double weight;
        Instant built;
        Car towed;
    }

    public static class SuperCar extends Car {
        int power;
        List<Person> drivers;
        UUID plate;
    }

    public static class Bike extends Vehicle {
        int gears;
        Person towed;
    }
}

package dev.espalier.search;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A model with one of everything: subclasses below an abstract class, embedded records, collections of each kind, cycles. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Garage {

    private Garage() {
    }

    enum Colour { RED, GREEN, BLUE }

    record Place(String street, int number) {
    }

    record Address(String city, Place place, Person keeper) {
    }

    record Visit(LocalDate day, Person mechanic) {
    }

    static class Person {
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

    abstract static class Vehicle {
        long id;
        Colour colour;
        BigDecimal price;
        Person owner;
        List<Visit> visits;
    }

    static class Car extends Vehicle {
        int doors;
        Double weight;
        Instant built;
        Car towed;
    }

    static class SuperCar extends Car {
        int power;
        List<Person> drivers;
        UUID plate;
    }

    static class Bike extends Vehicle {
        int gears;
        Car towed;
    }
}

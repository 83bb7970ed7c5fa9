package town;

import dev.espalier.annotation.Typed;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** A model with all that queries can speak of, and some objects of it. */
class Town {

    private Town() {}

    static List<Object> objects() {
        Person ada = person("Ada", 36, "golf", LocalDate.of(1990, 12, 10), new Address("London", "Main St", null));
        Person bob = person("Bob", 41, "slalom", LocalDate.of(1985, 3, 2), new Address("Paris", null, ada));
        Person cyd = person("Cyd", null, "it's", null, null);
        Boss dan = new Boss();
        dan.name = "Dan";
        dan.age = 17;
        dan.bonus = 5;
        Person eve = person("eve", 29, "golf", LocalDate.of(1997, 1, 31), null);
        Car racer = car(new Car(), 1974, Colour.RED, "12000.50");
        SuperCar rocket = car(new SuperCar(), 1976, Colour.BLACK, "90000");
        rocket.power = 500;
        Car old = car(new Car(), 1971, Colour.RED, "3000");
        ada.partner = bob;
        bob.partner = ada;
        ada.key = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        ada.seen = Instant.parse("2026-12-01T10:15:30.123456789Z");
        ada.picture = new byte[] {10, -1};
        ada.pause = Duration.ofMinutes(90);
        ada.grade = 'b';
        ada.happy = true;
        ada.shoe = OptionalInt.of(38);
        ada.mentor = Optional.of(dan);
        ada.friends.addAll(List.of(bob, cyd));
        bob.friends.add(ada);
        cyd.friends.add(dan);
        eve.friends.addAll(List.of(cyd, dan));
        dan.staff.add(ada);
        ada.cars.add(rocket);
        bob.cars.addAll(List.of(racer, old));
        ada.tags.addAll(List.of("chess", "tea"));
        cyd.tags.add("tea");
        ada.scores.put("bridge", 7);
        eve.homes.add(new Address("Rome", "Via", cyd));
        Organization acme = new Organization();
        acme.name = "Acme";
        acme.founder = ada;
        acme.members.addAll(List.of(ada, bob));
        acme.count = 2;
        Organization beta = new Organization();
        beta.name = "Beta";
        beta.founder = dan;
        return List.of(ada, bob, cyd, dan, eve, racer, rocket, old, acme, beta);
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
        car.price = new BigDecimal(price);
        return car;
    }
}

enum Colour { RED, WHITE, BLACK }

record Address(String city, String street, Person owner) {}

@Typed
class Person {
    long id;
    String name;
    Integer age;
    String hobby;
    LocalDate born;
    Address address;
    Person partner;
    UUID key;
    Instant seen;
    byte[] picture;
    Duration pause;
    char grade;
    boolean happy;
    OptionalInt shoe = OptionalInt.empty();
    Optional<Boss> mentor = Optional.empty();
    List<Person> friends = new ArrayList<>();
    List<Car> cars = new ArrayList<>();
    Set<String> tags = new LinkedHashSet<>();
    Map<String, Integer> scores = new LinkedHashMap<>();
    List<Address> homes = new ArrayList<>();
}

class Boss extends Person {
    int bonus;
    List<Person> staff = new ArrayList<>();
}

class Car {
    long id;
    int modelYear;
    Colour colour;
    BigDecimal price;
}

class SuperCar extends Car {
    int power;
}

@Typed
class Organization {
    long id;
    String name;
    Person founder;
    List<Person> members = new ArrayList<>();
    int count;
    boolean isEmpty;
}

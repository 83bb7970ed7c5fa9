package dev.espalier.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Classes of which an older program knows fewer than a newer one: all but {@link Cat}, {@link Puppy} and {@link Club}. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Pets {

    static final Class<?>[] OLD = {Owner.class, Deed.class, Kennel.class, Animal.class, Dog.class};
    static final Class<?>[] NEW = {
        Owner.class, Deed.class, Kennel.class, Animal.class, Dog.class, Cat.class, Puppy.class, Club.class
    };

    private Pets() {}

    static class Animal {
        long id;
        String name;
        Animal next;

        static <T extends Animal> T named(T animal, String name) {
            animal.name = name;
            return animal;
        }
    }

    static class Dog extends Animal {}

    static class Cat extends Animal {
        Animal prey;
        List<Animal> friends = new ArrayList<>();
    }

    static class Puppy extends Dog {}

    record Home(String street, Animal guard) {}

    record Lodge(int room, Animal guest) {
        @SuppressWarnings("ReturnValueIgnored") // fails without a guest
        Lodge {
            guest.name.length();
        }
    }

    /** A record that is kept in a table of its own. */
    record Deed(long id, String text, Animal subject, List<Animal> witnesses) {}

    static class Owner {
        long id;
        String name;
        Animal pet;
        Optional<Animal> spare = Optional.empty();
        Home home;
        List<Animal> list = new ArrayList<>();
        Set<Animal> set = new LinkedHashSet<>();
        Map<Animal, String> byKey = new LinkedHashMap<>();
        Map<String, Animal> byValue = new LinkedHashMap<>();
        Animal[] array = {};
        List<Home> homes = new ArrayList<>();
        Map<Home, Integer> counts = new LinkedHashMap<>();

        static Owner named(String name) {
            Owner owner = new Owner();
            owner.name = name;
            return owner;
        }
    }

    /** Refers to dogs, of which the older program knows one class only, so that it joins their table. */
    static class Kennel {
        long id;
        String name;
        Dog first;
        List<Dog> dogs = new ArrayList<>();
    }

    /** Refers to what the older program deletes. */
    static class Club {
        long id;
        String name;
        Animal mascot;
        Home seat;
        List<Animal> members = new ArrayList<>();
        List<Home> seats = new ArrayList<>();
        Map<Animal, String> ranks = new LinkedHashMap<>();
    }
}

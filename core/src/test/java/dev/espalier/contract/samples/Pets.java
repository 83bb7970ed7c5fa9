package dev.espalier.contract.samples;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Classes of which an older program knows fewer than a newer one: all but {@link Cat}, {@link Puppy} and {@link Club}. */
@SuppressWarnings("unused") // the fields are read by reflection
public final class Pets {

    private Pets() {}

    public static Class<?>[] older() {
        return new Class<?>[] {Owner.class, Deed.class, Kennel.class, Animal.class, Dog.class};
    }

    public static Class<?>[] newer() {
        return new Class<?>[] {
            Owner.class, Deed.class, Kennel.class, Animal.class, Dog.class, Cat.class, Puppy.class, Club.class
        };
    }

    public static class Animal {
        public long id;
        public String name;
        public Animal next;

        public static <T extends Animal> T named(T animal, String name) {
            animal.name = name;
            return animal;
        }
    }

    public static class Dog extends Animal {}

    public static class Cat extends Animal {
        public Animal prey;
        public List<Animal> friends = new ArrayList<>();
    }

    public static class Puppy extends Dog {}

    public record Home(String street, Animal guard) {}

    public record Lodge(int room, Animal guest) {
        @SuppressWarnings("ReturnValueIgnored") // fails without a guest
        public Lodge {
            guest.name.length();
        }
    }

    /** A record that is kept in a table of its own. */
    public record Deed(long id, String text, Animal subject, List<Animal> witnesses) {}

    public static class Owner {
        public long id;
        public String name;
        public Animal pet;
        public Optional<Animal> spare = Optional.empty();
        public Home home;
        public List<Animal> list = new ArrayList<>();
        public Set<Animal> set = new LinkedHashSet<>();
        public Map<Animal, String> byKey = new LinkedHashMap<>();
        public Map<String, Animal> byValue = new LinkedHashMap<>();
        public Animal[] array = {};
        public List<Home> homes = new ArrayList<>();
        public Map<Home, Integer> counts = new LinkedHashMap<>();

        public static Owner named(String name) {
            Owner owner = new Owner();
            owner.name = name;
            return owner;
        }
    }

    /** Refers to dogs, of which the older program knows one class only, so that it joins their table. */
    public static class Kennel {
        public long id;
        public String name;
        public Dog first;
        public List<Dog> dogs = new ArrayList<>();
    }

    /** Refers to what the older program deletes. */
    public static class Club {
        public long id;
        public String name;
        public Animal mascot;
        public Home seat;
        public List<Animal> members = new ArrayList<>();
        public List<Home> seats = new ArrayList<>();
        public Map<Animal, String> ranks = new LinkedHashMap<>();
    }
}

package dev.espalier.promises;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Refers to objects of a class some of whose subclasses a program may not know. */
final class Home {

    abstract static class Animal {
        long id;
        String name;
    }

    static final class Dog extends Animal {
        static Dog named(String name) {
            Dog dog = new Dog();
            dog.name = name;
            return dog;
        }
    }

    /** Unknown to some programs. */
    static final class Cat extends Animal {
        static Cat named(String name) {
            Cat cat = new Cat();
            cat.name = name;
            return cat;
        }
    }

    /** Unknown to some programs; refers to what they know. */
    static final class Keeper {
        long id;
        Dog dog;
        Home home;
        List<Animal> animals = new ArrayList<>();
    }

    long id;
    String name;
    Animal pet;
    List<Animal> pets = new ArrayList<>();
    Set<Animal> guests = new LinkedHashSet<>();
    Map<String, Animal> byName = new LinkedHashMap<>();
}

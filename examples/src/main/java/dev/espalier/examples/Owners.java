package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.InverseOf;
import dev.espalier.error.StoreException;
import java.util.ArrayList;
import java.util.List;

/** Relations with two sides: a pet refers to its owner, and an owner has pets; a pet wears a tag, and a tag belongs to a pet. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Owners {

    static class Owner {
        long id;
        String name;

        @InverseOf("owner")
        List<Pet> pets = new ArrayList<>();

        Owner(String name) {
            this.name = name;
        }

        void add(Pet pet) {
            pet.owner = this;
            pets.add(pet);
        }
    }

    static class Pet {
        long id;
        String name;
        Owner owner;
        Tag tag;

        Pet(String name) {
            this.name = name;
        }
    }

    static class Tag {
        long id;
        int number;

        @InverseOf("tag")
        Pet pet;

        Tag(int number) {
            this.number = number;
        }
    }

    private Owners() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:owners.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Owner.class))) {
            Owner ann = new Owner("Ann");
            ann.add(new Pet("Rex"));
            db.store(ann);

            Pet tom = new Pet("Tom");
            tom.owner = ann;
            db.store(tom);
            System.out.println(ann.name + " has " + ann.pets.size() + " pets");

            List<Owner> found = db.query(Owner.class, "pets.name = 'Tom'").list();
            System.out.println(found.get(0).pets.get(0).name + " and Tom live with " + found.get(0).name);

            Pet one = db.get(Pet.class, tom.id, bounds -> bounds.follow("owner.pets"));
            System.out.println(one.name + " is one of " + one.owner.pets.size() + " pets");

            Owner owner = db.get(Owner.class, ann.id);
            owner.pets.remove(0);
            try {
                db.store(owner);
            } catch (StoreException e) {
                System.out.println(e.getMessage());
            }

            Owner bob = new Owner("Bob");
            tom.owner = bob;
            db.storeAll(List.of(ann, tom));
            System.out.println(ann.pets.size() + " pet stays with Ann, " + bob.pets.size() + " goes to Bob");

            tom.tag = new Tag(7);
            db.store(tom);
            System.out.println("Tag " + tom.tag.number + " belongs to " + tom.tag.pet.name);

            Tag tag = db.query(Tag.class, "pet.owner.name = 'Bob'").list().get(0);
            System.out.println(tag.pet.name + " wears tag " + tag.number);
        }
    }
}

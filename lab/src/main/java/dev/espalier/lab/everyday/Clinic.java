package dev.espalier.lab.everyday;

import dev.espalier.annotation.InverseOf;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Five small classes: owners of pets, their visits, types and cities. Each class is a table, which all subjects share. */
@SuppressWarnings("NullAway.Init") // the subjects and the library set the fields
final class Clinic {

    private Clinic() {}

    static final class City {
        long id;
        String name;
    }

    static final class PetType {
        long id;
        String name;
    }

    static final class Owner {
        long id;
        String firstName;
        String lastName;
        String street;
        City city;

        @InverseOf("owner")
        List<Pet> pets = new ArrayList<>();
    }

    static final class Pet {
        long id;
        String name;
        LocalDate birth;
        PetType type;
        Owner owner;
    }

    static final class Visit {
        long id;
        Pet pet;
        LocalDate held;
        String note;
    }
}

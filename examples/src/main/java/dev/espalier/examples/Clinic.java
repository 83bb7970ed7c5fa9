package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Version;
import dev.espalier.error.StoreException;

/** Objects from outside of a transaction, and objects whose version is not known. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Clinic {

    static class Pet {
        long id;

        @Version
        int version;

        String name;
        int weight;
    }

    static class Visit {
        long id;
        Pet pet;
        String reason;
    }

    private Clinic() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:clinic.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Visit.class))) {
            Pet rex = pet(0, 20);
            db.store(rex);
            long petId = rex.id;

            db.useTransaction(tx -> {
                tx.remember(rex);
                rex.weight += 5;
                tx.store(rex);
            });

            Visit visit = new Visit();
            visit.reason = "check";
            visit.pet = db.reference(Pet.class, petId);
            db.store(visit);

            Pet fromJson = pet(petId, 30);
            try {
                db.store(fromJson);
            } catch (StoreException e) {
                System.out.println(e.code());
            }
            db.overwrite(fromJson);

            Pet pet = db.get(Pet.class, petId);
            System.out.println(pet.name + " weighs " + pet.weight + " in version " + pet.version);
        }
    }

    private static Pet pet(long id, int weight) {
        Pet pet = new Pet();
        pet.id = id;
        pet.name = "Rex";
        pet.weight = weight;
        return pet;
    }
}

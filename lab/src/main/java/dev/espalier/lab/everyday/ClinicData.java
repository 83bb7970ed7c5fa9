package dev.espalier.lab.everyday;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.lab.everyday.Clinic.City;
import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;
import dev.espalier.lab.everyday.Clinic.PetType;
import dev.espalier.lab.everyday.Clinic.Visit;
import dev.espalier.lab.workload.RandomStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

/** Fills an empty database, class after class, in parts, so that ten million rows need little memory. Each owner is referred to at random. */
final class ClinicData {

    private static final int CITIES = 200;
    private static final int TYPES = 10;
    private static final int FIRST_NAMES = 10;
    private static final int PART = 10_000;

    private final Database db;
    private final RandomStream random;
    private final BooleanSupplier stopped;

    /** @param stopped whether the data are not needed now */
    ClinicData(Database db, long seed, BooleanSupplier stopped) {
        this.db = db;
        this.random = new RandomStream(seed, 0);
        this.stopped = stopped;
    }

    /** Returns how many family names there are among so many owners. */
    static int lastNames(int owners) {
        return Math.max(1, owners / FIRST_NAMES);
    }

    /** Returns the name of a pet by its place among all pets. */
    static String petName(int number) {
        return "pet" + number;
    }

    /** Stores about so many rows. */
    ClinicKeys fill(int rows) {
        List<City> cities = new ArrayList<>();
        List<PetType> types = new ArrayList<>();
        store(
                CITIES,
                i -> {
                    City city = new City();
                    city.name = "city" + i;
                    cities.add(city);
                    return city;
                },
                city -> city.id);
        store(
                TYPES,
                i -> {
                    PetType type = new PetType();
                    type.name = "type" + i;
                    types.add(type);
                    return type;
                },
                type -> type.id);
        long[] owners = store(rows / 8, i -> owner(i, cities.get(random.between(0, CITIES - 1))), owner -> owner.id);
        long[] pets = store(
                rows / 4,
                i -> pet(i, types.get(random.between(0, TYPES - 1)), ClinicKeys.one(owners, random)),
                pet -> pet.id);
        long[] visits = store(rows / 8 * 5, i -> visit(i, ClinicKeys.one(pets, random)), visit -> visit.id);
        return new ClinicKeys(owners, pets, cities.get(0).id, types.get(0).id, visits[visits.length - 1]);
    }

    private static Owner owner(int number, City city) {
        Owner owner = new Owner();
        owner.firstName = "first" + number % FIRST_NAMES;
        owner.lastName = "last" + number / FIRST_NAMES;
        owner.street = number + " street";
        owner.city = city;
        return owner;
    }

    private Pet pet(int number, PetType type, long owner) {
        Pet pet = new Pet();
        pet.name = petName(number);
        pet.birth = LocalDate.of(2010, 1, 1).plusDays(number % 5_000);
        pet.type = type;
        pet.owner = db.reference(Owner.class, owner);
        return pet;
    }

    private Visit visit(int number, long pet) {
        Visit visit = new Visit();
        visit.pet = db.reference(Pet.class, pet);
        visit.held = LocalDate.of(2020, 1, 1).plusDays(number % 2_000);
        visit.note = "visit " + number;
        return visit;
    }

    private <T> long[] store(int count, IntFunction<T> object, ToLongFunction<T> id) {
        long[] ids = new long[count];
        try (BulkWriter writer = db.bulkWriter()) {
            for (int from = 0; from < count; from += PART) {
                if (stopped.getAsBoolean()) {
                    writer.cancel();
                }
                List<T> part = new ArrayList<>();
                for (int i = from; i < Math.min(count, from + PART); i++) {
                    part.add(object.apply(i));
                }
                writer.storeAll(part);
                for (int i = 0; i < part.size(); i++) {
                    ids[from + i] = id.applyAsLong(part.get(i));
                }
            }
        }
        return ids;
    }
}

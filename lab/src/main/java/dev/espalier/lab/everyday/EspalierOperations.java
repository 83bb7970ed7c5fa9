package dev.espalier.lab.everyday;

import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.lab.everyday.Clinic.City;
import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;
import dev.espalier.lab.everyday.Clinic.PetType;
import dev.espalier.lab.everyday.Clinic.Visit;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** As a program with this library does it. */
final class EspalierOperations implements Operations {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 23);

    private final Database db;
    private final boolean isUntracked;
    private @Nullable String after;

    private EspalierOperations(Database db, boolean isUntracked) {
        this.db = db;
        this.isUntracked = isUntracked;
    }

    /** @param isUntracked whether nothing is remembered of what is only read */
    static OpenSubject open(ClinicDatabase database, boolean isUntracked) {
        Database db = ClinicDatabase.library(database.library());
        return new OpenSubject() {
            @Override
            public Operations operations() {
                return new EspalierOperations(db, isUntracked);
            }

            @Override
            public void close() {
                db.close();
            }
        };
    }

    @Override
    public long flat(long pet) {
        return ClinicSums.flat(db.get(Pet.class, pet, bounds -> bounds.depth(0)));
    }

    @Override
    public long whole(long owner) {
        return ClinicSums.whole(isUntracked ? db.getUntracked(Owner.class, owner) : db.get(Owner.class, owner));
    }

    private <T> Query<T> read(Class<T> root, String rql) {
        Query<T> query = db.query(root, rql);
        return isUntracked ? query.untracked() : query;
    }

    @Override
    public long range(long from, long to) {
        return read(Pet.class, "id >= :from, id < :to")
                .with("from", from)
                .with("to", to)
                .only("type", "owner.city")
                .list()
                .stream()
                .mapToLong(ClinicSums::whole)
                .sum();
    }

    @Override
    public long flatRange(long from, long to) {
        return read(Pet.class, "id >= :from, id < :to").with("from", from).with("to", to).depth(0).list().stream()
                .mapToLong(ClinicSums::flat)
                .sum();
    }

    @Override
    public long page() {
        Query<Pet> all = read(Pet.class, "id > 0 ORDER BY id").only("type", "owner.city");
        Page<Pet> page = all.page(20, after);
        after = page.next();
        return page.objects().stream().mapToLong(ClinicSums::whole).sum();
    }

    @Override
    public long parents(long from, long to) {
        return read(Owner.class, "id >= :from, id < :to").with("from", from).with("to", to).list().stream()
                .mapToLong(ClinicSums::whole)
                .sum();
    }

    @Override
    public long filtered(String lastName, @Nullable String firstName, long minimum) {
        StringBuilder text = new StringBuilder("lastName = :last");
        text.append(firstName == null ? "" : ", firstName = :first").append(minimum == 0 ? "" : ", id >= :least");
        Query<Owner> query = read(Owner.class, text.toString()).with("last", lastName);
        query = firstName == null ? query : query.with("first", firstName);
        query = minimum == 0 ? query : query.with("least", minimum);
        return query.depth(0).list().stream().mapToLong(ClinicSums::flat).sum();
    }

    @Override
    public long insert(long[] pets) {
        List<Visit> visits = new ArrayList<>();
        for (long pet : pets) {
            visits.add(visit(db.reference(Pet.class, pet), "check"));
        }
        db.storeAll(visits);
        return visits.size();
    }

    private static Visit visit(Pet pet, String note) {
        Visit visit = new Visit();
        visit.pet = pet;
        visit.held = DAY;
        visit.note = note;
        return visit;
    }

    @Override
    public long change(long id, String name) {
        db.useTransaction(tx -> {
            Pet pet = tx.get(Pet.class, id, bounds -> bounds.depth(0));
            pet.name = name;
            tx.store(pet);
        });
        return 1;
    }

    @Override
    public long insertAndChange(long pet) {
        db.useTransaction(tx -> {
            Visit visit = visit(tx.reference(Pet.class, pet), "new");
            tx.store(visit);
            visit.note = "changed";
            tx.store(visit);
        });
        return 1;
    }

    @Override
    public long graphs(int owners, long city, long type) {
        List<Visit> all = new ArrayList<>();
        for (int i = 0; i < owners; i++) {
            Owner owner = new Owner();
            owner.firstName = "new";
            owner.lastName = "new" + i;
            owner.street = "street";
            owner.city = db.reference(City.class, city);
            for (int k = 0; k < 2; k++) {
                Pet pet = new Pet();
                pet.name = "new" + k;
                pet.birth = DAY;
                pet.owner = owner;
                pet.type = db.reference(PetType.class, type);
                owner.pets.add(pet);
                all.add(visit(pet, "first"));
            }
        }
        db.useTransaction(tx -> {
            tx.storeAll(all);
        });
        return all.size();
    }
}

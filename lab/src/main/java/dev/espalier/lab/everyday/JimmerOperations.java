package dev.espalier.lab.everyday;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.everyday.jimmer.CityFetcher;
import dev.espalier.lab.everyday.jimmer.Immutables;
import dev.espalier.lab.everyday.jimmer.Owner;
import dev.espalier.lab.everyday.jimmer.OwnerFetcher;
import dev.espalier.lab.everyday.jimmer.OwnerTable;
import dev.espalier.lab.everyday.jimmer.Pet;
import dev.espalier.lab.everyday.jimmer.PetFetcher;
import dev.espalier.lab.everyday.jimmer.PetTable;
import dev.espalier.lab.everyday.jimmer.PetTypeFetcher;
import dev.espalier.lab.everyday.jimmer.Visit;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.babyfish.jimmer.sql.JSqlClient;
import org.babyfish.jimmer.sql.ast.mutation.SaveMode;
import org.babyfish.jimmer.sql.dialect.Dialect;
import org.babyfish.jimmer.sql.dialect.MySqlDialect;
import org.babyfish.jimmer.sql.dialect.PostgresDialect;
import org.babyfish.jimmer.sql.dialect.SQLiteDialect;
import org.babyfish.jimmer.sql.fetcher.Fetcher;
import org.babyfish.jimmer.sql.fetcher.ReferenceFetchType;
import org.babyfish.jimmer.sql.runtime.ConnectionManager;
import org.babyfish.jimmer.sql.runtime.ScalarProvider;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * As an expert uses Jimmer: fetchers that say what is read, references by joins, collections by one more statement, which is all that Jimmer offers; saving by
 * INSERT alone in batches, or by UPDATE of the changed columns with a version check.
 */
@NullUnmarked // what an object refers to is read with it
final class JimmerOperations implements Operations {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
    private static final PetFetcher FLAT_PET =
            PetFetcher.$.allScalarFields().type().owner();
    private static final OwnerFetcher FLAT_OWNER =
            OwnerFetcher.$.allScalarFields().city();
    private static final OwnerFetcher OWNER_WITH_CITY =
            OwnerFetcher.$.allScalarFields().city(ReferenceFetchType.JOIN_ALWAYS, CityFetcher.$.allScalarFields());
    private static final PetFetcher WHOLE_PET = PetFetcher.$
            .allScalarFields()
            .type(ReferenceFetchType.JOIN_ALWAYS, PetTypeFetcher.$.allScalarFields())
            .owner(ReferenceFetchType.JOIN_ALWAYS, OWNER_WITH_CITY);
    private static final OwnerFetcher WHOLE_OWNER = OWNER_WITH_CITY.pets(
            PetFetcher.$.allScalarFields().type(ReferenceFetchType.JOIN_ALWAYS, PetTypeFetcher.$.allScalarFields()));

    private final JSqlClient client;
    private final NewIds ids;
    private long after;

    private JimmerOperations(JSqlClient client, NewIds ids) {
        this.client = client;
        this.ids = ids;
    }

    static OpenSubject open(HikariDataSource pool, NewIds ids) {
        JSqlClient.Builder settings = JSqlClient.newBuilder()
                .setConnectionManager(ConnectionManager.simpleConnectionManager(pool))
                .setDialect(dialect(pool.getJdbcUrl()))
                .setInListPaddingEnabled(true);
        if (pool.getJdbcUrl().startsWith("jdbc:sqlite:")) {
            settings.addScalarProvider(new DaysAsText());
        }
        JSqlClient client = settings.build();
        return new OpenSubject() {
            @Override
            public Operations operations() {
                return new JimmerOperations(client, ids);
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }

    /** Days are text in SQLite; Jimmer 0.9.117 takes such a text for a day with a time. */
    private static final class DaysAsText implements ScalarProvider<LocalDate, String> {

        @Override
        public LocalDate toScalar(String text) {
            return LocalDate.parse(text);
        }

        @Override
        public String toSql(LocalDate day) {
            return day.toString();
        }
    }

    private static Dialect dialect(String url) {
        return url.startsWith("jdbc:sqlite:")
                ? new SQLiteDialect()
                : url.startsWith("jdbc:postgresql:") ? new PostgresDialect() : new MySqlDialect();
    }

    private static long flat(Pet pet) {
        return Checksum.pet(
                pet.id(), pet.name(), pet.birth(), pet.type().id(), pet.owner().id());
    }

    private static long flat(Owner owner) {
        return Checksum.owner(
                owner.id(),
                owner.firstName(),
                owner.lastName(),
                owner.street(),
                owner.city().id());
    }

    private static long whole(Pet pet) {
        Owner owner = pet.owner();
        return Checksum.wholePet(
                flat(pet),
                Checksum.named(pet.type().id(), pet.type().name()),
                flat(owner),
                Checksum.named(owner.city().id(), owner.city().name()));
    }

    private static long whole(Owner owner) {
        long sum = Checksum.wholeOwner(
                flat(owner), Checksum.named(owner.city().id(), owner.city().name()));
        for (Pet pet : owner.pets()) {
            sum += Checksum.petOfOwner(
                    Checksum.pet(pet.id(), pet.name(), pet.birth(), pet.type().id(), owner.id()),
                    Checksum.named(pet.type().id(), pet.type().name()));
        }
        return sum;
    }

    private static <T> long sum(List<T> objects, ToLongFunction<T> sum) {
        return objects.stream().mapToLong(sum).sum();
    }

    private List<Pet> pets(Fetcher<Pet> fetcher, long from, long to) {
        PetTable pet = PetTable.$;
        return client.createQuery(pet)
                .where(pet.id().ge(from), pet.id().lt(to))
                .orderBy(pet.id())
                .select(pet.fetch(fetcher))
                .execute();
    }

    @Override
    public long flat(long pet) {
        return flat(client.findOneById(FLAT_PET, pet));
    }

    @Override
    public long whole(long owner) {
        return whole(client.findOneById(WHOLE_OWNER, owner));
    }

    @Override
    public long range(long from, long to) {
        return sum(pets(WHOLE_PET, from, to), JimmerOperations::whole);
    }

    @Override
    public long flatRange(long from, long to) {
        return sum(pets(FLAT_PET, from, to), JimmerOperations::flat);
    }

    @Override
    public long page() {
        PetTable pet = PetTable.$;
        List<Pet> pets = client.createQuery(pet)
                .where(pet.id().gt(after))
                .orderBy(pet.id())
                .select(pet.fetch(WHOLE_PET))
                .limit(20)
                .execute();
        after = pets.size() < 20 ? 0 : pets.get(19).id();
        return sum(pets, JimmerOperations::whole);
    }

    @Override
    public long parents(long from, long to) {
        OwnerTable owner = OwnerTable.$;
        return sum(
                client.createQuery(owner)
                        .where(owner.id().ge(from), owner.id().lt(to))
                        .orderBy(owner.id())
                        .select(owner.fetch(WHOLE_OWNER))
                        .execute(),
                JimmerOperations::whole);
    }

    @Override
    public long filtered(String lastName, @Nullable String firstName, long minimum) {
        OwnerTable owner = OwnerTable.$;
        return sum(
                client.createQuery(owner)
                        .where(owner.lastName().eq(lastName))
                        .where(owner.firstName().eqIf(firstName))
                        .where(owner.id().geIf(minimum == 0 ? null : minimum))
                        .orderBy(owner.id())
                        .select(owner.fetch(FLAT_OWNER))
                        .execute(),
                JimmerOperations::flat);
    }

    private static Visit visit(long id, long pet, String note) {
        return Immutables.createVisit(draft ->
                draft.setId(id).setVersion(0).setPetId(pet).setHeld(DAY).setNote(note));
    }

    private <T> void insertAll(List<T> objects) {
        client.saveEntitiesCommand(objects).setMode(SaveMode.INSERT_ONLY).execute();
    }

    @Override
    public long insert(long[] pets) {
        return client.transaction(() -> {
            long id = ids.take(pets.length);
            List<Visit> visits = new ArrayList<>();
            for (long pet : pets) {
                visits.add(visit(id++, pet, "check"));
            }
            insertAll(visits);
            return (long) pets.length;
        });
    }

    @Override
    public long change(long id, String name) {
        return client.transaction(() -> {
            Pet stored = client.findOneById(FLAT_PET, id);
            Pet changed = Immutables.createPet(
                    draft -> draft.setId(id).setVersion(stored.version()).setName(name));
            return (long) client.saveCommand(changed)
                    .setMode(SaveMode.UPDATE_ONLY)
                    .execute()
                    .getTotalAffectedRowCount();
        });
    }

    @Override
    public long insertAndChange(long pet) {
        return client.transaction(() -> {
            long id = ids.take(1);
            client.saveCommand(visit(id, pet, "new"))
                    .setMode(SaveMode.INSERT_ONLY)
                    .execute();
            Visit changed = Immutables.createVisit(
                    draft -> draft.setId(id).setVersion(0).setNote("changed"));
            return (long) client.saveCommand(changed)
                    .setMode(SaveMode.UPDATE_ONLY)
                    .execute()
                    .getTotalAffectedRowCount();
        });
    }

    @Override
    public long graphs(int owners, long city, long type) {
        return client.transaction(() -> {
            List<Owner> newOwners = new ArrayList<>();
            List<Pet> newPets = new ArrayList<>();
            List<Visit> newVisits = new ArrayList<>();
            long owner = ids.take(owners);
            long pet = ids.take(2 * owners);
            long visit = ids.take(2 * owners);
            for (int i = 0; i < owners; i++) {
                int number = i;
                newOwners.add(Immutables.createOwner(draft -> draft.setId(owner + number)
                        .setVersion(0)
                        .setFirstName("new")
                        .setLastName("new" + number)
                        .setStreet("street")
                        .setCityId(city)));
                for (int k = 0; k < 2; k++) {
                    int at = 2 * i + k;
                    newPets.add(Immutables.createPet(draft -> draft.setId(pet + at)
                            .setVersion(0)
                            .setName("new" + at % 2)
                            .setBirth(DAY)
                            .setTypeId(type)
                            .setOwnerId(owner + at / 2)));
                    newVisits.add(visit(visit + at, pet + at, "first"));
                }
            }
            insertAll(newOwners);
            insertAll(newPets);
            insertAll(newVisits);
            return (long) newVisits.size();
        });
    }
}

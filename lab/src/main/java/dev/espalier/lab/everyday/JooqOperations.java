package dev.espalier.lab.everyday;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.everyday.Clinic.City;
import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;
import dev.espalier.lab.everyday.Clinic.PetType;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertValuesStep5;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.SelectConditionStep;
import org.jooq.Table;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.DataSourceConnectionProvider;
import org.jooq.impl.DefaultConfiguration;
import org.jooq.impl.DefaultTransactionProvider;
import org.jooq.tools.jdbc.JDBCUtils;
import org.jspecify.annotations.Nullable;

/**
 * As an expert uses jOOQ: one joined statement for a read in auto-commit, read by the place of each column, rows of one class in one INSERT, transactions without
 * savepoints, an update of the changed column with a version check. Nothing is logged.
 */
final class JooqOperations implements Operations {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 23);

    private static final Table<Record> PETS = table(name("pet")).as("p");
    private static final Table<Record> OWNERS = table(name("owner")).as("o");
    private static final Table<Record> CITIES = table(name("city")).as("c");
    private static final Table<Record> TYPES = table(name("pet_type")).as("t");

    private static final Field<Long> PET_ID = field(name("p", "id"), Long.class);
    private static final Field<Integer> PET_VERSION = field(name("p", "_version"), Integer.class);
    private static final Field<String> PET_NAME = field(name("p", "name"), String.class);
    private static final Field<LocalDate> PET_BIRTH = field(name("p", "birth"), LocalDate.class);
    private static final Field<Long> PET_TYPE = field(name("p", "type_id"), Long.class);
    private static final Field<Long> PET_OWNER = field(name("p", "owner_id"), Long.class);
    private static final Field<Long> OWNER_ID = field(name("o", "id"), Long.class);
    private static final Field<Integer> OWNER_VERSION = field(name("o", "_version"), Integer.class);
    private static final Field<String> OWNER_FIRST = field(name("o", "first_name"), String.class);
    private static final Field<String> OWNER_LAST = field(name("o", "last_name"), String.class);
    private static final Field<String> OWNER_STREET = field(name("o", "street"), String.class);
    private static final Field<Long> OWNER_CITY = field(name("o", "city_id"), Long.class);
    private static final Field<Long> CITY_ID = field(name("c", "id"), Long.class);
    private static final Field<Integer> CITY_VERSION = field(name("c", "_version"), Integer.class);
    private static final Field<String> CITY_NAME = field(name("c", "name"), String.class);
    private static final Field<Long> TYPE_ID = field(name("t", "id"), Long.class);
    private static final Field<Integer> TYPE_VERSION = field(name("t", "_version"), Integer.class);
    private static final Field<String> TYPE_NAME = field(name("t", "name"), String.class);

    // columns of tables that are written
    private static final Field<Long> ID = field(name("id"), Long.class);
    private static final Field<Integer> VERSION = field(name("_version"), Integer.class);
    private static final Field<String> NAME = field(name("name"), String.class);
    private static final Field<String> NOTE = field(name("note"), String.class);

    private final DSLContext dsl;
    private final NewIds ids;
    private long after;

    private JooqOperations(DSLContext dsl, NewIds ids) {
        this.dsl = dsl;
        this.ids = ids;
    }

    static OpenSubject open(HikariDataSource pool, NewIds ids) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        SQLDialect dialect = JDBCUtils.dialect(pool.getJdbcUrl());
        DataSourceConnectionProvider connections = new DataSourceConnectionProvider(pool);
        DSLContext dsl = DSL.using(new DefaultConfiguration()
                .set(dialect)
                .set(connections)
                .set(new DefaultTransactionProvider(connections, false))
                .set(new Settings().withExecuteLogging(false).withRenderQuotedNames(RenderQuotedNames.NEVER)));
        return new OpenSubject() {
            @Override
            public Operations operations() {
                return new JooqOperations(dsl, ids);
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }

    private SelectConditionStep<? extends Record> flatPets(Condition condition) {
        return dsl.select(PET_ID, PET_VERSION, PET_NAME, PET_BIRTH, PET_TYPE, PET_OWNER)
                .from(PETS)
                .where(condition);
    }

    private SelectConditionStep<? extends Record> wholePets(Condition condition) {
        return dsl.select(
                        PET_ID,
                        PET_VERSION,
                        PET_NAME,
                        PET_BIRTH,
                        TYPE_ID,
                        TYPE_VERSION,
                        TYPE_NAME,
                        OWNER_ID,
                        OWNER_VERSION,
                        OWNER_FIRST,
                        OWNER_LAST,
                        OWNER_STREET,
                        CITY_ID,
                        CITY_VERSION,
                        CITY_NAME)
                .from(PETS)
                .join(TYPES)
                .on(TYPE_ID.eq(PET_TYPE))
                .join(OWNERS)
                .on(OWNER_ID.eq(PET_OWNER))
                .join(CITIES)
                .on(CITY_ID.eq(OWNER_CITY))
                .where(condition);
    }

    private SelectConditionStep<? extends Record> wholeOwners(Condition condition) {
        return dsl.select(
                        OWNER_ID,
                        OWNER_VERSION,
                        OWNER_FIRST,
                        OWNER_LAST,
                        OWNER_STREET,
                        CITY_ID,
                        CITY_VERSION,
                        CITY_NAME,
                        PET_ID,
                        PET_VERSION,
                        PET_NAME,
                        PET_BIRTH,
                        TYPE_ID,
                        TYPE_VERSION,
                        TYPE_NAME)
                .from(OWNERS)
                .join(CITIES)
                .on(CITY_ID.eq(OWNER_CITY))
                .leftJoin(PETS)
                .on(PET_OWNER.eq(OWNER_ID))
                .leftJoin(TYPES)
                .on(TYPE_ID.eq(PET_TYPE))
                .where(condition);
    }

    private static Pet pet(Record row, int at) {
        Pet pet = new Pet();
        pet.id = (long) row.get(at);
        pet.name = (String) row.get(at + 2);
        pet.birth = (LocalDate) row.get(at + 3);
        return pet;
    }

    private static Owner owner(Record row, int at) {
        Owner owner = new Owner();
        owner.id = (long) row.get(at);
        owner.firstName = (String) row.get(at + 2);
        owner.lastName = (String) row.get(at + 3);
        owner.street = (String) row.get(at + 4);
        return owner;
    }

    private static PetType type(Record row, int at) {
        PetType type = new PetType();
        type.id = (long) row.get(at);
        type.name = (String) row.get(at + 2);
        return type;
    }

    private static City city(Record row, int at) {
        City city = new City();
        city.id = (long) row.get(at);
        city.name = (String) row.get(at + 2);
        return city;
    }

    private static Pet flatPet(Record row) {
        Pet pet = pet(row, 0);
        pet.type = new PetType();
        pet.type.id = (long) row.get(4);
        pet.owner = new Owner();
        pet.owner.id = (long) row.get(5);
        return pet;
    }

    /** Makes one object for each row of type, owner and city, however many pets refer to it. */
    private static List<Pet> pets(List<? extends Record> rows) {
        Map<Object, PetType> types = new HashMap<>();
        Map<Object, Owner> owners = new HashMap<>();
        Map<Object, City> cities = new HashMap<>();
        return rows.stream()
                .map(row -> {
                    Pet pet = pet(row, 0);
                    pet.type = types.computeIfAbsent(row.get(4), id -> type(row, 4));
                    pet.owner = owners.computeIfAbsent(row.get(7), id -> {
                        Owner owner = owner(row, 7);
                        owner.city = cities.computeIfAbsent(row.get(12), city -> city(row, 12));
                        return owner;
                    });
                    return pet;
                })
                .toList();
    }

    private static List<Owner> owners(List<? extends Record> rows) {
        Map<Object, Owner> owners = new LinkedHashMap<>();
        Map<Object, PetType> types = new HashMap<>();
        Map<Object, City> cities = new HashMap<>();
        for (Record row : rows) {
            Owner owner = owners.computeIfAbsent(row.get(0), id -> {
                Owner one = owner(row, 0);
                one.city = cities.computeIfAbsent(row.get(5), city -> city(row, 5));
                return one;
            });
            if (row.get(8) != null) {
                Pet pet = pet(row, 8);
                pet.owner = owner;
                pet.type = types.computeIfAbsent(row.get(12), id -> type(row, 12));
                owner.pets.add(pet);
            }
        }
        return List.copyOf(owners.values());
    }

    private static <T> long sum(List<T> objects, ToLongFunction<T> sum) {
        return objects.stream().mapToLong(sum).sum();
    }

    @Override
    public long flat(long pet) {
        return sum(flatPets(PET_ID.eq(pet)).fetch(JooqOperations::flatPet), ClinicSums::flat);
    }

    @Override
    public long whole(long owner) {
        return sum(owners(wholeOwners(OWNER_ID.eq(owner)).fetch()), ClinicSums::whole);
    }

    @Override
    public long range(long from, long to) {
        return sum(
                pets(wholePets(PET_ID.ge(from).and(PET_ID.lt(to)))
                        .orderBy(PET_ID)
                        .fetch()),
                ClinicSums::whole);
    }

    @Override
    public long flatRange(long from, long to) {
        return sum(
                flatPets(PET_ID.ge(from).and(PET_ID.lt(to))).orderBy(PET_ID).fetch(JooqOperations::flatPet),
                ClinicSums::flat);
    }

    @Override
    public long page() {
        List<Pet> pets =
                pets(wholePets(PET_ID.gt(after)).orderBy(PET_ID).limit(20).fetch());
        after = pets.size() < 20 ? 0 : pets.get(19).id;
        return sum(pets, ClinicSums::whole);
    }

    @Override
    public long parents(long from, long to) {
        return sum(
                owners(wholeOwners(OWNER_ID.ge(from).and(OWNER_ID.lt(to)))
                        .orderBy(OWNER_ID, PET_ID)
                        .fetch()),
                ClinicSums::whole);
    }

    @Override
    public long filtered(String lastName, @Nullable String firstName, long minimum) {
        Condition condition = OWNER_LAST.eq(lastName);
        condition = firstName == null ? condition : condition.and(OWNER_FIRST.eq(firstName));
        condition = minimum == 0 ? condition : condition.and(OWNER_ID.ge(minimum));
        return sum(
                dsl.select(OWNER_ID, OWNER_VERSION, OWNER_FIRST, OWNER_LAST, OWNER_STREET, OWNER_CITY)
                        .from(OWNERS)
                        .where(condition)
                        .orderBy(OWNER_ID)
                        .fetch(row -> {
                            Owner owner = owner(row, 0);
                            owner.city = new City();
                            owner.city.id = row.value6();
                            return owner;
                        }),
                ClinicSums::flat);
    }

    private static int insertVisits(DSLContext to, long first, long[] pets, String note) {
        InsertValuesStep5<Record, Long, Integer, Long, LocalDate, String> insert =
                to.<Record, Long, Integer, Long, LocalDate, String>insertInto(
                        table(name("visit")),
                        ID,
                        VERSION,
                        field(name("pet_id"), Long.class),
                        field(name("held"), LocalDate.class),
                        NOTE);
        for (int i = 0; i < pets.length; i++) {
            insert = insert.values(first + i, 0, pets[i], DAY, note);
        }
        return insert.execute();
    }

    @Override
    public long insert(long[] pets) {
        return insertVisits(dsl, ids.take(pets.length), pets, "check");
    }

    @Override
    public long change(long id, String name) {
        return dsl.transactionResult(inside -> {
            Record row = inside.dsl()
                    .select(PET_ID, PET_VERSION, PET_NAME, PET_BIRTH, PET_TYPE, PET_OWNER)
                    .from(PETS)
                    .where(PET_ID.eq(id))
                    .fetchSingle();
            int version = row.get(PET_VERSION);
            return inside.dsl()
                    .update(table(name("pet")))
                    .set(NAME, name)
                    .set(VERSION, version + 1)
                    .where(ID.eq(id), VERSION.eq(version))
                    .execute();
        });
    }

    @Override
    public long insertAndChange(long pet) {
        return dsl.transactionResult(inside -> {
            long id = ids.take(1);
            insertVisits(inside.dsl(), id, new long[] {pet}, "new");
            return inside.dsl()
                    .update(table(name("visit")))
                    .set(NOTE, "changed")
                    .set(VERSION, 1)
                    .where(ID.eq(id), VERSION.eq(0))
                    .execute();
        });
    }

    @Override
    public long graphs(int owners, long city, long type) {
        return dsl.transactionResult(inside -> {
            DSLContext to = inside.dsl();
            long owner = ids.take(owners);
            // the types are written down: javac 17 fails at times to find out those of so many columns
            var insertOwners = to.<Record, Long, Integer, String, String, String, Long>insertInto(
                    table(name("owner")),
                    ID,
                    VERSION,
                    field(name("first_name"), String.class),
                    field(name("last_name"), String.class),
                    field(name("street"), String.class),
                    field(name("city_id"), Long.class));
            for (int i = 0; i < owners; i++) {
                insertOwners = insertOwners.values(owner + i, 0, "new", "new" + i, "street", city);
            }
            insertOwners.execute();
            long[] pets = new long[2 * owners];
            long pet = ids.take(pets.length);
            var insertPets = to.<Record, Long, Integer, String, LocalDate, Long, Long>insertInto(
                    table(name("pet")),
                    ID,
                    VERSION,
                    NAME,
                    field(name("birth"), LocalDate.class),
                    field(name("type_id"), Long.class),
                    field(name("owner_id"), Long.class));
            for (int i = 0; i < pets.length; i++) {
                pets[i] = pet + i;
                insertPets = insertPets.values(pets[i], 0, "new" + i % 2, DAY, type, owner + i / 2);
            }
            insertPets.execute();
            return insertVisits(to, ids.take(pets.length), pets, "first");
        });
    }
}

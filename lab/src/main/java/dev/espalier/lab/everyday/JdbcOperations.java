package dev.espalier.lab.everyday;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.everyday.Clinic.City;
import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;
import dev.espalier.lab.everyday.Clinic.PetType;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * As a careful expert writes it: a connection pool, the driver's cache of prepared statements, one joined statement for a read, in auto-commit, rows of one class in one
 * INSERT, in auto-commit if it is the only statement, an update of the changed column with a version check.
 */
@NullUnmarked // what an object refers to is read with it
final class JdbcOperations implements Operations {

    private static final Date DAY = Date.valueOf(LocalDate.of(2026, 11, 23));
    private static final String PET = "SELECT p.id, p._version, p.name, p.birth, p.type_id, p.owner_id FROM pet p";
    private static final String PET_WHOLE =
            "SELECT p.id, p._version, p.name, p.birth, t.id, t._version, t.name, o.id, o._version, o.first_name,"
                    + " o.last_name, o.street, c.id, c._version, c.name FROM pet p JOIN pet_type t ON t.id = p.type_id JOIN owner o ON o.id = p.owner_id"
                    + " JOIN city c ON c.id = o.city_id";
    private static final String OWNER =
            "SELECT o.id, o._version, o.first_name, o.last_name, o.street, o.city_id FROM owner o";
    private static final String OWNER_WHOLE =
            "SELECT o.id, o._version, o.first_name, o.last_name, o.street, c.id, c._version, c.name, p.id, p._version,"
                    + " p.name, p.birth, t.id, t._version, t.name FROM owner o JOIN city c ON c.id = o.city_id LEFT JOIN pet p ON p.owner_id = o.id"
                    + " LEFT JOIN pet_type t ON t.id = p.type_id";

    private final HikariDataSource pool;
    private final boolean writesDaysAsText;
    private final NewIds ids;
    private long after;

    private JdbcOperations(HikariDataSource pool, NewIds ids) {
        this.pool = pool;
        this.writesDaysAsText = pool.getJdbcUrl().contains("sqlite");
        this.ids = ids;
    }

    static OpenSubject open(HikariDataSource pool, NewIds ids) {
        return new OpenSubject() {
            @Override
            public Operations operations() {
                return new JdbcOperations(pool, ids);
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }

    private interface Use {
        long of(Connection connection) throws SQLException;
    }

    /** In auto-commit: one statement is a transaction by itself. */
    private long single(Use use) {
        try (Connection connection = pool.getConnection()) {
            return use.of(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The pool rolls back what an exception leaves open. */
    private long write(Use use) {
        return single(connection -> {
            connection.setAutoCommit(false);
            long done = use.of(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return done;
        });
    }

    private static PreparedStatement prepared(Connection connection, String text, Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Long number) {
                statement.setLong(i + 1, number);
            } else {
                statement.setObject(i + 1, values[i]);
            }
        }
        return statement;
    }

    private @Nullable LocalDate day(ResultSet row, int at) throws SQLException {
        if (writesDaysAsText) {
            String text = row.getString(at);
            return text == null ? null : LocalDate.parse(text);
        }
        Date date = row.getDate(at);
        return date == null ? null : date.toLocalDate();
    }

    private void setDay(PreparedStatement statement, int at) throws SQLException {
        if (writesDaysAsText) {
            statement.setString(at, DAY.toString());
        } else {
            statement.setDate(at, DAY);
        }
    }

    private Pet pet(ResultSet row, int at) throws SQLException {
        Pet pet = new Pet();
        pet.id = row.getLong(at);
        pet.name = row.getString(at + 2);
        pet.birth = day(row, at + 3);
        return pet;
    }

    private static Owner owner(ResultSet row, int at) throws SQLException {
        Owner owner = new Owner();
        owner.id = row.getLong(at);
        owner.firstName = row.getString(at + 2);
        owner.lastName = row.getString(at + 3);
        owner.street = row.getString(at + 4);
        return owner;
    }

    private static PetType type(ResultSet row, int at) throws SQLException {
        PetType type = new PetType();
        type.id = row.getLong(at);
        type.name = row.getString(at + 2);
        return type;
    }

    private static City city(ResultSet row, int at) throws SQLException {
        City city = new City();
        city.id = row.getLong(at);
        city.name = row.getString(at + 2);
        return city;
    }

    private List<Pet> pets(PreparedStatement statement) throws SQLException {
        List<Pet> pets = new ArrayList<>();
        try (statement;
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                Pet pet = pet(row, 1);
                pet.type = new PetType();
                pet.type.id = row.getLong(5);
                pet.owner = new Owner();
                pet.owner.id = row.getLong(6);
                pets.add(pet);
            }
        }
        return pets;
    }

    private List<Pet> wholePets(PreparedStatement statement) throws SQLException {
        List<Pet> pets = new ArrayList<>();
        Map<Long, PetType> types = new HashMap<>();
        Map<Long, Owner> owners = new HashMap<>();
        Map<Long, City> cities = new HashMap<>();
        try (statement;
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                Pet pet = pet(row, 1);
                pet.type = types.get(row.getLong(5));
                if (pet.type == null) {
                    pet.type = type(row, 5);
                    types.put(pet.type.id, pet.type);
                }
                pet.owner = owners.get(row.getLong(8));
                if (pet.owner == null) {
                    pet.owner = owner(row, 8);
                    owners.put(pet.owner.id, pet.owner);
                    pet.owner.city = cities.get(row.getLong(13));
                    if (pet.owner.city == null) {
                        pet.owner.city = city(row, 13);
                        cities.put(pet.owner.city.id, pet.owner.city);
                    }
                }
                pets.add(pet);
            }
        }
        return pets;
    }

    private List<Owner> wholeOwners(PreparedStatement statement) throws SQLException {
        List<Owner> owners = new ArrayList<>();
        Map<Long, PetType> types = new HashMap<>();
        Map<Long, City> cities = new HashMap<>();
        Owner last = null;
        try (statement;
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                if (last == null || last.id != row.getLong(1)) {
                    last = owner(row, 1);
                    owners.add(last);
                    last.city = cities.get(row.getLong(6));
                    if (last.city == null) {
                        last.city = city(row, 6);
                        cities.put(last.city.id, last.city);
                    }
                }
                if (row.getLong(9) != 0) {
                    Pet pet = pet(row, 9);
                    pet.owner = last;
                    pet.type = types.get(row.getLong(13));
                    if (pet.type == null) {
                        pet.type = type(row, 13);
                        types.put(pet.type.id, pet.type);
                    }
                    last.pets.add(pet);
                }
            }
        }
        return owners;
    }

    private static int update(PreparedStatement statement) throws SQLException {
        try (statement) {
            return statement.executeUpdate();
        }
    }

    @Override
    public long flat(long pet) {
        return single(connection -> pets(prepared(connection, PET + " WHERE p.id = ?", pet)).stream()
                .mapToLong(ClinicSums::flat)
                .sum());
    }

    @Override
    public long whole(long owner) {
        return single(connection -> wholeOwners(prepared(connection, OWNER_WHOLE + " WHERE o.id = ?", owner)).stream()
                .mapToLong(ClinicSums::whole)
                .sum());
    }

    @Override
    public long range(long from, long to) {
        return single(connection ->
                wholePets(prepared(connection, PET_WHOLE + " WHERE p.id >= ? AND p.id < ? ORDER BY p.id", from, to))
                        .stream()
                        .mapToLong(ClinicSums::whole)
                        .sum());
    }

    @Override
    public long flatRange(long from, long to) {
        return single(connection ->
                pets(prepared(connection, PET + " WHERE p.id >= ? AND p.id < ? ORDER BY p.id", from, to)).stream()
                        .mapToLong(ClinicSums::flat)
                        .sum());
    }

    @Override
    public long page() {
        return single(connection -> {
            List<Pet> pets =
                    wholePets(prepared(connection, PET_WHOLE + " WHERE p.id > ? ORDER BY p.id LIMIT 20", after));
            after = pets.size() < 20 ? 0 : pets.get(19).id;
            return pets.stream().mapToLong(ClinicSums::whole).sum();
        });
    }

    @Override
    public long parents(long from, long to) {
        return single(
                connection -> wholeOwners(prepared(
                                connection,
                                OWNER_WHOLE + " WHERE o.id >= ? AND o.id < ? ORDER BY o.id, p.id",
                                from,
                                to))
                        .stream()
                        .mapToLong(ClinicSums::whole)
                        .sum());
    }

    @Override
    public long filtered(String lastName, @Nullable String firstName, long minimum) {
        String text = OWNER + " WHERE o.last_name = ?" + (firstName == null ? "" : " AND o.first_name = ?")
                + (minimum == 0 ? "" : " AND o.id >= ?") + " ORDER BY o.id";
        List<Object> values = new ArrayList<>(List.of(lastName));
        if (firstName != null) {
            values.add(firstName);
        }
        if (minimum != 0) {
            values.add(minimum);
        }
        return single(connection -> {
            List<Owner> found = new ArrayList<>();
            try (PreparedStatement statement = prepared(connection, text, values.toArray());
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Owner owner = owner(row, 1);
                    owner.city = new City();
                    owner.city.id = row.getLong(6);
                    found.add(owner);
                }
            }
            return found.stream().mapToLong(ClinicSums::flat).sum();
        });
    }

    private int insertVisits(Connection connection, long first, long[] pets, String note) throws SQLException {
        String text = "INSERT INTO visit (id, _version, pet_id, held, note) VALUES (?,0,?,?,?)"
                + ",(?,0,?,?,?)".repeat(pets.length - 1);
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            int at = 1;
            for (int i = 0; i < pets.length; i++) {
                statement.setLong(at++, first + i);
                statement.setLong(at++, pets[i]);
                setDay(statement, at++);
                statement.setString(at++, note);
            }
            return statement.executeUpdate();
        }
    }

    @Override
    public long insert(long[] pets) {
        return single(connection -> insertVisits(connection, ids.take(pets.length), pets, "check"));
    }

    @Override
    public long change(long id, String name) {
        return write(connection -> {
            int version;
            try (PreparedStatement statement = prepared(connection, PET + " WHERE p.id = ?", id);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                pet(row, 1);
                version = row.getInt(2);
            }
            return update(prepared(
                    connection,
                    "UPDATE pet SET name = ?, _version = ? WHERE id = ? AND _version = ?",
                    name,
                    (long) version + 1,
                    id,
                    (long) version));
        });
    }

    @Override
    public long insertAndChange(long pet) {
        return write(connection -> {
            long id = ids.take(1);
            insertVisits(connection, id, new long[] {pet}, "new");
            return update(prepared(
                    connection,
                    "UPDATE visit SET note = ?, _version = 1 WHERE id = ? AND _version = 0",
                    "changed",
                    id));
        });
    }

    @Override
    public long graphs(int owners, long city, long type) {
        return write(connection -> {
            long owner = ids.take(owners);
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO owner (id, _version, first_name, last_name, street, city_id) VALUES (?,0,?,?,?,?)"
                            + ",(?,0,?,?,?,?)".repeat(owners - 1))) {
                int at = 1;
                for (int i = 0; i < owners; i++) {
                    statement.setLong(at++, owner + i);
                    statement.setString(at++, "new");
                    statement.setString(at++, "new" + i);
                    statement.setString(at++, "street");
                    statement.setLong(at++, city);
                }
                statement.executeUpdate();
            }
            long pet = ids.take(2 * owners);
            long[] pets = new long[2 * owners];
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO pet (id, _version, name, birth, type_id, owner_id) VALUES (?,0,?,?,?,?)"
                            + ",(?,0,?,?,?,?)".repeat(pets.length - 1))) {
                int at = 1;
                for (int i = 0; i < pets.length; i++) {
                    pets[i] = pet + i;
                    statement.setLong(at++, pets[i]);
                    statement.setString(at++, "new" + i % 2);
                    setDay(statement, at++);
                    statement.setLong(at++, type);
                    statement.setLong(at++, owner + i / 2);
                }
                statement.executeUpdate();
            }
            return insertVisits(connection, ids.take(pets.length), pets, "first");
        });
    }
}

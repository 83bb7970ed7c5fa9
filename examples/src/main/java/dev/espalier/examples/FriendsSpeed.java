package dev.espalier.examples;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.Settings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Persons with ten friends each, at random: who is reached in up to five steps, who in any number, and from one person on. Beside each question
 * the recursive SQL that a person would write for it; both must find as many.
 */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class FriendsSpeed {

    static class Person {
        long id;
        String name;
        String hobby;
        List<Person> friends = new ArrayList<>();
    }

    private static final int FRIENDS = 10;
    private static final int HOBBIES = 1_000;
    private static final int REPEATS = 5;

    private static final String UP_TO_FIVE =
            "WITH RECURSIVE r(id, d) AS (SELECT id, 0 FROM person WHERE name = 'P5000' UNION"
                    + " SELECT owner, d + 1 FROM r JOIN person_friends f ON f.target = r.id WHERE d < 5) SELECT DISTINCT id FROM r WHERE d > 0";
    private static final String UP_TO_FIVE_NESTED =
            "WITH a AS (SELECT owner FROM person_friends WHERE target IN (SELECT id FROM person WHERE name = 'P5000')),"
                    + " b AS (SELECT DISTINCT owner FROM person_friends WHERE target IN (SELECT owner FROM a)),"
                    + " c AS (SELECT DISTINCT owner FROM person_friends WHERE target IN (SELECT owner FROM b)),"
                    + " d AS (SELECT DISTINCT owner FROM person_friends WHERE target IN (SELECT owner FROM c)),"
                    + " e AS (SELECT DISTINCT owner FROM person_friends WHERE target IN (SELECT owner FROM d))"
                    + " SELECT owner FROM a UNION SELECT owner FROM b UNION SELECT owner FROM c UNION SELECT owner FROM d UNION SELECT owner FROM e";
    private static final String TO_THE_END =
            "WITH RECURSIVE r(id) AS (SELECT owner FROM person p JOIN person_friends f ON f.target = p.id"
                    + " WHERE p.name = 'P5000' UNION SELECT owner FROM r JOIN person_friends f ON f.target = r.id) SELECT id FROM r";
    private static final String FROM_ONE =
            "WITH RECURSIVE r(id, d) AS (SELECT id, 0 FROM person WHERE name = 'P77' UNION"
                    + " SELECT target, d + 1 FROM r JOIN person_friends f ON f.owner = r.id WHERE d < 5)"
                    + " SELECT 1 FROM r JOIN person p ON p.id = r.id WHERE d > 0 AND p.hobby = 'h123' LIMIT 1";

    private FriendsSpeed() {}

    /**
     * @param arguments how many persons; the URL of an empty database, or of one that this program has filled; its user. The password is
     *     what the environment variable {@code ESPALIER_PASSWORD} says
     */
    public static void main(String[] arguments) throws SQLException {
        String user = arguments.length > 2 ? arguments[2] : null;
        run(
                arguments[1],
                user,
                user == null ? null : System.getenv("ESPALIER_PASSWORD"),
                Integer.parseInt(arguments[0]));
    }

    static void run(String url, @Nullable String user, @Nullable String password, int persons) throws SQLException {
        Settings settings = Settings.defaults().indexes(IndexLevel.BOTH);
        try (Database db = Database.open(
                        url,
                        Model.of(Person.class),
                        user == null ? settings : settings.user(user).password(password));
                Connection connection = DriverManager.getConnection(url, user, password)) {
            if (db.query(Person.class, "").count() == 0) {
                fill(db, persons);
            }
            compare("friends{1..5}.name = 'P5000'", db, connection, UP_TO_FIVE, UP_TO_FIVE_NESTED);
            compare("friends+.name = 'P5000'", db, connection, TO_THE_END);
            compare("name = 'P77', friends{1..5}.hobby = 'h123'", db, connection, FROM_ONE);
        }
    }

    private static void fill(Database db, int count) {
        Random random = new Random(7);
        Person[] persons = new Person[count];
        Arrays.setAll(persons, i -> {
            Person person = new Person();
            person.name = "P" + i;
            person.hobby = "h" + random.nextInt(HOBBIES);
            return person;
        });
        for (Person person : persons) {
            for (int i = 0; i < FRIENDS; i++) {
                person.friends.add(persons[random.nextInt(count)]);
            }
        }
        try (BulkWriter writer = db.bulkWriter()) {
            writer.storeAll(Arrays.asList(persons));
        }
    }

    private static void compare(String rql, Database db, Connection connection, String... statements) {
        Query<Person> query = db.query(Person.class, rql);
        report(rql, () -> query.ids().length);
        report(
                "  in one statement",
                () -> query.strategy(SearchStrategy.STATEMENT).ids().length);
        for (String statement : statements) {
            report("  by hand: " + statement.substring(0, 30) + " ...", () -> rows(connection, statement));
        }
    }

    /** Prints the median. */
    private static void report(String title, Callable<Integer> question) {
        long[] nanos = new long[REPEATS];
        int found = 0;
        for (int i = 0; i < REPEATS; i++) {
            long start = System.nanoTime();
            try {
                found = question.call();
            } catch (Exception e) {
                System.out.println(title + ": " + e.getMessage());
                return;
            }
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "%-50s %,10d found %,10.1f ms%n", title, found, nanos[REPEATS / 2] / 1e6);
    }

    private static int rows(Connection connection, String statement) throws SQLException {
        int rows = 0;
        try (PreparedStatement prepared = connection.prepareStatement(statement);
                ResultSet result = prepared.executeQuery()) {
            while (result.next()) {
                result.getLong(1);
                rows++;
            }
        }
        return rows;
    }
}

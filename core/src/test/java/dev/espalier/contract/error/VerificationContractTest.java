package dev.espalier.contract.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.annotation.Index;
import dev.espalier.contract.bulk.BulkContractTest;
import dev.espalier.contract.samples.Shapes;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.DatabaseException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Each kind of damage is found, exactly, and repaired where it can be, and nothing else is touched. */
class VerificationContractTest {

    abstract static class Person {
        long id;

        @Index
        String name;

        Person friend;
    }

    static class Farmer extends Person {}

    static class Smith extends Person {
        int hammers;
    }

    record Field(int x, int y, Person owner) {}

    record Trade(int level, Person learned) {}

    static class Village {
        long id;
        Smith smith;
        Field common;
        List<Person> people = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        Set<Double> heights = new LinkedHashSet<>();
        Map<Person, String> trades = new LinkedHashMap<>();
        Map<Trade, Integer> incomes = new LinkedHashMap<>();
        List<Field> fields = new ArrayList<>();
        int[] years = {};
    }

    private static final Class<?>[] CLASSES = {Village.class, Farmer.class, Smith.class};

    /** Ids: 1 to 2 the villages, 3 to 5 the persons Ann, Bob and Cid, whose friends are the next. */
    private static Database village(TestDatabase database) {
        Database db = database.open(CLASSES);
        Farmer ann = new Farmer();
        Farmer bob = new Farmer();
        Smith cid = new Smith();
        ann.name = "Ann";
        ann.friend = bob;
        bob.name = "Bob";
        bob.friend = cid;
        cid.name = "Cid";
        cid.friend = ann;
        Village empty = new Village();
        Village village = new Village();
        village.smith = cid;
        village.common = new Field(1, 2, bob);
        village.people.addAll(Arrays.asList(ann, bob, null, cid, ann));
        village.names.addAll(List.of("a", "b", "c"));
        village.heights.addAll(List.of(0.0, 2.5, 1.5));
        village.trades.put(ann, "wheat");
        village.trades.put(cid, "swords");
        village.incomes.put(new Trade(1, ann), 7);
        village.incomes.put(new Trade(1, bob), 8);
        village.fields.addAll(Arrays.asList(new Field(1, 1, ann), null, new Field(2, 2, null)));
        village.years = new int[] {1, 2};
        db.storeAll(List.of(empty, village, ann, bob, cid));
        assertThat(List.of(empty.id, village.id, ann.id, bob.id, cid.id)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(Health.of(db).verify()).hasToString("clean");
        return db;
    }

    /** What is there of every table, a line a row. */
    private static TreeSet<String> rows(TestDatabase database) {
        TreeSet<String> rows = new TreeSet<>();
        for (String table : List.of(
                "farmer",
                "smith",
                "village",
                "village_people",
                "village_names",
                "village_heights",
                "village_trades",
                "village_incomes",
                "village_fields",
                "village_years")) {
            database.rows("SELECT * FROM " + table).forEach(row -> rows.add(table + "|" + row));
        }
        return rows;
    }

    /** Does damage, expects it to be found, repairs it, and says how the rows differ from what they were before the damage. */
    private static List<String> repaired(TestDatabase database, Database db, String found, String... damage) {
        TreeSet<String> before = rows(database);
        database.execute(damage);
        assertThat(Health.of(db).verify()).hasToString(found.strip());
        assertThat(Health.of(db).repair()).hasToString("clean");
        TreeSet<String> after = rows(database);
        List<String> changes = new ArrayList<>();
        before.stream().filter(row -> !after.contains(row)).forEach(row -> changes.add("- " + row));
        after.stream().filter(row -> !before.contains(row)).forEach(row -> changes.add("+ " + row));
        return changes;
    }

    @OnEveryEngine
    void repairSetsDanglingReferencesToNull(TestDatabase database) {
        Database db = village(database);

        assertThat(repaired(
                        database,
                        db,
                        """
                dangling reference: farmer.friend_id, 1 time, id 3; can be repaired
                dangling reference: village.common_owner_id, 1 time, id 2; can be repaired
                reference to an object of the wrong class: smith.friend_id, 1 time, id 5; can be repaired
                reference to an object of the wrong class: village.smith_id, 1 time, id 2; can be repaired
                """,
                        "UPDATE farmer SET friend_id = 99 WHERE id = 3",
                        "UPDATE village SET common_owner_id = 98, smith_id = 3 WHERE id = 2",
                        "UPDATE smith SET friend_id = 1"))
                .containsExactly(
                        "- farmer|3|0|Ann|4",
                        "- smith|5|0|Cid|3|0",
                        "- village|2|0|5|1|2|4",
                        "+ farmer|3|1|Ann|null",
                        "+ smith|5|1|Cid|null|0",
                        "+ village|2|2|null|1|2|null");
        assertThat(db.get(Village.class, 2).common).isEqualTo(new Field(1, 2, null));
    }

    @OnEveryEngine
    @AlsoOnTiDb("window functions, and UPDATE and DELETE with subqueries, go through an optimizer of its own")
    void repairRemovesDanglingMembersAndRenumbers(TestDatabase database) {
        Database db = village(database);

        assertThat(repaired(
                        database,
                        db,
                        """
                dangling reference: village_fields.owner_id, 1 time, id 2; can be repaired
                dangling reference: village_incomes.key_learned_id, 2 times, id 2; can be repaired
                dangling reference: village_people.target, 2 times, id 2; can be repaired
                dangling reference: village_trades.key_id, 1 time, id 2; can be repaired
                reference to an object of the wrong class: village_people.target, 1 time, id 2; can be repaired
                duplicate key of a map: village_incomes, 1 time, id 2; can be repaired
                """,
                        "UPDATE village_people SET target = 99 WHERE pos = 0",
                        "UPDATE village_people SET target = 98 WHERE pos = 4",
                        "UPDATE village_people SET target = 1 WHERE pos = 1",
                        "UPDATE village_trades SET key_id = 99 WHERE pos = 0",
                        "UPDATE village_fields SET owner_id = 99 WHERE pos = 0",
                        "UPDATE village_incomes SET key_learned_id = 97"))
                .containsExactly(
                        "- village_fields|2|0|1|1|3",
                        "- village_incomes|2|0|1|3|7",
                        "- village_incomes|2|1|1|4|8",
                        "- village_people|2|0|3",
                        "- village_people|2|1|4",
                        "- village_people|2|2|null",
                        "- village_people|2|3|5",
                        "- village_people|2|4|3",
                        "- village_trades|2|0|3|wheat",
                        "- village_trades|2|1|5|swords",
                        "- village|2|0|5|1|2|4",
                        "+ village_fields|2|0|1|1|null",
                        "+ village_incomes|2|0|1|null|8",
                        "+ village_people|2|0|null",
                        "+ village_people|2|1|5",
                        "+ village_trades|2|0|5|swords",
                        "+ village|2|4|5|1|2|4");
    }

    @OnEveryEngine
    void repairNumbersCollectionsFromZero(TestDatabase database) {
        Database db = village(database);

        assertThat(repaired(
                        database,
                        db,
                        """
                collection with gaps or a wrong start: village_fields, 1 time, id 2; can be repaired
                collection with gaps or a wrong start: village_names, 1 time, id 2; can be repaired
                collection with gaps or a wrong start: village_people, 1 time, id 2; can be repaired
                collection with gaps or a wrong start: village_years, 1 time, id 2; can be repaired
                """,
                        "UPDATE village_people SET pos = 2147483647 WHERE pos = 4",
                        "UPDATE village_people SET pos = -3 WHERE pos = 0",
                        "UPDATE village_names SET pos = 7 WHERE pos = 2",
                        "DELETE FROM village_years WHERE pos = 0",
                        "UPDATE village_fields SET pos = -2147483648 WHERE pos = 0"))
                .containsExactly(
                        "- village_years|2|0|1",
                        "- village_years|2|1|2",
                        "- village|2|0|5|1|2|4",
                        "+ village_years|2|0|2",
                        "+ village|2|4|5|1|2|4");
    }

    @OnEveryEngine
    @AlsoOnTiDb("window functions, and UPDATE and DELETE with subqueries, go through an optimizer of its own")
    void repairRemovesDuplicateMembersOfSetsAndMaps(TestDatabase database) {
        Database db = village(database);

        assertThat(repaired(
                        database,
                        db,
                        """
                duplicate member of a set: village_heights, 1 time, id 2; can be repaired
                duplicate member of a set: village_names, 1 time, id 2; can be repaired
                duplicate key of a map: village_incomes, 1 time, id 2; can be repaired
                duplicate key of a map: village_trades, 1 time, id 2; can be repaired
                """,
                        "INSERT INTO village_names VALUES (2, 3, 'a')",
                        "INSERT INTO village_names VALUES (2, 4, 'a')",
                        "INSERT INTO village_heights VALUES (2, 3, -0.0)",
                        "UPDATE village_trades SET key_id = 3",
                        "UPDATE village_incomes SET key_learned_id = 3"))
                .containsExactly(
                        "- village_incomes|2|0|1|3|7",
                        "- village_incomes|2|1|1|4|8",
                        "- village_trades|2|0|3|wheat",
                        "- village_trades|2|1|5|swords",
                        "- village|2|0|5|1|2|4",
                        "+ village_incomes|2|0|1|3|8",
                        "+ village_trades|2|0|3|swords",
                        "+ village|2|4|5|1|2|4");
    }

    @OnEveryEngine
    void repairRemovesMembersWithoutAnOwner(TestDatabase database) {
        Database db = village(database);

        assertThat(repaired(
                        database,
                        db,
                        """
                member without an owner: village_names, 3 times, ids 3, 77; can be repaired
                member without an owner: village_people, 1 time, id 77; can be repaired
                """,
                        "INSERT INTO village_names VALUES (77, 0, 'x')",
                        "INSERT INTO village_names VALUES (77, 1, 'y')",
                        "INSERT INTO village_names VALUES (3, 0, 'x')",
                        "INSERT INTO village_people VALUES (77, 0, 3)"))
                .isEmpty();
    }

    @OnEveryEngine
    void repairMendsUnassignedIdsAndMissingVersions(TestDatabase database) {
        Database db = village(database);

        assertThat(repaired(
                        database,
                        db,
                        """
                id that would be given again: farmer, 2 times, ids 3, 4; can be repaired
                id that would be given again: smith, 1 time, id 5; can be repaired
                missing version: farmer, 1 time, id 4; can be repaired
                """,
                        "UPDATE farmer SET _version = -1 WHERE id = 4",
                        "UPDATE espalier_ids SET " + database.quote("next") + " = 3"))
                .isEmpty();
        assertThat(database.rows("SELECT " + database.quote("next") + " FROM espalier_ids WHERE name = 'object'"))
                .containsExactly("6");
        database.execute("DELETE FROM espalier_ids WHERE name = 'object'");
        assertThat(Health.of(db).verify())
                .hasToString("id that would be given again: espalier_ids, 1 time; can be repaired");
        assertThat(Health.of(db).repair()).hasToString("clean");
    }

    @OnEveryEngine
    void unrepairableDamageIsReportedAndKept(TestDatabase database) {
        Database db = village(database);
        database.execute(
                "INSERT INTO smith VALUES (3, 0, 'Ann', NULL, 1)",
                "UPDATE village SET common_y = NULL WHERE id = 2",
                "UPDATE village_fields SET y = NULL WHERE pos = 2",
                "UPDATE village_fields SET x = NULL WHERE pos = 2",
                "UPDATE village_years SET value = NULL WHERE pos = 1",
                "UPDATE village_fields SET y = 5 WHERE pos = 1",
                "CREATE TABLE mayor (id bigint, _version int)",
                "CREATE TABLE notes (id bigint)");
        TreeSet<String> before = rows(database);

        String left = """
                table of an unknown class: mayor, 1 time; cannot be repaired
                id that two objects have: farmer, 1 time, id 3; cannot be repaired
                id that two objects have: smith, 1 time, id 3; cannot be repaired
                null where there must be a value: village.common_y, 1 time, id 2; cannot be repaired
                null where there must be a value: village_fields.x, 1 time, id 2; cannot be repaired
                null where there must be a value: village_years.value, 1 time, id 2; cannot be repaired""";
        assertThat(Health.of(db).verify()).hasToString(left);
        assertThat(Health.of(db).repair()).hasToString(left);
        assertThat(rows(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void missingTableIsReportedAndReferencesToItAreKept(TestDatabase database) {
        Database db = village(database);
        database.execute("DROP TABLE smith", "DROP TABLE village_names");
        String left = """
                missing table: smith, 1 time; cannot be repaired
                missing table: village_names, 1 time; cannot be repaired
                note: smith: what is in it, and references to it, could not be checked
                note: village_names: what is in it, and references to it, could not be checked""";

        assertThat(Health.of(db).verify()).hasToString(left);
        assertThat(Health.of(db).repair()).hasToString(left);
        assertThat(database.rows("SELECT COUNT(*) FROM village_people WHERE target = 5"))
                .containsExactly("1");
    }

    @OnEveryEngine
    void repairBuildsTheIndexesOfTheLevel(TestDatabase database) {
        Database db = database.open(Model.of(CLASSES), database.settings().indexes(IndexLevel.RELATIONS));
        assertThat(Health.of(db).verify()).hasToString("clean");
        String on = database.engine().isMySqlFamily() ? " ON farmer" : "";
        database.execute(
                "DROP INDEX ix_farmer_name" + on,
                "DROP INDEX ix_farmer_friend_id" + on,
                "CREATE INDEX ix_smith_hammers ON smith (hammers)",
                "CREATE INDEX mine ON smith (hammers)");

        assertThat(Health.of(db).verify()).hasToString("""
                missing index: farmer.ix_farmer_friend_id, 1 time; can be repaired
                missing index: farmer.ix_farmer_name, 1 time; can be repaired""");
        assertThat(Health.of(db).repair()).hasToString("clean");
        assertThat(BulkContractTest.indexes(database))
                .contains("farmer.ix_farmer_friend_id", "farmer.ix_farmer_name")
                .as("built by hand, as an explanation may have advised")
                .contains("smith.ix_smith_hammers");
    }

    @OnEveryEngine
    void repairUndoesDeadLoadsAndKeepsRunningOnes(TestDatabase database) {
        Database db = village(database);
        String load = "INSERT INTO espalier_loads VALUES (4, 1, 'a load', 'load', %d)";
        database.execute(load.formatted(System.currentTimeMillis()));
        assertThat(Health.of(db).verify())
                .hasToString("clean\nnote: a bulk load is running; what it has not written yet is missing");
        assertThatThrownBy(() -> Health.of(db).repair())
                .isInstanceOfSatisfying(
                        DatabaseException.class, e -> assertThat(e.code()).isEqualTo("load-running"));

        database.execute("DELETE FROM espalier_loads");
        assertThat(repaired(
                        database,
                        db,
                        "bulk load that did not end: espalier_loads, 1 time; can be repaired",
                        load.formatted(1)))
                .contains("- farmer|4|0|Bob|5", "+ farmer|3|1|Ann|null", "+ village_people|2|1|null");
    }

    @OnEveryEngine
    void programWithFewerClassesDamagesNothing(TestDatabase database) {
        village(database).close();
        TreeSet<String> before = rows(database);

        assertThat(Health.of(database.open(Farmer.class)).repair()).hasToString("clean");
        assertThat(rows(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void verifyFindsNoDamageInObjectsOfEveryShape(TestDatabase database) {
        Database db = database.open(
                Shapes.Shelf.class,
                Shapes.Zoo.class,
                Shapes.Puppy.class,
                Shapes.Dog.class,
                Shapes.Cat.class,
                Shapes.Bark.class,
                Shapes.Meow.class,
                Shapes.Card.class,
                Values.class);
        Shapes.Shelf shelf = new Shapes.Shelf();
        Shapes.Node node = Shapes.Node.named("a").itself();
        shelf.texts.addAll(Arrays.asList("x", null, "x"));
        shelf.sorted.add("x");
        shelf.counts.put("none", null);
        shelf.places.put(node, new Shapes.Point(1, 2));
        shelf.row = new Shapes.Node[] {node, null, node};
        shelf.unique.add(node);
        shelf.loose.addAll(Arrays.asList(new Shapes.Loose(null, null, null), null));
        shelf.blobs.addAll(List.of(new byte[0], new byte[0]));
        shelf.label = new Shapes.Label(null, null, new Shapes.Point(0, 0));
        shelf.maybe = new Shapes.Loose(null, 1, node);
        Shapes.Zoo zoo = new Shapes.Zoo();
        zoo.animals.add(new Shapes.Cat());
        zoo.sound = new Shapes.Bark();
        List<Values> ends =
                Values.within(database.engine(), List.of(Values.nothing(), Values.least(), Values.greatest()));
        db.storeAll(ends);
        db.storeAll(List.of(shelf, new Shapes.Shelf(), zoo, new Shapes.Card(null, "card", List.of(), node)));

        assertThat(Health.of(db).verify()).hasToString("clean");
    }
}

package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.error.DatabaseException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;

/** Enum constants that are stored and that the class does not have any more. */
@EngineIndependent
@LocaleDependent
class EnumConstantsContractTest {

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    record Paint(int layers, Colour colour) {}

    @SuppressWarnings("unused") // the fields are read by reflection
    static class Wall {
        long id;
        Colour colour;
        Paint paint;
        List<Colour> stripes = new ArrayList<>();
        Map<Colour, Integer> amounts = new LinkedHashMap<>();
        List<Paint> coats = new ArrayList<>();
    }

    private static Wall wall(Database db) {
        Wall wall = new Wall();
        wall.colour = Colour.RED;
        wall.paint = new Paint(1, Colour.GREEN);
        wall.stripes.addAll(List.of(Colour.RED, Colour.BLUE));
        wall.amounts.put(Colour.RED, 1);
        wall.coats.add(new Paint(2, Colour.BLUE));
        db.store(wall);
        return wall;
    }

    @OnEveryEngine
    void removedConstantIsReportedAndKept(TestDatabase database) {
        Database db = database.open(Wall.class);
        long id = wall(db).id;
        wall(db);
        assertThat(Health.of(db).verify()).hasToString("clean");
        database.execute(
                "UPDATE wall SET colour = 'GREY', paint_colour = 'PINK' WHERE id = " + id,
                "UPDATE wall_stripes SET value = 'GREY' WHERE pos = 1 AND owner = " + id,
                "UPDATE wall_amounts SET " + key(database) + " = 'red' WHERE owner = " + id,
                "UPDATE wall_coats SET colour = 'GREY' WHERE owner = " + id);

        String left = """
                value that its enum does not have: wall.colour, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall.paint_colour, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall_amounts.key, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall_coats.colour, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall_stripes.value, 1 time, id 1; cannot be repaired""";
        assertThat(Health.of(db).verify()).hasToString(left);
        assertThat(Health.of(db).repair()).hasToString(left);
        assertThat(database.rows("SELECT colour FROM wall ORDER BY id")).containsExactly("GREY", "RED");
        assertThat(Health.verify(database.url(), database.settings())).hasToString("clean");
    }

    private static String key(TestDatabase database) {
        return database.quote("key");
    }

    @OnEveryEngine
    void errorNamesTheFieldAndOtherObjectsAreLoaded(TestDatabase database) {
        Database db = database.open(Wall.class);
        long first = wall(db).id;
        long second = wall(db).id;
        database.execute(
                "UPDATE wall SET colour = 'GREY' WHERE id = " + first,
                "UPDATE wall_stripes SET value = 'PINK' WHERE pos = 1 AND owner = " + second);

        assertThatThrownBy(() -> db.get(Wall.class, first)).isInstanceOfSatisfying(DatabaseException.class, e -> {
            assertThat(e.code()).isEqualTo("unreadable-value");
            assertThat(e.getMessage())
                    .contains("Wall.colour of object " + first, "found 'GREY'", "'RED', 'GREEN', 'BLUE'");
        });
        assertThatThrownBy(() -> db.get(Wall.class, second))
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        e -> assertThat(e.getMessage())
                                .contains(
                                        "Wall.stripes of object " + second, "found 'PINK'", "'RED', 'GREEN', 'BLUE'"));
        database.execute("UPDATE wall_stripes SET value = 'RED' WHERE owner = " + second);
        assertThat(db.get(Wall.class, second).colour).isEqualTo(Colour.RED);
    }

    static class Room {
        long id;
        Wall wall;
    }

    @OnEveryEngine
    void unknownConstantsHaveOnePlaceInEveryOrder(TestDatabase database) {
        Database db = database.open(Room.class);
        Random random = new Random(5);
        List<Room> rooms = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Room room = new Room();
            room.wall = new Wall();
            int colour = random.nextInt(4);
            room.wall.colour = colour == 3 ? null : Colour.values()[colour];
            rooms.add(room);
        }
        Collections.shuffle(rooms, random);
        db.storeAll(rooms);
        List<Long> unknown = rooms.stream()
                .map(room -> room.wall.id)
                .filter(id -> id % 3 == 0)
                .toList();
        unknown.forEach(id -> database.execute(
                "UPDATE wall SET colour = '" + (id % 2 == 0 ? "GREY" : "PINK") + "' WHERE id = " + id));
        ToIntFunction<Wall> place =
                wall -> unknown.contains(wall.id) ? 3 : wall.colour == null ? 4 : wall.colour.ordinal();
        ToIntFunction<Wall> downwards = wall -> place.applyAsInt(wall) == 4 ? 4 : 3 - place.applyAsInt(wall);
        for (boolean isDescending : new boolean[] {false, true}) {
            Comparator<Room> order =
                    Comparator.comparingInt(room -> (isDescending ? downwards : place).applyAsInt(room.wall));
            String direction = isDescending ? " DESC" : "";
            long[] walls = rooms.stream()
                    .sorted(order.thenComparing(room -> room.wall.id))
                    .mapToLong(room -> room.wall.id)
                    .toArray();
            long[] inRooms = rooms.stream()
                    .sorted(order.thenComparing(room -> room.id))
                    .mapToLong(room -> room.id)
                    .toArray();
            assertInOrder(db, Wall.class, "ORDER BY colour" + direction, walls);
            assertInOrder(db, Wall.class, "id > 0, COUNT(stripes) = 0 ORDER BY colour" + direction, walls);
            assertInOrder(db, Room.class, "ORDER BY wall.colour" + direction, inRooms);
            List<Long> inPages = new ArrayList<>();
            Page<Room> page = null;
            do {
                page = db.query(Room.class, "ORDER BY wall.colour" + direction)
                        .depth(0)
                        .page(3, page == null ? null : page.next());
                page.objects().forEach(room -> inPages.add(room.id));
            } while (page.next() != null);
            assertThat(inPages).containsExactly(Arrays.stream(inRooms).boxed().toArray(Long[]::new));
        }
    }

    /** All of it, its beginnings and its windows. */
    private static void assertInOrder(Database db, Class<?> type, String rql, long[] expected) {
        assertThat(db.query(type, rql).ids()).containsExactly(expected);
        for (int limit = 1; limit < expected.length + 2; limit += 4) {
            assertThat(db.query(type, rql + " LIMIT " + limit).ids())
                    .as("limit %d", limit)
                    .containsExactly(Arrays.copyOf(expected, Math.min(limit, expected.length)));
            assertThat(db.query(type, rql + " LIMIT 2 OFFSET " + limit).ids())
                    .as("offset %d", limit)
                    .containsExactly(Arrays.copyOfRange(
                            expected, Math.min(limit, expected.length), Math.min(limit + 2, expected.length)));
        }
    }
}

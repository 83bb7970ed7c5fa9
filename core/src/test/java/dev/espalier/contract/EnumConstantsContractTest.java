package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.error.DatabaseException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Enum constants that are stored and that the class does not have any more. */
@EngineIndependent
class EnumConstantsContractTest {

    enum Colour { RED, GREEN, BLUE }

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
        assertThat(db.verify()).hasToString("clean");
        database.execute("UPDATE wall SET colour = 'GREY', paint_colour = 'PINK' WHERE id = " + id,
                "UPDATE wall_stripes SET value = 'GREY' WHERE pos = 1 AND owner = " + id, "UPDATE wall_amounts SET " + key(database) + " = 'red' WHERE owner = " + id,
                "UPDATE wall_coats SET colour = 'GREY' WHERE owner = " + id);

        String left = """
                value that its enum does not have: wall.colour, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall.paint_colour, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall_amounts.key, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall_coats.colour, 1 time, id 1; cannot be repaired
                value that its enum does not have: wall_stripes.value, 1 time, id 1; cannot be repaired""";
        assertThat(db.verify()).hasToString(left);
        assertThat(db.repair()).hasToString(left);
        assertThat(database.rows("SELECT colour FROM wall ORDER BY id")).containsExactly("GREY", "RED");
        assertThat(Database.verify(database.url(), database.settings())).hasToString("clean");
    }

    private static String key(TestDatabase database) {
        return database.quote("key");
    }

    @OnEveryEngine
    void errorNamesTheFieldAndOtherObjectsAreLoaded(TestDatabase database) {
        Database db = database.open(Wall.class);
        long first = wall(db).id;
        long second = wall(db).id;
        database.execute("UPDATE wall SET colour = 'GREY' WHERE id = " + first,
                "UPDATE wall_stripes SET value = 'PINK' WHERE pos = 1 AND owner = " + second);

        assertThatThrownBy(() -> db.get(Wall.class, first)).isInstanceOfSatisfying(DatabaseException.class, e -> {
            assertThat(e.code()).isEqualTo("unreadable-value");
            assertThat(e.getMessage()).contains("Wall.colour of object " + first, "found 'GREY'", "'RED', 'GREEN', 'BLUE'");
        });
        assertThatThrownBy(() -> db.get(Wall.class, second)).isInstanceOfSatisfying(DatabaseException.class, e ->
                assertThat(e.getMessage()).contains("Wall.stripes of object " + second, "found 'PINK'", "'RED', 'GREEN', 'BLUE'"));
        database.execute("UPDATE wall_stripes SET value = 'RED' WHERE owner = " + second);
        assertThat(db.get(Wall.class, second).colour).isEqualTo(Colour.RED);
    }
}

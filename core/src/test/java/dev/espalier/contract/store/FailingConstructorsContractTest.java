package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.ModelException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** An error of a constructor, which is given what is stored, names the object. */
@EngineIndependent
class FailingConstructorsContractTest {

    private static boolean strict;

    private static void check(int number) {
        if (strict && number > 1) {
            throw new IllegalArgumentException("too many");
        }
    }

    record Size(int number) {
        Size {
            check(number);
        }
    }

    record Held(int number, Box box) {
        Held {
            check(number);
        }
    }

    static class Box {
        long id;
        Size size = new Size(1);
        Held held = new Held(1, null);
        List<Size> sizes = new ArrayList<>();
        List<Held> all = new ArrayList<>();
    }

    record Label(long id, int number) {
        Label {
            check(number);
        }
    }

    static class Made {
        long id;

        Made() {
            check(2);
        }
    }

    private static void assertNames(Database db, Class<?> type, String place) {
        strict = true;
        try {
            assertThatThrownBy(() -> db.query(type, "").list())
                    .isInstanceOfSatisfying(
                            ModelException.class,
                            failure -> assertThat(failure.code()).isEqualTo("constructor-failed"))
                    .hasMessageContaining(place + ": ")
                    .hasMessageContaining("too many");
        } finally {
            strict = false;
        }
    }

    private static void assertNames(TestDatabase database, Box box, String field) {
        try (Database db = database.open(Model.of(Box.class), database.settings())) {
            db.store(box);
        }
        try (Database db = database.open(Model.of(Box.class), database.settings())) {
            assertNames(db, Box.class, field + " of object " + box.id);
        }
    }

    @OnEveryEngine
    void errorOfAnEmbeddedRecordNamesFieldAndObject(TestDatabase database) {
        Box box = new Box();
        box.size = new Size(2);
        assertNames(database, box, "size");
    }

    @OnEveryEngine
    void errorOfAnEmbeddedRecordWithAReferenceNamesFieldAndObject(TestDatabase database) {
        Box box = new Box();
        box.held = new Held(2, box);
        assertNames(database, box, "held");
    }

    @OnEveryEngine
    void errorOfARecordInAListNamesFieldAndOwner(TestDatabase database) {
        Box box = new Box();
        box.sizes.add(new Size(2));
        assertNames(database, box, "Box.sizes");
    }

    @OnEveryEngine
    void errorOfARecordWithAReferenceInAListNamesFieldAndOwner(TestDatabase database) {
        Box box = new Box();
        box.all.add(new Held(2, box));
        assertNames(database, box, "Box.all");
    }

    @OnEveryEngine
    void errorOfARecordNamesItsId(TestDatabase database) {
        try (Database db = database.open(Model.of(Label.class), database.settings())) {
            db.store(new Label(0, 2));
            assertNames(db, Label.class, "Label " + db.query(Label.class, "").ids()[0]);
        }
    }

    @OnEveryEngine
    void errorOfAClassNamesTheId(TestDatabase database) {
        try (Database db = database.open(Model.of(Made.class), database.settings())) {
            Made made = new Made();
            db.store(made);
            assertNames(db, Made.class, "Made " + made.id);
        }
    }

    record Counted(String name, Integer number, List<Size> sizes) {
        Counted {
            check(number);
        }
    }

    record Named(String name) {
        Named {
            check(name.length());
        }
    }

    record Sizes(long id, List<Named> labels) {}

    static class Shelf {
        long id;
        String name;
        int number;
        List<Box> boxes = new ArrayList<>();
    }

    @OnEveryEngine
    void errorOfARecordOfASelectionNamesTheRow(TestDatabase database) {
        try (Database db = database.open(Model.of(Shelf.class, Box.class), database.settings())) {
            Shelf shelf = new Shelf();
            shelf.name = "x".repeat(50);
            shelf.number = 77;
            shelf.boxes.add(new Box());
            db.store(shelf);
            strict = true;
            assertThatThrownBy(() -> db.query(Shelf.class, "")
                            .select(Counted.class, "name, number, boxes {size.number AS number} AS sizes")
                            .list())
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("Counted: its constructor failed with ")
                    .hasMessageEndingWith("; the row: name = " + "x".repeat(40) + "..., number = 77, sizes = 1 rows");
            assertThatThrownBy(() -> db.query(Shelf.class, "")
                            .select(
                                    Sizes.class,
                                    "id, boxes {CASE WHEN size.number = 1 THEN 'box 1' END AS name} AS labels")
                            .list())
                    .isInstanceOf(ModelException.class)
                    .hasMessageEndingWith("; the row: name = box 1");
        } finally {
            strict = false;
        }
    }
}

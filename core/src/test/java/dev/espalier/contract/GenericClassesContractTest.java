package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.Serializable;
import java.util.List;

/** Classes whose id or fields have a type that only a subclass fixes. */
@EngineIndependent
class GenericClassesContractTest {

    abstract static class Base<K extends Serializable> {
        K id;
        String name;
    }

    static class User extends Base<Long> {
        User friend;
    }

    static class Open<K> {
        @SuppressWarnings("unused") // read by reflection
        private K id;
    }

    static class Group extends Open<Long> {
        String name;
    }

    private static final Model MODEL = Model.of(User.class, Group.class);

    @OnEveryEngine
    void idOfATypeVariableIsTheObjectsId(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        User user = new User();
        user.name = "Ann";
        user.friend = new User();
        user.friend.name = "Ben";
        db.storeAll(List.of(user, new Group()));
        assertThat(user.id).isPositive().isEqualTo(db.idOf(user));
        assertThat(db.get(User.class, user.id).friend.id).isEqualTo(user.friend.id);
        assertThat(db.query(User.class, "id = :id").with("id", user.id).one().name)
                .isEqualTo("Ann");
        user.name = "changed";
        db.store(user);
        assertThat(db.query(User.class, "name = 'changed'").one().id).isEqualTo(user.id);
        User third = new User();
        try (BulkWriter bulk = db.bulkWriter()) {
            third.friend = user;
            bulk.store(third);
        }
        assertThat(db.get(User.class, third.id).friend.name).isEqualTo("changed");
        db.delete(user);
        assertThat(user.id == null || user.id == 0).isTrue();
        assertThat(db.query(User.class, "").count()).isEqualTo(2);
        assertThat(db.query(Group.class, "").one().name).isNull();
    }

    sealed interface Shape<T extends Shape<T>> permits Circle, Angular {}

    static final class Circle implements Shape<Circle> {
        long id;
        int radius;
    }

    abstract static sealed class Angular<S> implements Shape<Square> permits Square {
        S sides;
    }

    static final class Square extends Angular<Integer> {
        long id;
    }

    sealed interface Result<T> permits Found, Failed, Counted {}

    static final class Found<T extends Drawing> implements Result<T> {
        long id;
        T value;
    }

    static final class Failed<T> implements Result<T> {
        long id;
        String reason;
    }

    /** Permitted, and only there to be extended. */
    static non-sealed class Counted<T, N> implements Result<T> {
        long id;
        N count;
    }

    static final class Some extends Counted<Drawing, Integer> {}

    static class Drawing {
        long id;
        Shape<?> first;
        Shape<Square> second;
        Result<Drawing> result;
        Result<Drawing> failure;
        Result<Drawing> some;
    }

    @OnEveryEngine
    void genericSealedTypesAreKept(TestDatabase database) {
        Database db = database.open(Drawing.class, Some.class);
        Drawing drawing = new Drawing();
        Circle circle = new Circle();
        circle.radius = 3;
        drawing.first = circle;
        Square square = new Square();
        square.sides = 4;
        drawing.second = square;
        Found<Drawing> found = new Found<>();
        found.value = drawing;
        drawing.result = found;
        Failed<Drawing> failed = new Failed<>();
        failed.reason = "none";
        drawing.failure = failed;
        Some some = new Some();
        some.count = 5;
        drawing.some = some;
        db.store(drawing);
        Drawing loaded = db.get(Drawing.class, drawing.id);
        assertThat(((Circle) loaded.first).radius).isEqualTo(3);
        assertThat(((Square) loaded.second).sides).isEqualTo(4);
        assertThat(((Found<Drawing>) loaded.result).value).isSameAs(loaded);
        assertThat(((Failed<Drawing>) loaded.failure).reason).isEqualTo("none");
        assertThat(((Some) loaded.some).count).isEqualTo(5);
    }
}

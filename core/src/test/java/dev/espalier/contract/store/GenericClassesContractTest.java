package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Version;
import dev.espalier.error.QueryException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.ArrayList;
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

    abstract static class Versioned<V extends Number> {
        long id;

        @Version
        V version;
    }

    static class Page extends Versioned<Integer> {
        String text;
    }

    static class Sheet extends Versioned<Long> {
        String text;
    }

    @OnEveryEngine
    void versionOfATypeVariableIsTheObjectsVersion(TestDatabase database) {
        Database db = database.open(Model.of(Page.class, Sheet.class), database.settings());
        Page page = new Page();
        Sheet sheet = new Sheet();
        db.storeAll(List.of(page, sheet));
        assertThat(page.version).isEqualTo(1);
        assertThat(sheet.version).isEqualTo(1L);
        page.text = "changed";
        sheet.text = "changed";
        db.storeAll(List.of(page, sheet));
        assertThat(page.version).isEqualTo(2);
        assertThat(db.get(Page.class, page.id).version).isEqualTo(2);
        assertThat(db.get(Sheet.class, sheet.id).version).isEqualTo(2L);
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

    record Pair<A, B>(A first, B second) {}

    static class Route {
        long id;
        Pair<Pair<String, Integer>, Pair<String, Pair<Integer, User>>> ends;
        List<Pair<Pair<String, Integer>, LocalDate>> stops = new ArrayList<>();
    }

    @OnEveryEngine
    void recordMayHoldOneOfTheSameClassWithFewerTypeArguments(TestDatabase database) {
        Database db = database.open(Route.class, User.class);
        Route route = new Route();
        User guide = new User();
        guide.name = "Ann";
        route.ends = new Pair<>(new Pair<>("a", 1), new Pair<>("b", new Pair<>(2, guide)));
        route.stops.add(new Pair<>(new Pair<>("c", 3), LocalDate.EPOCH));
        route.stops.add(new Pair<>(null, null));
        db.store(route);
        Route loaded = db.get(Route.class, route.id);
        assertThat(loaded.ends.first()).isEqualTo(new Pair<>("a", 1));
        assertThat(loaded.ends.second().second().first()).isEqualTo(2);
        assertThat(loaded.ends.second().second().second().name).isEqualTo("Ann");
        assertThat(loaded.stops).isEqualTo(route.stops);
        assertThat(db.query(Route.class, "ends.second.second.second.name = 'Ann', stops.first.second = 3")
                        .ids())
                .containsExactly(route.id);
    }

    abstract static class Measure {
        long id;
    }

    static class Distance extends Measure {
        Pair<String, Integer> value;
        Pair<String, Pair<Integer, Integer>> parts;
    }

    static class Appointment extends Measure {
        Pair<LocalDate, Integer> value;
        Pair<String, Pair<String, Integer>> parts;
    }

    static class Weight extends Measure {
        Pair<String, Integer> value;
    }

    @OnEveryEngine
    void recordsOfOneClassWithOtherTypeArgumentsAreDifferentFields(TestDatabase database) {
        Database db = database.open(Distance.class, Appointment.class, Weight.class);
        Distance distance = new Distance();
        distance.value = new Pair<>("km", 5);
        Appointment appointment = new Appointment();
        appointment.value = new Pair<>(LocalDate.EPOCH, 5);
        Weight weight = new Weight();
        weight.value = new Pair<>("kg", 5);
        db.storeAll(List.of(distance, appointment, weight));
        for (String query : List.of("value.first = 'km'", "value.second = 5", "parts.second.first = 1")) {
            assertThat(catchThrowableOfType(
                                    QueryException.class,
                                    () -> db.query(Measure.class, query).ids())
                            .code())
                    .as(query)
                    .isEqualTo("ambiguous-field");
        }
        assertThat(db.query(Appointment.class, "value.first = '1970-01-01'").ids())
                .containsExactly(appointment.id);
    }
}

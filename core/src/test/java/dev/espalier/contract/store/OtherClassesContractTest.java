package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Values of another class in a collection, an Optional or a generic field are refused. A cast that the compiler cannot check brings them there. */
@EngineIndependent
class OtherClassesContractTest {

    record Pair<A, B>(A left, B right) {}

    static class Base<T> {
        T content;
    }

    static class Tray extends Base<String> {
        long id;
        List<Short> shorts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        List<LocalDate> dates = new ArrayList<>();
        List<DayOfWeek> days = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        List<Pair<String, Integer>> pairs = new ArrayList<>();
        Pair<String, Integer> pair;
        List<Apple> apples = new ArrayList<>();
        Map<Apple, String> names = new HashMap<>();
        Optional<Apple> best = Optional.empty();
        Pair<String, Apple> named;
    }

    static class Apple {
        long id;
    }

    static class Pear {
        long id;
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object object) {
        return (T) object;
    }

    private static void add(Collection<?> collection, Object member) {
        OtherClassesContractTest.<Collection<Object>>cast(collection).add(member);
    }

    private static void put(Map<?, ?> map, Object key, Object value) {
        OtherClassesContractTest.<Map<Object, Object>>cast(map).put(key, value);
    }

    /** Mistakes by a part of the message about them. */
    private static Map<String, Consumer<Tray>> mistakes() {
        Map<String, Consumer<Tray>> mistakes = new LinkedHashMap<>();
        mistakes.put("shorts: found an object of java.lang.Integer; expected one of Short", t -> add(t.shorts, 70_000));
        mistakes.put(
                "numbers: found an object of java.lang.Long; expected one of Integer", t -> add(t.numbers, 1L << 40));
        mistakes.put("numbers: found an object of java.lang.Double; expected one of Integer", t -> add(t.numbers, 5.5));
        mistakes.put(
                "dates: found an object of java.lang.String; expected one of LocalDate", t -> add(t.dates, "today"));
        mistakes.put(
                "days: found an object of java.time.Month; expected one of DayOfWeek", t -> add(t.days, Month.MAY));
        mistakes.put(
                "counts: found an object of java.lang.String; expected one of Integer", t -> put(t.counts, "a", "b"));
        mistakes.put("counts: found an object of java.lang.Integer; expected one of String", t -> put(t.counts, 1, 2));
        mistakes.put("pairs: found an object of java.lang.String; expected one of Pair", t -> add(t.pairs, "pair"));
        mistakes.put(
                "pair: found right: an object of java.lang.String; expected one of Integer",
                t -> t.pair = cast(new Pair<>("a", "b")));
        mistakes.put(
                "content: found an object of java.lang.Integer; expected one of String",
                t -> ((Base<?>) t).content = cast(7));
        mistakes.put(
                "apples: found an object of " + Pear.class.getName() + "; expected one of Apple",
                t -> add(t.apples, new Pear()));
        mistakes.put(
                "names: found an object of " + Pear.class.getName() + "; expected one of Apple",
                t -> put(t.names, new Pear(), ""));
        mistakes.put(
                "best: found an object of " + Pear.class.getName() + "; expected one of Apple",
                t -> t.best = cast(Optional.of(new Pear())));
        mistakes.put(
                "named: found right: an object of " + Pear.class.getName() + "; expected one of Apple",
                t -> t.named = cast(new Pair<>("a", new Pear())));
        return mistakes;
    }

    @OnEveryEngine
    void objectOfAnotherClassIsRefusedByClassAndField(TestDatabase database) {
        Database db = database.open(Model.of(Tray.class, Pear.class), database.settings());
        Tray stored = new Tray();
        db.store(stored);
        mistakes().forEach((message, mistake) -> {
            Tray fresh = new Tray();
            mistake.accept(fresh);
            assertRefused(message, () -> db.store(fresh));

            Tray changed = db.get(Tray.class, stored.id);
            mistake.accept(changed);
            assertRefused(message, () -> db.store(changed));

            assertRefused(message, () -> {
                try (BulkWriter writer = db.bulkWriter()) {
                    Tray loaded = new Tray();
                    mistake.accept(loaded);
                    writer.store(loaded);
                }
            });
        });
        assertThat(db.query(Tray.class, "").ids()).containsExactly(stored.id);
        assertThat(db.query(Pear.class, "").count()).isZero();
    }

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refused -> assertThat(refused.code()).isEqualTo("bad-value"))
                .hasMessageMatching("(?s)Tray \\d+\\.\\Q" + message + "\\E.*");
    }
}

package dev.espalier.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated classes have the steps that the model has, and no others. */
class AgreementTest {

    private static final String MODEL = """
            package shapes;

            import dev.espalier.annotation.*;
            import java.math.*;
            import java.time.*;
            import java.util.*;

            @Typed({Everything.class, Whole.class, Parcel.class, Circle.class, Everything.Named.class})
            class Everything {
                static int counter;
                transient int seen;
                @Transient String note;

                byte b; short s; int i; long l; float f; double d; char c; boolean z;
                Byte bb; Short ss; Integer ii; Long ll; Float ff; Double dd; Character cc; Boolean zz;
                BigDecimal decimal; BigInteger integer; String text; UUID uuid; byte[] bytes; Thread.State state; Mood mood;
                LocalDate date; LocalTime time; LocalDateTime dateTime; Instant instant; OffsetDateTime offset; Duration duration;
                Date utilDate; java.sql.Date sqlDate; java.sql.Time sqlTime; java.sql.Timestamp timestamp;
                Optional<String> maybe; Optional<Account> maybeAccount; Optional<Money> maybeMoney; Optional<Pair<String, Integer>> maybePair;
                OptionalInt maybeInt; OptionalLong maybeLong; OptionalDouble maybeDouble;

                List<Line> lines; Collection<String> strings; Set<Mood> moods; SortedSet<LocalDate> dates; Deque<Account> queue;
                Tags tags; HashMap<Pair<Integer, String>, Double> weights; SortedMap<LocalDate, Account> byDay; Map<Account, Money> paid;
                Set<Pair<Account, Thread.State>> states; int[] numbers; Account[] accounts; char[] letters; List<? extends Account> wild;
                Money money; Pair<Money, Mood> nested; Payment payment; Shape shape; Product product; Everything itself;
                List<Money> purse; Sized sized;
                boolean isNull; int hashCode; int count; String toString;

                enum Mood { GOOD, BAD }

                static class Line { Long id; int count; Account account; }

                record Named(String title, Account of) {}
            }

            class Account { private final String owner = null; Account() {} }

            record Product(long id, String name, List<Product> parts, @Transient int cached) {}

            record Money(String currency, long cents, Account from) {}

            record Pair<A, B>(A first, B second) {}

            class Tags extends ArrayList<String> { private static final long serialVersionUID = 1; private Tags() {} }

            class Keyed<K, V> { K key; List<V> values; List<? extends K> others; int plain; }

            abstract class Half<V> extends Keyed<String, V> {}

            class Whole extends Half<Integer> { Pair<String, Whole> pair; }

            class Parcel extends Keyed<Account, Account> {}

            interface Sized {}

            class Bounded<S extends Shape> implements Sized { S shape; }

            final class Box extends Bounded<Circle> {}

            abstract class Shape { long id; String name; List<Shape> inside; }

            class Circle extends Shape { double radius; }

            sealed interface Payment permits Card, Cash {}

            record Card(String number) implements Payment {}

            final class Cash implements Payment {}
            """;

    @Test
    void generatedStepsMatchTheModelAndWorkInQueries(@TempDir Path folder) throws ClassNotFoundException {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile(MODEL)).isEmpty();
        ClassLoader loader = compilation.load();
        List<Class<?>> roots = new ArrayList<>();
        for (String name : List.of("Everything", "Whole", "Parcel", "Circle", "Everything$Named", "Box")) {
            roots.add(loader.loadClass("shapes." + name));
        }

        assertThat(Agreement.differences(roots.toArray(Class<?>[]::new))).isEmpty();
        assertThat(compilation.generated("shapes.Circle_"))
                .contains("shapes.Bounded_.Path<R> boundedWithShape()", "shapes.Shape_.Path<R> shapeWithInside()")
                .doesNotContain("WithShape_");
    }
}

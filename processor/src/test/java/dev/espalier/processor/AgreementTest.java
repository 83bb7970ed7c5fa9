package dev.espalier.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.Element;
import dev.espalier.model.EmbeddedAttribute;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.ReferenceAttribute;
import dev.espalier.model.ValueAttribute;
import dev.espalier.model.ValueType;
import dev.espalier.typed.StructurePath;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
    void theStepsAreTheModels(@TempDir Path folder) throws ClassNotFoundException {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile(MODEL)).isEmpty();
        ClassLoader loader = compilation.load();
        ObjectModel model = ObjectModel.of(Stream.of("Everything", "Whole", "Parcel", "Circle", "Everything$Named", "Box")
                .map(name -> load(loader, "shapes." + name)).toArray(Class<?>[]::new));

        assertThat(model.classes()).hasSizeGreaterThan(12);
        for (PersistentClass type : model.classes()) {
            assertThat(generated(loader, type.javaClass())).as(type.name()).isEqualTo(expected(type));
        }
    }

    // ---- what the model says

    private static Map<String, String> expected(PersistentClass type) {
        Map<String, String> steps = new TreeMap<>();
        type.attributes().forEach(attribute -> steps.put(method(attribute.name()), expected(attribute)));
        steps.put("id", "OrderedPath of Number");
        return steps;
    }

    private static String method(String field) {
        return List.of("isNull", "hashCode", "toString").contains(field) ? field + "_" : field;
    }

    private static String expected(Attribute attribute) {
        if (attribute instanceof ValueAttribute value) {
            return expected(value.type());
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return "to " + reference.target().javaClass().getName();
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return expected(embedded.type());
        }
        Element element = ((CollectionAttribute) attribute).element();
        return element instanceof Element.Value value ? expected(value.type())
                : element instanceof Element.Reference reference ? "to " + reference.target().javaClass().getName()
                : expected(((Element.Embedded) element).type());
    }

    private static String expected(ValueType type) {
        Class<?> java = type.javaClass();
        return Number.class.isAssignableFrom(java) ? "OrderedPath of Number"
                : java == String.class ? "TextPath"
                : java == Boolean.class ? "ValuePath of Boolean"
                : (java.isEnum() ? "EnumPath of " : "OrderedPath of ") + java.getSimpleName();
    }

    private static String expected(EmbeddedType type) {
        Map<String, String> components = new TreeMap<>();
        type.components().forEach(component -> components.put(component.name(), expected(component)));
        return "in " + type.javaClass().getName() + components;
    }

    // ---- what was generated

    private static Map<String, String> generated(ClassLoader loader, Class<?> type) {
        return steps(load(loader, type.getName().replace("$", "_$") + "_$Path"));
    }

    /** Without the steps to subclasses and backwards. */
    private static Map<String, String> steps(Class<?> path) {
        Map<String, String> steps = new TreeMap<>();
        Arrays.stream(path.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 0 && !method.getName().matches("as[A-Z].*|.*With[A-Z].*"))
                .forEach(method -> steps.put(method.getName(), step(method)));
        return steps;
    }

    private static String step(Method method) {
        Class<?> path = method.getReturnType();
        if (!StructurePath.class.isAssignableFrom(path)) {
            Type[] arguments = ((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments();
            return path.getSimpleName() + (arguments.length == 1 ? "" : " of " + simple(arguments[1]));
        }
        ParameterizedType above = (ParameterizedType) path.getGenericSuperclass();
        String target = ((Class<?>) above.getActualTypeArguments()[1]).getName();
        return above.getRawType() == StructurePath.class ? "in " + target + steps(path) : "to " + target;
    }

    private static String simple(Type type) {
        return type instanceof GenericArrayType array ? simple(array.getGenericComponentType()) + "[]" : ((Class<?>) type).getSimpleName();
    }

    private static Class<?> load(ClassLoader loader, String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.NotLoadedException;
import dev.espalier.internal.model.NotLoaded.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing can be read from a collection that was not loaded, and nothing can be put into it. */
@Tag("pure")
class NotLoadedTest {

    /** Their result types are not in Java 17; see {@link NotLoaded}. Those of a sorted map return views that throw. */
    private static final Set<String> LATER = Set.of(
            "LinkedHashSet.reversed",
            "LinkedHashMap.reversed",
            "LinkedHashMap.sequencedKeySet",
            "LinkedHashMap.sequencedValues",
            "LinkedHashMap.sequencedEntrySet",
            "TreeMap.sequencedKeySet",
            "TreeMap.sequencedValues",
            "TreeMap.sequencedEntrySet");

    private static final Map<Container, List<Class<?>>> TYPES = Map.of(
            Container.LIST,
            List.of(Collection.class, List.class, ArrayList.class, Queue.class, Deque.class, LinkedList.class),
            Container.SET,
            List.of(Set.class, HashSet.class, LinkedHashSet.class),
            Container.SORTED_SET,
            List.of(SortedSet.class, NavigableSet.class, TreeSet.class),
            Container.MAP,
            List.of(Map.class, HashMap.class, LinkedHashMap.class),
            Container.SORTED_MAP,
            List.of(SortedMap.class, NavigableMap.class, TreeMap.class));

    private static @Nullable Object marker(Container container, Class<?> type) {
        return Containers.of(container, type).notLoaded(true, "Order", 7, "lines");
    }

    private static @Nullable Object argument(Class<?> type) {
        return type == int.class ? (Object) 0 : type == boolean.class ? (Object) true : null;
    }

    private static @Nullable Throwable thrown(Method method, Object marker) throws IllegalAccessException {
        try {
            method.invoke(
                    marker,
                    Arrays.stream(method.getParameterTypes())
                            .map(NotLoadedTest::argument)
                            .toArray());
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void everyPublicMethodThrows(Shape shape) throws IllegalAccessException {
        Object marker = shape.of("Order", 7, "lines");
        int tried = 0;
        for (Method method : marker.getClass().getSuperclass().getMethods()) {
            boolean mayBeCalled = Modifier.isStatic(method.getModifiers())
                    || method.getDeclaringClass() == Object.class && Modifier.isFinal(method.getModifiers())
                    || method.getName().equals("toString")
                    || LATER.contains(marker.getClass().getSuperclass().getSimpleName() + "." + method.getName());
            if (!mayBeCalled) {
                assertThat(thrown(method, marker)).as(method.toString()).isInstanceOf(NotLoadedException.class);
                tried++;
            }
        }
        assertThat(tried).as("methods of " + shape).isGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void messageNamesObjectAndFieldAndSaysWhatHelps(Shape shape) {
        Object marker = shape.of("Order", 7, "lines");
        assertThatThrownBy(marker::hashCode).isInstanceOfSatisfying(NotLoadedException.class, e -> {
            assertThat(e.code()).isEqualTo("not-loaded");
            assertThat(e.getMessage())
                    .startsWith("Order 7.lines: ")
                    .contains("wider bounds", "get the object itself by its id");
        });
        assertThat(marker).hasToString("[not loaded]");
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void serializedMarkerComesBackAsMarker(Shape shape) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(shape.of("Order", 7, "lines"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Object copy = in.readObject();
            assertThat(shape.of("", 0, "").getClass()).isSameAs(copy.getClass());
            assertThatThrownBy(copy::hashCode)
                    .isInstanceOf(NotLoadedException.class)
                    .hasMessageStartingWith("Order 7.lines: ");
        }
    }

    @Test
    void fieldOfEveryDefaultClassGetsACollectionThatFits() {
        TYPES.forEach((container, types) -> types.forEach(type -> {
            Object marker = marker(container, type);
            assertThat(marker instanceof NotLoaded).as(type.getSimpleName()).isTrue();
            assertThat(type.isInstance(marker)).as(type.getSimpleName()).isTrue();
        }));
    }

    @Test
    void fieldOfAnotherClassGetsNull() {
        assertThat(marker(Container.LIST, ArrayDeque.class)).isNull();
        assertThat(marker(Container.ARRAY, String[].class)).isNull();
        assertThat(marker(Container.ARRAY, int[].class)).isNull();
        assertThat(Containers.ofInverse(Container.ONE).notLoaded(true, "Order", 7, "line"))
                .isNull();
    }

    @Test
    void fieldGetsNullIfNothingShallThrow() {
        TYPES.forEach((container, types) ->
                types.forEach(type -> assertThat(Containers.of(container, type).notLoaded(false, "Order", 7, "lines"))
                        .isNull()));
    }

    @Test
    void containersTakeAMarkerForOneWithoutMembers() {
        TYPES.forEach((container, types) -> types.forEach(type -> assertHasNoMembers(
                Containers.of(container, type), requireNonNull(marker(container, type)), type.getSimpleName())));
    }

    @Test
    void viewOfAMarkerIsNotLoadedEither() {
        @SuppressWarnings("unchecked")
        List<Object> list = (List<Object>) marker(Container.LIST, List.class);
        @SuppressWarnings("unchecked")
        Map<Object, Object> map = (Map<Object, Object>) marker(Container.MAP, Map.class);
        Object ofList = Collections.unmodifiableList(list);
        Object ofMap = Collections.unmodifiableMap(map);
        assertThat(NotLoaded.isIn(ofList)).isTrue();
        assertThat(NotLoaded.isIn(ofMap)).isTrue();
        assertThat(NotLoaded.isIn(List.of())).isFalse();
        assertThat(NotLoaded.isIn(Map.of())).isFalse();
        assertThat(NotLoaded.isIn(null)).isFalse();
        assertHasNoMembers(Containers.of(Container.LIST, List.class), ofList, "view of a list");
        assertHasNoMembers(Containers.of(Container.MAP, Map.class), ofMap, "view of a map");
    }

    private static void assertHasNoMembers(Containers containers, Object container, String name) {
        List<Object> visited = new ArrayList<>();
        containers.forEach(container, (position, key, element) -> visited.add(element));
        assertThat(visited).as(name).isEmpty();
        assertThat(containers.size(container)).as(name).isZero();
        assertThat(containers.members(container).elements()).as(name).isEmpty();
    }
}

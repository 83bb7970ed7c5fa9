package dev.espalier.naive;

import java.lang.reflect.Field;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Compares two graphs of objects: the same classes, the same values, and wherever two paths of one graph lead to one object, so they
 * do in the other.
 */
public final class Graphs {

    private final Map<Object, Object> pairs = new IdentityHashMap<>();
    private final Map<Object, Object> back = new IdentityHashMap<>();
    private final Deque<Runnable> open = new ArrayDeque<>();
    private String difference;

    private final Ids ids;

    private Graphs(Ids ids) {
        this.ids = ids;
    }

    /**
     * How the objects of two graphs are known. Members of a hash table are compared in the order of these, because its own order says nothing.
     *
     * @param ofExpected the id of an object of the expected graph
     * @param ofFound the id of an object of the other graph
     */
    public record Ids(ToLongFunction<Object> ofExpected, ToLongFunction<Object> ofFound) {}

    /**
     * The first difference, as a path and what stands at its end in both; null if the graphs are alike. Every container has to give its members in the
     * same order.
     */
    public static String difference(Object expected, Object found) {
        return difference(expected, found, null);
    }

    /** The first difference, where members of hash tables may come in any order. */
    public static String difference(Object expected, Object found, Ids ids) {
        Graphs graphs = new Graphs(ids);
        graphs.compare("", expected, found);
        while (!graphs.open.isEmpty() && graphs.difference == null) {
            graphs.open.removeFirst().run();
        }
        return graphs.difference;
    }

    private void compare(String path, Object expected, Object found) {
        if (difference != null || expected == null && found == null) {
            return;
        }
        if (expected == null
                || found == null
                || Objects.isStructure(expected) && expected.getClass() != found.getClass()) {
            differ(path, expected, found);
        } else if (Objects.isMany(expected.getClass())) {
            compareMembers(path, expected, found);
        } else if (Objects.isStructure(expected)) {
            compareStructures(path, expected, found);
        } else if (!sameValue(expected, found)) {
            differ(path, expected, found);
        }
    }

    private void compareMembers(String path, Object expected, Object found) {
        boolean isSorted =
                ids != null && (expected.getClass() == HashSet.class || expected.getClass() == HashMap.class);
        List<Object> all = isSorted ? sorted(expected, ids.ofExpected) : members(expected);
        List<Object> others = isSorted ? sorted(found, ids.ofFound) : members(found);
        if (all.size() != others.size()) {
            differ(path + ".size", all.size(), others.size());
        }
        for (int i = 0; i < Math.min(all.size(), others.size()); i++) {
            compare(path + "[" + i + "]", all.get(i), others.get(i));
        }
    }

    /** In the order of iteration; of a map keys and values by turns. */
    private static List<Object> members(Object container) {
        if (!Objects.isMany(container.getClass())) {
            return List.of(container);
        }
        if (container instanceof Map<?, ?> map) {
            List<Object> members = new ArrayList<>();
            map.forEach((key, value) -> members.addAll(Arrays.asList(key, value)));
            return members;
        }
        return container instanceof Collection<?> collection ? new ArrayList<>(collection) : Objects.members(container);
    }

    /** In an order that is the same for equal members; of a map keys and values by turns. */
    private static List<Object> sorted(Object container, ToLongFunction<Object> ids) {
        if (container instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .sorted(Comparator.comparing(entry -> text(entry.getKey(), ids)))
                    .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                    .map(Object.class::cast)
                    .toList();
        }
        return members(container).stream()
                .sorted(Comparator.comparing(member -> text(member, ids)))
                .toList();
    }

    /** Distinguishes a member from others: an object by its id, a record by what it holds. */
    private static String text(Object member, ToLongFunction<Object> ids) {
        if (member == null || !Objects.isStructure(member.getClass())) {
            return member instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(member);
        }
        if (member instanceof Record && Objects.field(member.getClass(), "id") == null) {
            return Objects.fields(member.getClass()).stream()
                    .map(field -> text(Objects.get(field, member), ids))
                    .toList()
                    .toString();
        }
        return member.getClass().getName() + " " + ids.applyAsLong(member);
    }

    private void compareStructures(String path, Object expected, Object found) {
        boolean isEntity = !(expected instanceof Record) || Objects.field(expected.getClass(), "id") != null;
        if (isEntity) {
            Object before = pairs.put(expected, found);
            Object beforeBack = back.put(found, expected);
            if (before != null || beforeBack != null) {
                if (before != found || beforeBack != expected) {
                    difference = path + ": shared otherwise: " + expected + " stood for " + before + " before, " + found
                            + " for " + beforeBack;
                }
                return;
            }
        }
        for (Field field : Objects.fields(expected.getClass())) {
            // The ids of records that were new are not written back.
            if (!(field.getName().equals("id") && expected instanceof Record)) {
                open.add(() ->
                        compare(path + "." + field.getName(), Objects.get(field, expected), Objects.get(field, found)));
            }
        }
    }

    private static boolean sameValue(Object expected, Object found) {
        return expected instanceof byte[] bytes
                ? found instanceof byte[] others && Arrays.equals(bytes, others)
                : expected instanceof OffsetDateTime || expected.getClass() == found.getClass()
                        ? expected.equals(found)
                        : false;
    }

    private void differ(String path, Object expected, Object found) {
        difference = path + ": expected " + shown(expected) + ", found " + shown(found);
    }

    private static String shown(Object value) {
        String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
        return (value == null ? "" : value.getClass().getSimpleName() + " ")
                + (text.length() > 200 ? text.substring(0, 200) + "..." : text);
    }
}

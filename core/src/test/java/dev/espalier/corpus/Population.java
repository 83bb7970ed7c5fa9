package dev.espalier.corpus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The objects of a model, each with a name, in the order in which they are stored: the first has the id 1. */
final class Population {

    private final Map<String, Object> byName = new LinkedHashMap<>();

    /** Adds an object. */
    <T> T add(String name, T object) {
        if (byName.put(name, object) != null) {
            throw new IllegalArgumentException("two objects are called " + name);
        }
        return object;
    }

    /** All, in order. */
    List<Object> objects() {
        return new ArrayList<>(byName.values());
    }

    /** The object of that name. */
    Object object(String name) {
        if (!byName.containsKey(name)) {
            throw new IllegalArgumentException("no object is called " + name);
        }
        return byName.get(name);
    }

    /** The names of the objects of a class, in order. */
    List<String> names(Class<?> type) {
        return byName.entrySet().stream()
                .filter(entry -> type.isInstance(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The names of the objects with these ids. */
    List<String> names(long[] ids) {
        List<String> all = new ArrayList<>(byName.keySet());
        List<String> names = new ArrayList<>();
        for (long id : ids) {
            names.add(id >= 1 && id <= all.size() ? all.get((int) id - 1) : "object " + id);
        }
        return names;
    }

    /** The id that an object has once all are stored; 0 where it is none of them. */
    long id(Object object) {
        int id = 0;
        for (Object one : byName.values()) {
            id++;
            if (one == object) {
                return id;
            }
        }
        return 0;
    }
}

package dev.espalier.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What objects of the API hold inside, for the other packages of the API. A class offers it when it is loaded; users cannot ask, because this package is
 * not exported. Safe for any number of threads.
 */
public final class Insides {

    private record Road(Class<?> from, Class<?> to) {}

    private static final Map<Road, Function<Object, Object>> ROADS = new ConcurrentHashMap<>();

    private Insides() {}

    /**
     * Offers what objects of a class hold inside, or makes objects of the API of it.
     *
     * @param road gives an object of the second class for one of the first
     */
    public static <A, B> void offer(Class<A> from, Class<B> to, Function<A, B> road) {
        ROADS.put(new Road(from, to), object -> road.apply(from.cast(object)));
    }

    /**
     * What an object holds inside, or the object of the API that holds it.
     *
     * @param from the class of the object
     * @throws IllegalStateException if neither of both classes offers it
     */
    public static <A, B> B of(Class<A> from, A object, Class<B> to) {
        Function<Object, Object> road = ROADS.get(new Road(from, to));
        if (road == null) {
            load(to); // that of an object is loaded
            road = ROADS.get(new Road(from, to));
        }
        if (road == null) {
            throw new IllegalStateException("found nobody who offers a " + to.getSimpleName() + " for a "
                    + from.getSimpleName() + "; expected one of both classes");
        }
        return to.cast(road.apply(object));
    }

    private static void load(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e); // the class is there
        }
    }
}

package dev.espalier.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Gives the other packages of the API the internal parts of its objects. A class offers its part once, when it is initialised. The module exports this package to
 * {@code dev.espalier.transfer} only. Safe for any number of threads.
 */
public final class Insides {

    private record Road(Class<?> from, Class<?> to) {}

    private static final Map<Road, Function<Object, Object>> ROADS = new ConcurrentHashMap<>();

    private Insides() {}

    /**
     * Offers the internal part of the objects of a class, or the object of the API around an internal part.
     *
     * @param road gives an object of the second class for one of the first
     */
    public static <A, B> void offer(Class<A> from, Class<B> to, Function<A, B> road) {
        if (ROADS.putIfAbsent(new Road(from, to), object -> road.apply(from.cast(object))) != null) {
            throw new IllegalStateException(
                    from.getSimpleName() + " to " + to.getSimpleName() + ": found a second offer");
        }
    }

    /**
     * Returns the internal part of an object, or the object of the API around an internal part.
     *
     * @param from the class of the object
     * @throws NullPointerException if there is no object
     * @throws IllegalStateException if neither of both classes offers it
     */
    public static <A, B> B of(Class<A> from, A object, Class<B> to) {
        Arguments.required(argument(from), object, "one");
        Function<Object, Object> road = ROADS.get(new Road(from, to));
        if (road == null) {
            initialise(to); // that of the object is
            road = ROADS.get(new Road(from, to));
        }
        if (road == null) {
            throw new IllegalStateException(from.getSimpleName() + " to " + to.getSimpleName()
                    + ": found no offer; expected one of either class");
        }
        return to.cast(road.apply(object));
    }

    /** {@code indexLevel} for {@code IndexLevel}. */
    private static String argument(Class<?> type) {
        String name = type.getSimpleName();
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static void initialise(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e); // the class is there
        }
    }
}

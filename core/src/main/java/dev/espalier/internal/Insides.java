package dev.espalier.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What objects of the API hold inside, for the other packages of the API. A class offers it once, when it is initialised. The module exports this package to {@code dev.espalier.transfer} only.
 * Safe for any number of threads.
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
        if (ROADS.putIfAbsent(new Road(from, to), object -> road.apply(from.cast(object))) != null) {
            throw new IllegalStateException(
                    from.getSimpleName() + " to " + to.getSimpleName() + ": found a second offer");
        }
    }

    /**
     * What an object holds inside, or the object of the API that holds it.
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

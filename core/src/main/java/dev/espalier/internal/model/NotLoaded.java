package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.NOT_LOADED;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.NotLoadedException;
import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a field whose collection bounds have left out. Every method of such a collection throws, except {@code toString}: nothing
 * is known of its members. Serialized and read again, it is the same. Immutable.
 *
 * <p>Compiled for Java 17, the markers do not override {@code LinkedHashSet.reversed} and {@code LinkedHashMap.reversed} of Java 21, whose result types
 * Java 17 does not have. The sizes of these views throw, their iterators are empty.
 */
public sealed interface NotLoaded
        permits NotLoadedList,
                NotLoadedMap,
                NotLoadedQueue,
                NotLoadedSet,
                NotLoadedSortedMap,
                NotLoadedSortedSet,
                NotLoaded.Null {

    /** What {@code toString} returns. */
    String TEXT = "[not loaded]";

    /** Stands in an object without Java class for null, so that it is known that nothing was loaded. No program gets it. */
    enum Null implements NotLoaded {
        NULL;

        @Override
        public @Nullable Absent absent() {
            return null;
        }
    }

    /** The collection that was not loaded; null if that is not said. */
    @Nullable
    Absent absent();

    /** The classes of such collections. */
    enum Shape {
        LIST(NotLoadedList.class),
        QUEUE(NotLoadedQueue.class),
        SET(NotLoadedSet.class),
        SORTED_SET(NotLoadedSortedSet.class),
        MAP(NotLoadedMap.class),
        SORTED_MAP(NotLoadedSortedMap.class);

        private final Class<?> javaClass;

        Shape(Class<?> javaClass) {
            this.javaClass = javaClass;
        }

        /** Whether a field of that type can hold one. */
        boolean fits(Class<?> type) {
            return type.isAssignableFrom(javaClass);
        }

        NotLoaded of(String type, long id, String field) {
            return new Absent(this, type, id, field).collection();
        }
    }

    /**
     * The collection that was not loaded; also the form in which it is serialized.
     *
     * @param type the class of the object whose field it is
     * @param id of that object
     */
    record Absent(Shape shape, String type, long id, String field) implements Serializable {

        public Absent {
            requireNonNull(shape);
            requireNonNull(type);
            requireNonNull(field);
        }

        NotLoadedException refused() {
            return new NotLoadedException(
                    NOT_LOADED,
                    type + " " + id + "." + field
                            + ": this collection was not loaded, because the bounds of the read left it out, or it is an inverse"
                            + " and its object was not asked for; found a use of it, expected none, for its members are not known;"
                            + " ask for it with follow or wider bounds, or get the object itself by its id");
        }

        private Object readResolve() {
            return collection();
        }

        private NotLoaded collection() {
            return switch (shape) {
                case LIST -> new NotLoadedList(this);
                case QUEUE -> new NotLoadedQueue(this);
                case SET -> new NotLoadedSet(this);
                case SORTED_SET -> new NotLoadedSortedSet(this);
                case MAP -> new NotLoadedMap(this);
                case SORTED_MAP -> new NotLoadedSortedMap(this);
            };
        }
    }

    /** Whether a value is one that says that it is of another object, or of another field. A view does not say it. */
    static boolean isOfAnother(@Nullable Object value, long id, String field) {
        Absent absent = value instanceof NotLoaded marker ? marker.absent() : null;
        return absent != null && !(absent.id == id && absent.field.equals(field));
    }

    /** Whether a value is one, or a view of one, as {@code Collections.unmodifiableList} makes it. */
    @SuppressWarnings("ReturnValueIgnored") // the exception is the answer
    static boolean isIn(@Nullable Object value) {
        if (value instanceof NotLoaded) {
            return true;
        }
        try {
            if (value instanceof Collection<?> collection) {
                collection.isEmpty();
            } else if (value instanceof Map<?, ?> map) {
                map.isEmpty();
            }
            return false;
        } catch (NotLoadedException e) {
            return true;
        }
    }
}

package dev.espalier.internal.restore;

import dev.espalier.error.NotLoadedException;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.ObjectModel;
import java.lang.reflect.Array;
import java.sql.Timestamp;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Date;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The saved contents of one mutable value: an array, a date, a collection or a map. */
sealed interface Contents permits Contents.OfArray, Contents.OfDate, CollectionContents, MapContents {

    /** The value whose contents were saved. */
    Object container();

    /** Gives the value its contents back. */
    void restore();

    /** Whether the value has the contents that were saved. */
    boolean isRestored();

    /** Whether the place of a member depends on its hash code or its order. */
    default boolean isHashed() {
        return false;
    }

    /** Returns the saved keys of a map or members of a set; nothing for other values. */
    default @Nullable Object[] keys() {
        return new Object[0];
    }

    /** Returns the keys or members of the container as it is now. */
    default @Nullable Object[] presentKeys() {
        return new Object[0];
    }

    /**
     * Restores as far as the value can be changed. A value that cannot be changed either has its contents still, or is a view of a collection that
     * is restored itself, or is found by {@link #isRestoredOrGone}.
     */
    default void tryRestore() {
        try {
            restore();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Contents.class).debug("a collection cannot be restored by itself", e);
        }
    }

    /** The same as {@link #isRestored}; true for a sublist whose list was changed since, which can no longer be read. */
    default boolean isRestoredOrGone() {
        try {
            return isRestored();
        } catch (ConcurrentModificationException e) {
            return true;
        }
    }

    /** Saves the contents of a field's value and of its members; for an embedded record, those of its components. */
    static void save(@Nullable Object value, ObjectModel model, Consumer<Contents> saved) {
        if (value instanceof Collection<?> collection) {
            @Nullable Object[] members = members(collection);
            if (members != null) {
                saved.accept(new CollectionContents(collection, members));
                saveEach(members, model, saved);
            }
        } else if (value instanceof Map<?, ?> map) {
            if (NotLoaded.isIn(map)) {
                return;
            }
            MapContents contents =
                    new MapContents(map, map.keySet().toArray(), map.values().toArray());
            saved.accept(contents);
            saveEach(contents.keys(), model, saved);
            saveEach(contents.values(), model, saved);
        } else if (value instanceof Date date) {
            saved.accept(new OfDate(date, (Date) date.clone()));
        } else if (value instanceof Record && model.classOf(value) == null) {
            FieldAccess.of(value.getClass()).forEach(component -> save(component.get(value), model, saved));
        } else if (value != null && value.getClass().isArray()) {
            Object copy = Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
            System.arraycopy(value, 0, copy, 0, Array.getLength(value));
            saved.accept(new OfArray(value, copy));
            if (value instanceof Object[] members) {
                saveEach(members, model, saved);
            }
        }
    }

    private static void saveEach(@Nullable Object[] members, ObjectModel model, Consumer<Contents> saved) {
        for (Object member : members) {
            if (member instanceof Date || member instanceof Record || member instanceof byte[]) {
                save(member, model, saved);
            }
        }
    }

    /** The members; null for a collection that was not loaded, and for a sublist whose list was changed since, which can no longer be read. */
    private static @Nullable Object @Nullable [] members(Collection<?> collection) {
        try {
            return collection.toArray();
        } catch (NotLoadedException | ConcurrentModificationException e) {
            return null;
        }
    }

    /** The elements of an array. */
    record OfArray(Object container, Object copy) implements Contents {
        @Override
        public void restore() {
            System.arraycopy(copy, 0, container, 0, Array.getLength(copy));
        }

        @Override
        public boolean isRestored() {
            return true;
        }
    }

    /** The time of a mutable date. */
    record OfDate(Date container, Date copy) implements Contents {
        @Override
        public void restore() {
            container.setTime(copy.getTime());
            if (container instanceof Timestamp timestamp) {
                timestamp.setNanos(((Timestamp) copy).getNanos());
            }
        }

        @Override
        public boolean isRestored() {
            return true;
        }
    }
}

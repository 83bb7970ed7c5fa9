package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.BAD_VALUE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.NotLoadedException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.model.NotLoaded.Shape;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads and builds the collections, maps or arrays of one field. Safe for any number of threads; the collections themselves
 * are as safe as their own classes are.
 *
 * <p>Building has two steps, because a set may only be filled when its members' hash codes are final, and a record may need its
 * list before the list's members exist: {@link #create}, then {@link #fill}.
 *
 * <p>A collection that was {@link NotLoaded} counts as one without members.
 */
public abstract sealed class Containers {

    /** Takes the members one after the other. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * @param position 0, 1, 2 ... in the order of iteration
         * @param key a map's key; null for everything else
         * @param element the member, or a map's value; may be null
         */
        void member(int position, @Nullable Object key, @Nullable Object element);
    }

    /** Classes that promise no order; those of {@code Set.of} and {@code Map.of} are not public. A class that is not listed counts as ordered. */
    private static final Set<Class<?>> UNORDERED = Set.copyOf(List.of(
            HashSet.class,
            HashMap.class,
            ConcurrentHashMap.class,
            ConcurrentHashMap.KeySetView.class,
            Hashtable.class,
            WeakHashMap.class,
            IdentityHashMap.class,
            Set.of().getClass(),
            Set.of(1).getClass(),
            Map.of().getClass(),
            Map.of(1, 1).getClass()));

    private static final Set<Class<?>> INSERTION_ORDERED = Set.of(
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            Vector.class,
            CopyOnWriteArrayList.class,
            LinkedHashSet.class,
            LinkedHashMap.class);

    private Containers() {}

    /** How many members it has. */
    public abstract int size(Object container);

    /** Visits all members in the order of iteration. */
    public abstract void forEach(Object container, Visitor visitor);

    /**
     * All members, in the order of iteration.
     *
     * @param keys of a map; null for anything else
     * @param elements a map's values
     */
    public record Members(Object @Nullable [] keys, Object[] elements) {}

    /** All members of anything but a map, in the order of iteration. */
    public Members members(Object container) {
        List<Object> elements = new ArrayList<>(size(container));
        forEach(container, (position, key, element) -> elements.add(element));
        return new Members(null, elements.toArray());
    }

    /**
     * Whether the order of its members belongs to what it holds. The order of a hash table's does not: it changes when the table has grown
     * and shrunk.
     */
    public boolean isOrdered(Object container) {
        return !UNORDERED.contains(container.getClass());
    }

    /** Whether it certainly gives its members in the order in which they were added. Of other classes, sorted ones for example, that is not known. */
    public boolean keepsOrder(Object container) {
        return INSERTION_ORDERED.contains(container.getClass())
                || container.getClass().isArray();
    }

    /** Whether a member may be null: not in an array of primitives. */
    public boolean takesNull() {
        return true;
    }

    /** A new, empty one for that many members; an array of that length. Not for a field that holds its only member. */
    public abstract Object create(int size);

    /** The content of a field without a member. */
    public @Nullable Object empty() {
        return create(0);
    }

    /**
     * The content of a field whose collection was not loaded.
     *
     * @param isThrowing whether it throws when it is used, if the field can hold such a collection; else it is null
     * @param type the class of the object whose field it is
     * @param id of that object
     */
    public @Nullable Object notLoaded(boolean isThrowing, String type, long id, String field) {
        return null;
    }

    /**
     * Adds members to a new one, in order; fills an array from its start.
     *
     * @param keys a map's keys; not read for anything else
     * @param from the first place of both arrays to be read
     * @param to the place after the last one
     */
    public abstract void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to);

    /**
     * @param type the field's class: an array, a known interface, or a class with a constructor without parameters
     * @throws dev.espalier.error.ModelException {@code not-open} if that class's module does not open its package
     */
    static Containers of(Container container, Class<?> type) {
        return switch (container) {
            // Of the queues only a linked list takes null.
            case LIST ->
                isQueue(type)
                        ? new OfCollections(factory(type, size -> new LinkedList<>()), fitting(Shape.QUEUE, type))
                        : new OfCollections(factory(type, ArrayList::new), fitting(Shape.LIST, type));
            case SET ->
                new OfCollections(factory(type, size -> new LinkedHashSet<>(capacity(size))), fitting(Shape.SET, type));
            case SORTED_SET ->
                new OfCollections(factory(type, size -> new TreeSet<>()), fitting(Shape.SORTED_SET, type));
            case MAP ->
                new OfMaps(factory(type, size -> new LinkedHashMap<>(capacity(size))), fitting(Shape.MAP, type));
            case SORTED_MAP -> new OfMaps(factory(type, size -> new TreeMap<>()), fitting(Shape.SORTED_MAP, type));
            case ARRAY -> type.getComponentType().isPrimitive() ? new OfPrimitives(type) : new OfObjects(type);
            case ONE -> OfOne.OF_ONE;
        };
    }

    /** For a field that is the inverse of a reference. */
    static Containers ofInverse(Container container) {
        return container == Container.ONE ? OfOne.OF_ONE : new OfInverses(container);
    }

    /**
     * For an attribute of a class without Java class: it holds an {@code ArrayList}, a {@code LinkedHashSet}, a {@code TreeSet}, a {@code
     * LinkedHashMap} or a {@code TreeMap}.
     */
    static Containers ofNodes(Container container, @Nullable Element key, Element element) {
        Comparator<Object> order = order(key == null ? element : key);
        return switch (container) {
            case LIST, ARRAY -> new OfCollections(ArrayList::new, Shape.LIST);
            case SET -> new OfCollections(size -> new LinkedHashSet<>(capacity(size)), Shape.SET);
            case SORTED_SET ->
                new OfCollections(
                        size -> order == null ? new LinkedHashSet<>(capacity(size)) : new TreeSet<>(order),
                        Shape.SORTED_SET);
            case MAP -> new OfMaps(size -> new LinkedHashMap<>(capacity(size)), Shape.MAP);
            case SORTED_MAP ->
                new OfMaps(
                        size -> order == null ? new LinkedHashMap<>(capacity(size)) : new TreeMap<>(order),
                        Shape.SORTED_MAP);
            case ONE -> OfOne.OF_ONE;
        };
    }

    /**
     * The same, with a check of the members that the program has added whenever they are visited.
     *
     * @param place the class and the attribute, for messages
     */
    static Containers checked(
            String place, Containers plain, @Nullable Element key, Element element, boolean takesNull) {
        return new Checked(place, plain, key, element, takesNull);
    }

    /** The natural order; null for records and objects, whose order only their Java class knows: they stay as they were stored. */
    private static @Nullable Comparator<Object> order(Element element) {
        if (!(element instanceof Element.Value value)
                || !Comparable.class.isAssignableFrom(value.type().javaClass())) {
            return null;
        }
        List<String> constants = List.copyOf(value.type().storedNames().keySet());
        return Comparator.nullsFirst(
                value.type().isEnum() ? Comparator.comparing(constants::indexOf) : Containers::compareNaturally);
    }

    @SuppressWarnings("unchecked") // values of one class
    private static int compareNaturally(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /**
     * A class of the user's may be faulty.
     *
     * @param returned of that method of the container
     * @throws StoreException {@code bad-value} if it is null
     */
    private static <T> T given(Object container, String method, @Nullable T returned) {
        if (returned == null) {
            throw new StoreException(
                    BAD_VALUE,
                    "found a " + container.getClass().getName() + " whose " + method
                            + "() returns null; expected what " + (container instanceof Map ? "Map" : "Collection")
                            + " promises");
        }
        return returned;
    }

    private static @Nullable Shape fitting(Shape shape, Class<?> type) {
        return shape.fits(type) ? shape : null;
    }

    private static @Nullable Object marker(
            @Nullable Shape shape, boolean isThrowing, String type, long id, String field) {
        return shape == null || !isThrowing ? null : shape.of(type, id, field);
    }

    private static boolean isQueue(Class<?> type) {
        return Queue.class.isAssignableFrom(type);
    }

    private static int capacity(int size) {
        return (int) Math.min(Integer.MAX_VALUE, size * 4L / 3 + 1);
    }

    private static IntFunction<Object> factory(Class<?> type, IntFunction<Object> ofInterface) {
        if (type == ArrayList.class || Modifier.isAbstract(type.getModifiers())) {
            return ofInterface;
        }
        ObjectFactory constructor = ObjectFactory.of(type);
        return size -> constructor.newInstance();
    }

    private static sealed class OfCollections extends Containers permits OfInverses {
        private final IntFunction<Object> factory;
        /** Null if a field cannot hold one that was not loaded. */
        private final @Nullable Shape shape;

        OfCollections(IntFunction<Object> factory, @Nullable Shape shape) {
            this.factory = factory;
            this.shape = shape;
        }

        @Override
        public @Nullable Object notLoaded(boolean isThrowing, String type, long id, String field) {
            return marker(shape, isThrowing, type, id, field);
        }

        @Override
        public int size(Object container) {
            try {
                return container instanceof NotLoaded ? 0 : ((Collection<?>) container).size();
            } catch (NotLoadedException e) { // of a view
                return 0;
            }
        }

        @Override
        public void forEach(Object container, Visitor visitor) {
            Iterator<?> members = iterator(container);
            for (int position = 0; members.hasNext(); position++) {
                visitor.member(position, null, members.next());
            }
        }

        private static Iterator<?> iterator(Object container) {
            try {
                return container instanceof NotLoaded
                        ? Collections.emptyIterator()
                        : given(container, "iterator", ((Collection<?>) container).iterator());
            } catch (NotLoadedException e) { // of a view
                return Collections.emptyIterator();
            }
        }

        /** The iterator notices, as that of {@link #forEach} does, that another thread changes the collection meanwhile. */
        @Override
        public Members members(Object container) {
            if (NotLoaded.isIn(container)) {
                return new Members(null, new Object[0]);
            }
            Iterator<?> before = iterator(container);
            Object[] elements = given(container, "toArray", ((Collection<?>) container).toArray());
            if (elements.length > 0) {
                before.next();
            }
            return new Members(null, elements);
        }

        @Override
        public Object create(int size) {
            return factory.apply(size);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            Collection<Object> collection = (Collection<Object>) container;
            for (int i = from; i < to; i++) {
                collection.add(elements[i]);
            }
        }
    }

    /** A collection that remembers its members once it is filled. */
    private static final class OfInverses extends OfCollections {

        OfInverses(Container container) {
            super(size -> InverseMembers.create(container), container == Container.SET ? Shape.SET : Shape.LIST);
        }

        @Override
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            super.fill(container, keys, elements, from, to);
            ((InverseMembers) container).remember();
        }
    }

    /** The field holds the member itself, or null. */
    private static final class OfOne extends Containers {

        static final Containers OF_ONE = new OfOne();

        @Override
        public int size(Object member) {
            return 1;
        }

        @Override
        public void forEach(Object member, Visitor visitor) {
            visitor.member(0, null, member);
        }

        @Override
        public @Nullable Object empty() {
            return null;
        }

        @Override
        public Object create(int size) {
            throw new IllegalStateException("a field with one object has no container");
        }

        @Override
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            throw new IllegalStateException("a field with one object has no container");
        }
    }

    private static final class OfMaps extends Containers {
        private final IntFunction<Object> factory;
        /** Null if a field cannot hold one that was not loaded. */
        private final @Nullable Shape shape;

        OfMaps(IntFunction<Object> factory, @Nullable Shape shape) {
            this.factory = factory;
            this.shape = shape;
        }

        @Override
        public @Nullable Object notLoaded(boolean isThrowing, String type, long id, String field) {
            return marker(shape, isThrowing, type, id, field);
        }

        @Override
        public int size(Object container) {
            try {
                return container instanceof NotLoaded ? 0 : ((Map<?, ?>) container).size();
            } catch (NotLoadedException e) { // of a view
                return 0;
            }
        }

        @Override
        public void forEach(Object container, Visitor visitor) {
            int position = 0;
            Iterator<? extends Map.Entry<?, ?>> entries = iterator(container);
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = given(container, "entrySet().iterator().next", entries.next());
                visitor.member(position++, entry.getKey(), entry.getValue());
            }
        }

        private static Iterator<? extends Map.Entry<?, ?>> iterator(Object container) {
            try {
                return container instanceof NotLoaded ? Collections.emptyIterator() : entries((Map<?, ?>) container);
            } catch (NotLoadedException e) { // of a view
                return Collections.emptyIterator();
            }
        }

        private static Iterator<? extends Map.Entry<?, ?>> entries(Map<?, ?> map) {
            Set<? extends Map.Entry<?, ?>> entries = given(map, "entrySet", map.entrySet());
            return given(map, "entrySet().iterator", entries.iterator());
        }

        /** The iterator notices, as that of {@link #forEach} does, that another thread changes the map meanwhile. */
        @Override
        public Members members(Object container) {
            if (NotLoaded.isIn(container)) {
                return new Members(new Object[0], new Object[0]);
            }
            Map<?, ?> map = (Map<?, ?>) container;
            Iterator<?> before = entries(map);
            Object[] keys = given(
                    map, "keySet().toArray", given(map, "keySet", map.keySet()).toArray());
            Object[] values = given(
                    map, "values().toArray", given(map, "values", map.values()).toArray());
            if (keys.length > 0) {
                before.next();
            }
            return new Members(keys, values);
        }

        @Override
        public Object create(int size) {
            return factory.apply(size);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            Map<Object, Object> map = (Map<Object, Object>) container;
            Object[] ofEntries = requireNonNull(keys);
            for (int i = from; i < to; i++) {
                map.put(ofEntries[i], elements[i]);
            }
        }
    }

    /** Checks members: no compiler has done so. */
    private static final class Checked extends Containers {
        private final String place;
        private final Containers plain;
        private final @Nullable Element key;
        private final Element element;
        private final boolean takesNull;

        Checked(String place, Containers plain, @Nullable Element key, Element element, boolean takesNull) {
            this.place = place;
            this.plain = plain;
            this.key = key;
            this.element = element;
            this.takesNull = takesNull;
        }

        @Override
        public int size(Object container) {
            return plain.size(container);
        }

        @Override
        public void forEach(Object container, Visitor visitor) {
            plain.forEach(container, (position, k, member) -> {
                if (member == null && !takesNull) {
                    throw new StoreException(
                            BAD_VALUE, place + ": found null as member " + position + "; expected a value");
                }
                visitor.member(
                        position,
                        key == null ? null : NodeValues.checked(place, key, k),
                        NodeValues.checked(place, element, member));
            });
        }

        @Override
        public Members members(Object container) {
            List<Object> keys = new ArrayList<>();
            List<Object> elements = new ArrayList<>(size(container));
            forEach(container, (position, k, member) -> {
                if (key != null) {
                    keys.add(k);
                }
                elements.add(member);
            });
            return new Members(key == null ? null : keys.toArray(), elements.toArray());
        }

        @Override
        public boolean takesNull() {
            return takesNull;
        }

        @Override
        public @Nullable Object empty() {
            return plain.empty();
        }

        /** Null alone would not say that nothing was loaded: an object without Java class gives a new collection in its place. */
        @Override
        public @Nullable Object notLoaded(boolean isThrowing, String type, long id, String field) {
            Object marker = plain.notLoaded(true, type, id, field);
            return marker == null || isThrowing ? marker : NotLoaded.Null.NULL;
        }

        @Override
        public Object create(int size) {
            return plain.create(size);
        }

        @Override
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            plain.fill(container, keys, elements, from, to);
        }
    }

    private static final class OfObjects extends Containers {
        private final Class<?> componentType;

        OfObjects(Class<?> type) {
            this.componentType = type.getComponentType();
        }

        @Override
        public int size(Object container) {
            return ((Object[]) container).length;
        }

        @Override
        public void forEach(Object container, Visitor visitor) {
            Object[] array = (Object[]) container;
            for (int i = 0; i < array.length; i++) {
                visitor.member(i, null, array[i]);
            }
        }

        @Override
        public Object create(int size) {
            return Array.newInstance(componentType, size);
        }

        @Override
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            System.arraycopy(elements, from, (Object[]) container, 0, to - from);
        }
    }

    private static final class OfPrimitives extends Containers {
        private final Class<?> componentType;
        private final MethodHandle getter;
        private final MethodHandle setter;

        OfPrimitives(Class<?> type) {
            this.componentType = type.getComponentType();
            this.getter = MethodHandles.arrayElementGetter(type)
                    .asType(MethodType.methodType(Object.class, Object.class, int.class));
            this.setter = MethodHandles.arrayElementSetter(type)
                    .asType(MethodType.methodType(void.class, Object.class, int.class, Object.class));
        }

        @Override
        public boolean takesNull() {
            return false;
        }

        @Override
        public int size(Object container) {
            return Array.getLength(container);
        }

        @Override
        public void forEach(Object container, Visitor visitor) {
            int length = Array.getLength(container);
            for (int i = 0; i < length; i++) {
                visitor.member(i, null, element(container, i));
            }
        }

        @Override
        public Object create(int size) {
            return Array.newInstance(componentType, size);
        }

        @Override
        public void fill(Object container, Object @Nullable [] keys, Object[] elements, int from, int to) {
            try {
                for (int i = from; i < to; i++) {
                    setter.invokeExact(container, i - from, elements[i]);
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        private Object element(Object container, int index) {
            try {
                return getter.invokeExact(container, index);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

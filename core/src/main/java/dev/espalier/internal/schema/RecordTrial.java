package dev.espalier.internal.schema;

import dev.espalier.error.ModelException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Slot.EmbeddedSlot;
import dev.espalier.internal.schema.Slot.ReferenceSlot;
import dev.espalier.internal.schema.Slot.ValueSlot;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Constructs stored records to see whether their constructors refuse that objects are missing. Objects that are there are replaced by empty ones of
 * their classes, and a constructor may refuse these too; so what it says with all objects and without the missing ones is compared. For one thread.
 */
public final class RecordTrial {

    /** Values of the classes that components have most often. */
    private static final List<Object> SOME = List.of(
            "x",
            true,
            'x',
            (byte) 1,
            (short) 1,
            1,
            1L,
            1f,
            1d,
            BigDecimal.ONE,
            BigInteger.ONE,
            new UUID(0, 1),
            LocalDate.EPOCH,
            LocalTime.NOON,
            LocalDate.EPOCH.atStartOfDay(),
            Instant.EPOCH,
            new byte[1]);

    /** The largest collection that is tried. */
    private static final int MOST_MEMBERS = 4;

    private static final List<Function<Class<?>, @Nullable Object>> VALUES =
            List.of(RecordTrial::zero, RecordTrial::some);

    private final Set<Long> without;
    /** Whether an object is missing wherever a reference is null. */
    private final boolean isNullMissing;
    /** An empty object for each that is there, by id. */
    private final Map<Long, @Nullable Object> standIns = new HashMap<>();

    private RecordTrial(Set<Long> without, boolean isNullMissing) {
        this.without = without;
        this.isNullMissing = isNullMissing;
    }

    /** A trial of records without the objects that have these ids. */
    public static RecordTrial without(Set<Long> ids) {
        return new RecordTrial(ids, false);
    }

    /** A trial of records as they are stored, in which an object is missing wherever a reference is null. */
    public static RecordTrial asStored() {
        return new RecordTrial(Set.of(), true);
    }

    /** Why the constructor refuses the record in these cells without the missing objects; null if it does not, or says the same with them. */
    public @Nullable ModelException refusal(EmbeddedSlot slot, Object[] cells) {
        return refusal(all -> decode(slot, cells, all));
    }

    /**
     * The same for a record that is an object.
     *
     * @param collections the rows of its collections
     */
    public @Nullable ModelException refusal(
            ClassTable table, Object[] row, Function<LinkTable, List<Object[]>> collections) {
        return refusal(all -> construct(table, row, collections, all));
    }

    /** The lack of an object, for which a constructor refuses a record: a reference that is null, or too few members in a collection. */
    public sealed interface Lack {

        /** A reference that is null. */
        record OfReference() implements Lack {}

        /** Too few members. */
        record OfMembers(LinkTable collection) implements Lack {}
    }

    /**
     * Returns the lack for which the constructor refuses a record that is an object; null if it accepts the record, or refuses it for the same reason without a lack.
     *
     * @param collections the rows of its collections
     */
    public @Nullable Lack lack(ClassTable table, Object[] row, Function<LinkTable, List<Object[]>> collections) {
        ModelException refusal = failure(all -> construct(table, row, collections, all), false);
        if (refusal == null) {
            return null;
        }
        if (isCured(refusal, () -> construct(table, row, collections, true))) {
            return new Lack.OfReference();
        }
        for (LinkTable link : table.links()) {
            int found = link.hasObjects() ? collections.apply(link).size() : MOST_MEMBERS;
            for (int more = 1; found + more <= MOST_MEMBERS; more++) {
                int missing = more;
                if (isCured(
                        refusal,
                        () -> constructWith(
                                table,
                                row,
                                other -> other == link
                                        ? filled(link, collections.apply(link), missing)
                                        : collection(other, collections.apply(other), true),
                                true))) {
                    return new Lack.OfMembers(link);
                }
            }
        }
        return null;
    }

    /** Whether the constructor says something else when a lack is filled. A set whose members have no hash code as empty objects shows nothing. */
    private static boolean isCured(ModelException refusal, Runnable construct) {
        try {
            construct.run();
            return true;
        } catch (ModelException e) {
            return !Objects.equals(e.getMessage(), refusal.getMessage());
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** A collection with more members than are stored. */
    private Object filled(LinkTable link, List<Object[]> rows, int more) {
        if (rows.isEmpty()) {
            return collection(link, more, RecordTrial::some);
        }
        List<Object[]> filled = new ArrayList<>(rows);
        filled.addAll(
                Collections.nCopies(more, new Object[link.table().columns().size()]));
        return collection(link, filled, true);
    }

    /** @param construct constructs the record, with all objects or without the missing ones */
    private static @Nullable ModelException refusal(Consumer<Boolean> construct) {
        ModelException refusal = failure(construct, false);
        if (refusal == null) {
            return null;
        }
        ModelException asItIs = failure(construct, true);
        return asItIs == null || !Objects.equals(asItIs.getMessage(), refusal.getMessage()) ? refusal : null;
    }

    /**
     * Whether the constructor may refuse null for a component that refers to an object. It is called with an empty object for each other one, and with 0, false or null for
     * values; if it refuses these, with others. If it refuses those, too, nothing is known, and the object counts as required.
     */
    public static boolean mayRequire(EmbeddedSlot slot, ReferenceSlot reference) {
        Function<Class<?>, @Nullable Object> values =
                constructs(slot, null, RecordTrial::zero) ? RecordTrial::zero : RecordTrial::some;
        return !constructs(slot, reference, values);
    }

    /** The same for a record that is an object. Its collections are empty; if the constructor refuses that, they have some members. */
    public static boolean mayRequire(ClassTable table, ReferenceSlot reference) {
        for (int members = 0; members <= MOST_MEMBERS; members++) {
            int size = members;
            for (Function<Class<?>, @Nullable Object> values : VALUES) {
                if (constructs(table, null, values, link -> size)) {
                    return !constructs(table, reference, values, link -> size);
                }
            }
        }
        return true;
    }

    /**
     * Returns the least number of members with which the constructor of the owner, a record that is an object, accepts a collection. Up to {@link #MOST_MEMBERS} are
     * tried. If the constructor refuses each trial, one member counts as required.
     */
    public static int fewest(ClassTable table, LinkTable collection) {
        for (int members = 0; members <= MOST_MEMBERS; members++) {
            for (int others = 0; others <= MOST_MEMBERS; others++) {
                int size = members;
                int ofOthers = others;
                for (Function<Class<?>, @Nullable Object> values : VALUES) {
                    if (constructs(table, null, values, link -> link == collection ? size : ofOthers)) {
                        return members;
                    }
                }
            }
        }
        return 1;
    }

    private static boolean constructs(
            ClassTable table,
            @Nullable ReferenceSlot without,
            Function<Class<?>, @Nullable Object> values,
            ToIntFunction<LinkTable> sizes) {
        PersistentClass type = table.type();
        @Nullable Object[] attributes = new Object[type.attributes().size()];
        try {
            for (int i = 0; i < attributes.length; i++) {
                Attribute attribute = type.attributes().get(i);
                if (!(attribute instanceof CollectionAttribute collection)) {
                    attributes[i] = component(table.slot(attribute), without, values);
                } else if (collection.isInverse()) {
                    attributes[i] = collection.containers().empty();
                } else {
                    LinkTable link = table.link(collection);
                    attributes[i] = collection(link, sizes.applyAsInt(link), values);
                }
            }
            type.construct(attributes, 1, 0);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** A collection of that many members; fewer if they are equal. */
    private static Object collection(LinkTable link, int size, Function<Class<?>, @Nullable Object> values) {
        @Nullable Object[] keys = new Object[size];
        @Nullable Object[] elements = new Object[size];
        for (int i = 0; i < size; i++) {
            keys[i] = link.key() == null ? null : component(link.key(), null, values);
            elements[i] = component(link.element(), null, values);
        }
        return filled(link, keys, elements);
    }

    private static Object filled(LinkTable link, @Nullable Object[] keys, @Nullable Object[] elements) {
        Object container = link.attribute().containers().create(elements.length);
        link.attribute().containers().fill(container, link.key() == null ? null : keys, elements, 0, elements.length);
        return container;
    }

    private static @Nullable Object component(
            Slot slot, @Nullable ReferenceSlot without, Function<Class<?>, @Nullable Object> values) {
        if (slot instanceof ValueSlot value) {
            return values.apply(value.type().javaClass());
        }
        return slot instanceof ReferenceSlot reference && !reference.equals(without)
                ? standIn(reference.target())
                : null;
    }

    private static boolean constructs(
            EmbeddedSlot slot, @Nullable ReferenceSlot without, Function<Class<?>, @Nullable Object> values) {
        @Nullable Object[] components = new Object[slot.components().size()];
        for (int i = 0; i < components.length; i++) {
            components[i] = component(slot.components().get(i), without, values);
        }
        try {
            slot.type().construct(components);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** A value that few constructors refuse; null for a class that it knows none of. */
    private static @Nullable Object some(Class<?> type) {
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants.length == 0 ? null : constants[0];
        }
        return SOME.stream()
                .filter(value -> MethodType.methodType(type).wrap().returnType().isInstance(value))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    private static @Nullable ModelException failure(Consumer<Boolean> construct, boolean all) {
        try {
            construct.accept(all);
            return null;
        } catch (ModelException e) {
            return e;
        } catch (RuntimeException e) {
            // A value that cannot be read, or a set whose members have no hash code as empty objects: nothing is said.
            return null;
        }
    }

    private Object construct(ClassTable table, Object[] row, Function<LinkTable, List<Object[]>> rows, boolean all) {
        return constructWith(table, row, link -> collection(link, rows.apply(link), all), all);
    }

    private Object constructWith(ClassTable table, Object[] row, Function<LinkTable, Object> collections, boolean all) {
        PersistentClass type = table.type();
        Object[] values = new Object[type.attributes().size()];
        for (int i = 0; i < values.length; i++) {
            Attribute attribute = type.attributes().get(i);
            if (!(attribute instanceof CollectionAttribute collection)) {
                values[i] = decode(table.slot(attribute), row, all);
            } else if (collection.isInverse()) {
                values[i] = collection.containers().empty();
            } else {
                values[i] = collections.apply(table.link(collection));
            }
        }
        return type.construct(values, (Long) row[ClassTable.ID], Math.toIntExact((Long) row[ClassTable.VERSION]));
    }

    private Object collection(LinkTable link, List<Object[]> rows, boolean all) {
        List<Object> keys = new ArrayList<>();
        List<Object> elements = new ArrayList<>();
        for (Object[] row : rows) {
            if (all
                    || link.slots().stream()
                            .noneMatch(slot -> slot instanceof ReferenceSlot && isGone(row[slot.at()]))) {
                keys.add(link.key() == null ? null : decode(link.key(), row, all));
                elements.add(decode(link.element(), row, all));
            }
        }
        return filled(link, keys.toArray(), elements.toArray());
    }

    private boolean isGone(@Nullable Object id) {
        return id != null && without.contains((Long) id);
    }

    private @Nullable Object decode(Slot slot, Object[] cells, boolean all) {
        if (slot instanceof ValueSlot value) {
            return value.type().decode(cells, value.at());
        }
        if (slot instanceof ReferenceSlot reference) {
            Long id = (Long) cells[reference.at()];
            if (id == null && isNullMissing && all) {
                return standIn(reference.target());
            }
            return id == null || isGone(id) && !all
                    ? null
                    : standIns.computeIfAbsent(id, missing -> standIn(reference.target()));
        }
        EmbeddedSlot embedded = (EmbeddedSlot) slot;
        if (cells[embedded.witness()] == null) {
            return null;
        }
        return embedded.type()
                .construct(embedded.components().stream()
                        .map(component -> decode(component, cells, all))
                        .toArray());
    }

    /** Null if only records can be there. */
    private static @Nullable Object standIn(PersistentClass target) {
        return target.concreteClasses().stream()
                .filter(type -> !type.isRecord())
                .findFirst()
                .map(PersistentClass::newInstance)
                .orElse(null);
    }
}

package dev.espalier;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.model.Containers;
import dev.espalier.internal.query.CollectionName;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.store.ObjectStore;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The members of one collection of one object, read in pages: neither the object nor the rest of the collection is loaded. See {@link Database#members} and
 * {@link Database#entries}. Immutable and safe for concurrent use: each method that configures it returns a new one. Those of a {@link Transaction} are for its
 * thread, until it ends.
 *
 * <p>The order, on every engine:
 *
 * <ul>
 *   <li>Lists and arrays have their own order. Sets and maps that keep an order, sorted ones too, have the one in which they were stored.
 *   <li>A {@code HashSet} and a {@code HashMap} have no order. Their members have places in the database, and keep them until one is removed.
 *   <li>An inverse collection ({@link dev.espalier.annotation.InverseOf}) has the order of its members' ids.
 * </ul>
 *
 * <p>A page is found by the positions of its members, and reads no others. Of an inverse collection, it also reads the index entries of those before; if its
 * members are of several classes, those of all.
 *
 * @param <M> the class of the members, or one above; of a map its entries
 */
public final class Members<M> {

    private final ObjectStore store;
    private final Supplier<ReadScope> scope;
    private final CollectionName name;
    private final Function<Containers.Members, @Nullable Object[]> form;
    private final LoadBounds bounds;

    private Members(
            ObjectStore store,
            Supplier<ReadScope> scope,
            CollectionName name,
            Function<Containers.Members, @Nullable Object[]> form,
            LoadBounds bounds) {
        this.store = store;
        this.scope = scope;
        this.name = name;
        this.form = form;
        this.bounds = bounds;
    }

    /** @param scope where a call reads: in its thread's transaction, or in a snapshot of its own */
    static <M> Members<M> of(ObjectStore store, Supplier<ReadScope> scope, CollectionName name) {
        return new Members<>(store, scope, name, Containers.Members::elements, LoadBounds.UNSAID);
    }

    /** The same for a map. */
    static <K, V> Members<Map.Entry<K, V>> ofMap(ObjectStore store, Supplier<ReadScope> scope, CollectionName name) {
        return new Members<>(store, scope, name, Members::entries, LoadBounds.UNSAID);
    }

    private static @Nullable Object[] entries(Containers.Members found) {
        Object[] keys = Objects.requireNonNull(found.keys(), "a map has keys");
        @Nullable Object[] entries = new @Nullable Object[found.elements().length];
        for (int at = 0; at < entries.length; at++) {
            entries[at] = new SimpleImmutableEntry<>(keys[at], found.elements()[at]);
        }
        return entries;
    }

    /**
     * Sets which part of the structure of each member is loaded; by default all of it, or what the {@linkplain dev.espalier.annotation.Bounds bounds of the members' class}
     * leave of it. If a map has objects on both sides, the bounds of the values' class count.
     *
     * @param within for example {@code bounds -> bounds.stopAt("product")}; its paths and its depth begin at the members, embedded
     *     records too. A member that refers back to its owner loads the collections of that, unless the bounds leave the owner out
     * @return new members
     */
    public Members<M> bounds(UnaryOperator<LoadBounds> within) {
        return new Members<>(store, scope, name, form, within.apply(bounds));
    }

    /**
     * Returns members of which the library remembers nothing; see {@link Query#untracked}.
     *
     * @return new members
     */
    public Members<M> untracked() {
        return new Members<>(store, () -> scope.get().untracked(), name, form, bounds);
    }

    /**
     * Returns some members that follow each other, with their structures, from one snapshot. Members whose objects this program cannot find are left out, as in the
     * loaded collection, so a page may have fewer members than were asked for, though others follow.
     *
     * @param from how many members stand before; 0 for the first page
     * @param count how many members are wanted
     * @return the members in their order, with null for a member that is null. The list is empty if {@code from} is not less than the number of members
     * @throws IllegalArgumentException if {@code from} or {@code count} is negative
     * @throws dev.espalier.error.NotFoundException if the owner is not in the database
     * @throws dev.espalier.error.QueryException if the owner has no such collection, or its members are of another class; {@code wrong-type} also for a map whose members, and for
     *     anything else whose entries are asked for
     * @throws dev.espalier.error.LimitException if the page has more members than {@link LoadBounds#maxObjects}, or they lead to more objects
     */
    @SuppressWarnings("unchecked") // the class was checked
    public List<M> list(long from, int count) {
        requireNotNegative("from", from);
        requireNotNegative("count", count);
        Bounds within = bounds.bounds();
        return (List<M>) Collections.unmodifiableList(
                Arrays.asList(form.apply(store.members(scope.get(), name, from, count, within))));
    }

    /**
     * Returns how many members the collection has. For a stored collection, that is one look into an index; those of an inverse collection are counted.
     *
     * @return their number, those included whose objects this program cannot find
     * @throws dev.espalier.error.NotFoundException if the owner is not in the database
     * @throws dev.espalier.error.QueryException as {@link #list}
     */
    public long count() {
        return store.countMembers(scope.get(), name);
    }

    private static void requireNotNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " " + value + "; at least 0 is expected");
        }
    }
}

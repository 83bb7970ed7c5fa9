package dev.espalier.internal.write;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.write.MemberBlocks.Changed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * All rows that one call writes. Data only: it can be sent several times.
 *
 * @param inserts new rows by table, each table's by key; classes before collections
 * @param updates changed objects, by table and id, so that any two sets take their locks in the same order
 * @param references what the new objects refer to that stood in the database before, by id
 * @param named the stored objects that the caller has named and that may be parts, by id with their classes: taken from their owners, they stay
 */
public record WriteSet(
        Map<Table, List<Object[]>> inserts,
        List<Update> updates,
        Map<Long, Reference> references,
        Map<Long, PersistentClass> named)
        implements Write {

    /** What the program knows of the stored object. */
    public enum Basis {
        /** The content: only changes are sent. */
        KNOWN,
        /** The version at most: the stored content is read and compared; differences are sent if the version is known. */
        COMPARED,
        /** Nothing that matters: the stored content is replaced, whatever its version is. */
        NONE
    }

    /**
     * An object that stands in the database.
     *
     * @param version the version it was loaded or stored with before the transaction; {@link VersionAccess#UNKNOWN} if it is not known, never for {@link Basis#KNOWN}
     * @param row its row as it shall be, whose version is not read; null if its columns have not changed
     * @param changed the places of the columns that differ from the stored row; null if any may differ
     * @param uniquesChanged whether the row may have another value in a {@code @Unique} field
     * @param notLoaded the attributes that must stay as they are; null for none
     * @param collections those that may have changed, as they shall be
     * @param references what the row refers to that stood in the database before, by id; empty if the row's references have not changed
     */
    public record Update(
            ClassTable table,
            long id,
            Basis basis,
            int version,
            Object @Nullable [] row,
            @Nullable BitSet changed,
            boolean uniquesChanged,
            @Nullable BitSet notLoaded,
            List<Members> collections,
            Map<Long, Reference> references) {}

    /**
     * A whole collection of one owner.
     *
     * @param references what it refers to that stood in the database before, by id
     * @param stored its rows as they stood when the owner had the version it is updated from; null if they are not known
     * @param changed where they differ from the rows as they stood then; null if that is not known either
     * @param isOrdered whether the order of the rows belongs to what the collection holds
     */
    public record Members(
            LinkTable table,
            List<Object[]> rows,
            Map<Long, Reference> references,
            @Nullable List<Object[]> stored,
            @Nullable Changed changed,
            boolean isOrdered) {

        Members with(Map<Long, Reference> others) {
            return new Members(table, rows, others, stored, changed, isOrdered);
        }

        /** This change and a later one of the same collection. */
        Members and(Members later) {
            return new Members(
                    later.table,
                    later.rows,
                    later.references,
                    stored,
                    changed == null || later.changed == null ? null : changed.and(later.changed),
                    later.isOrdered);
        }
    }

    /** Whether there is nothing to write. */
    public boolean isEmpty() {
        return inserts.isEmpty() && updates.isEmpty();
    }

    /** Whether the database has to be asked what has changed. */
    public boolean asks() {
        for (Update update : updates) {
            if (update.basis() != Basis.KNOWN) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a transaction that reads a snapshot can send the set like one that reads the latest state: every row that matters shows by
     * version, key or lock whether it still is as in the snapshot.
     *
     * @param isInSnapshot whether the object with that id was read in the snapshot
     */
    public boolean fits(LongPredicate isInSnapshot) {
        Set<Long> changed = new HashSet<>();
        updates.forEach(update -> changed.add(update.id()));
        LongPredicate isKnown = id -> changed.contains(id) || isInSnapshot.test(id);
        for (Update update : updates) {
            if (!fits(update, isInSnapshot, isKnown)) {
                return false;
            }
        }
        return all(references, isKnown);
    }

    private static boolean fits(Update update, LongPredicate isInSnapshot, LongPredicate isKnown) {
        if (update.basis() != Basis.KNOWN
                || update.uniquesChanged()
                || !update.collections().isEmpty() && !isInSnapshot.test(update.id())
                || !all(update.references(), isKnown)) {
            return false;
        }
        for (Members members : update.collections()) {
            if (!all(members.references(), isKnown)) {
                return false;
            }
        }
        return true;
    }

    private static boolean all(Map<Long, Reference> references, LongPredicate isKnown) {
        for (long id : references.keySet()) {
            if (!isKnown.test(id)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether it may give stored parts to owners, or take parts from owners. Then the database has to be asked for other owners, in its latest state.
     */
    public boolean changesParts(Schema schema) {
        return PartGathering.changesParts(schema, this);
    }

    /** The order in which updates are sent. */
    static final Comparator<Update> ORDER =
            Comparator.<Update, String>comparing(u -> u.table().table().name()).thenComparingLong(Update::id);

    /** Merges consecutive sets into one. For one thread. */
    public static final class Union {

        private final Map<Table, List<Object[]>> inserts = new LinkedHashMap<>();
        private final Set<Object> inserted = new HashSet<>();
        private final Map<Long, Update> updates = new LinkedHashMap<>();
        private final Map<Long, Reference> references = new HashMap<>();
        private final Map<Long, PersistentClass> named = new HashMap<>();

        /**
         * Whether the set can be sent together with those before: it must not update what these insert, nor take a part that they name from its owner, for
         * a part stays only if the same set or a later one names it.
         */
        public boolean takes(WriteSet set) {
            for (Update update : set.updates) {
                if (!named.isEmpty() && mayTakeParts(update)
                        || inserted.contains(update.id())
                        || !takes(updates.get(update.id()), update)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean mayTakeParts(Update update) {
            return update.collections().stream()
                            .anyMatch(members -> members.table().attribute().isPart())
                    || update.row() != null
                            && update.table().fields().stream()
                                    .anyMatch(field -> field.attribute().isPart()
                                            && (update.changed() == null
                                                    || update.changed()
                                                            .get(field.slot().at())));
        }

        private static boolean takes(@Nullable Update before, Update update) {
            return before == null
                    || before.basis() == Basis.KNOWN
                            && update.basis() == Basis.KNOWN
                            && Objects.equals(before.notLoaded(), update.notLoaded());
        }

        /** Adds a set that it takes. */
        public void add(WriteSet set) {
            references.putAll(withoutInserted(set.references));
            named.putAll(set.named);
            named.keySet().removeAll(inserted);
            set.inserts.forEach((table, rows) -> {
                inserts.computeIfAbsent(table, t -> new ArrayList<>()).addAll(rows);
                rows.forEach(row -> inserted.add(row[ClassTable.ID]));
            });
            set.updates.forEach(update -> updates.merge(update.id(), withoutInserted(update), Union::both));
        }

        private Update withoutInserted(Update update) {
            if (inserted.isEmpty()) {
                return update;
            }
            return new Update(
                    update.table(),
                    update.id(),
                    update.basis(),
                    update.version(),
                    update.row(),
                    update.changed(),
                    update.uniquesChanged(),
                    update.notLoaded(),
                    update.collections().stream()
                            .map(members -> members.with(withoutInserted(members.references())))
                            .toList(),
                    withoutInserted(update.references()));
        }

        /** What stood in the database before all of these sets. */
        private Map<Long, Reference> withoutInserted(Map<Long, Reference> some) {
            if (inserted.isEmpty() || some.isEmpty()) {
                return some;
            }
            Map<Long, Reference> rest = new HashMap<>(some);
            rest.keySet().removeAll(inserted);
            return rest;
        }

        /** As the later one says, if it says something. */
        private static Update both(Update before, Update after) {
            Map<LinkTable, Members> collections = new LinkedHashMap<>();
            before.collections().forEach(members -> collections.put(members.table(), members));
            after.collections().forEach(members -> collections.merge(members.table(), members, Members::and));
            Map<Long, Reference> references = new HashMap<>(before.references());
            references.putAll(after.references());
            return new Update(
                    before.table(),
                    before.id(),
                    before.basis(),
                    before.version(),
                    after.row() == null ? before.row() : after.row(),
                    changed(before, after),
                    before.uniquesChanged() || after.uniquesChanged(),
                    before.notLoaded(),
                    List.copyOf(collections.values()),
                    references);
        }

        /** The columns that one of the two changes. */
        private static @Nullable BitSet changed(Update before, Update after) {
            if (before.row() == null) {
                return after.changed();
            }
            if (after.row() == null || before.changed() == null) {
                return before.changed();
            }
            if (after.changed() == null) {
                return null;
            }
            BitSet both = (BitSet) before.changed().clone();
            both.or(after.changed());
            return both;
        }

        public WriteSet toSet() {
            return new WriteSet(inserts, updates.values().stream().sorted(ORDER).toList(), references, named);
        }
    }
}

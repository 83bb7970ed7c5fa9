package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.TWO_OWNERS;

import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps parts with their owners, within a transaction of the database: a part has one owner at most, is deleted with it, and is deleted if a store has left it
 * without one. For one thread.
 *
 * <p>Whoever gives a stored part to an owner locks its row first. So of two transactions that give it to different owners the second one sees what the first
 * one has done.
 */
final class PartSender {

    private final Referrers links;
    private final Schema schema;
    private final StoredLayout stored;
    private final Session session;
    private final Versions versions;

    /** Parts whose rows are locked, with their tables, and the owners that objects have since then. */
    private record Locked(Map<Long, DeletedTable> tables, Map<Long, List<StoredParts.Owner>> owners) {}

    PartSender(Referrers links, StoredLayout stored, Session session, Versions versions) {
        this.links = links;
        this.schema = links.schema();
        this.stored = stored;
        this.session = session;
        this.versions = versions;
    }

    /** Locks the rows of parts that have got an owner, and returns the ids of those that exist. */
    Set<Long> lock() {
        if (!versions.hasParts()) {
            return Set.of();
        }
        Map<Long, Set<String>> unlocked = versions.parts().takeUnlocked();
        if (unlocked.isEmpty()) {
            return Set.of();
        }
        Map<String, Set<Long>> ids = StoredParts.byName(unlocked);
        Set<Long> locked = new HashSet<>();
        schema.classTables().stream()
                .filter(table -> ids.containsKey(table.table().name()))
                .sorted(Comparator.comparing(table -> table.table().name()))
                .forEach(table -> locked.addAll(RowLocks.hold(
                                session, table, ids.getOrDefault(table.table().name(), Set.of()), RowLock.CHANGE)
                        .keySet()));
        return locked;
    }

    /**
     * Deletes the parts that are left without an owner, and refuses second owners. To be called when all writes of the transaction were sent.
     *
     * @throws StoreException {@code two-owners}
     */
    void complete() {
        if (!versions.hasParts()) {
            return;
        }
        PartChanges changes = versions.parts();
        Map<Long, Set<String>> given = changes.given();
        Map<Long, Set<String>> taken = changes.takeTaken();
        if (given.isEmpty() && taken.isEmpty()) {
            changes.clear();
            return;
        }
        StoredLayout.Look look = stored.look(session);
        Map<Long, List<StoredParts.Owner>> owners;
        do {
            Locked locked = lockTaken(look, taken, given);
            owners = locked.owners();
            Map<Long, DeletedTable> left = locked.tables();
            left.keySet().removeAll(owners.keySet());
            left.keySet().removeIf(changes::isKept);
            if (!left.isEmpty()) {
                changes.byWrite(left)
                        .forEach((write, some) -> new DeletionSender(links, stored, session, versions)
                                .deleteParts(look, byTable(some), changes.namedSince(write)));
                // An object that is deleted for want of an owner may have been the former owner of a part.
                owners = parts(look).owners(given);
            }
            // It may have been the key of a part, too.
            taken = changes.takeTaken();
        } while (!taken.isEmpty());
        StoredParts parts = parts(look);
        for (Map.Entry<Long, Set<String>> part : given.entrySet()) {
            requireOne(parts, part.getKey(), part.getValue(), owners.getOrDefault(part.getKey(), List.of()));
        }
        changes.clear();
    }

    private StoredParts parts(StoredLayout.Look look) {
        return new StoredParts(schema, session, look.layout());
    }

    private Locked lockTaken(StoredLayout.Look look, Map<Long, Set<String>> taken, Map<Long, Set<String>> given) {
        Map<Long, Set<String>> asked = new TreeMap<>(taken);
        given.forEach((part, tables) -> asked.merge(part, tables, PartChanges::both));
        Locked locked;
        do {
            locked = lockForDeletion(look, parts(look).ofAllPrograms(taken), asked);
        } while (locked == null);
        return locked;
    }

    private void requireOne(StoredParts parts, long part, Set<String> tables, List<StoredParts.Owner> owners) {
        List<StoredParts.Owner> rising = owners.stream()
                .sorted(Comparator.comparingLong(StoredParts.Owner::id))
                .toList();
        if (rising.isEmpty()
                || rising.get(0).id() == rising.get(rising.size() - 1).id()) {
            return;
        }
        throw new StoreException(
                TWO_OWNERS,
                parts.nameOf(tables, part) + " " + part + ": found two owners, " + title(parts, rising.get(0)) + " and "
                        + title(parts, rising.get(rising.size() - 1))
                        + "; expected one, because it is a part of its owner. Take it out of one of them and store both,"
                        + " or store a copy");
    }

    private static String title(StoredParts parts, StoredParts.Owner owner) {
        return parts.nameOf(owner.link().owners(), owner.id()) + " " + owner.id() + " (" + parts.relation(owner.link())
                + ")";
    }

    /**
     * Locks the rows of parts, and asks behind that in the same round trip who owns them: who gives one to an owner has to wait, and finds it deleted.
     *
     * @param asked whose owners are asked for
     * @return null if another program has added tables: with these all has to be asked again
     */
    private @Nullable Locked lockForDeletion(
            StoredLayout.Look look, Map<Long, Set<String>> parts, Map<Long, Set<String>> asked) {
        StoredParts stored = new StoredParts(schema, session, look.layoutBehindLocks());
        Locked locked = new Locked(new TreeMap<>(), new TreeMap<>());
        List<Reading> readings = new ArrayList<>();
        stored.byTable(parts)
                .forEach((table, ids) -> readings.addAll(RowLocks.readings(
                        session,
                        table.table(),
                        ids,
                        RowLock.DELETE,
                        row -> locked.tables().put(row.getLong(1), table))));
        readings.addAll(look.question());
        readings.addAll(stored.ownersOf(asked, locked.owners()));
        session.query(readings);
        return look.isRight() ? locked : null;
    }

    private static Map<DeletedTable, Set<Long>> byTable(Map<Long, DeletedTable> tables) {
        Map<DeletedTable, Set<Long>> byTable = new TreeMap<>();
        tables.forEach((id, table) ->
                byTable.computeIfAbsent(table, t -> new TreeSet<>()).add(id));
        return byTable;
    }

    /**
     * Objects whose rows are locked, together with all their parts and the parts of these, whose rows are locked by it.
     *
     * @param look whose layout is right
     * @param named by the caller, so that they outlive their owners
     */
    Map<DeletedTable, Set<Long>> withParts(
            StoredLayout.Look look, Map<DeletedTable, Set<Long>> owners, Set<Long> named) {
        return withParts(look, owners, named, parts(look).parts(owners, named));
    }

    /**
     * The same.
     *
     * @param parts of the objects, not those of the parts
     */
    Map<DeletedTable, Set<Long>> withParts(
            StoredLayout.Look look,
            Map<DeletedTable, Set<Long>> owners,
            Set<Long> named,
            Map<Long, Set<String>> parts) {
        Map<DeletedTable, Set<Long>> all = new TreeMap<>();
        owners.forEach((table, ids) -> all.put(table, new TreeSet<>(ids)));
        Set<Long> deleted = new HashSet<>();
        owners.values().forEach(deleted::addAll);
        Map<Long, Set<String>> found = parts;
        found.keySet().removeAll(deleted);
        while (!found.isEmpty()) {
            Locked locked = lockForDeletion(look, found, found);
            if (locked == null) {
                return withParts(look, owners, named);
            }
            Map<Long, DeletedTable> gone = locked.tables();
            gone.keySet().removeAll(StoredParts.ownedByOthers(locked.owners(), deleted));
            Map<DeletedTable, Set<Long>> byTable = byTable(gone);
            byTable.forEach((table, ids) ->
                    all.computeIfAbsent(table, t -> new TreeSet<>()).addAll(ids));
            deleted.addAll(gone.keySet());
            versions.parts().deleted(gone.keySet());
            found = parts(look).parts(byTable, named);
            found.keySet().removeAll(deleted);
        }
        return all;
    }
}

package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.TWO_OWNERS;

import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Schema;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps parts with their owners, within a transaction of the database: a part has one owner at most, is deleted with it, and is deleted if a store has left it
 * without one. For one thread.
 *
 * <p>Whoever gives a stored part to an owner locks its row first. So of two transactions that give it to different owners the second one sees what the first
 * one has done.
 */
final class PartSender {

    private final Schema schema;
    private final StoredLayout stored;
    private final Session session;
    private final Versions versions;

    PartSender(Schema schema, StoredLayout stored, Session session, Versions versions) {
        this.schema = schema;
        this.stored = stored;
        this.session = session;
        this.versions = versions;
    }

    /** Locks the rows of parts that have got an owner, and returns the ids of those that exist. */
    Set<Long> lock() {
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
        PartChanges changes = versions.parts();
        Map<Long, Set<String>> given = changes.given();
        Map<Long, Set<String>> taken = changes.takeTaken();
        if (given.isEmpty() && taken.isEmpty()) {
            changes.clear();
            return;
        }
        StoredLayout.Look look = stored.look(session);
        StoredParts parts = StoredParts.current(schema, session, look);
        Map<Long, List<StoredParts.Owner>> owners;
        do {
            // Their rows are locked before their owners are looked for: who gives one to an owner has to wait, and
            // finds
            // it deleted.
            Map<Long, DeletedTable> left = lockForDeletion(parts, parts.ofAllPrograms(taken));
            Map<Long, Set<String>> asked = new TreeMap<>(taken);
            given.forEach((part, tables) -> asked.merge(part, tables, PartChanges::both));
            owners = parts.owners(asked);
            left.keySet().removeAll(owners.keySet());
            left.keySet().removeIf(changes::isKept);
            if (!left.isEmpty()) {
                changes.byWrite(left)
                        .forEach((write, some) -> new DeletionSender(session, versions)
                                .deleteParts(schema, stored, look, byTable(some), changes.namedSince(write)));
                // An object that is deleted for want of an owner may have been the former owner of a part.
                owners = parts.owners(given);
            }
            // It may have been the key of a part, too.
            taken = changes.takeTaken();
        } while (!taken.isEmpty());
        for (Map.Entry<Long, Set<String>> part : given.entrySet()) {
            requireOne(parts, part.getKey(), part.getValue(), owners.getOrDefault(part.getKey(), List.of()));
        }
        changes.clear();
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

    /** Locks the rows of parts, and returns the table of each one that exists. */
    private Map<Long, DeletedTable> lockForDeletion(StoredParts stored, Map<Long, Set<String>> parts) {
        Map<Long, DeletedTable> tables = new TreeMap<>();
        stored.byTable(parts)
                .forEach((table, ids) -> RowLocks.take(session, table.table(), ids, RowLock.DELETE)
                        .keySet()
                        .forEach(id -> tables.put(id, table)));
        return tables;
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
        Map<DeletedTable, Set<Long>> all = new TreeMap<>();
        owners.forEach((table, ids) -> all.put(table, new TreeSet<>(ids)));
        StoredParts parts = new StoredParts(schema, session, look.layout());
        if (!parts.isAny()) {
            return all;
        }
        Set<Long> deleted = new HashSet<>();
        owners.values().forEach(deleted::addAll);
        Map<String, Set<Long>> level = StoredParts.named(owners);
        while (!level.isEmpty()) {
            Map<Long, Set<String>> found = parts.parts(level, named);
            found.keySet().removeAll(deleted);
            Map<Long, DeletedTable> gone = lockForDeletion(parts, found);
            gone.keySet().removeAll(parts.ownedByOthers(found, deleted));
            Map<DeletedTable, Set<Long>> byTable = byTable(gone);
            byTable.forEach((table, ids) ->
                    all.computeIfAbsent(table, t -> new TreeSet<>()).addAll(ids));
            deleted.addAll(gone.keySet());
            versions.parts().deleted(gone.keySet());
            level = StoredParts.named(byTable);
        }
        return all;
    }
}

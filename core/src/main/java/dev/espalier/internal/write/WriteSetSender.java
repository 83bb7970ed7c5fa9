package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sends a write set through one session, inside a transaction that its caller has begun and will commit. */
final class WriteSetSender {

    private static final BitSet NO_COLUMNS = new BitSet();
    private static final Object[] NO_ROW = {};

    private final Schema schema;
    private final Session session;
    private final RowUpdates updates;
    private final InsertTexts texts;
    private final Versions versions;
    private final NewReferences references;
    private final List<MemberChange> memberChanges = new ArrayList<>();

    /**
     * An object that differs from what is stored.
     *
     * @param row its new row; null if only collections differ
     */
    private record Change(WriteSet.Update update, Object @Nullable [] row, List<WriteSet.Members> collections) {}

    /**
     * @param updates the texts of updates
     * @param texts the texts of inserts
     */
    WriteSetSender(
            Schema schema,
            Session session,
            RowUpdates updates,
            InsertTexts texts,
            Versions versions,
            NewReferences references) {
        this.schema = schema;
        this.updates = updates;
        this.texts = texts;
        this.references = references;
        this.session = session;
        this.versions = versions;
    }

    /**
     * Sends all of it: changed rows first, which locks them.
     *
     * @param later what the transaction is going to do after it
     * @throws StoreException {@code stale} if an object was changed by someone else since it was loaded
     * @throws NotFoundException if an object is gone
     */
    void send(WriteSet set, List<Write> later) {
        try (Inserts inserts = new Inserts(session, texts)) {
            references.add(set.references());
            name(set);
            new UniqueMoves(session).makeRoom(set, later);
            StoredContent stored = StoredContent.of(session, set);
            List<Change> changes = changes(set, stored);
            PartGathering parts = new PartGathering(schema, session, versions);
            parts.inserts(set.inserts());
            parts.rows(changedRows(changes));
            updateRows(changes);
            changes.forEach(this::compare);
            memberChanges.forEach(parts::members);
            updateMembers(inserts);
            set.inserts().forEach(inserts::send);
        }
    }

    private List<Change> changes(WriteSet set, StoredContent stored) {
        List<Change> changes = new ArrayList<>(set.updates().size());
        for (WriteSet.Update update : set.updates()) {
            Change change = change(update, stored);
            if (change != null) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static List<WriteSet.Update> changedRows(List<Change> changes) {
        List<WriteSet.Update> rows = new ArrayList<>(changes.size());
        for (Change change : changes) {
            if (change.row() != null) {
                rows.add(change.update());
            }
        }
        return rows;
    }

    private void name(WriteSet set) {
        set.named().forEach((id, type) -> {
            if (versions.deletedParts().contains(id)) {
                throw StoreErrors.notFound(type, id);
            }
        });
        if (!set.named().isEmpty()) {
            versions.parts().name(set.named().keySet());
        }
    }

    /** The write that is left; null if the object was compared with the stored one and is the same. */
    private @Nullable Change change(WriteSet.Update update, StoredContent stored) {
        if (update.basis() == WriteSet.Basis.KNOWN) {
            return new Change(update, update.row(), update.collections());
        }
        Object[] found = stored.row(update.table(), update.id());
        if (found == null) {
            versions.miss(update.id());
            throw StoreErrors.notFound(update.table().type(), update.id());
        }
        int version = Math.toIntExact((Long) found[ClassTable.VERSION]);
        int expected =
                update.version() == VersionAccess.UNKNOWN ? version : versions.now(update.id(), update.version());
        if (version != expected) {
            versions.miss(update.id(), expected, version);
            throw StoreErrors.stale(update.table().type(), update.id(), expected, version);
        }
        versions.foundNow(update.id(), version);
        List<WriteSet.Members> collections = update.collections().stream()
                .filter(members ->
                        !sameMembers(members.table(), stored.members(members.table(), update.id()), members.rows()))
                .toList();
        Object[] row = sameFields(found, update) ? null : update.row();
        if (row == null && collections.isEmpty()) {
            return null;
        }
        if (update.basis() == WriteSet.Basis.COMPARED && update.version() == VersionAccess.UNKNOWN) {
            throw StoreErrors.unknownVersion(
                    update.table().type(),
                    update.id(),
                    "refer to it by db.reference(type, id), keep its version in a @Version field, or"
                            + " replace what is stored by db.overwrite(object)");
        }
        return new Change(update, row, collections);
    }

    private void updateRows(List<Change> changes) {
        Map<ClassTable, BitSet> changed = changedColumns(changes);
        for (Change change : changes) {
            WriteSet.Update update = change.update();
            int expected = versions.now(update.id(), update.version());
            Object[] row = change.row();
            BitSet columns = row == null ? NO_COLUMNS : requireNonNull(changed.get(update.table()));
            RowUpdates.RowUpdate text = updates.of(update.table(), columns, update.notLoaded());
            Object[] values = text.values(row == null ? NO_ROW : row, update.id(), expected);
            session.updateLater(
                    text.text(),
                    text.text(),
                    List.<Object[]>of(values),
                    (prepared, at) -> text.bind(prepared, at, values),
                    rows -> {
                        if (rows == 0) {
                            throw stale(update, expected);
                        }
                    });
        }
    }

    /** The same columns for all objects of one table: statements that are sent together make one text, which would hardly ever be the same otherwise. */
    private static Map<ClassTable, BitSet> changedColumns(List<Change> changes) {
        Map<ClassTable, BitSet> changed = new HashMap<>();
        for (Change change : changes) {
            if (change.row() != null) {
                WriteSet.Update update = change.update();
                changed.computeIfAbsent(update.table(), table -> new BitSet())
                        .or(update.changed() == null ? RowUpdates.columns(update.table()) : update.changed());
            }
        }
        return changed;
    }

    private void compare(Change change) {
        WriteSet.Update update = change.update();
        if (change.row() != null) {
            references.add(update.references());
        }
        change.collections().forEach(members -> compareMembers(members, update.id()));
        references.updated(update.id());
        versions.wrote(update.id());
    }

    private void compareMembers(WriteSet.Members members, long owner) {
        MemberChange change = change(members, owner);
        memberChanges.add(change);
        if (!members.references().isEmpty()) {
            references.add(change.references());
        }
    }

    /** The rows that the write set knows are those from before the transaction, so they are not used once it has changed the owner. */
    private MemberChange change(WriteSet.Members members, long owner) {
        boolean isMoved = versions.hasChanged(owner);
        if (!isMoved && members.stored() != null) {
            return MemberChange.all(members, owner, members.stored());
        }
        LinkTable link = members.table();
        boolean isPlain = link.table().columns().size() == link.ownColumns();
        MemberBlocks.Changed changed = members.changed();
        MemberChange some =
                isMoved || changed == null || !isPlain ? null : MemberChange.some(members, changed, owner, session);
        return some == null ? MemberChange.all(members, owner, new StoredContent(session).members(link, owner)) : some;
    }

    private RuntimeException stale(WriteSet.Update update, int expected) {
        versions.miss(update.id());
        Object[] found = new StoredContent(session).row(update.table(), update.id());
        if (found == null) {
            return StoreErrors.notFound(update.table().type(), update.id());
        }
        long version = (Long) found[ClassTable.VERSION];
        versions.miss(update.id(), expected, version);
        return StoreErrors.stale(update.table().type(), update.id(), expected, version);
    }

    private static boolean sameMembers(LinkTable link, List<Object[]> stored, List<Object[]> wanted) {
        return stored.size() == wanted.size()
                && IntStream.range(0, stored.size()).allMatch(i -> sameMember(link, stored.get(i), wanted.get(i)));
    }

    /** Rows are by position: what differs from what is stored there is put there, and what is stored behind the last is removed. */
    private void updateMembers(Inserts inserts) {
        if (memberChanges.isEmpty()) {
            return;
        }
        Map<Table, List<Object[]>> changed = new LinkedHashMap<>();
        for (MemberChange change : memberChanges) {
            changed.computeIfAbsent(change.members().table().table(), table -> new ArrayList<>())
                    .addAll(change.rows());
        }
        changed.forEach(inserts::put);
        memberChanges.forEach(change -> change.removeRest(session));
    }

    /** What the object does not know may be anything. */
    private static boolean sameFields(Object[] stored, WriteSet.Update update) {
        Object[] row = update.row();
        return row == null
                || update.table().fields().stream()
                        .filter(field ->
                                !RowEncoder.isLeftOut(update.table().type(), field.attribute(), update.notLoaded()))
                        .allMatch(field -> StoredContent.same(
                                stored,
                                row,
                                field.slot().at(),
                                field.slot().at() + field.slot().width()));
    }

    private static boolean sameMember(LinkTable link, Object[] stored, Object[] wanted) {
        return StoredContent.same(stored, wanted, LinkTable.POS, link.ownColumns());
    }
}

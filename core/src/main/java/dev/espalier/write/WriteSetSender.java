package dev.espalier.write;

import dev.espalier.dialect.Dialect;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.RowCount;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Table;
import dev.espalier.sql.Delete;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Source;
import dev.espalier.sql.SqlOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** Sends a write set through one session, inside a transaction that its caller has begun and will commit. */
final class WriteSetSender {

    private static final BitSet NO_COLUMNS = new BitSet();

    private final Session session;
    private final Dialect dialect;
    private final RowUpdates updates;
    private final InsertTexts texts;
    private final Versions versions;
    private final NewReferences references;
    private final Set<Long> updated = new HashSet<>();
    private final List<MemberChange> memberChanges = new ArrayList<>();
    private Inserts inserts;

    /**
     * An object that differs from what is stored.
     *
     * @param row its new row; null where only collections differ
     */
    private record Change(WriteSet.Update update, Object[] row, List<WriteSet.Members> collections) {}

    /** A collection that differs from what is stored. */
    private record MemberChange(WriteSet.Members members, List<Object[]> stored, long owner) {

        /** Those that are to stand where others do, or nothing. */
        List<Object[]> rows() {
            List<Object[]> wanted = OtherColumns.keep(members.table(), stored, members.rows());
            return IntStream.range(0, wanted.size()).filter(i -> i >= stored.size() || !same(stored.get(i), wanted.get(i), LinkTable.POS, wanted.get(i).length))
                    .mapToObj(wanted::get).toList();
        }
    }

    /**
     * @param updates the texts of updates
     * @param texts the texts of inserts
     */
    WriteSetSender(Session session, RowUpdates updates, InsertTexts texts, Versions versions, NewReferences references) {
        this.updates = updates;
        this.texts = texts;
        this.references = references;
        this.session = session;
        this.dialect = session.dialect();
        this.versions = versions;
    }

    /**
     * Sends all of it: changed rows first, which locks them.
     *
     * @param later what the transaction is going to do after it
     * @throws StoreException {@code stale} if an object was changed by someone else since it was loaded
     * @throws NotFoundException if an object is not there any longer
     */
    void send(WriteSet set, List<Write> later) {
        try (Inserts opened = new Inserts(session, texts)) {
            inserts = opened;
            references.add(set.references());
            new UniqueMoves(session).makeRoom(set, later);
            StoredContent stored = StoredContent.of(session, set.updates());
            List<Change> changes = set.updates().stream().map(update -> change(update, stored)).filter(Objects::nonNull).toList();
            updateRows(changes);
            changes.forEach(this::compare);
            references.updated(updated);
            updateMembers();
            set.inserts().forEach(inserts::send);
        }
    }

    /** What has to be written; null where the stored object had to be asked for and is the same. */
    private Change change(WriteSet.Update update, StoredContent stored) {
        if (update.basis() == WriteSet.Basis.KNOWN) {
            return new Change(update, update.row(), update.collections());
        }
        Object[] found = stored.row(update.table(), update.id());
        if (found == null) {
            versions.miss(update.id());
            throw StoreErrors.notFound(update.table().type(), update.id());
        }
        int version = Math.toIntExact((Long) found[ClassTable.VERSION]);
        int expected = update.version() == WriteSet.Update.UNKNOWN ? version : versions.now(update.id(), update.version());
        if (version != expected) {
            versions.miss(update.id());
            throw StoreErrors.stale(update.table().type(), update.id(), expected, version);
        }
        versions.foundNow(update.id(), version);
        List<WriteSet.Members> collections = update.collections().stream()
                .filter(members -> !sameMembers(members.table(), stored.members(members.table(), update.id()), members.rows())).toList();
        Object[] row = sameFields(found, update) ? null : update.row();
        if (row == null && collections.isEmpty()) {
            return null;
        }
        if (update.basis() == WriteSet.Basis.COMPARED && update.version() == WriteSet.Update.UNKNOWN) {
            throw StoreErrors.unknownVersion(update.table().type(), update.id(), "refer to it by db.reference(type, id), keep its version in a @Version field, or"
                    + " replace what is stored by db.overwrite(object)");
        }
        return new Change(update, row, collections);
    }

    private void updateRows(List<Change> changes) {
        Map<ClassTable, BitSet> changed = changedColumns(changes);
        for (Change change : changes) {
            WriteSet.Update update = change.update();
            int expected = versions.now(update.id(), update.version());
            BitSet columns = change.row() == null ? NO_COLUMNS : changed.get(update.table());
            RowUpdates.RowUpdate text = updates.of(update.table(), columns, update.notLoaded());
            Object[] values = text.values(change.row(), update.id(), expected);
            session.updateLater(text.text(), text.text(), List.<Object[]>of(values), (prepared, at) -> text.bind(prepared, at, values), rows -> {
                if (rows == 0) {
                    versions.miss(update.id());
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
                changed.computeIfAbsent(update.table(), table -> new BitSet()).or(update.changed() == null ? RowUpdates.columns(update.table()) : update.changed());
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
        updated.add(update.id());
        versions.wrote(update.id());
    }

    /** What the owner's collection refers to already needs no lock: a deletion has to wait for the owner. */
    private void compareMembers(WriteSet.Members members, long owner) {
        boolean isKnown = members.stored() != null && versions.moved(owner) == 0;
        List<Object[]> stored = isKnown ? members.stored() : new StoredContent(session).members(members.table(), owner);
        memberChanges.add(new MemberChange(members, stored, owner));
        if (!members.references().isEmpty()) {
            Map<Long, Reference> added = new HashMap<>(members.references());
            members.table().slots().stream().flatMap(slot -> slot.references().stream())
                    .forEach(reference -> stored.forEach(row -> added.remove((Long) row[reference.at()])));
            references.add(added);
        }
    }

    private RuntimeException stale(WriteSet.Update update, int expected) {
        Object[] found = new StoredContent(session).row(update.table(), update.id());
        return found == null ? StoreErrors.notFound(update.table().type(), update.id())
                : StoreErrors.stale(update.table().type(), update.id(), expected, (Long) found[ClassTable.VERSION]);
    }

    private static boolean sameMembers(LinkTable link, List<Object[]> stored, List<Object[]> wanted) {
        return stored.size() == wanted.size() && IntStream.range(0, stored.size()).allMatch(i -> sameMember(link, stored.get(i), wanted.get(i)));
    }

    /** Rows are by position: what differs from what is stored there is put there, and what is stored behind the last is removed. */
    private void updateMembers() {
        Map<Table, List<Object[]>> changed = new LinkedHashMap<>();
        for (MemberChange change : memberChanges) {
            changed.computeIfAbsent(change.members().table().table(), table -> new ArrayList<>()).addAll(change.rows());
        }
        changed.forEach(inserts::put);
        memberChanges.forEach(this::removeRest);
    }

    private void removeRest(MemberChange change) {
        int size = change.members().rows().size();
        List<Object[]> stored = change.stored();
        if (!stored.isEmpty() && (Long) stored.get(stored.size() - 1)[LinkTable.POS] >= size) {
            Table table = change.members().table().table();
            Source source = new Source(table, "t");
            session.updateLater(dialect.render(new Delete(table, Predicate.and(
                    Predicate.equal(source.column(LinkTable.OWNER), new Bind(ColumnType.BIGINT, change.owner())),
                    new Predicate.Compare(source.column(LinkTable.POS), SqlOperator.GREATER_OR_EQUAL, new Bind(ColumnType.INTEGER, (long) size))))), RowCount.ANY);
        }
    }

    /** What the object does not know may be anything. */
    private static boolean sameFields(Object[] stored, WriteSet.Update update) {
        return update.row() == null || update.table().fields().stream()
                .filter(field -> !RowEncoder.isLeftOut(update.table().type(), field.attribute(), update.notLoaded()))
                .allMatch(field -> same(stored, update.row(), field.slot().at(), field.slot().at() + field.slot().width()));
    }

    private static boolean sameMember(LinkTable link, Object[] stored, Object[] wanted) {
        return same(stored, wanted, LinkTable.POS, link.ownColumns());
    }

    private static boolean same(Object[] stored, Object[] wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            boolean same = stored[i] instanceof BigDecimal number && wanted[i] instanceof BigDecimal other
                    ? number.compareTo(other) == 0
                    : Objects.deepEquals(stored[i], wanted[i]);
            if (!same) {
                return false;
            }
        }
        return true;
    }
}

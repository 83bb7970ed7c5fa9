package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.DIFFERENT_CHECKSUM;
import static dev.espalier.error.ErrorCode.NOT_EMPTY;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.copy.Contents;
import dev.espalier.internal.catalog.copy.CopyTarget;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import dev.espalier.internal.write.RowLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies a database to another engine: one snapshot, all rows, ids, versions and the catalog. The target is a database only when all of it is there and its
 * checksum is that of the source. A copy that died is completed by the next one: it compares both sides, keeps the rows that are equal, and copies a table anew
 * if the source has changed. For one thread.
 */
final class DatabaseCopy {

    /** Tables that are read in turn, so that several senders have something to do: batches of one table are sent one after the other. */
    private static final int TABLES_IN_TURN = 4;

    /** Stands for a table that has changed since an earlier attempt. */
    private static final DatabaseChecksum.Part CHANGED = new DatabaseChecksum.Part(-1, 0);

    private final ConnectionSource from;
    private final ConnectionSource to;
    private final Nodes nodes;
    private final Progress progress;

    DatabaseCopy(ConnectionSource from, ConnectionSource to, Nodes nodes, Progress progress) {
        this.from = from;
        this.to = to;
        this.nodes = nodes;
        this.progress = progress;
    }

    /**
     * Copies.
     *
     * @return the checksum of both
     * @throws SchemaException {@code not-empty}, {@code foreign-tables} or {@code copy-running}; the target was not changed
     * @throws DatabaseException {@code different-checksum}; the target is no database
     */
    DatabaseChecksum run() {
        try (Snapshot snapshot = from.snapshot()) {
            Session session = snapshot.session();
            Contents contents = Contents.read(session, nodes, from.place());
            if (isWhole(contents)) {
                return compareWhole(session, contents);
            }
            try (CopyTarget target = CopyTarget.of(to, contents, progress::message)) {
                DatabaseChecksum copied = copy(session, contents, target);
                new Completion(to, target, contents, progress).run(copied);
                return copied;
            }
        }
    }

    private boolean isWhole(Contents contents) {
        try (Session session = to.session()) {
            return CopyTarget.hasSameModel(session, contents, to.place());
        }
    }

    /** A copy that was killed after its end is whole: then there is nothing to do. */
    private DatabaseChecksum compareWhole(Session session, Contents contents) {
        progress.stage("compare");
        DatabaseChecksum source = DatabaseChecksum.read(session, contents, progress);
        DatabaseChecksum target = to.read(snapshot -> DatabaseChecksum.read(snapshot.session(), contents, progress));
        if (!source.differences(target).isEmpty()) {
            throw new SchemaException(
                    NOT_EMPTY,
                    to.place() + ": found a database of the same model with other objects: "
                            + NameList.of(source.differences(target))
                            + "; expected one without objects. Name another database");
        }
        progress.message(to.place() + " is a whole copy already");
        return source;
    }

    private DatabaseChecksum copy(Session session, Contents contents, CopyTarget target) {
        progress.stage("copy");
        if (contents.tables().isEmpty()) {
            return new DatabaseChecksum(Map.of());
        }
        Map<TableSubject, DatabaseChecksum.Part> parts = new TreeMap<>();
        try (Snapshot there = target.isResumed() ? to.snapshot() : null;
                RowLoad load = new RowLoad(to, contents.ordered().get(0).getValue(), target)) {
            Iterator<Map.Entry<TableSubject, Table>> tables = contents.ordered().iterator();
            List<Part> open = new ArrayList<>();
            while (true) {
                while (open.size() < TABLES_IN_TURN && tables.hasNext()) {
                    Map.Entry<TableSubject, Table> table = tables.next();
                    open.add(new Part(
                            table.getKey(), table.getValue(), session, there == null ? null : there.session(), load));
                }
                if (open.isEmpty()) {
                    load.finish();
                    break;
                }
                for (Iterator<Part> each = open.iterator(); each.hasNext(); ) {
                    Part part = each.next();
                    if (part.copyPage()) {
                        parts.put(part.subject, part.result());
                        each.remove();
                    }
                }
                progress.requireGoingOn();
            }
        }
        return copyChanged(session, contents, target, parts);
    }

    /** Tables of which an earlier attempt has copied rows that the source does not have now. */
    private DatabaseChecksum copyChanged(
            Session session, Contents contents, CopyTarget target, Map<TableSubject, DatabaseChecksum.Part> parts) {
        Map<TableSubject, Table> changed = new LinkedHashMap<>();
        parts.forEach((subject, part) -> {
            if (part.equals(CHANGED)) {
                changed.put(subject, contents.tables().get(subject));
            }
        });
        if (!changed.isEmpty()) {
            progress.message(changed.size() + " tables have changed since the copy began, and are copied anew");
            try (RowLoad load = new RowLoad(to, contents.ordered().get(0).getValue(), target)) {
                changed.forEach((subject, table) -> {
                    target.clear(table);
                    Part part = new Part(subject, table, session, null, load);
                    while (!part.copyPage()) {
                        progress.requireGoingOn();
                    }
                    parts.put(subject, part.result());
                });
                load.finish();
            }
        }
        return new DatabaseChecksum(parts);
    }

    /** One table on its way. */
    private final class Part {

        private final TableSubject subject;
        private final Table table;
        private final TableCursor rows;
        /** The rows that an earlier attempt has copied; null for none. */
        private final @Nullable TableCursor present;

        private final RowLoad load;
        private final TableChecksum checksum;
        private @Nullable Object @Nullable [] there;
        private boolean hasChanged;

        Part(TableSubject subject, Table table, Session from, @Nullable Session to, RowLoad load) {
            this.subject = subject;
            this.table = table;
            this.rows = TableCursor.of(from, table);
            this.present = to == null ? null : TableCursor.of(to, table);
            this.load = load;
            this.checksum = new TableChecksum(subject, table);
            this.there = nextPresent();
        }

        /** Copies a page, and says whether it was the last one. */
        boolean copyPage() {
            long count = 0;
            while (!hasChanged && rows.hasNext()) {
                @Nullable Object[] row = rows.next();
                copy(row);
                count++;
                if (!rows.hasRead()) {
                    progress.rows(count);
                    return false;
                }
            }
            progress.rows(count);
            hasChanged |= there != null;
            return true;
        }

        DatabaseChecksum.Part result() {
            return hasChanged ? CHANGED : new DatabaseChecksum.Part(checksum.rows(), checksum.sum());
        }

        private @Nullable Object @Nullable [] nextPresent() {
            return present != null && present.hasNext() ? present.next() : null;
        }

        private void copy(@Nullable Object[] row) {
            long hash = checksum.add(row);
            @Nullable Object[] other = there;
            int order = other == null ? -1 : compareKeys(row, other);
            if (other == null || order < 0) {
                load.add(subject, table, row);
            } else if (order == 0 && checksum.hash(other) == hash) {
                there = nextPresent();
            } else {
                hasChanged = true;
            }
        }

        private int compareKeys(@Nullable Object[] one, @Nullable Object[] other) {
            for (int i = 0; i < table.primaryKey(); i++) {
                int order = Long.compare((Long) one[i], (Long) other[i]);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    /** The last steps of a copy or an import: check, indexes, statistics, catalog. */
    static final class Completion {

        /** As many tables at a time, as at the end of a bulk load. */
        private static final int INDEX_BUILDERS = 4;

        /** Tables that are read at a time for the check; each reader holds a page of about 1 MB. */
        private static final int READERS =
                Math.min(4, Math.max(2, Runtime.getRuntime().availableProcessors()));

        private final ConnectionSource to;
        private final CopyTarget target;
        private final Contents contents;
        private final Progress progress;

        Completion(ConnectionSource to, CopyTarget target, Contents contents, Progress progress) {
            this.to = to;
            this.target = target;
            this.contents = contents;
            this.progress = progress;
        }

        void run(DatabaseChecksum expected) {
            progress.stage("check");
            DatabaseChecksum found = check(expected);
            if (!expected.differences(found).isEmpty()) {
                throw new DatabaseException(
                        DIFFERENT_CHECKSUM,
                        to.place() + ": found other objects than those that were sent: "
                                + NameList.of(expected.differences(found))
                                + "; expected the same. The database cannot be opened. Repeat the command");
            }
            progress.stage("index");
            int threads = to.dialect().buildsIndexesInParallel() ? INDEX_BUILDERS : 1;
            Workers.run("espalier-copy", threads, target.indexes(), indexes -> {
                progress.requireGoingOn();
                target.build(indexes);
            });
            target.analyze(contents.tables().values());
            progress.requireGoingOn();
            target.end();
        }

        /**
         * Reads what has arrived, several tables at a time, the largest first. The readers need no common snapshot: nobody writes there but whoever has taken over
         * the copy, and then its end is refused here.
         */
        private DatabaseChecksum check(DatabaseChecksum expected) {
            List<Map.Entry<TableSubject, Table>> tables = new ArrayList<>(contents.ordered());
            tables.sort(Comparator.comparingLong(
                    table -> -expected.part(table.getKey()).rows()));
            Map<TableSubject, DatabaseChecksum.Part> found = new ConcurrentHashMap<>();
            int readers = Math.max(1, Math.min(READERS, to.poolSize() - 1)); // the lease needs a connection
            Workers.run(
                    "espalier-copy",
                    readers,
                    tables,
                    table -> found.put(
                            table.getKey(),
                            to.read(snapshot -> DatabaseChecksum.read(
                                    snapshot.session(), table.getKey(), table.getValue(), progress))));
            return new DatabaseChecksum(found);
        }
    }
}

package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.LOAD_LOST;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.copy.Contents;
import dev.espalier.internal.catalog.copy.CopyTarget;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Heartbeat;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.lease.Fence;
import dev.espalier.internal.lease.IdBlock;
import dev.espalier.internal.lease.Load;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.write.RowLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.PeekableLongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Imports a whole export: into a database without objects, which becomes a database when all of it is there, or into one with the same model, as a bulk load
 * with ids that are given. All files are read and checked before. For one thread.
 */
final class DatabaseImport {

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final ConnectionSource to;
    private final Nodes nodes;
    private final Progress progress;

    DatabaseImport(ConnectionSource to, Nodes nodes, Progress progress) {
        this.to = to;
        this.nodes = nodes;
        this.progress = progress;
    }

    /**
     * Imports.
     *
     * @throws StoreException {@code bad-export}, {@code duplicate} or {@code bad-value}; nothing was imported
     */
    DatabaseChecksum run(ExportFiles files) {
        boolean isWhole;
        try (Session session = to.session()) {
            isWhole = CopyTarget.hasSameModel(session, files.contents(), to.place());
        }
        DatabaseChecksum expected = files.check(progress);
        if (isWhole) {
            new Loads(to).undoAbandoned();
            addAll(files);
        } else {
            fill(files, expected);
        }
        return expected;
    }

    private void fill(ExportFiles files, DatabaseChecksum expected) {
        Contents contents = files.contents();
        try (CopyTarget target = CopyTarget.of(to, contents, progress::message)) {
            if (target.isResumed()) {
                progress.message("an import was interrupted here; importing anew");
                contents.tables().values().forEach(target::clear);
            }
            send(files, contents.schema(), target);
            new DatabaseCopy.Completion(to, target, contents, progress).run(expected);
        }
    }

    private void send(ExportFiles files, Schema schema, Fence fence) {
        progress.stage("import");
        if (schema.tables().isEmpty()) {
            return;
        }
        ChecksumOfRows subjects = new ChecksumOfRows(schema);
        try (RowLoad load = new RowLoad(to, schema.tables().get(0), fence)) {
            files.readAll(schema, new ObjectReader.Sink() {
                private long rows;

                @Override
                public void row(Table table, Object[] row) {
                    load.add(subjects.subject(table), table, row);
                    if (++rows % 1_000 == 0) {
                        progress.rows(1_000);
                        progress.requireGoingOn();
                    }
                }

                @Override
                public void reference(PersistentClass target, long id) {
                    // was checked
                }
            });
            load.finish();
        }
    }

    // ---- into a database that has objects

    private void addAll(ExportFiles files) {
        Contents here = to.read(snapshot -> Contents.read(snapshot.session(), nodes, to.place()));
        if (files.ids().isEmpty()) {
            return;
        }
        Load load = new Loads(to)
                .beginGiven(
                        session -> {
                            Roaring64Bitmap present = present(session, here.schema(), files.ids());
                            return blocks(files.ids(), present);
                        },
                        files.ids().first(),
                        Math.max(files.ids().last() + 1, files.contents().nextId()));
        try (Heartbeat heartbeat = new Heartbeat("espalier-import-heartbeat", HEARTBEAT, () -> touch(load))) {
            Fence unconverted = files.contents().unconverted(to.place());
            send(files, here.schema(), (session, sender) -> {
                load.check(session, sender);
                unconverted.check(session, sender);
            });
            progress.requireGoingOn();
            load.end();
        } catch (RuntimeException | Error e) {
            undo(load, e);
            throw e;
        }
    }

    /** A later opening undoes what cannot be undone now. */
    private static void undo(Load load, Throwable failure) {
        try {
            Workers.evenIfInterrupted(load::undo);
        } catch (RuntimeException | Error e) {
            FirstFailure.suppress(failure, e);
        }
    }

    private static void touch(Load load) {
        try {
            load.touch();
        } catch (DatabaseException e) {
            if (e.errorCode() != LOAD_LOST) { // which the next check reports
                throw e;
            }
        }
    }

    /**
     * The ids of the database between the least and the greatest one of the import.
     *
     * @throws StoreException {@code duplicate} if one of them is in the import
     */
    private Roaring64Bitmap present(Session session, Schema schema, Roaring64Bitmap wanted) {
        Roaring64Bitmap present = new Roaring64Bitmap();
        for (ClassTable type : schema.classTables()) {
            Source source = new Source(type.table(), "t");
            Select select = Select.of(source, source.column(0))
                    .where(new Predicate.Between(
                            source.column(0),
                            new Bind(ColumnType.BIGINT, wanted.first()),
                            new Bind(ColumnType.BIGINT, wanted.last())));
            session.stream(session.dialect().render(select), row -> {
                long id = row.getLong(1);
                if (wanted.contains(id)) {
                    throw new StoreException(
                            DUPLICATE,
                            to.place() + ": found " + type.type() + " " + id
                                    + " already; expected none of the ids of the export. Nothing was imported");
                }
                present.addLong(id);
            });
        }
        return present;
    }

    /** The ranges of ids that an undo deletes: the database has no object in them. */
    private static List<IdBlock> blocks(Roaring64Bitmap wanted, Roaring64Bitmap present) {
        List<IdBlock> blocks = new ArrayList<>();
        PeekableLongIterator ids = wanted.getLongIterator();
        PeekableLongIterator others = present.getLongIterator();
        long first = ids.next();
        long last = first;
        while (ids.hasNext()) {
            long id = ids.next();
            if (id != last + 1) {
                others.advanceIfNeeded(last);
                if (others.hasNext() && others.peekNext() < id) {
                    blocks.add(new IdBlock(first, last - first + 1));
                    first = id;
                }
            }
            last = id;
        }
        blocks.add(new IdBlock(first, last - first + 1));
        return blocks;
    }
}

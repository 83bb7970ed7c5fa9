package dev.espalier.internal.lease;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.IN_USE;
import static dev.espalier.error.ErrorCode.LOAD_RUNNING;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.index.MissingIndexes;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bulk loads that have not ended, so that a load that fails, or whose process dies, leaves nothing behind. A load commits as it
 * goes; its rows are those of the ids it took, and every block of ids is written down before it is used. Undoing a load marks it
 * first: from then on nothing of it is committed. Any number of programs may undo the same load at once, and one that dies meanwhile is
 * followed by the next.
 */
public final class Loads {

    private static final Logger LOG = LoggerFactory.getLogger(Loads.class);

    private final ConnectionSource source;

    public Loads(ConnectionSource source) {
        this.source = source;
    }

    /**
     * Starts a load; it may drop indexes from now on, if it says that it builds them.
     *
     * @param senders how many of its transactions there are at a time
     * @param size the ids of its first block, at least one for each sender
     */
    public Load begin(boolean buildsIndexes, int senders, long size) {
        Load load = new Load(source, buildsIndexes ? LoadPurpose.INDEX : LoadPurpose.LOAD, senders);
        load.takeBlock(size);
        return load;
    }

    /**
     * Starts a load whose objects have their ids already.
     *
     * @param blocks returns ranges with all of these ids and with no object of the database; it fails if there is such an object
     * @param least the least id
     * @param next the id behind the greatest one; the database gives none below it from now on
     * @throws SchemaException {@code in-use} if a program is open that may give such ids to other objects
     * @throws DatabaseException {@code load-running} if another load has not ended: the ranges of both could overlap, and undoing one would delete the other's objects
     */
    public Load beginGiven(Function<Session, List<IdBlock>> blocks, long least, long next) {
        try (Session session = source.writer()) {
            session.beginWrite();
            LoadRows.lockStarts(session, RowLock.DELETE); // no other load starts until the ranges are written
            if (!LoadRows.of(session, null).isEmpty()) {
                throw new DatabaseException(
                        LOAD_RUNNING,
                        source.place()
                                + ": found a bulk load or an import that has not ended; expected none. Wait for its end, "
                                + LoadRows.ABANDONED_AFTER.toMinutes() + " minutes for one that died");
            }
            long given = Ids.next(session);
            Ids.takeWithin(session, Math.max(0, next - given));
            long open = ProgramRows.ifAny(session).stream()
                    .filter(ProgramRows.Row::isOpen)
                    .count();
            if (least < given && open > 0) {
                throw new SchemaException(
                        IN_USE,
                        source.place() + ": found " + open + " open programs, which may give ids below " + given
                                + " to new objects, as the import has"
                                + " them; expected none. Stop them, and wait a minute for one that died");
            }
            Load load = new Load(source, blocks.apply(session));
            load.write(session);
            session.commit();
            return load;
        }
    }

    /** Whether a load is running that will build the indexes that are missing. */
    public static boolean areIndexesBuilt(Session session) {
        long since = LoadRows.aliveSince(session);
        return LoadRows.of(session, null).stream()
                .anyMatch(row -> row.purpose() == LoadPurpose.INDEX && row.touched() >= since);
    }

    private static Map<String, List<LoadRows.Row>> byLoad(List<LoadRows.Row> rows) {
        return rows.stream().collect(Collectors.groupingBy(LoadRows.Row::load));
    }

    /**
     * How many loads are running, or are dead.
     *
     * @param alive which of both
     */
    public static long count(Session session, boolean alive) {
        long since = LoadRows.aliveSince(session);
        return byLoad(LoadRows.of(session, null)).values().stream()
                .filter(load -> LoadRows.isAlive(load, since) == alive)
                .count();
    }

    /**
     * Keeps loads from starting until the session's transaction ends.
     *
     * @throws DatabaseException {@code load-running} if one runs
     */
    public static void keepOff(Session session, Place place) {
        LoadRows.lockStarts(session, RowLock.DELETE);
        if (session.engine().certifiesWrites() && session.engine().isServer()) {
            // A load that starts on another server changes this row too: one of both is refused.
            Ids.takeWithin(session, 1);
        }
        long since = LoadRows.aliveSince(session);
        for (List<LoadRows.Row> load :
                byLoad(LoadRows.locked(session, LoadRows.of(session, null))).values()) {
            if (LoadRows.isAlive(load, since)) {
                throw new DatabaseException(
                        LOAD_RUNNING,
                        place + ": a bulk load is running, or was less than " + LoadRows.ABANDONED_AFTER.toMinutes()
                                + " minutes ago; repair when it has ended");
            }
        }
    }

    /** Undoes all loads, in a transaction that has {@link #keepOff excluded} running loads. */
    public static void undoWithin(Session session, Layout layout) {
        for (LoadRows.Row row : LoadRows.of(session, null)) {
            LoadRows.deleteObjects(session, layout, row.first(), row.first() + row.count() - 1);
            LoadRows.delete(session, row.first());
        }
    }

    /** Takes away what loads left behind whose process died, and builds the indexes that they have dropped. */
    public void undoAbandoned() {
        Set<String> names = new TreeSet<>();
        try (Session session = source.session()) {
            long since = LoadRows.aliveSince(session);
            byLoad(LoadRows.of(session, null)).forEach((name, rows) -> {
                if (!LoadRows.isAlive(rows, since)) {
                    names.add(name);
                }
            });
        }
        if (!names.isEmpty() && source.readOnlyReason().isPresent()) {
            LOG.warn(
                    "{}: a bulk load did not end; what it left behind stays, because nothing can be written",
                    source.place().url());
            return;
        }
        boolean wereUndone = false;
        for (String name : names) {
            try {
                LoadRemoval removal = new LoadRemoval(source, name);
                if (removal.markIfDead()) {
                    LOG.warn(
                            "{}: a bulk load did not end; removing what it left behind",
                            source.place().url());
                    removal.removeMarked();
                    wereUndone = true;
                }
            } catch (DatabaseException e) {
                if (e.errorCode() != LOCK_TIMEOUT && e.errorCode() != CONFLICT) {
                    throw e;
                }
                LOG.warn(
                        "{}: a bulk load did not end, and another session holds locks on what it left behind; a later opening will remove it",
                        source.place().url(),
                        e);
            }
        }
        if (wereUndone) {
            buildIndexes();
        }
    }

    private void buildIndexes() {
        try (Session session = source.bulkSession();
                ConnectionSource.Turn turn = source.turnToWrite()) {
            if (!areIndexesBuilt(session)) {
                MissingIndexes.build(session, Layout.read(session, source.place()));
            }
        }
    }
}

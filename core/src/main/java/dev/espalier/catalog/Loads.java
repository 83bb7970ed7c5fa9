package dev.espalier.catalog;

import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which ids belong to bulk loads that have not ended, so that a load that fails, or whose process dies, leaves nothing behind. A
 * load commits as it goes; its rows are those of the ids it took, and every block of ids is written down before it is used.
 */
public final class Loads {

    private static final Logger LOG = LoggerFactory.getLogger(Loads.class);

    /** A load that has not shown itself for so long is dead: a live one does so several times a minute. */
    public static final Duration ABANDONED_AFTER = Duration.ofMinutes(10);

    private final ConnectionSource source;
    private final Schema schema;
    private final Clock clock;

    public Loads(ConnectionSource source, Schema schema, Clock clock) {
        this.source = source;
        this.schema = schema;
        this.clock = clock;
    }

    /** Takes a block of ids for a load and writes it down. */
    public long takeBlock(Ids ids, String load, long size) {
        return ids.takeBlock(size, (session, first) -> session.update(new Statement(session.dialect().insert(SystemTables.LOADS, 1), List.of(
                new Bind(ColumnType.BIGINT, first), new Bind(ColumnType.BIGINT, size), new Bind(ColumnType.NAME, load),
                new Bind(ColumnType.BIGINT, clock.millis())))));
    }

    /** Says that the load is alive. */
    public void touch(String load) {
        try (Session session = source.writer()) {
            Dialect dialect = session.dialect();
            session.update(new Statement("UPDATE " + dialect.quote(SystemTables.LOADS.name()) + " SET " + dialect.quote("touched") + " = ?"
                    + whereLoad(dialect), List.of(new Bind(ColumnType.BIGINT, clock.millis()), new Bind(ColumnType.NAME, load))));
        }
    }

    /** The load has ended well: its rows stay. */
    public void end(String load) {
        try (Session session = source.writer()) {
            Dialect dialect = session.dialect();
            session.update(new Statement("DELETE FROM " + dialect.quote(SystemTables.LOADS.name()) + whereLoad(dialect),
                    List.of(new Bind(ColumnType.NAME, load))));
        }
    }

    /** Takes the rows of a load away again. */
    public void undo(String load) {
        for (Block block : blocks().stream().filter(b -> b.load().equals(load)).toList()) {
            undo(block);
        }
    }

    /** Takes away what loads left behind whose process died. */
    public void undoAbandoned() {
        long before = clock.millis() - ABANDONED_AFTER.toMillis();
        for (Block block : blocks()) {
            if (block.touched() < before) {
                LOG.warn("a bulk load did not end; removing what it left behind, objects {} to {}", block.first(), block.first() + block.count() - 1);
                undo(block);
            }
        }
    }

    private record Block(long first, long count, String load, long touched) {}

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        try (Session session = source.session()) {
            Dialect dialect = session.dialect();
            session.query(Statement.of("SELECT " + dialect.names(SystemTables.LOADS.columns()) + " FROM " + dialect.quote(SystemTables.LOADS.name())),
                    row -> blocks.add(new Block(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4))));
        }
        return blocks;
    }

    private void undo(Block block) {
        try (Session session = source.writer()) {
            session.beginWrite();
            for (ClassTable table : schema.classTables()) {
                deleteRange(session, table.table(), ClassTable.ID, block);
            }
            for (LinkTable table : schema.linkTables()) {
                deleteRange(session, table.table(), LinkTable.OWNER, block);
            }
            deleteRange(session, SystemTables.LOADS, 0, new Block(block.first(), 1, block.load(), block.touched()));
            session.commit();
        }
    }

    private static void deleteRange(Session session, Table table, int column, Block block) {
        Dialect dialect = session.dialect();
        session.update(new Statement("DELETE FROM " + dialect.quote(table.name()) + " WHERE "
                + dialect.quote(table.columns().get(column).name()) + " BETWEEN ? AND ?",
                List.of(new Bind(ColumnType.BIGINT, block.first()), new Bind(ColumnType.BIGINT, block.first() + block.count() - 1))));
    }

    private static String whereLoad(Dialect dialect) {
        return " WHERE " + dialect.quote("load") + " = ?";
    }
}

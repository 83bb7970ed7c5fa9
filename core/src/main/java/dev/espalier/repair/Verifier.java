package dev.espalier.repair;

import dev.espalier.catalog.Ids;
import dev.espalier.catalog.Layout;
import dev.espalier.catalog.Layout.LevelIndex;
import dev.espalier.catalog.Loads;
import dev.espalier.catalog.SystemTables;
import dev.espalier.dialect.Dialect;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import dev.espalier.sql.Statement;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import dev.espalier.verification.Verification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a database and repairs it. */
public final class Verifier {

    private static final Logger LOG = LoggerFactory.getLogger(Verifier.class);

    private final ConnectionSource source;
    /** What only classes tell; null where there are none. */
    private final Schema schema;

    public Verifier(ConnectionSource source) {
        this(source, null);
    }

    /** @param schema of the program's classes: what only they tell is checked too */
    public Verifier(ConnectionSource source, Schema schema) {
        this.source = source;
        this.schema = schema;
    }

    /** What is wrong, all of it in one snapshot. */
    public Verification verify() {
        try (Session session = session()) {
            session.beginSnapshot();
            return new Round(session).verification();
        }
    }

    /**
     * Repairs what can be.
     *
     * @return what is wrong afterwards
     * @throws DatabaseException if a bulk load is running: what it has not written yet would be taken for missing
     */
    public Verification repair() {
        try (ConnectionSource.Turn turn = source.turnToWrite(); Session session = session()) {
            session.beginWrite();
            Round round = new Round(session);
            if (round.keepsLoads()) {
                Loads.keepOff(session, source.place());
                Loads.undoWithin(session, round.layout);
            }
            new Repair(session, round.layout, round.rows).rows(round.findings());
            session.commit();
            indexes(session, round);
        }
        return verify();
    }

    private Session session() {
        Session session = source.bulkSession();
        try {
            source.engine().sessions().prepareScan().forEach(session::execute);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Each by itself: a unique index whose values are not unique cannot be built, and stands among the findings afterwards. */
    private static void indexes(Session session, Round round) {
        for (LevelIndex index : round.layout.indexes()) {
            if (!index.isWanted() || round.stands(index) || !round.layout.isWhole(index.index().table())) {
                continue;
            }
            try {
                session.dialect().createIndexes(index.index().table(), List.of(index.index())).forEach(session::execute);
            } catch (EspalierException e) {
                LOG.warn("the index {} of {} was not repaired: {}", index.index().name(), index.index().table().name(), e.getMessage());
            }
        }
    }

    /** One reading of the whole database. */
    private final class Round {

        private final Session session;
        private final Dialect dialect;
        private final Layout layout;
        private final DamagedRows rows;
        private final Set<String> standing = new TreeSet<>();

        Round(Session session) {
            this.session = session;
            this.dialect = session.dialect();
            this.layout = Layout.read(session, source.place());
            this.rows = new DamagedRows(dialect, layout);
            session.query(Statement.of(dialect.indexQuery()), row -> standing.add(lower(row.getString(1) + "." + row.getString(2))));
        }

        Verification verification() {
            return new Verification(findings(), notes());
        }

        List<Finding> findings() {
            List<Finding> findings = new ArrayList<>();
            loadsThatDidNotEnd(findings);
            tables(findings);
            long nextId = Ids.next(session);
            if (nextId == 0) {
                findings.add(new Finding(Damage.ID_TO_COME, SystemTables.IDS.name(), "", 1, List.of()));
            }
            Checks.of(layout, rows, nextId == 0 ? Long.MAX_VALUE : nextId).forEach(check -> run(check, findings));
            if (schema != null) {
                EnumChecks.of(schema, layout, rows).forEach(check -> run(check, findings));
            }
            indexes(findings);
            findings.sort(Comparator.comparing(Finding::damage).thenComparing(Finding::table).thenComparing(Finding::part));
            return findings;
        }

        private void run(Check check, List<Finding> into) {
            long count = session.queryLong(Statement.of(check.count()));
            if (count > 0 && check.finer().isEmpty()) {
                List<Long> ids = new ArrayList<>();
                session.query(Statement.of("SELECT DISTINCT id FROM (" + check.rows() + ") d ORDER BY id LIMIT " + Finding.MOST_IDS), row -> ids.add(row.getLong(1)));
                into.add(new Finding(check.damage(), check.table(), check.part(), count, ids));
            } else if (count > 0) {
                check.finer().forEach(finer -> run(finer, into));
            }
        }

        private void tables(List<Finding> into) {
            for (Table table : layout.tables()) {
                if (!layout.has(table.name())) {
                    into.add(new Finding(Damage.MISSING_TABLE, table.name(), "", 1, List.of()));
                } else {
                    for (Column column : table.columns()) {
                        if (!layout.present().get(lower(table.name())).contains(lower(column.name()))) {
                            into.add(new Finding(Damage.MISSING_COLUMN, table.name(), column.name(), 1, List.of()));
                        }
                    }
                }
            }
            Set<String> known = layout.tables().stream().map(table -> lower(table.name())).collect(Collectors.toSet());
            layout.present().forEach((name, columns) -> {
                if (!known.contains(name) && !name.startsWith(Schema.RESERVED_PREFIX) && looksLikeOurs(List.copyOf(columns))) {
                    into.add(new Finding(Damage.UNKNOWN_TABLE, name, "", 1, List.of()));
                }
            });
        }

        /** Other tables may stand beside ours. */
        private static boolean looksLikeOurs(List<String> columns) {
            return columns.size() >= 2 && (columns.subList(0, 2).equals(List.of("id", "_version")) || columns.subList(0, 2).equals(List.of("owner", "pos")));
        }

        boolean stands(LevelIndex index) {
            return standing.contains(lower(index.index().table().name() + "." + index.index().name()));
        }

        private void indexes(List<Finding> into) {
            for (LevelIndex index : layout.indexes()) {
                // One that stands though the level has it not was built on purpose, perhaps because an explanation has advised it.
                if (index.isWanted() && !stands(index) && layout.has(index.index().table().name())) {
                    into.add(new Finding(Damage.MISSING_INDEX, index.index().table().name(), index.index().name(), 1, List.of()));
                }
            }
        }

        private void loadsThatDidNotEnd(List<Finding> into) {
            long dead = loads(false);
            if (dead > 0) {
                into.add(new Finding(Damage.UNFINISHED_LOAD, SystemTables.LOADS.name(), "", dead, List.of()));
            }
        }

        boolean keepsLoads() {
            return layout.has(SystemTables.LOADS.name());
        }

        private long loads(boolean alive) {
            return keepsLoads() ? Loads.count(session, alive) : 0;
        }

        private List<String> notes() {
            List<String> notes = new ArrayList<>();
            for (String table : layout.undescribed()) {
                notes.add(table + ": references, duplicates, nulls and indexes could not be checked; the database describes only its columns until"
                        + " a program with its classes opens it");
            }
            for (Table table : layout.tables()) {
                if (!layout.isWhole(table)) {
                    notes.add(table.name() + ": what is in it, and references to it, could not be checked");
                }
            }
            if (loads(true) > 0) {
                notes.add("a bulk load is running; what it has not written yet is missing");
            }
            return notes;
        }

        private static String lower(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }
}

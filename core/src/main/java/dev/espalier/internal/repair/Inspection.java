package dev.espalier.internal.repair;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Layout.LevelIndex;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Statement;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import dev.espalier.verification.Verification;
import dev.espalier.verification.VerificationProgress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One inspection of the whole database, in a transaction that the caller has begun. For one thread. */
final class Inspection {

    private final Session session;
    private final Layout layout;
    private final @Nullable Schema schema;
    private final DamagedRows rows;
    private final Set<String> standing = new TreeSet<>();

    /** @param schema of the program's classes; null if there are none */
    Inspection(Session session, Layout layout, @Nullable Schema schema) {
        this.session = session;
        this.layout = layout;
        this.schema = schema;
        this.rows = new DamagedRows(layout);
        session.query(
                Statement.of(session.dialect().indexQuery()),
                row -> standing.add(lower(row.getString(1) + "." + row.getString(2))));
    }

    Layout layout() {
        return layout;
    }

    /** Repairs the rows of what is found. */
    void repair() {
        new Repair(session, layout, rows).repair(findings());
    }

    Verification verification(Consumer<VerificationProgress> listener) {
        return new Verification(findings(listener), notes());
    }

    List<Finding> findings() {
        return findings(progress -> {});
    }

    private List<Finding> findings(Consumer<VerificationProgress> listener) {
        List<Finding> findings = new ArrayList<>();
        loadsThatDidNotEnd(findings);
        tables(findings);
        long nextId = Ids.next(session);
        if (nextId == 0) {
            findings.add(new Finding(Damage.ID_TO_COME, SystemTables.IDS.name(), "", 1, List.of()));
        }
        List<Check> checks = new ArrayList<>(Checks.of(layout, rows, nextId == 0 ? Long.MAX_VALUE : nextId));
        if (schema != null) {
            checks.addAll(EnumChecks.of(schema, layout));
        }
        for (int i = 0; i < checks.size(); i++) {
            listener.accept(
                    new VerificationProgress(i, checks.size(), checks.get(i).table()));
            run(checks.get(i), findings);
        }
        if (schema != null) {
            new RecordChecks(session, schema, layout).find(findings);
        }
        listener.accept(new VerificationProgress(checks.size(), checks.size(), ""));
        indexes(findings);
        findings.sort(Comparator.comparing(Finding::damage)
                .thenComparing(Finding::table)
                .thenComparing(Finding::part));
        return findings;
    }

    private void run(Check check, List<Finding> into) {
        long count = session.queryLong(session.dialect().render(check.count()));
        if (count > 0 && check.finer().isEmpty()) {
            List<Long> ids = new ArrayList<>();
            session.query(
                    session.dialect().render(new Query.Smallest(check.rows(), Finding.MOST_IDS)),
                    row -> ids.add(row.getLong(1)));
            into.add(new Finding(check.damage(), check.table(), check.part(), count, ids));
        } else if (count > 0) {
            check.finer().forEach(finer -> run(finer, into));
        }
    }

    private void tables(List<Finding> into) {
        for (Table table : layout.tables()) {
            Set<String> present = layout.present().get(lower(table.name()));
            if (present == null) {
                into.add(new Finding(Damage.MISSING_TABLE, table.name(), "", 1, List.of()));
            } else {
                for (Column column : table.columns()) {
                    if (!present.contains(lower(column.name()))) {
                        into.add(new Finding(Damage.MISSING_COLUMN, table.name(), column.name(), 1, List.of()));
                    }
                }
            }
        }
        Set<String> known =
                layout.tables().stream().map(table -> lower(table.name())).collect(Collectors.toSet());
        layout.present().forEach((name, columns) -> {
            if (!known.contains(name)
                    && !name.startsWith(Schema.RESERVED_PREFIX)
                    && looksLikeOurs(List.copyOf(columns))) {
                into.add(new Finding(Damage.UNKNOWN_TABLE, name, "", 1, List.of()));
            }
        });
    }

    /** Other tables may stand beside ours. */
    private static boolean looksLikeOurs(List<String> columns) {
        return columns.size() >= 2
                && (columns.subList(0, 2).equals(List.of("id", "_version"))
                        || columns.subList(0, 2).equals(List.of("owner", "pos")));
    }

    boolean stands(LevelIndex index) {
        return standing.contains(
                lower(index.index().table().name() + "." + index.index().name()));
    }

    private void indexes(List<Finding> into) {
        for (LevelIndex index : layout.indexes()) {
            // One that stands though the level has it not was built on purpose, perhaps because an explanation has
            // advised it.
            if (index.isWanted()
                    && !stands(index)
                    && layout.has(index.index().table().name())) {
                into.add(new Finding(
                        Damage.MISSING_INDEX,
                        index.index().table().name(),
                        index.index().name(),
                        1,
                        List.of()));
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

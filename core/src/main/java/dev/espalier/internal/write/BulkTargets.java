package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.TARGET_NOT_FOUND;

import dev.espalier.error.NotFoundException;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Source;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that objects to which a bulk load refers exist in the database, many by one query. For one thread at a time. */
final class BulkTargets {

    private static final int AT_ONCE = 1_000;

    private final ConnectionSource source;
    private final Map<ClassTable, Set<Long>> open = new LinkedHashMap<>();
    private int size;

    BulkTargets(ConnectionSource source) {
        this.source = source;
    }

    void add(ClassTable table, long id) {
        if (open.computeIfAbsent(table, t -> new LinkedHashSet<>()).add(id) && ++size == AT_ONCE) {
            check();
        }
    }

    /** @throws NotFoundException if one of them does not exist */
    void check() {
        if (open.isEmpty()) {
            return;
        }
        Map<ClassTable, Set<Long>> looked = new HashMap<>(open);
        open.clear();
        size = 0;
        try (Session session = source.session()) {
            looked.forEach((table, ids) -> check(session, table, ids));
        }
    }

    private void check(Session session, ClassTable table, Set<Long> ids) {
        Source rows = new Source(table.table(), "t");
        long[] wanted = ids.stream().mapToLong(Long::longValue).toArray();
        session.query(
                session.dialect()
                        .renderByIds(rows, List.of(rows.column(ClassTable.ID)), rows.column(ClassTable.ID), wanted),
                row -> ids.remove(row.getLong(1)));
        if (!ids.isEmpty()) {
            throw source.place()
                    .at(new NotFoundException(
                            TARGET_NOT_FOUND,
                            table.type() + " " + ids.iterator().next()
                                    + ": an object of a bulk load refers to it, and it is"
                                    + " not in " + source.place()
                                    + "; drop the reference, or set its id to 0 to store it as a new object"));
        }
    }
}

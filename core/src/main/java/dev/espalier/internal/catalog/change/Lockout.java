package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.IN_USE;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.CommitRows;
import dev.espalier.internal.lease.LoadRows;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.NameList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps out the programs that know an attribute which is going to be converted: they would go on with the former one. */
final class Lockout {

    private Lockout() {}

    /**
     * Keeps them from taking a lease before the transaction ends, in the transaction that announces or makes the conversion; refuses it while one has a lease,
     * and takes away the leases that have ended: their programs look at the catalog before they write again.
     */
    static void begin(Session session, List<Fill> fills, Found found, Place place) {
        Set<Integer> former = former(fills);
        if (former.isEmpty()) {
            return;
        }
        CatalogTables.lockAlone(session);
        if (found.has(SystemTables.PROGRAMS)) {
            ProgramRows.all(session).stream()
                    .filter(row -> row.knows().hasAnyOf(former))
                    .forEach(row -> ProgramRows.deleteEnded(session, row.id()));
            refuse(former, ProgramRows.all(session), place);
        }
        waitForWriters(session, found);
    }

    /** Refuses a conversion while such a program has the database open. */
    static void refuse(List<Fill> fills, Found found, Facts facts, Place place) {
        Set<Integer> former = former(fills);
        if (!former.isEmpty() && found.has(SystemTables.PROGRAMS)) {
            refuse(former, facts.programs(), place);
        }
    }

    private static void refuse(Set<Integer> former, List<ProgramRows.Row> programs, Place place) {
        List<String> open = programs.stream()
                .filter(row -> row.isOpen() && row.knows().hasAnyOf(former))
                .map(ProgramRows.Row::described)
                .toList();
        if (!open.isEmpty()) {
            throw new SchemaException(
                    IN_USE,
                    place + ": nothing was converted: these programs know the former attributes:\n  "
                            + NameList.lines(open)
                            + "\nStop them; SchemaAdmin.programs() and the command schema programs name their hosts. A program that died counts until its lease ends");
        }
    }

    /** Programs whose leases have ended may be paused in transactions that they prove no more to be allowed: these end first, and no further one can be proved. */
    private static void waitForWriters(Session session, Found found) {
        if (found.has(SystemTables.COMMITS)) {
            CommitRows.retire(session);
        }
        if (found.has(SystemTables.LOADS)) {
            LoadRows.waitForWriters(session);
        }
    }

    private static Set<Integer> former(List<Fill> fills) {
        return fills.stream()
                .filter(Fill::isNew)
                .map(Fill::fromLine)
                .filter(Objects::nonNull)
                .map(StoredAttributes.Line::number)
                .collect(Collectors.toSet());
    }
}

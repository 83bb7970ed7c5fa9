package dev.espalier.internal.repair;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.jdbc.Session;

/** The statements of a check and a repair that their golden file shows. */
public final class RepairStatements {

    private RepairStatements() {}

    /** Checks a database and repairs it. */
    public static void repair(Session session, Layout layout) {
        new Inspection(session, layout, null).repair();
    }
}

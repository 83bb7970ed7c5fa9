package dev.espalier.lab.workload;

/** The texts of sysbench's statements, one for each table, made once: sessions find their prepared statements by them. */
final class OltpStatements {

    final String[] pointSelects;
    /** Simple, sum, order and distinct ranges, in the order of a transaction. */
    final String[][] ranges;

    final String[] indexUpdates;
    final String[] nonIndexUpdates;
    final String[] deletes;
    final String[] inserts;

    OltpStatements(int tables) {
        pointSelects = each(tables, "SELECT c FROM % WHERE id=?");
        ranges = new String[][] {
            each(tables, "SELECT c FROM % WHERE id BETWEEN ? AND ?"),
            each(tables, "SELECT SUM(k) FROM % WHERE id BETWEEN ? AND ?"),
            each(tables, "SELECT c FROM % WHERE id BETWEEN ? AND ? ORDER BY c"),
            each(tables, "SELECT DISTINCT c FROM % WHERE id BETWEEN ? AND ? ORDER BY c")
        };
        indexUpdates = each(tables, "UPDATE % SET k=k+1 WHERE id=?");
        nonIndexUpdates = each(tables, "UPDATE % SET c=? WHERE id=?");
        deletes = each(tables, "DELETE FROM % WHERE id=?");
        inserts = each(tables, "INSERT INTO % (id, k, c, pad) VALUES (?, ?, ?, ?)");
    }

    private static String[] each(int tables, String text) {
        String[] texts = new String[tables];
        for (int table = 1; table <= tables; table++) {
            texts[table - 1] = text.replace("%", SbtestTables.name(table));
        }
        return texts;
    }
}

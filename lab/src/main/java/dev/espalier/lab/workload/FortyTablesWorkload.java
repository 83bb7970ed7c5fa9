package dev.espalier.lab.workload;

import java.util.Collections;
import java.util.List;

/**
 * Inserts of rows that are not there, or selects of rows that are: each by the primary key, by the unique key and by the index that is not
 * unique.
 *
 * @param tables what there is
 * @param inserts whether rows are inserted
 * @param drawn the rows of each table from which selects draw
 * @param firstFree the first number that was never inserted
 * @param connections that insert at the same time
 */
public record FortyTablesWorkload(FortyTables tables, boolean inserts, KeyRange drawn, long firstFree, int connections)
        implements Workload<SqlSession> {

    @Override
    public List<String> types() {
        return List.of(inserts ? "insert" : "select");
    }

    @Override
    public Stream<SqlSession> stream(long seed, int connection) {
        RandomStream random = new RandomStream(seed, connection);
        return inserts
                ? new Inserts(random, firstFree + connection)
                : () -> {
                    int table = random.between(0, tables.tables() - 1);
                    return new Select(
                            table,
                            tables.row(table, drawn.number(Long.remainderUnsigned(random.nextLong(), drawn.rows()))));
                };
    }

    /** Every connection has numbers of its own. For one thread. */
    private final class Inserts implements Stream<SqlSession> {

        private final RandomStream random;
        private long next;

        Inserts(RandomStream random, long first) {
            this.random = random;
            this.next = first;
        }

        @Override
        public Operation<SqlSession> next() {
            int table = random.between(0, tables.tables() - 1);
            long number = next;
            next += connections;
            return new Insert(table, tables.row(table, number));
        }
    }

    private record Insert(int table, FortyTables.Row row) implements Operation<SqlSession> {

        private static final String VALUES =
                ") VALUES (" + String.join(",", Collections.nCopies(FortyTables.COLUMNS.split(",").length, "?")) + ")";

        @Override
        public int type() {
            return 0;
        }

        @Override
        public long fingerprint() {
            return RandomStream.mix(table) + row.hashCode();
        }

        @Override
        public void perform(SqlSession session) throws Exception {
            int changed = session.update(
                    "INSERT INTO " + FortyTables.name(table) + " (" + FortyTables.COLUMNS + VALUES, row.values());
            if (changed != 1 && changed != SqlSession.ROWS_UNKNOWN) {
                throw new WrongAnswerException(
                        "INSERT into " + FortyTables.name(table) + ": found " + changed + " rows changed, expected 1");
            }
        }
    }

    private record Select(int table, FortyTables.Row row) implements Operation<SqlSession> {

        @Override
        public int type() {
            return 0;
        }

        @Override
        public long fingerprint() {
            return RandomStream.mix(table) + row.hashCode();
        }

        @Override
        public void perform(SqlSession session) throws Exception {
            String select = "SELECT * FROM " + FortyTables.name(table) + " WHERE id = ?";
            check("the primary key", session.query(select + " AND seq = ?", row.id(), row.seq()), 1);
            check(
                    "the unique key",
                    session.query(
                            select + " AND col3 = ? AND col4 = ? AND col5 = ?",
                            row.id(),
                            row.col3(),
                            row.col4(),
                            row.col5()),
                    1);
            check(
                    "the other index",
                    session.query(select + " AND col9 = ? AND col14 = ?", row.id(), row.col9(), row.col14()),
                    1);
        }

        private void check(String by, int found, int least) {
            if (found != SqlSession.ROWS_UNKNOWN && found < least) {
                throw new WrongAnswerException(FortyTables.name(table) + ", row " + row.id() + " " + row.seq() + " by "
                        + by + ": found " + found + " rows, expected " + least);
            }
        }
    }
}

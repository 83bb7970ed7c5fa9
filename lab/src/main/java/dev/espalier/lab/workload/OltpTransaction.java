package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;

/** One event of sysbench: its steps, all values drawn. */
final class OltpTransaction implements Operation<SqlSession> {

    /** A statement with its values. */
    @FunctionalInterface
    private interface Step {
        void perform(SqlSession session) throws Exception;
    }

    private final List<Step> steps = new ArrayList<>();
    private final OltpStatements statements;
    private final RandomStream random;
    private final OltpWorkload workload;
    private long fingerprint;
    private boolean transaction;
    private boolean writes;

    private OltpTransaction(OltpWorkload workload, OltpStatements statements, RandomStream random) {
        this.workload = workload;
        this.statements = statements;
        this.random = random;
    }

    static OltpTransaction draw(OltpWorkload workload, OltpStatements statements, RandomStream random) {
        OltpTransaction drawn = new OltpTransaction(workload, statements, random);
        switch (workload.load()) {
            case READ_ONLY -> drawn.inTransaction(false).reads();
            case READ_WRITE -> drawn.inTransaction(true).reads().writes();
            case WRITE_ONLY -> drawn.inTransaction(true).writes();
            case POINT_SELECT -> drawn.pointSelects(1);
            case UPDATE_KEY -> drawn.updateIndex();
            case UPDATE_NON_INDEX -> drawn.updateNonIndex();
            case INSERT -> drawn.insert();
            case DELETE -> drawn.delete();
        }
        return drawn;
    }

    @Override
    public int type() {
        return 0;
    }

    @Override
    public long fingerprint() {
        return fingerprint;
    }

    @Override
    public void perform(SqlSession session) throws Exception {
        if (transaction) {
            session.begin(writes);
        }
        for (Step step : steps) {
            step.perform(session);
        }
        if (transaction) {
            session.commit();
        }
    }

    private OltpTransaction inTransaction(boolean willWrite) {
        transaction = true;
        writes = willWrite;
        return this;
    }

    private OltpTransaction reads() {
        pointSelects(OltpWorkload.POINT_SELECTS);
        for (String[] range : statements.ranges) {
            String sql = range[table()];
            int from = id();
            int to = from + OltpWorkload.RANGE_SIZE - 1;
            int expected =
                    sql.contains("SUM") ? 1 : Math.min(to, workload.tables().rows()) - from + 1;
            steps.add(session -> expect(sql, from, session.query(sql, from, to), expected));
        }
        return this;
    }

    private void writes() {
        updateIndex();
        updateNonIndex();
        int table = table();
        int id = id();
        int k = id();
        String c = c();
        String pad = pad();
        steps.add(session -> session.update(statements.deletes[table], id));
        steps.add(session -> session.update(statements.inserts[table], id, k, c, pad));
    }

    private void pointSelects(int count) {
        String sql = statements.pointSelects[table()];
        for (int select = 0; select < count; select++) {
            int id = id();
            steps.add(session -> expect(sql, id, session.query(sql, id), 1));
        }
    }

    /** Every id is there: a load that deletes one inserts it in the same transaction. Rows that other loads inserted come after the last. */
    private void expect(String sql, int id, int found, int expected) {
        boolean inserted = id + OltpWorkload.RANGE_SIZE > workload.tables().rows() && found > expected;
        boolean between = !workload.isolated() && workload.load().writes() && found < expected;
        if (found != expected && found != SqlSession.ROWS_UNKNOWN && !inserted && !between) {
            throw new WrongAnswerException(
                    "wrong answer to " + sql + " with id " + id + ": found " + found + " rows, expected " + expected);
        }
    }

    private void updateIndex() {
        String sql = statements.indexUpdates[table()];
        int id = id();
        steps.add(session -> session.update(sql, id));
    }

    private void updateNonIndex() {
        String sql = statements.nonIndexUpdates[table()];
        String c = c();
        int id = id();
        steps.add(session -> session.update(sql, c, id));
    }

    /** As sysbench does: not prepared, and the engine gives the id. */
    private void insert() {
        String sql = "INSERT INTO " + SbtestTables.name(table() + 1) + " (k, c, pad) VALUES (" + id() + ", '" + c()
                + "', '" + pad() + "')";
        steps.add(session -> session.updateText(sql));
    }

    private void delete() {
        String sql = statements.deletes[table()];
        int id = id();
        steps.add(session -> session.update(sql, id));
    }

    private int table() {
        return (int) noted(random.between(0, workload.tables().tables() - 1));
    }

    private int id() {
        return (int)
                noted(workload.distribution().draw(random, workload.tables().rows()));
    }

    private String c() {
        String drawn = random.digits(SbtestTables.C_TEMPLATE);
        noted(drawn.hashCode());
        return drawn;
    }

    private String pad() {
        String drawn = random.digits(SbtestTables.PAD_TEMPLATE);
        noted(drawn.hashCode());
        return drawn;
    }

    private long noted(long value) {
        fingerprint = RandomStream.mix(fingerprint * 31 + value);
        return value;
    }
}

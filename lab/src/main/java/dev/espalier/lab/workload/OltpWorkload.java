package dev.espalier.lab.workload;

import dev.espalier.lab.spec.OltpLoad;
import java.util.List;

/**
 * sysbench's OLTP loads, statement by statement as {@code oltp_common.lua} of 1.0.20 sends them: each kind of statement of a transaction
 * draws its table, each statement its ids.
 *
 * @param load which one
 * @param tables what it works on
 * @param distribution how ids are drawn
 * @param isolated whether nobody sees half of another's transaction; else a row may be missing between its DELETE and its INSERT
 */
public record OltpWorkload(OltpLoad load, SbtestTables tables, Distribution distribution, boolean isolated)
        implements Workload<SqlSession> {

    static final int POINT_SELECTS = 10;
    static final int RANGE_SIZE = 100;

    @Override
    public List<String> types() {
        return List.of(load.word());
    }

    @Override
    public Stream<SqlSession> stream(long seed, int connection) {
        OltpStatements statements = new OltpStatements(tables.tables());
        RandomStream random = new RandomStream(seed, connection);
        return () -> OltpTransaction.draw(this, statements, random);
    }
}

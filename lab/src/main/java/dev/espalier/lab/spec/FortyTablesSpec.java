package dev.espalier.lab.spec;

import java.util.List;

/**
 * One run of the pack {@code forty-tables}.
 *
 * @param target where: the name of an engine, a JDBC URL without a password, {@code noop} or {@code fixed-delay:5ms}
 * @param driver the JDBC driver for MySQL: {@code mysql} or {@code mariadb}
 * @param load what is done
 * @param tables how many
 * @param rows in all tables together, before the run
 * @param workingSetPercent from how much of the data selects draw
 * @param workingSetOf what that is a part of
 * @param engine the storage engine of MySQL and MariaDB; empty for the server's default
 * @param connections numbers of connections, one after the other
 * @param database that holds the tables; tables that fit are used as they are, but by inserts
 * @param loading how much is done
 * @param keep whether the tables stay after the run
 */
public record FortyTablesSpec(String target, String driver, FortyTablesLoad load, int tables, long rows, double workingSetPercent,
                              WorkingSetSize.Of workingSetOf, String engine, List<Integer> connections, String database, LoadSpec loading, boolean keep) implements PackSpec {

    private static final int MOST_TABLES = 1_000;
    private static final long MOST_ROWS = 10_000_000_000L;
    private static final double WHOLE_BUFFER = 100;

    /** Checks the ranges. */
    public FortyTablesSpec {
        Ranges.check("--tables", tables, 1, MOST_TABLES);
        Ranges.check("--rows", rows, tables, MOST_ROWS);
        if (workingSetOf == null) { // results of before: of the rows, and of all of them but where it says
            workingSetOf = WorkingSetSize.Of.ROWS;
            workingSetPercent = load == FortyTablesLoad.SELECT_CPU_BOUND ? workingSetPercent : WorkingSetSize.WHOLE.percent();
        }
        fits(load, new WorkingSetSize(workingSetPercent, workingSetOf));
        connections = Checks.connections(connections);
        Checks.driver(driver);
        Checks.database(database);
        Checks.engine(engine);
    }

    private static void fits(FortyTablesLoad load, WorkingSetSize size) {
        boolean inBuffer = size.percent() <= WHOLE_BUFFER;
        if (size.of() == WorkingSetSize.Of.BUFFER && inBuffer != (load == FortyTablesLoad.SELECT_CPU_BOUND)) {
            throw new SpecException("--working-set: found " + size + " with --load " + load.word() + ", expected "
                    + (inBuffer ? "more than 100%buffer; what fits the buffer is select-cpu-bound"
                    : "at most 100%buffer; what does not fit the buffer is select-io-bound"));
        }
    }

    /** @return from how much of the data selects draw */
    public WorkingSetSize workingSet() {
        return new WorkingSetSize(workingSetPercent, workingSetOf);
    }

    /** @return rows of each table before the run */
    public long rowsOfEach() {
        return rows / tables;
    }

    @Override
    public boolean sharesData(PackSpec other) {
        return other instanceof FortyTablesSpec forty && load != FortyTablesLoad.INSERT_FULL && forty.load != FortyTablesLoad.INSERT_FULL
                && tables == forty.tables && rows == forty.rows && engine.equals(forty.engine) && loading.seed() == forty.loading.seed();
    }

    @Override
    public FortyTablesSpec inDatabase(String name) {
        return new FortyTablesSpec(target, driver, load, tables, rows, workingSetPercent, workingSetOf, engine, connections, name, loading, keep);
    }

    @Override
    public FortyTablesSpec withConnections(List<Integer> counts) {
        return new FortyTablesSpec(target, driver, load, tables, rows, workingSetPercent, workingSetOf, engine, counts, database, loading, keep);
    }

    @Override
    public String pack() {
        return "forty-tables";
    }
}

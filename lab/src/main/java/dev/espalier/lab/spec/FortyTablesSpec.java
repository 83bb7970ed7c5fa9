package dev.espalier.lab.spec;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * One run of the pack {@code forty-tables}.
 *
 * @param target where: the name of an engine, a JDBC URL without a password, {@code noop} or {@code fixed-delay:5ms}
 * @param data where the data are
 * @param load what is done
 * @param size how many tables and rows
 * @param workingSetPercent from how much of the data selects draw
 * @param workingSetOf what that is a part of
 * @param connections numbers of connections, one after the other
 * @param loading how much is done
 */
public record FortyTablesSpec(
        String target,
        @JsonUnwrapped DataSpec data,
        FortyTablesLoad load,
        @JsonUnwrapped Size size,
        double workingSetPercent,
        WorkingSetSize.Of workingSetOf,
        List<Integer> connections,
        LoadSpec loading)
        implements PackSpec {

    private static final int MOST_TABLES = 1_000;
    private static final long MOST_ROWS = 10_000_000_000L;
    private static final double WHOLE_BUFFER = 100;

    /**
     * The size of the data. In results its members are members of the specification.
     *
     * @param tables how many
     * @param rows in all tables together, before the run
     */
    public record Size(int tables, long rows) {

        /** Checks the ranges. */
        public Size {
            Ranges.check("--tables", tables, 1, MOST_TABLES);
            Ranges.check("--rows", rows, tables, MOST_ROWS);
        }

        /** @return rows of each table before the run */
        public long rowsOfEach() {
            return rows / tables;
        }
    }

    /** Checks what fits the buffer, and the number of connections. */
    public FortyTablesSpec {
        if (workingSetOf == null) { // results of before: of the rows, and of all of them unless the load is CPU-bound
            workingSetOf = WorkingSetSize.Of.ROWS;
            workingSetPercent =
                    load == FortyTablesLoad.SELECT_CPU_BOUND ? workingSetPercent : WorkingSetSize.WHOLE.percent();
        }
        fits(load, new WorkingSetSize(workingSetPercent, workingSetOf));
        connections = Checks.connections(connections);
    }

    private static void fits(FortyTablesLoad load, WorkingSetSize size) {
        boolean inBuffer = size.percent() <= WHOLE_BUFFER;
        if (size.of() == WorkingSetSize.Of.BUFFER && inBuffer != (load == FortyTablesLoad.SELECT_CPU_BOUND)) {
            throw new SpecException("--working-set: found " + size + " with --load " + load.word() + ", expected "
                    + (inBuffer
                            ? "more than 100%buffer; what fits the buffer is select-cpu-bound"
                            : "at most 100%buffer; what does not fit the buffer is select-io-bound"));
        }
    }

    /** @return from how much of the data selects draw */
    public WorkingSetSize workingSet() {
        return new WorkingSetSize(workingSetPercent, workingSetOf);
    }

    @Override
    public boolean sharesData(PackSpec other) {
        return other instanceof FortyTablesSpec forty
                && load != FortyTablesLoad.INSERT_FULL
                && forty.load != FortyTablesLoad.INSERT_FULL
                && size.equals(forty.size)
                && data.engine().equals(forty.data.engine())
                && loading.seed() == forty.loading.seed();
    }

    @Override
    public FortyTablesSpec inDatabase(String name) {
        return new FortyTablesSpec(
                target, data.inDatabase(name), load, size, workingSetPercent, workingSetOf, connections, loading);
    }

    @Override
    public FortyTablesSpec withConnections(List<Integer> counts) {
        return new FortyTablesSpec(target, data, load, size, workingSetPercent, workingSetOf, counts, loading);
    }

    @Override
    public String pack() {
        return "forty-tables";
    }
}

package dev.espalier.lab.workload;

import java.util.Collections;

/**
 * The tables of sysbench's OLTP loads: {@code sbtestN(id, k, c, pad)} with an index on {@code k}. Rows are a pure function of seed, table
 * and id; how they are made and filled is a target's matter.
 *
 * @param tables how many
 * @param rows in each, with ids from 1
 */
public record SbtestTables(int tables, int rows) {

    /** Ten groups of eleven digits: 119 characters. */
    static final String C_TEMPLATE = template(10);
    /** Five groups of eleven digits: 59 characters. */
    static final String PAD_TEMPLATE = template(5);

    /**
     * One row.
     *
     * @param k drawn evenly from 1 to the number of rows
     * @param c 119 characters
     * @param pad 59 characters
     */
    public record Row(int k, String c, String pad) {}

    /**
     * Returns a table's name.
     *
     * @param table counted from 1
     * @return for example {@code sbtest1}
     */
    public static String name(int table) {
        return "sbtest" + table;
    }

    /**
     * Returns a row.
     *
     * @param seed of the data
     * @param table counted from 1
     * @param id counted from 1
     * @return the same values whenever and wherever it is made
     */
    public Row row(long seed, int table, int id) {
        RandomStream random = new RandomStream(seed, (long) table << 32 | id);
        return new Row(random.between(1, rows), random.digits(C_TEMPLATE), random.digits(PAD_TEMPLATE));
    }

    private static String template(int groups) {
        return String.join("-", Collections.nCopies(groups, "###########"));
    }
}

package dev.espalier.lab.workload;

/** The operations of a connection for the SQL packs. Statements are prepared at their first use and cached by their text. */
public interface SqlSession extends Session {

    /** The answer of a target without rows. */
    int ROWS_UNKNOWN = -1;

    /**
     * Begins a transaction.
     *
     * @param writes whether it will write
     */
    void begin(boolean writes) throws Exception;

    /** Commits the transaction. */
    void commit() throws Exception;

    /**
     * Asks, and takes every row.
     *
     * @param sql with a question mark for each parameter
     * @param parameters integers, longs, strings, bytes or timestamps
     * @return how many rows came, or {@link #ROWS_UNKNOWN}
     */
    int query(String sql, Object... parameters) throws Exception;

    /** Takes a row. */
    @FunctionalInterface
    interface RowTaker {

        /**
         * Takes what stands in a row; called once for each.
         *
         * @param row its columns, from 0; the caller's, who fills it again for the next row
         */
        void take(Object[] row);
    }

    /**
     * Asks, and hands out every row.
     *
     * @param sql with a question mark for each parameter
     * @param taker gets the rows
     * @param parameters integers, longs, strings, bytes or timestamps
     * @return how many rows came, or {@link #ROWS_UNKNOWN}
     */
    int rows(String sql, RowTaker taker, Object... parameters) throws Exception;

    /**
     * Changes rows.
     *
     * @param sql with a question mark for each parameter
     * @param parameters integers, longs, strings, bytes or timestamps
     * @return how many rows were changed
     */
    int update(String sql, Object... parameters) throws Exception;

    /**
     * Changes rows by a statement that is not prepared.
     *
     * @param sql whole
     * @return how many rows were changed
     */
    int updateText(String sql) throws Exception;
}

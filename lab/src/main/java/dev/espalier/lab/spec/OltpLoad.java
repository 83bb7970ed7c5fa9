package dev.espalier.lab.spec;

/** sysbench's OLTP loads. */
public enum OltpLoad {
    /** A transaction of ten selects by id and four ranges of 100 rows. */
    READ_ONLY,
    /** One select by id, without a transaction. */
    POINT_SELECT,
    /** A transaction of all reads and all writes. */
    READ_WRITE,
    /** {@code oltp_update_index}: one update of an indexed column, without a transaction. */
    UPDATE_KEY,
    /** A transaction of an update of an indexed and of another column, a delete, and an insert of the same id. */
    WRITE_ONLY,
    /** One insert, without a transaction. */
    INSERT,
    /** One delete, without a transaction. */
    DELETE,
    /** One update of a column without index, without a transaction. */
    UPDATE_NON_INDEX;

    /** @return the load as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }

    /** @return kinds of statements that a connection prepares for each table; the insert of {@link #INSERT} is sent as text */
    public int preparedStatements() {
        return switch (this) {
            case READ_ONLY -> 5;
            case READ_WRITE -> 9;
            case WRITE_ONLY -> 4;
            case POINT_SELECT, UPDATE_KEY, DELETE, UPDATE_NON_INDEX -> 1;
            case INSERT -> 0;
        };
    }

    /** @return whether rows are changed */
    public boolean writes() {
        return this != READ_ONLY && this != POINT_SELECT;
    }
}

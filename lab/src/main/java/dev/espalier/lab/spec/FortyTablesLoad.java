package dev.espalier.lab.spec;

/** The loads of the pack {@code forty-tables}. */
public enum FortyTablesLoad {
    /** One INSERT an operation, of a row that is not there. */
    INSERT_FULL,
    /** Three selects an operation, of rows from a part that fits the server's buffer. */
    SELECT_CPU_BOUND,
    /** Three selects an operation, of rows from everywhere. */
    SELECT_IO_BOUND;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}

package dev.espalier.lab.spec;

/** The forms of a SQL lookup by several keys. */
public enum ReadWay {
    /** {@code SELECT} by primary key. */
    SELECT,
    /** {@code HANDLER ... READ} of MySQL and MariaDB: the storage engine without the optimizer. */
    HANDLER,
    /** {@code SELECT} answered by a unique index that holds the values too. */
    COVERING,
    /** {@code SELECT ... IN (...)} of several keys. */
    IN;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}

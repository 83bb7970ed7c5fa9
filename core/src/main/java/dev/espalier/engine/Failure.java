package dev.espalier.engine;

/** What an engine's error means, whatever its code. */
public enum Failure {
    /** The engine has rolled the transaction back, or it must be; the same writes may be sent again. */
    CONFLICT,
    /** A lock was not had in time. The transaction may still be open: it must be rolled back before the writes are sent again. */
    LOCK_TIMEOUT,
    /** A unique index already holds the value. */
    DUPLICATE,
    /** Null where the column refuses it. */
    NULL_REFUSED,
    /** A value does not fit its column. */
    TOO_LONG,
    /** A value, or a statement with its values, is larger than the engine takes at all. */
    TOO_LARGE,
    /** No room left on the device or in the table space. */
    DISK_FULL,
    /** The database, its file or the session may only be read. */
    READ_ONLY,
    /** The server may only be read: after a failover it is not the one to write to any more. */
    NOT_PRIMARY,
    /** The connection could not be made or was lost, or the server cannot serve now. The transaction is over, or will be when it is closed. */
    CONNECTION,
    /** The statement was ended before it was done: somebody has cancelled it, or its time was over. */
    CANCELLED,
    /** User or password are wrong, or the user may not use this database. */
    ACCESS_DENIED,
    /** There is no database of that name. */
    NO_DATABASE,
    /** The table is not there. */
    NO_TABLE,
    /** The server refuses to take a file's content from the client. */
    LOCAL_REFUSED,
    /** The file is there, but it is not a database of this engine, or it is damaged. */
    NOT_A_DATABASE,
    /** The text of the statement is too large: it joins too much, or nests too deep. */
    STATEMENT_TOO_LARGE,
    /** Anything else. */
    OTHER
}

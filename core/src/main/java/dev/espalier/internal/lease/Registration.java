package dev.espalier.internal.lease;

import dev.espalier.internal.jdbc.Session;
import org.jspecify.annotations.Nullable;

/**
 * The registration of this program in a database: other programs see which attributes it knows. Safe for any number of threads.
 *
 * @param lease null for a program that may not write, which needs none
 */
public record Registration(@Nullable ProgramLease lease) implements AutoCloseable {

    /**
     * Makes sure, before something is written, that other programs know this one.
     *
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeWrite() {
        if (lease != null) {
            lease.beforeWrite();
        }
    }

    /**
     * Makes sure, last in a transaction that has written something, that it may be committed.
     *
     * @param isOfSnapshot whether the transaction has read a snapshot before it got the right to write
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeCommit(Session session, boolean isOfSnapshot) {
        if (lease != null) {
            lease.beforeCommit(session, isOfSnapshot);
        }
    }

    /**
     * The same for a transaction that writes many objects, or needs no speed: proved by the database, whatever the program's clock says.
     *
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeCommitOfMany(Session session) {
        if (lease != null) {
            lease.beforeCommitOfMany(session);
        }
    }

    /**
     * Proves in a transaction that the program may write, now and later. Nobody can convert what it knows before the transaction ends.
     *
     * @throws SchemaException {@code schema-change} if another program has converted, or is going to convert, what this one knows
     */
    public void requireCurrent(Session session) {
        if (lease != null) {
            lease.requireCurrent(session);
        }
    }

    @Override
    public void close() {
        if (lease != null) {
            lease.close();
        }
    }
}

package dev.espalier.internal.engine;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One engine: all that it does differently, in small parts, each with a generic default. Immutable, safe for any number of threads. */
public interface Engine {

    /** Returns the engine's name for people, for example {@code MySQL}. */
    default String name() {
        return dialect().name();
    }

    /** Returns its SQL: texts, types and values, and what its planner can do. */
    Dialect dialect();

    /** Returns the settings of its connections. */
    Sessions sessions();

    /** Returns the SQL that a program may send on a connection of the library. */
    SqlRules sqlRules();

    /** Returns the meaning of its errors. */
    Failures failures();

    /** Returns how several connections read one snapshot. */
    default SnapshotSharing snapshots() {
        return SnapshotSharing.NONE;
    }

    /** Returns the lock for changes of tables and indexes. */
    default DefinitionLock definitions() {
        return DefinitionLock.NONE;
    }

    /** Returns its fastest road for many rows; empty if that is INSERT. */
    default Optional<BulkRoad> bulkRoad() {
        return Optional.empty();
    }

    /** Returns how large rows may be; null if that is a matter of the server's settings, and {@link #askSizeLimit} has to be called. */
    default @Nullable SizeLimit sizeLimit() {
        return SizeLimit.UNKNOWN;
    }

    /** Asks the server how large rows may be. An engine whose {@link #sizeLimit} is null overrides this. */
    default SizeLimit askSizeLimit(Connection connection) throws SQLException {
        return requireNonNull(sizeLimit(), "an engine whose size limit is a setting asks the server");
    }

    /** Whether a transaction's connection can be lost and its session live on: false if the engine runs in this process. */
    default boolean isServer() {
        return true;
    }

    /**
     * Whether only what a transaction has written keeps others off, and a lock that only reads does not: in a cluster, whose servers learn of a
     * transaction at its COMMIT, and in an engine without row locks.
     */
    default boolean certifiesWrites() {
        return false;
    }

    /** Whether the database is open in this process only, so that locks of this process are locks of the database. */
    default boolean isOneProcess() {
        return false;
    }

    /** Returns the lock for building indexes beside other programs; none if {@link #definitions} is lock enough. */
    default DefinitionLock indexBuilds() {
        return DefinitionLock.NONE;
    }

    /** Whether tables and indexes are made in transactions like rows. */
    default boolean definesInTransactions() {
        return false;
    }

    /** Whether columns of a table can be changed and dropped while there are indexes. */
    default boolean changesIndexedColumns() {
        return true;
    }
}

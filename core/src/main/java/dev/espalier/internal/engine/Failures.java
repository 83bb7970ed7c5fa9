package dev.espalier.internal.engine;

import dev.espalier.error.ErrorCode;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of an engine's errors, as an error code.
 *
 * <table>
 * <caption>The codes that an engine may return</caption>
 * <tr><td>{@code CONFLICT}</td><td>the engine has rolled the transaction back, or the transaction must be rolled back; the same writes may be sent again</td></tr>
 * <tr><td>{@code LOCK_TIMEOUT}</td><td>the transaction may still be open: it must be rolled back before the writes are sent again</td></tr>
 * <tr><td>{@code DUPLICATE}</td><td>a unique index already holds the value</td></tr>
 * <tr><td>{@code NULL_REFUSED}</td><td>the column refuses null</td></tr>
 * <tr><td>{@code ROW_TOO_LARGE}</td><td>a table has too many columns, or a row of it does not fit</td></tr>
 * <tr><td>{@code TOO_LONG}</td><td>a value does not fit its column</td></tr>
 * <tr><td>{@code VALUE_TOO_LARGE}</td><td>a value, or a statement with its values, is larger than the engine accepts anywhere</td></tr>
 * <tr><td>{@code DISK_FULL}</td><td>no room is left on the device or in the table space</td></tr>
 * <tr><td>{@code READ_ONLY}</td><td>the database, its file or the session may only be read</td></tr>
 * <tr><td>{@code NOT_PRIMARY}</td><td>the server may only be read; after a failover another server is the primary</td></tr>
 * <tr><td>{@code UNREACHABLE}</td><td>no connection could be made, or it was lost, or the server cannot serve now; the transaction is over, or ends when the
 * connection is closed</td></tr>
 * <tr><td>{@code STATEMENT_CANCELLED}</td><td>another user, or a time limit, ended the statement</td></tr>
 * <tr><td>{@code ACCESS_DENIED}</td><td>user or password are wrong, or the user may not use this database</td></tr>
 * <tr><td>{@code NO_SUCH_DATABASE}</td><td>there is no database of that name</td></tr>
 * <tr><td>{@code NO_SUCH_TABLE}</td><td>there is no table of that name</td></tr>
 * <tr><td>{@code LOCAL_INFILE_REFUSED}</td><td>the server refuses a file's content from the client</td></tr>
 * <tr><td>{@code SERVER_SETTING}</td><td>a pooler in front of the server gives statements of one connection to different sessions</td></tr>
 * <tr><td>{@code NOT_A_DATABASE}</td><td>the file exists, but it is not a database of this engine, or it is damaged</td></tr>
 * <tr><td>{@code STATEMENT_TOO_LARGE}</td><td>the statement joins too much, or nests too deep</td></tr>
 * <tr><td>{@code DATABASE_ERROR}</td><td>any other error</td></tr>
 * </table>
 */
@FunctionalInterface
public interface Failures {

    /** Returns the code of the error. Looks at this exception only, not at its causes. */
    ErrorCode of(SQLException error);

    /** Returns what the user can do about a lost connection, if the engine knows more than that files and servers must be there; null if not. */
    default @Nullable String advice(SQLException lost) {
        return null;
    }

    /** Whether the engine has rolled the transaction back, although the same writes would fail again. */
    default boolean endsTransaction(SQLException error) {
        return false;
    }
}

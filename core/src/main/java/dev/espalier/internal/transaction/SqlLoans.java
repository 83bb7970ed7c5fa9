package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.SQL_ENDED_TRANSACTION;

import dev.espalier.error.StoreException;
import dev.espalier.internal.handwritten.LentConnection;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lends the connection of an attempt to SQL of the program, several times, also one within another. For one thread. */
public final class SqlLoans {

    private final LentConnection.Lender lender;
    private final Consumer<StoreException> ended;
    /** The number of loans that have not ended, each within the one before. */
    private int open;

    /**
     * @param ended is run when SQL has ended the transaction; what it throws is more important than that
     */
    SqlLoans(LentConnection.Lender lender, Consumer<StoreException> ended) {
        this.lender = lender;
        this.ended = ended;
    }

    /** Work with a connection. */
    public interface Work<T extends @Nullable Object, X extends Exception> {

        /** @param connection is usable until this returns */
        T on(Connection connection) throws SQLException, X;
    }

    /** @throws X what the work has thrown */
    <T extends @Nullable Object, X extends Exception> T lend(Session session, boolean readsOnly, Work<T, X> work)
            throws X {
        LentConnection lent = new LentConnection(session, lender, readsOnly, ++open);
        T result;
        try {
            result = work.on(lent.connection());
        } catch (SQLException e) {
            throw endAfter(lent.translate(e), lent);
        } catch (Throwable e) {
            throw SqlLoans.<X>unchecked(endAfter(e, lent));
        }
        end(lent);
        return result;
    }

    /** Ends the loan after the work has failed. The caller gets the failure of the work; the attempt remembers if the transaction is over. */
    private <E extends Throwable> E endAfter(E thrown, LentConnection lent) {
        try {
            end(lent);
        } catch (RuntimeException | Error e) {
            FirstFailure.suppress(thrown, e);
        }
        return thrown;
    }

    /** The work throws what it may throw, or what is unchecked. */
    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private void end(LentConnection lent) {
        open--;
        try {
            lent.close();
        } catch (StoreException e) {
            if (e.errorCode() == SQL_ENDED_TRANSACTION) {
                ended.accept(e);
            }
            throw e;
        }
    }
}

package dev.espalier.internal.write;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Session;
import java.util.List;

/** Sends writes through a session, inside a transaction that the caller has begun and will commit. Safe for any number of threads. */
public final class WriteSender {

    private final RowUpdates updates;
    private final InsertTexts inserts;

    /** A sender for sessions of one engine. It keeps the texts of updates and inserts. */
    public WriteSender(Dialect dialect) {
        this.updates = new RowUpdates(dialect);
        this.inserts = new InsertTexts(dialect);
    }

    /**
     * Sends writes one after the other. A unique value that one of them gives up can be taken by one before it.
     *
     * @param versions the versions of objects after earlier writes of the transaction; this call updates them
     * @throws dev.espalier.error.StoreException {@code stale} if another transaction has changed an object since it was loaded
     * @throws dev.espalier.error.NotFoundException if an object, or one that is newly referred to, is not there
     */
    public void sendAll(List<Write> writes, Session session, Versions versions) {
        NewReferences references = new NewReferences(session, versions);
        for (int i = 0; i < writes.size(); i++) {
            if (writes.get(i) instanceof WriteSet set) {
                new WriteSetSender(session, updates, inserts, versions, references)
                        .send(set, writes.subList(i + 1, writes.size()));
            } else {
                references.lock();
                new DeletionSender(session, versions).send((Deletion) writes.get(i));
            }
        }
        references.lock();
    }
}

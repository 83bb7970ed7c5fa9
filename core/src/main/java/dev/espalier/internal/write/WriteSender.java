package dev.espalier.internal.write;

import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Schema;
import java.util.List;

/** Sends writes through a session, inside a transaction that the caller has begun and will commit. Safe for any number of threads. */
public final class WriteSender {

    private final RowUpdates updates;
    private final InsertTexts inserts;
    private final Schema schema;
    private final Referrers links;
    private final StoredLayout stored;

    /**
     * A sender for sessions of one engine. It keeps the texts of updates and inserts.
     *
     * @param stored the tables that all programs have made
     */
    public WriteSender(Dialect dialect, Schema schema, StoredLayout stored) {
        this.schema = schema;
        this.links = new Referrers(schema);
        this.stored = stored;
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
            versions.beginWrite();
            if (writes.get(i) instanceof WriteSet set) {
                new WriteSetSender(schema, session, updates, inserts, versions, references)
                        .send(set, writes.subList(i + 1, writes.size()));
            } else {
                lock(references, session, versions);
                new DeletionSender(links, stored, session, versions).send((Deletion) writes.get(i));
            }
        }
        lock(references, session, versions);
    }

    /** Parts are locked first, and more strongly. */
    private void lock(NewReferences references, Session session, Versions versions) {
        references.updated(new PartSender(links, stored, session, versions).lock());
        references.lock();
    }

    /**
     * Does what is left when all writes of a transaction were sent: refuses parts with two owners, and deletes those that have none any more.
     *
     * @throws dev.espalier.error.StoreException {@code two-owners}
     */
    public void complete(Session session, Versions versions) {
        new PartSender(links, stored, session, versions).complete();
    }
}

package dev.espalier.write;

import dev.espalier.jdbc.Session;
import java.util.List;

/** Something that a transaction does to the database: pure data, which can be sent again. */
public sealed interface Write permits WriteSet, Deletion {

    /**
     * Sends it through a session, inside a transaction that the caller has begun and will commit.
     *
     * @param versions what was sent before in the same transaction has done to the objects' versions; is brought up to date
     * @param later what the transaction is going to do after it: a unique value that is given up there can be taken here
     */
    void send(Session session, Versions versions, List<Write> later);

    /** Sends writes one after the other, in the same way. */
    static void sendAll(List<Write> writes, Session session, Versions versions) {
        for (int i = 0; i < writes.size(); i++) {
            writes.get(i).send(session, versions, writes.subList(i + 1, writes.size()));
        }
    }
}

package dev.espalier.transaction;

import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.write.Versions;
import dev.espalier.write.Write;
import java.util.List;

/** One transaction of the database and what was sent in it. Closing it undoes what was not committed. For one thread. */
final class Attempt implements AutoCloseable {

    private final ConnectionSource source;
    private final Session session;
    private final Versions versions;
    /** The right to write; null as long as it only reads. */
    private ConnectionSource.Turn turn;
    private int sent;

    private Attempt(ConnectionSource source, Session session, ConnectionSource.Turn turn, Versions versions) {
        this.source = source;
        this.session = session;
        this.turn = turn;
        this.versions = versions;
    }

    /** A transaction that sees the latest state of all that it touches; what it does to objects' versions is added to those given. */
    static Attempt toWrite(ConnectionSource source, Versions versions) {
        ConnectionSource.Turn turn = source.turnToWrite();
        try {
            return new Attempt(source, source.begun(Session::beginWrite), turn, versions);
        } catch (RuntimeException e) {
            turn.close();
            throw e;
        }
    }

    /** A transaction that sees one snapshot of the database, and what is sent in it; to versions as above. */
    static Attempt toRead(ConnectionSource source, Versions versions) {
        return new Attempt(source, source.begun(Session::beginWork), null, versions);
    }

    Session session() {
        return session;
    }

    Versions versions() {
        return versions;
    }

    /** Sends what was not sent yet. */
    void send(List<Write> writes) {
        if (turn == null && sent < writes.size()) {
            turn = source.turnToWrite();
        }
        Write.sendAll(writes.subList(sent, writes.size()), session, versions);
        sent = writes.size();
    }

    /** Whether something was sent. */
    boolean hasSent() {
        return sent > 0;
    }

    /** Whether nobody else can write before it ends, so that what it sees is the latest state. */
    boolean isOnlyWriter() {
        return turn != null && !session.dialect().limits().parallelWriters();
    }

    void commit() {
        session.commit();
    }

    @Override
    public void close() {
        try {
            session.close();
        } finally {
            if (turn != null) {
                turn.close();
            }
        }
    }
}

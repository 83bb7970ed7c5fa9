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
    private final Versions versions = new Versions();
    /** The right to write; null as long as it only reads. */
    private ConnectionSource.Turn turn;
    private int sent;

    private Attempt(ConnectionSource source, Session session, ConnectionSource.Turn turn) {
        this.source = source;
        this.session = session;
        this.turn = turn;
    }

    /** A transaction that sees the latest state of all that it touches. */
    static Attempt toWrite(ConnectionSource source) {
        ConnectionSource.Turn turn = source.turnToWrite();
        try {
            Session session = source.session();
            try {
                session.beginWrite();
                return new Attempt(source, session, turn);
            } catch (RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (RuntimeException e) {
            turn.close();
            throw e;
        }
    }

    /** A transaction that sees one snapshot of the database, and what is sent in it. */
    static Attempt toRead(ConnectionSource source) {
        Session session = source.session();
        try {
            session.beginWork();
            return new Attempt(source, session, null);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
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
        while (sent < writes.size()) {
            writes.get(sent).send(session, versions);
            sent++;
        }
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

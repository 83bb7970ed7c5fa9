package dev.espalier.internal.jdbc;

import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Sessions;
import java.sql.SQLException;
import java.util.List;

/** All that a session reads in one round trip, from one state of the database, without a transaction around it. For one thread. */
final class SingleTripRead {

    private final StatementRunner runner;
    private final SessionTransaction transaction;
    private final Sessions.SingleTrip kind;
    private final boolean hasAutoCommit;
    private boolean isDone;

    private SingleTripRead(
            StatementRunner runner, SessionTransaction transaction, Sessions.SingleTrip kind, boolean hasAutoCommit) {
        this.runner = runner;
        this.transaction = transaction;
        this.kind = kind;
        this.hasAutoCommit = hasAutoCommit;
    }

    /** @param takesTexts whether a connection of our own takes several statements in one text */
    static boolean isPossible(Engine engine, boolean takesTexts) {
        return switch (engine.sessions().singleTrip()) {
            case NONE -> false;
            case STATEMENT -> true;
            case TEXT, ENDED_TEXT -> takesTexts;
        };
    }

    /** Prepares the connection. */
    static SingleTripRead begin(StatementRunner runner, SessionTransaction transaction, Engine engine) {
        Sessions.SingleTrip kind = engine.sessions().singleTrip();
        boolean hasAutoCommit = kind == Sessions.SingleTrip.ENDED_TEXT && transaction.readsWithAutoCommit();
        return new SingleTripRead(runner, transaction, kind, hasAutoCommit);
    }

    /**
     * Runs statements and hands out their rows.
     *
     * @throws SingleTripReads.SecondTrip if they need more than the one round trip
     */
    void read(List<Reading> readings) {
        if (isDone || !areOneTrip(readings)) {
            throw new SingleTripReads.SecondTrip();
        }
        isDone = true;
        if (hasAutoCommit) {
            readWithAutoCommit(readings);
        } else if (kind == Sessions.SingleTrip.ENDED_TEXT || kind == Sessions.SingleTrip.TEXT && readings.size() > 1) {
            transaction.readInOneText(readings);
        } else {
            transaction.prepareStatement();
            runner.query(readings.get(0));
        }
    }

    /** Runs a statement before the read, whose rows are no part of what is read. */
    void lookAhead(Reading reading) {
        if (kind != Sessions.SingleTrip.STATEMENT || isDone) {
            throw new SingleTripReads.SecondTrip();
        }
        transaction.prepareStatement();
        runner.query(reading);
    }

    private boolean areOneTrip(List<Reading> readings) {
        if (readings.size() == 1) {
            return true;
        }
        int values = 0;
        for (Reading reading : readings) {
            values += reading.statement().binds().size();
        }
        return kind != Sessions.SingleTrip.STATEMENT && values <= Pipeline.MOST_VALUES;
    }

    private void readWithAutoCommit(List<Reading> readings) {
        if (readings.size() == 1) {
            runner.queryAgain(readings.get(0));
            return;
        }
        try {
            runner.together(List.of(SessionTransaction.withoutValues("START TRANSACTION")), readings, "ROLLBACK");
        } catch (RuntimeException | Error e) {
            endText(e);
            throw e;
        }
    }

    /** A text that has failed may have left its transaction open. */
    private void endText(Throwable failure) {
        try {
            runner.command("ROLLBACK");
        } catch (SQLException e) {
            runner.giveUp();
            failure.addSuppressed(e);
        }
    }
}

package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The words are those of the pools' sources. */
@Tag("pure")
class ExhaustedPoolsTest {

    @Test
    void eachPoolsWordsAreKnown() {
        assertThat(
                        ExhaustedPools.isExhausted(
                                new SQLTransientConnectionException(
                                        "HikariPool-1 - Connection is not available, request timed out after 250ms (total=2, active=2, idle=0, waiting=0)")))
                .isTrue();
        assertThat(ExhaustedPools.isExhausted(new SQLException(
                        "Cannot get a connection, pool error Timeout waiting for idle object",
                        new NoSuchElementException("Timeout waiting for idle object"))))
                .isTrue();
        assertThat(ExhaustedPools.isExhausted(new SQLException(
                        "Cannot get a connection, pool error: Timeout waiting for idle object, borrowMaxWaitDuration=PT1S",
                        new NoSuchElementException("Timeout waiting for idle object, borrowMaxWaitDuration=PT1S"))))
                .isTrue();
        assertThat(ExhaustedPools.isExhausted(new SQLException(
                        "An attempt by a client to checkout a Connection has timed out.",
                        new TimeoutException("1000"))))
                .isTrue();
        assertThat(
                        ExhaustedPools.isExhausted(
                                new SQLException(
                                        "[main] Timeout: Pool empty. Unable to fetch a connection in 1 seconds, none available[size:2; busy:2; idle:0; lastwait:1000].")))
                .isTrue();
        assertThat(ExhaustedPools.isExhausted(new SQLException(
                        "Exception occurred while getting connection: oracle.ucp.UniversalConnectionPoolException:"
                                + " All connections in the Universal Connection Pool are in use")))
                .isTrue();
        assertThat(ExhaustedPools.isExhausted(new SQLException("Sorry, acquisition timeout!")))
                .isTrue();
    }

    @Test
    void aServerThatDoesNotAnswerIsNoExhaustedPool() {
        assertThat(ExhaustedPools.isExhausted(new SQLTransientConnectionException(
                        "HikariPool-1 - Connection is not available, request timed out after 250ms",
                        new SQLNonTransientConnectionException("Communications link failure", "08S01"))))
                .isFalse();
        assertThat(
                        ExhaustedPools.isExhausted(
                                new SQLTransientConnectionException(
                                        "HikariPool-1 - Connection is not available, request timed out after 250ms (total=0, active=0, idle=0, waiting=0)")))
                .isFalse();
        assertThat(ExhaustedPools.isExhausted(new SQLException(
                        "Cannot create PoolableConnectionFactory", new SQLException("refused", "08001"))))
                .isFalse();
        assertThat(ExhaustedPools.isExhausted(
                        new SQLException("Connections could not be acquired from the underlying database!", "08001")))
                .isFalse();
    }
}

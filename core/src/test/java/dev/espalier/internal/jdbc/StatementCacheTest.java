package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a connection to a database in memory. */
@Tag("pure")
class StatementCacheTest {

    private Connection connection;
    private StatementCache cache;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        cache = new StatementCache(connection, text -> null);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void statementStaysPreparedUntilItsNextUse() throws SQLException {
        PreparedStatement first = cache.take("SELECT 1");
        cache.giveBack("SELECT 1", first);
        assertThat(cache.take("SELECT 1")).isSameAs(first);
        assertThat(first.isClosed()).isFalse();
    }

    @Test
    void statementInUseIsNotShared() throws SQLException {
        PreparedStatement first = cache.take("SELECT 1");
        PreparedStatement second = cache.take("SELECT 1");
        assertThat(second).isNotSameAs(first);
        cache.giveBack("SELECT 1", first);
        cache.giveBack("SELECT 1", second);
        assertThat(first.isClosed()).isTrue();
        assertThat(cache.take("SELECT 1")).isSameAs(second);
    }

    @Test
    void leastRecentlyUsedStatementIsEvictedFirst() throws SQLException {
        PreparedStatement first = cache.take("SELECT 0");
        cache.giveBack("SELECT 0", first);
        for (int number = 1; number < 128; number++) {
            String text = "SELECT " + number;
            cache.giveBack(text, cache.take(text));
        }
        assertThat(first.isClosed()).isFalse();
        cache.giveBack("SELECT 128", cache.take("SELECT 128"));
        assertThat(first.isClosed()).isTrue();
    }

    @Test
    void boundValuesAreReleased() throws SQLException {
        PreparedStatement statement = cache.take("SELECT ? IS NULL");
        statement.setString(1, "bound");
        cache.giveBack("SELECT ? IS NULL", statement);
        try (var row = cache.take("SELECT ? IS NULL").executeQuery()) {
            row.next();
            assertThat(row.getBoolean(1)).isTrue();
        }
    }

    @Test
    void shortValuesStayBound() throws SQLException {
        PreparedStatement statement = cache.take("SELECT ?");
        statement.setString(1, "bound");
        cache.giveBackWithValues("SELECT ?", statement);
        try (var row = cache.take("SELECT ?").executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("bound");
        }
    }

    @Test
    void longTextsAreCachedWhenTheyAreRunAgain() throws SQLException {
        String text = "SELECT 1 " + " ".repeat(2_000);
        PreparedStatement first = cache.take(text);
        cache.giveBack(text, first);
        assertThat(first.isClosed()).isTrue();
        PreparedStatement second = cache.take(text);
        cache.giveBack(text, second);
        assertThat(cache.take(text)).isSameAs(second);
    }

    @Test
    void theLongestTextsAreNotCached() throws SQLException {
        String text = "SELECT 1 " + " ".repeat(30_000);
        for (int i = 0; i < 3; i++) {
            PreparedStatement statement = cache.take(text);
            cache.giveBack(text, statement);
            assertThat(statement.isClosed()).isTrue();
        }
    }

    @Test
    void oneTextOfSeveralStatementsIsMadeOnce() {
        String text = cache.joined(List.of("SELECT 1", "SELECT 2"));
        assertThat(text).isEqualTo("SELECT 1; SELECT 2");
        assertThat(cache.joined(List.of("SELECT 1", "SELECT 2"))).isSameAs(text);
    }
}

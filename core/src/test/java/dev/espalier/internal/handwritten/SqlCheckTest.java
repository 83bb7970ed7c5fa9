package dev.espalier.internal.handwritten;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.engine.SqlRules;
import dev.espalier.internal.engine.SqlRules.Mark;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries and changes of rows may be sent, and what the engine adds; all else is refused, in work that only reads also what writes. */
@Tag("pure")
class SqlCheckTest {

    private static final SqlRules RULES =
            new SqlRules(Set.of(Mark.DOLLAR), Set.of("CALL", "DO", "LOCK", "SET CONSTRAINTS"), true);
    private static final SqlCheck WRITING = new SqlCheck(RULES, false);
    private static final SqlCheck READING = new SqlCheck(RULES, true);

    private static String code(SqlCheck check, String text) {
        try {
            check.check(text);
            return "";
        } catch (EspalierException e) {
            return e.code();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "(SELECT 1) UNION (SELECT 2)",
                "WITH a AS (SELECT replace(b, 'x', 'y') FROM c) SELECT * FROM a FOR UPDATE",
                "WITH a AS (SELECT 1) SELECT * FROM a FOR NO KEY UPDATE",
                "VALUES (1)",
                "TABLE a",
                "EXPLAIN SELECT 1",
                "SELECT substring(a FROM 2 FOR 3) FROM b",
                "SHOW x",
                "SELECT 'COMMIT'",
                "-- nothing"
            })
    void queriesMayBeSentInBoth(String text) {
        assertThat(code(WRITING, text)).isEmpty();
        assertThat(code(READING, text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO a VALUES (1)",
                "update a set b = 1",
                "DELETE FROM a",
                "MERGE INTO a USING b",
                "REPLACE INTO a VALUES (1)",
                "WITH a AS (DELETE FROM b RETURNING id) SELECT * FROM a",
                "WITH a AS (SELECT 1) REPLACE INTO b SELECT * FROM a",
                "EXPLAIN UPDATE a SET b = 1",
                "WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a",
                "SELECT id FROM FINAL TABLE (UPDATE a SET b = 1)",
                "SELECT 1; DELETE FROM a",
                "LOCK TABLE a",
                "SET CONSTRAINTS ALL DEFERRED",
                "CALL f()"
            })
    void changesMayBeSentInWorkThatWrites(String text) {
        assertThat(code(WRITING, text)).isEmpty();
        assertThat(code(READING, text)).isEqualTo("write-in-read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COMMIT",
                "commit work",
                "ROLLBACK",
                "ROLLBACK TO SAVEPOINT a",
                "SAVEPOINT a",
                "RELEASE a",
                "BEGIN",
                "START TRANSACTION",
                "END",
                "ABORT",
                "PREPARE TRANSACTION 'x'",
                "XA END 'x'",
                "SET autocommit = 1",
                "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
                "SET search_path = x",
                "SET",
                "CREATE TABLE a (b INT)",
                "DROP TABLE a",
                "ALTER TABLE a ADD b INT",
                "LOAD INDEX INTO CACHE a",
                "PRAGMA journal_mode = DELETE",
                "USE other",
                "ATTACH 'x' AS y",
                "VACUUM",
                "EXECUTE a",
                "SELECT 1; COMMIT; SELECT 2",
                "EXPLAIN ANALYZE COMMIT",
                "EXPLAIN (ANALYZE TRUE, FORMAT JSON) SELECT 1",
                "SELECT 1 INTO TEMP a",
                "SELECT * INTO a FROM b",
                "WITH a AS (SELECT 1) SELECT * INTO b FROM a",
                "EXPLAIN (ANALYZE, VERBOSE) CREATE TABLE a AS SELECT 1",
                "INSERT OR ROLLBACK INTO a VALUES (1)",
                "DECLARE a CURSOR WITH HOLD FOR SELECT 1",
                "/* SELECT */ COMMIT"
            })
    void whateverElseIsRefused(String text) {
        assertThat(code(WRITING, text)).isEqualTo("sql-refused");
        assertThat(code(READING, text)).isEqualTo("sql-refused");
    }

    @Test
    void theMessageNamesTheCommandAndThoseThatAreAllowed() {
        assertThatThrownBy(() -> WRITING.check("UPDATE a SET b = 1; COMMIT"))
                .hasMessageStartingWith("COMMIT is refused")
                .hasMessageContaining("DELETE, DESC, DESCRIBE")
                .hasMessageContaining("SET CONSTRAINTS")
                .hasMessageContaining("(in: UPDATE a SET b = 1; COMMIT)");
    }

    @Test
    void proceduresAreToBeProven() {
        assertThat(WRITING.check("CALL f()")).isTrue();
        assertThat(WRITING.check("SELECT 1; DO $$ x $$")).isTrue();
        assertThat(WRITING.check("UPDATE a SET b = 1; SELECT 1")).isFalse();
    }

    @Test
    void oneQueryIsExpectedForIds() {
        READING.checkQuery("SELECT id FROM a;");
        assertThatThrownBy(() -> READING.checkQuery("SELECT 1; SELECT 2")).hasMessageContaining("found 2 commands");
        assertThatThrownBy(() -> READING.checkQuery(" ")).hasMessageContaining("found 0 commands");
        assertThatThrownBy(() -> READING.checkQuery("DELETE FROM a")).hasMessageContaining("only reads");
        assertThatThrownBy(() -> READING.checkQuery("SELECT id FROM a FOR UPDATE"))
                .hasMessageContaining("FOR UPDATE is refused in a query by SQL");
        assertThatThrownBy(() -> READING.checkQuery("SELECT id FROM a FOR NO KEY UPDATE"))
                .hasMessageContaining("FOR NO KEY is refused");
    }
}

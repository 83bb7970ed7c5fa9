package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.engine.Engine;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the engines' codes mean, and where they are found. */
@Tag("pure")
@NullUnmarked // tests give null on purpose
class FailuresTest {

    /** Engine, the vendor's code, SQLState, meaning; "MySQL" stands for MariaDB and TiDB too. */
    private static final String TABLE = """
            MySQL 1213 40001 CONFLICT
            MySQL 3101 40000 CONFLICT
            MySQL 1020 HY000 CONFLICT
            MySQL 1412 HY000 CONFLICT
            MySQL 1615 HY000 CONFLICT
            MySQL 1637 HY000 CONFLICT
            MySQL 1205 HY000 LOCK_TIMEOUT
            MySQL 3572 HY000 LOCK_TIMEOUT
            MySQL 1062 23000 DUPLICATE
            MySQL 1317 70100 STATEMENT_CANCELLED
            MySQL 1969 70100 STATEMENT_CANCELLED
            MySQL 3024 HY000 STATEMENT_CANCELLED
            MySQL 1290 HY000 READ_ONLY
            MySQL 1836 HY000 NOT_PRIMARY
            MySQL 0 08S01 UNREACHABLE
            MySQL 1040 08004 UNREACHABLE
            MySQL 0 25S03 UNREACHABLE
            MySQL 1047 08S01 UNREACHABLE
            MySQL 1053 08S01 UNREACHABLE
            MySQL 1203 42000 UNREACHABLE
            MySQL 1226 42000 UNREACHABLE
            MySQL 1927 70100 UNREACHABLE
            MySQL 2013 HY000 UNREACHABLE
            MySQL 3169 HY000 UNREACHABLE
            MySQL 4031 HY000 UNREACHABLE
            MySQL 1064 42000 DATABASE_ERROR
            TiDB 8002 HY000 CONFLICT
            TiDB 8005 HY000 CONFLICT
            TiDB 8022 HY000 CONFLICT
            TiDB 8027 HY000 CONFLICT
            TiDB 8028 HY000 CONFLICT
            TiDB 9007 HY000 CONFLICT
            TiDB 9004 HY000 LOCK_TIMEOUT
            TiDB 8501 HY000 UNREACHABLE
            TiDB 9001 HY000 UNREACHABLE
            TiDB 9002 HY000 UNREACHABLE
            TiDB 9003 HY000 UNREACHABLE
            TiDB 9005 HY000 UNREACHABLE
            PostgreSQL 0 40001 CONFLICT
            PostgreSQL 0 40P01 CONFLICT
            PostgreSQL 0 55P03 LOCK_TIMEOUT
            PostgreSQL 0 57014 STATEMENT_CANCELLED
            PostgreSQL 0 08006 UNREACHABLE
            PostgreSQL 0 08P01 UNREACHABLE
            PostgreSQL 0 25P03 UNREACHABLE
            PostgreSQL 0 25P04 UNREACHABLE
            PostgreSQL 0 40003 UNREACHABLE
            PostgreSQL 0 53300 UNREACHABLE
            PostgreSQL 0 57P01 UNREACHABLE
            PostgreSQL 0 57P02 UNREACHABLE
            PostgreSQL 0 57P03 UNREACHABLE
            PostgreSQL 0 57P05 UNREACHABLE
            PostgreSQL 0 25006 NOT_PRIMARY
            PostgreSQL 0 26000 SERVER_SETTING
            PostgreSQL 0 42P05 SERVER_SETTING
            PostgreSQL 0 25P02 DATABASE_ERROR
            SQLite 5 [SQLITE_BUSY] LOCK_TIMEOUT
            SQLite 5 [SQLITE_BUSY_SNAPSHOT] CONFLICT
            SQLite 6 [SQLITE_LOCKED] LOCK_TIMEOUT
            SQLite 15 [SQLITE_PROTOCOL] LOCK_TIMEOUT
            SQLite 17 [SQLITE_SCHEMA] CONFLICT
            SQLite 9 [SQLITE_INTERRUPT] STATEMENT_CANCELLED
            SQLite 13 [SQLITE_FULL] DISK_FULL
            SQLite 14 [SQLITE_CANTOPEN] UNREACHABLE
            SQLite 1 [SQLITE_ERROR] DATABASE_ERROR
            """;

    private static final Map<String, Engine> ENGINES =
            Engines.all().stream().collect(Collectors.toMap(Engine::name, engine -> engine, (one, relative) -> one));

    private static void each(UnaryOperator<SQLException> wrapped) {
        TABLE.lines().forEach(line -> {
            String[] words = line.split(" ");
            for (String engine :
                    words[0].equals("MySQL") ? new String[] {"MySQL", "MariaDB", "TiDB"} : new String[] {words[0]}) {
                SQLException error = new SQLException(words[2] + " made up", words[2], Integer.parseInt(words[1]));
                assertThat(DriverErrors.code(ENGINES.get(engine), wrapped.apply(error)))
                        .as("%s on %s", line, engine)
                        .isEqualTo(ErrorCode.valueOf(words[3]));
            }
        });
    }

    @Test
    void eachCodeHasItsMeaning() {
        each(error -> error);
    }

    @Test
    void commitOfANodeThatLeftItsClusterIsTriedOnAnother() {
        String commit = "Error while appending streaming replication fragment";
        Map<String, ErrorCode> meanings = Map.of(
                commit + "(provider status: Not connected to Primary Component)",
                ErrorCode.UNREACHABLE,
                commit + "(provider status: Provider in bad state, needs to be reinitialized.)",
                ErrorCode.UNREACHABLE,
                commit,
                ErrorCode.DATABASE_ERROR,
                "Got error 5 \"Input/output error\" during COMMIT",
                ErrorCode.DATABASE_ERROR);
        meanings.forEach((message, code) -> assertThat(
                        DriverErrors.code(ENGINES.get("MariaDB"), new SQLException(message, "HY000", 1180)))
                .as(message)
                .isEqualTo(code));
    }

    @Test
    void aPreparedStatementOfADroppedTableSaysSo() {
        Map<String, ErrorCode> meanings = Map.of(
                "Schema change caused error: [schema:1146]Table 'shop.order' doesn't exist",
                ErrorCode.NO_SUCH_TABLE,
                "Schema change caused error: [planner:1054]Unknown column 'due' in 'field list'",
                ErrorCode.DATABASE_ERROR);
        meanings.forEach((message, code) -> assertThat(
                        DriverErrors.code(ENGINES.get("TiDB"), new SQLException(message, "HY000", 8113)))
                .as(message)
                .isEqualTo(code));
    }

    @Test
    void codeIsFoundInCausesAndChains() {
        each(error -> new SQLException("wrapped", new RuntimeException(error)));
        each(error -> new BatchUpdateException("batch", "00000", 0, new int[0], error));
        each(error -> {
            SQLException first = new SQLException("first");
            first.setNextException(new SQLException("second"));
            first.setNextException(new SQLException("third", new RuntimeException(error)));
            return first;
        });
    }

    @Test
    void cyclicCausesEnd() {
        SQLException first = new SQLException("first");
        SQLException second = new SQLException("second", first);
        first.initCause(second);
        assertThat(DriverErrors.code(ENGINES.get("MySQL"), first)).isEqualTo(ErrorCode.DATABASE_ERROR);
    }

    private static String translated(String engine, String state, int code) {
        Engine made = ENGINES.get(engine);
        return new DriverErrors(new Address("jdbc:made-up", new Engines.OtherDriver(made), made, null))
                .translate(new SQLException("made up", state, code), "a statement")
                .getMessage();
    }

    @Test
    void adviceForARefusedFileNamesServerAndDriver() {
        for (String engine : new String[] {"MySQL", "MariaDB"}) {
            assertThat(translated(engine, "42000", 1148))
                    .contains("local_infile=ON on the server", "allowLoadLocalInfile=true", "allowLocalInfile=true");
        }
    }

    /** A pooler in front of PostgreSQL gives each transaction another session. */
    @Test
    void adviceForALostPreparedStatementNamesTheOption() {
        for (String state : new String[] {"26000", "42P05"}) {
            assertThat(translated("PostgreSQL", state, 0)).contains("prepareThreshold=0", "session mode");
        }
    }
}

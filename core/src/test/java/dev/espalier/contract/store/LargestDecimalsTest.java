package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers with so many digits that computing with them takes minutes. All that is refused here is refused before an engine sees it. */
public class LargestDecimalsTest {

    private static final String EXPECTED =
            "expected a number of at most 131,072 digits before the point and 32,767 behind it";

    @TempDir
    Path folder;

    public static class Account {
        long id;
        int number;

        @Nullable
        public BigDecimal amount;

        @Nullable
        public BigInteger total;

        @Nullable
        Account parent;

        List<Account> parts = new ArrayList<>();
    }

    private String url() {
        return "jdbc:sqlite:" + folder.resolve("accounts.db");
    }

    @Test
    void parameterBeyondAllEnginesIsRefusedAtItsPosition() {
        try (Database db = Database.open(url(), Model.of(Account.class))) {
            for (Object huge : List.of(
                    new BigDecimal("1e30000000"),
                    new BigDecimal("-1e30000000"),
                    new BigDecimal("1e-30000000"),
                    new BigDecimal("0e2000000000"),
                    BigInteger.ONE.shiftLeft(2_000_000),
                    List.of(1, new BigDecimal("1e30000000")),
                    new Object[] {new BigDecimal("1e30000000")})) {
                for (String query : List.of(
                        "id = :p",
                        "id < :p",
                        "number > :p",
                        "amount = :p",
                        "total <= :p",
                        "parent = :p",
                        "parent.id = :p",
                        "COUNT(parts) > :p",
                        "SUM(parts.amount) > :p",
                        "MAX(parts.number) != :p",
                        "number IN (:p)",
                        "amount IN (1, :p)",
                        "LIMIT :p")) {
                    if (huge instanceof Number || query.contains("IN")) {
                        QueryException refused = catchThrowableOfType(
                                QueryException.class,
                                () -> db.query(Account.class, query)
                                        .with("p", huge)
                                        .list());
                        assertThat(refused)
                                .as(query)
                                .hasMessageContaining(EXPECTED)
                                .hasMessageContaining(":p is a number beyond what any engine keeps")
                                .returns(ErrorCode.BAD_NUMBER, QueryException::errorCode)
                                .returns(query.indexOf(":p") + 1, QueryException::position);
                    }
                }
            }
        }
    }

    @Test
    void parameterWithinTheBoundsStillCompares() {
        try (Database db = Database.open(url(), Model.of(Account.class))) {
            db.store(new Account());
            assertThat(db.query(Account.class, "id < :p")
                            .with("p", new BigDecimal("1e131071"))
                            .count())
                    .isEqualTo(1);
            assertThat(db.query(Account.class, "COUNT(parts) > :p")
                            .with("p", new BigDecimal("-1e131071"))
                            .count())
                    .isEqualTo(1);
            assertThat(db.query(Account.class, "id = :p")
                            .with("p", new BigDecimal("1e-32767"))
                            .count())
                    .isZero();
        }
    }

    @Test
    void literalBeyondAllEnginesIsRefusedAtItsPosition() {
        try (Database db = Database.open(url(), Model.of(Account.class))) {
            for (String query : List.of(
                    "id = 1e30000000",
                    "id < 1e-30000000",
                    "COUNT(parts) > 1e99999",
                    "amount = " + "1".repeat(401),
                    "LIMIT 1e30000000")) {
                assertThat(catchThrowableOfType(
                                QueryException.class,
                                () -> db.query(Account.class, query).list()))
                        .as(query)
                        .returns(ErrorCode.BAD_NUMBER, QueryException::errorCode);
            }
        }
    }

    /** SQLite's columns take any text; a plain SQL client has written this one. */
    @Test
    void storedDecimalBeyondAllEnginesIsRefused() throws Exception {
        try (Database db = Database.open(
                url(), Model.of(Account.class), Settings.defaults().indexes(IndexLevel.NONE))) {
            Account account = new Account();
            account.amount = new BigDecimal("7.25");
            account.total = BigInteger.TEN;
            db.store(account);
        }
        for (String column : List.of("amount", "total")) {
            try (Connection plain = DriverManager.getConnection(url());
                    Statement statement = plain.createStatement()) {
                statement.execute("UPDATE account SET " + column + " = '1e30000000'");
            }
            try (Database db = Database.open(
                    url(), Model.of(Account.class), Settings.defaults().indexes(IndexLevel.NONE))) {
                DatabaseException refused = catchThrowableOfType(
                        DatabaseException.class,
                        () -> db.query(Account.class, "").list());
                assertThat(refused)
                        .as(column)
                        .returns(ErrorCode.UNREADABLE_VALUE, DatabaseException::errorCode)
                        .hasMessageContaining(EXPECTED);
            }
            try (Connection plain = DriverManager.getConnection(url());
                    Statement statement = plain.createStatement()) {
                statement.execute("UPDATE account SET " + column + " = '1'");
            }
        }
    }
}

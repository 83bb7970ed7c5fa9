package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.Transfer;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.error.StoreException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers with so many digits that computing with them takes minutes. All that is refused here is refused before an engine sees it. */
class LargestDecimalsTest {

    private static final String EXPECTED =
            "expected a number of at most 131,072 digits before the point and 32,767 behind it";

    @TempDir
    Path folder;

    static class Account {
        long id;
        int number;

        @Nullable
        BigDecimal amount;

        @Nullable
        BigInteger total;

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

    @Test
    void exportWithADecimalBeyondAllEnginesIsRefused() throws Exception {
        try (Database db = Database.open(url(), Model.of(Account.class))) {
            Account account = new Account();
            account.amount = new BigDecimal("7.25");
            account.total = BigInteger.valueOf(7_000_001);
            db.store(account);
        }
        Path export = folder.resolve("export");
        new Transfer().export(url(), Settings.defaults(), export);
        Path file = export.resolve("Account.jsonl");
        String exported = Files.readString(file);
        for (String huge : List.of("1e30000000", "1e-30000000", "9".repeat(200_000))) {
            for (String found : List.of("7.25", "7000001")) {
                Files.writeString(file, exported.replaceAll("\"?" + found + "\"?", "\"" + huge + "\""));
                replaceHash(export, exported, Files.readString(file));
                StoreException refused = catchThrowableOfType(
                        StoreException.class,
                        () -> new Transfer()
                                .importFrom("jdbc:sqlite:" + folder.resolve("other.db"), Settings.defaults(), export));
                assertThat(refused)
                        .as(found)
                        .returns(ErrorCode.BAD_EXPORT, StoreException::errorCode)
                        .satisfies(e -> assertThat(e.getMessage())
                                .hasSizeLessThan(500)
                                .contains("expected a", huge.substring(0, 10)));
                String huger = Files.readString(file);
                Files.writeString(file, exported);
                replaceHash(export, huger, exported);
            }
        }
    }

    /** As somebody does who means the change. */
    private static void replaceHash(Path export, String before, String after) throws Exception {
        assertThat(after).isNotEqualTo(before);
        try (Stream<Path> files = Files.list(export)) {
            for (Path file : files.toList()) {
                Files.writeString(file, Files.readString(file).replace(hash(before), hash(after)));
            }
        }
        StoreException changed = catchThrowableOfType(
                StoreException.class,
                () -> new Transfer()
                        .importFrom("jdbc:sqlite:" + export.resolveSibling("other.db"), Settings.defaults(), export));
        Matcher hashes = Pattern.compile("found the SHA-256 (\\w+) of its content; expected (\\w+)")
                .matcher(String.valueOf(changed.getMessage()));
        assertThat(hashes.find()).isTrue();
        Path manifest = export.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace(hashes.group(2), hashes.group(1)));
    }

    private static String hash(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
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

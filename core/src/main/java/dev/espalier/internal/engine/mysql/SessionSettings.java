package dev.espalier.internal.engine.mysql;

import static java.util.Objects.requireNonNullElse;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a session on which stored values and answers depend. The server's configuration, the URL and other users of a connection may have changed
 * them.
 */
final class SessionSettings {

    /** Valid on all servers of the family. Connector/J escapes texts by the mode that it finds when it connects, so it is set as a property there. */
    static final String SQL_MODE = "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'";

    /** Those under which values come back as they were stored; NO_BACKSLASH_ESCAPES, EMPTY_STRING_IS_NULL and ORACLE, for example, are not of them. */
    private static final Set<String> MODES = Set.of(
            "STRICT_TRANS_TABLES",
            "STRICT_ALL_TABLES",
            "ERROR_FOR_DIVISION_BY_ZERO",
            "NO_ENGINE_SUBSTITUTION",
            "ONLY_FULL_GROUP_BY",
            "NO_ZERO_IN_DATE",
            "NO_ZERO_DATE",
            "NO_AUTO_CREATE_USER",
            "TRADITIONAL",
            "NO_AUTO_VALUE_ON_ZERO",
            "NO_UNSIGNED_SUBTRACTION",
            "ANSI_QUOTES",
            "PIPES_AS_CONCAT",
            "IGNORE_SPACE",
            "REAL_AS_FLOAT",
            "ANSI",
            "PAD_CHAR_TO_FULL_LENGTH",
            "NO_DIR_IN_CREATE",
            "ALLOW_INVALID_DATES");
    /** A text that is damaged if driver and server do not agree on characters or backslashes; and its bytes as the server has to take it. */
    private static final String TEXT = "\\\\\u017b\ud83d\ude00";

    private static final String TEXT_BYTES =
            HexFormat.of().withUpperCase().formatHex(TEXT.getBytes(StandardCharsets.UTF_8));
    private static final Setting ROAD = new Setting(
            "a text that was sent and read",
            "'" + TEXT + "'; driver and server do not agree on its characters or on backslashes",
            null,
            TEXT::equals);

    private static final Set<String> TRANSACTIONAL = Set.of("innodb", "rocksdb");

    /** The maximum number of bytes by which texts are sorted: {@link MySqlDialect#beginning} needs them. */
    private static final int SORTED_BYTES = 1_024;

    /**
     * One setting.
     *
     * @param expected what a message says of it
     * @param value as SET takes it; null if the driver relies on the setting, so that only its own options can change it
     */
    private record Setting(
            String name, String expected, @Nullable String value, Predicate<String> isRight) {

        static Setting off(String name) {
            return new Setting(name, "0", "0", "0"::equals);
        }

        static Setting on(String name) {
            return new Setting(name, "1", "1", "1"::equals);
        }

        static Setting characters(String name) {
            return new Setting(name, "utf8mb4", null, "utf8mb4"::equals);
        }
    }

    private static final List<Setting> FAMILY = List.of(
            new Setting(
                    "sql_mode",
                    "STRICT_TRANS_TABLES and none but "
                            + MODES.stream().sorted().collect(Collectors.joining(", ")),
                    SQL_MODE,
                    SessionSettings::isMode),
            Setting.characters("character_set_client"),
            Setting.characters("character_set_connection"),
            // without one, each column's own is sent, which is utf8mb4
            new Setting("character_set_results", "utf8mb4", null, found -> found.isEmpty() || found.equals("utf8mb4")),
            Setting.off("sql_safe_updates"),
            new Setting("sql_select_limit", "no limit", "18446744073709551615", found -> found.length() >= 19),
            Setting.on("sql_big_selects"), // max_join_size turns it off
            Setting.off("sql_auto_is_null"),
            Setting.on("unique_checks"),
            Setting.on("foreign_key_checks"),
            new Setting(
                    "max_sort_length",
                    "at least " + SORTED_BYTES,
                    Integer.toString(SORTED_BYTES),
                    found -> Long.parseLong(found) >= SORTED_BYTES),
            new Setting("completion_type", "NO_CHAIN", "0", found -> found.equals("NO_CHAIN") || found.equals("0")),
            new Setting(
                    "default_storage_engine",
                    "InnoDB, or another one with transactions",
                    "InnoDB",
                    found -> TRANSACTIONAL.contains(found.toLowerCase(Locale.ROOT))));

    /** MySQL's and TiDB's. */
    static final SessionSettings MYSQL = new SessionSettings("transaction_read_only", null);

    /** MariaDB's, which has MySQL's name of the first one since 11.1 only. */
    static final SessionSettings MARIADB =
            new SessionSettings("tx_read_only", new Setting("default_regex_flags", "none", "''", String::isEmpty));

    /** The variable that says that transactions only read. */
    private final String readOnly;

    private final List<Setting> settings;
    private final String query;

    private SessionSettings(String readOnly, @Nullable Setting more) {
        this.readOnly = readOnly;
        List<Setting> all = new ArrayList<>(FAMILY);
        if (more != null) {
            all.add(more);
        }
        this.settings = List.copyOf(all);
        // A limit of the statement's own is stronger than sql_select_limit.
        this.query = all.stream()
                .map(setting -> "@@SESSION." + setting.name())
                .collect(Collectors.joining(", ", "SELECT ?, HEX(?), @@SESSION.autocommit, ", " LIMIT 1"));
    }

    private static boolean isMode(String found) {
        List<String> modes = found.isEmpty() ? List.of() : Arrays.asList(found.split(","));
        return MODES.containsAll(modes)
                && (modes.contains("STRICT_TRANS_TABLES") || modes.contains("STRICT_ALL_TABLES"));
    }

    /**
     * Makes sure that a connection has the settings.
     *
     * @param mayChange whether it may be given those that it lacks; a connection that goes back to a user's pool would keep them
     * @throws ConnectionException {@code server-setting} if it lacks some
     */
    void establish(Connection connection, boolean mayChange) throws SQLException {
        refuseLimits(connection);
        List<Wrong> wrong = wrong(connection);
        if (mayChange && !wrong.isEmpty()) {
            boolean escapesByMode = connection.getMetaData().getDriverName().startsWith(MySqlDriver.NAME);
            String changes = wrong.stream()
                    .map(Wrong::setting)
                    .filter(setting -> setting.value() != null
                            && !(escapesByMode && setting.name().equals("sql_mode")))
                    .map(setting -> "SESSION " + setting.name() + " = " + setting.value())
                    .collect(Collectors.joining(", "));
            if (!changes.isEmpty()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET " + changes);
                }
                wrong = wrong(connection);
            }
        }
        if (!wrong.isEmpty()) {
            throw refused(wrong.stream().map(Wrong::description).collect(Collectors.joining("; ")), mayChange);
        }
    }

    /**
     * Makes sure that InnoDB refuses a table whose rows do not fit its pages. It would make the table with a warning, and refuse the first long row
     * (https://dev.mysql.com/doc/refman/en/innodb-parameters.html#sysvar_innodb_strict_mode). Not set here: MySQL asks for a right of its own.
     */
    static void requireStrictTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@SESSION.innodb_strict_mode LIMIT 1")) {
            if (row.next() && !row.getBoolean(1)) {
                throw new ConnectionException(
                        ErrorCode.SERVER_SETTING,
                        "found innodb_strict_mode = '0', expected 1 where tables are made or changed. Set it on the server, or in the URL:"
                                + " sessionVariables=innodb_strict_mode=1");
            }
        }
    }

    /** Returns why transactions of a connection only read; null if they can write. */
    @Nullable
    String readOnlyReason(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@SESSION." + readOnly + " LIMIT 1")) {
            return row.next() && row.getBoolean(1)
                    ? readOnly + " is 1; the URL, the source of connections or the server says so"
                    : null;
        }
    }

    private record Wrong(Setting setting, String found) {
        String description() {
            return "found " + setting.name() + " = '" + found + "', expected " + setting.expected();
        }
    }

    private List<Wrong> wrong(Connection connection) throws SQLException {
        List<Wrong> wrong = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, TEXT);
            statement.setString(2, TEXT);
            read(statement, connection.getAutoCommit(), wrong);
        }
        return wrong;
    }

    private void read(PreparedStatement statement, boolean autoCommit, List<Wrong> wrong) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw refused("found a query for settings without a row, expected one", true);
            }
            // What the driver takes for a transaction of its own would end with the connection, and be lost.
            if (row.getBoolean(3) != autoCommit) {
                wrong.add(new Wrong(
                        new Setting(
                                "autocommit",
                                autoCommit ? "1, as the driver has it" : "0, as the driver has it",
                                null,
                                found -> false),
                        row.getString(3)));
            }
            for (int i = 0; i < settings.size(); i++) {
                String found = requireNonNullElse(row.getString(i + 4), "");
                if (!settings.get(i).isRight().test(found)) {
                    wrong.add(new Wrong(settings.get(i), found));
                }
            }
            String read = requireNonNullElse(row.getString(1), "");
            if (wrong.isEmpty() && !(ROAD.isRight().test(read) && TEXT_BYTES.equals(row.getString(2)))) {
                wrong.add(new Wrong(ROAD, read + "' with the bytes '" + row.getString(2)));
            }
        }
    }

    /** Refuses limits that the driver sets by itself; the session of the server does not show them. */
    private static void refuseLimits(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.getMaxRows() > 0) {
                throw refused(
                        "found statements with maxRows = " + statement.getMaxRows() + ", expected no limit", false);
            }
        }
    }

    private static ConnectionException refused(String found, boolean isOwn) {
        return new ConnectionException(
                ErrorCode.SERVER_SETTING,
                found + ". Correct "
                        + (isOwn
                                ? "the URL or the server's configuration"
                                : "the URL or the DataSource that gives the connections, or the server's configuration"));
    }
}

package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.ConnectionException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.SoftAssertions;

/** Servers, URLs and data sources of MySQL and MariaDB as somebody else has configured them: values come back as they were stored, or the opening is refused. */
class MySqlSettingsContractTest {

    /** A text that wrong escapes, encodings or lengths would damage. */
    private static final String TEXT =
            "a\\new\\table \\N 'it''s' \"quoted\" a|b\nline\r\ttab % _ \u017b\u00f3\u0142\u0107 \ud83d\ude00 \u0000 \\";

    private static final String LONG = "x".repeat(250);
    private static final Model MODEL = Model.of(Note.class);

    static class Note {
        long id;
        String source;
        String text;
        String empty;
        String none;
        Integer number;
        Boolean truth;
        boolean yes = true;
        byte small = 7;
        double fraction = 0.1;
        BigDecimal decimal = new BigDecimal("12.50");
        byte[] bytes = {0, -1, 92, 39};
        Instant instant = Instant.parse("2026-03-29T01:30:00.123456Z");
        LocalDateTime dateTime = LocalDateTime.parse("2026-03-29T02:30:00.654321");
        LocalTime time = LocalTime.parse("23:59:59.999999");
        LocalDate date = LocalDate.parse("0001-01-01");
        Map<String, String> marks = new TreeMap<>();
        Note next;

        static Note of(String source, String text) {
            Note note = new Note();
            note.source = source;
            note.text = text;
            note.empty = "";
            note.marks.put("", "no key");
            note.marks.put("\\", "");
            note.marks.put("a\nb", "\\N");
            return note;
        }

        String told() {
            return text + "|" + (empty == null ? "null" : "<" + empty + ">") + "|" + none + "|" + number + "|" + truth
                    + "|" + yes + "|" + small + "|" + fraction + "|" + decimal + "|" + Arrays.toString(bytes) + "|"
                    + instant
                    + "|" + dateTime + "|" + time + "|" + date + "|" + marks + "|"
                    + (next == null ? "null" : next.text);
        }
    }

    /** Settings that change what SQL means, with the name of each that a refusal contains. */
    private static Map<String, String> settings(TestDatabase database) {
        boolean isMariaDb = database.engine() == MARIADB;
        Map<String, String> settings = new TreeMap<>();
        List<String> modes = new ArrayList<>(List.of(
                "",
                "NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES",
                "NO_BACKSLASH_ESCAPES,ANSI_QUOTES,STRICT_TRANS_TABLES",
                "HIGH_NOT_PRECEDENCE,STRICT_TRANS_TABLES"));
        modes.addAll(
                isMariaDb
                        ? List.of(
                                "EMPTY_STRING_IS_NULL,STRICT_TRANS_TABLES",
                                "ORACLE,STRICT_TRANS_TABLES",
                                "ORACLE,EMPTY_STRING_IS_NULL",
                                "MSSQL",
                                "TIME_ROUND_FRACTIONAL,STRICT_ALL_TABLES")
                        : List.of("TIME_TRUNCATE_FRACTIONAL,STRICT_ALL_TABLES"));
        modes.forEach(mode -> settings.put("sql_mode='" + mode + "'", "sql_mode"));
        List.of(
                        "sql_safe_updates=1",
                        "sql_select_limit=1",
                        "max_join_size=1",
                        "sql_auto_is_null=1",
                        "unique_checks=0",
                        "foreign_key_checks=0",
                        "max_sort_length=64",
                        "completion_type=1",
                        "default_storage_engine=MyISAM")
                .forEach(setting -> settings.put(
                        setting, setting.startsWith("max_join") ? "sql_big_selects" : setting.replaceFirst("=.*", "")));
        if (isMariaDb) {
            settings.put("default_regex_flags='EXTENDED'", "default_regex_flags");
        }
        return settings;
    }

    /** Settings that a session of the driver's own must have. */
    private static Map<String, String> ofTheDriver() {
        Map<String, String> settings = new TreeMap<>();
        List.of(
                        "character_set_client=latin1",
                        "character_set_connection=latin1",
                        "character_set_connection=utf8mb3",
                        "character_set_results=latin1")
                .forEach(setting -> settings.put(setting, setting.replaceFirst("=.*", "")));
        return settings;
    }

    /** Settings under which the library works. */
    private static List<String> harmless() {
        return Stream.of(
                        "ANSI_QUOTES",
                        "PIPES_AS_CONCAT",
                        "REAL_AS_FLOAT",
                        "NO_UNSIGNED_SUBTRACTION",
                        "NO_AUTO_VALUE_ON_ZERO",
                        "PAD_CHAR_TO_FULL_LENGTH",
                        "ANSI",
                        "TRADITIONAL",
                        "IGNORE_SPACE,ALLOW_INVALID_DATES")
                .map(mode -> "sql_mode='" + mode + ",STRICT_TRANS_TABLES'")
                .toList();
    }

    private static String with(TestDatabase database, String option) {
        return database.url() + (database.url().contains("?") ? "&" : "?") + option;
    }

    private static String session(TestDatabase database, String settings) {
        // MariaDB's driver takes the text as it is
        return with(
                database,
                "sessionVariables="
                        + (database.engine() == MARIADB
                                ? settings
                                : URLEncoder.encode(settings, StandardCharsets.UTF_8)
                                        .replace("+", "%20")));
    }

    /** Connections on which their owner has run a statement. */
    private static DataSource dataSource(TestDatabase database, String statement) {
        return Proxied.source(() -> told(connect(database), statement));
    }

    private static Connection connect(TestDatabase database) throws SQLException {
        return connect(database, "");
    }

    /** A connection with options of the driver's own. */
    private static Connection connect(TestDatabase database, String options) throws SQLException {
        return DriverManager.getConnection(
                with(
                        database,
                        (database.engine() == MARIADB ? "allowLocalInfile=true" : "allowLoadLocalInfile=true")
                                + options),
                database.user(),
                database.password());
    }

    /** Connections with options of the driver's own. */
    private static DataSource dataSourceWith(TestDatabase database, String option) {
        return Proxied.source(() -> connect(database, "&" + option));
    }

    private static Connection told(Connection connection, String told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(told);
        }
        return connection;
    }

    /** Stores objects singly and in bulk, finds them, and returns what another program without such a setting reads. */
    private static void use(SoftAssertions softly, Database plain, Database db, String how) {
        Throwable failure = catchThrowable(() -> {
            String single = "single " + how;
            String bulk = "bulk " + how;
            Note note = Note.of(single, TEXT);
            note.next = Note.of(single, LONG + "b");
            note.next.next = Note.of(single, LONG + "a");
            db.store(note);
            Note loaded = Note.of(bulk, TEXT);
            loaded.next = Note.of(bulk, LONG + "b");
            loaded.next.next = Note.of(bulk, LONG + "a");
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(loaded);
            }
            for (Database reader : List.of(db, plain)) {
                String by = how + (reader == db ? "" : ", read by another program");
                for (String source : List.of(single, bulk)) {
                    softly.assertThat(
                                    reader
                                            .query(Note.class, "source = :s ORDER BY text")
                                            .with("s", source)
                                            .list()
                                            .stream()
                                            .map(Note::told)
                                            .toList())
                            .as(by)
                            .isEqualTo(Stream.of(note, note.next.next, note.next)
                                    .map(Note::told)
                                    .toList());
                    softly.assertThat(reader.query(Note.class, "source = :s, text MATCH :p")
                                    .with("s", source)
                                    .with("p", "a\\\\new\\\\table%")
                                    .count())
                            .as(by + ", MATCH")
                            .isEqualTo(1);
                    softly.assertThat(reader.query(Note.class, "source = :s, text MATCH :p IGNORE CASE")
                                    .with("s", source)
                                    .with("p", "A\\\\NEW\\\\table \\\\n%")
                                    .count())
                            .as(by + ", MATCH IGNORE CASE")
                            .isEqualTo(1);
                    softly.assertThat(reader.query(Note.class, "source = :s, text = :t, empty = '', none IS NULL")
                                    .with("s", source)
                                    .with("t", TEXT)
                                    .count())
                            .as(by + ", =")
                            .isEqualTo(1);
                }
            }
            db.store(note);
            db.overwrite(note); // nothing of the row but its version changes
            note.text = "changed \\ ";
            db.store(note);
            softly.assertThat(plain.query(Note.class, "source = :s, text = :t")
                            .with("s", single)
                            .with("t", note.text)
                            .count())
                    .as(how + ", changed")
                    .isEqualTo(1);
        });
        softly.assertThat(failure).as(how).isNull();
    }

    private static void refused(SoftAssertions softly, String how, String name, Throwable thrown) {
        softly.assertThat(thrown)
                .as(how)
                .isInstanceOfSatisfying(
                        ConnectionException.class,
                        refusal -> softly.assertThat(refusal.code()).as(how).isEqualTo("server-setting"));
        softly.assertThat(String.valueOf(thrown)).as(how).contains("found ", "expected ", name);
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void sessionsOfTheLibraryHaveTheirSettingsWhateverTheUrlSays(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        SoftAssertions softly = new SoftAssertions();
        List<String> all = new ArrayList<>(settings(database).keySet());
        all.addAll(harmless());
        all.add("autocommit=0");
        for (String setting : Sample.among("settings by URL, " + database.engine(), all)) {
            Throwable failure = catchThrowable(() -> {
                try (Database db = database.open(MODEL, session(database, setting))) {
                    use(softly, plain, db, setting);
                }
            });
            softly.assertThat(failure).as(setting).isNull();
        }
        softly.assertAll();
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void aNewDatabaseIsMadeWhateverTheUrlSays(TestDatabase database) {
        for (String setting : List.of(
                "sql_safe_updates=1,sql_select_limit=1",
                "default_storage_engine=MyISAM,sql_mode='NO_BACKSLASH_ESCAPES'")) {
            try (Database db = database.open(MODEL, session(database, setting))) {
                db.store(Note.of("new", TEXT));
                assertThat(db.query(Note.class, "text = :t").with("t", TEXT).count())
                        .isPositive();
            }
            assertThat(
                            database.rows(
                                    "SELECT DISTINCT LOWER(engine) FROM information_schema.tables WHERE table_schema = DATABASE()"))
                    .containsExactly("innodb");
        }
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void settingsThatTheDriverReliesOnAreRefusedByName(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        SoftAssertions softly = new SoftAssertions();
        ofTheDriver().forEach((setting, name) -> {
            Throwable byUrl = catchThrowable(() -> {
                // Connector/J says the characters itself, later.
                try (Database db = database.open(MODEL, session(database, setting))) {
                    use(softly, plain, db, setting);
                }
            });
            if (byUrl != null) {
                refused(softly, setting, name, byUrl);
            }
            refused(
                    softly,
                    "DataSource: " + setting,
                    name,
                    catchThrowable(() -> database.open(dataSource(database, "SET SESSION " + setting), MODEL)
                            .close()));
        });
        softly.assertAll();
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void connectionsOfAUsersDataSourceAreRefusedByName(TestDatabase database) {
        SoftAssertions softly = new SoftAssertions();
        settings(database)
                .forEach((setting, name) -> refused(
                        softly,
                        setting,
                        name,
                        catchThrowable(() -> database.open(dataSource(database, "SET SESSION " + setting), MODEL)
                                .close())));
        softly.assertAll();
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void connectionsOfAUsersDataSourceMayHaveHarmlessSettings(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        SoftAssertions softly = new SoftAssertions();
        for (String setting : Sample.among("settings of a source, " + database.engine(), harmless())) {
            Throwable failure = catchThrowable(() -> {
                try (Database db = database.open(dataSource(database, "SET SESSION " + setting), MODEL)) {
                    use(softly, plain, db, setting);
                }
            });
            softly.assertThat(failure).as(setting).isNull();
        }
        softly.assertAll();
    }

    /** MariaDB's driver learns of it from the server, Connector/J does not. */
    @OnEveryEngine({MYSQL, MARIADB})
    void autocommitThatWasTurnedOffBySqlLosesNothing(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        SoftAssertions softly = new SoftAssertions();
        Throwable failure = catchThrowable(() -> {
            try (Database db = database.open(dataSource(database, "SET SESSION autocommit = 0"), MODEL)) {
                use(softly, plain, db, "autocommit");
            }
        });
        if (database.engine() == MYSQL) {
            refused(softly, "autocommit", "autocommit = '0'", failure);
        } else {
            softly.assertThat(failure).isNull();
        }
        softly.assertAll();
    }

    /** The first connection had the settings, and a later one lacks them. */
    @OnEveryEngine({MYSQL, MARIADB})
    void aLaterConnectionOfAUsersDataSourceIsRefusedToo(TestDatabase database) {
        String[] statement = {"DO 0"};
        DataSource source = Proxied.source(() -> told(connect(database), statement[0]));
        try (Database db = database.open(source, MODEL)) {
            statement[0] = "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'";
            Throwable thrown = catchThrowable(() -> db.store(Note.of("later", TEXT)));
            statement[0] = "DO 0";
            assertThat(thrown)
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("found sql_mode = 'NO_BACKSLASH_ESCAPES'");
            assertThat(db.query(Note.class, "source = 'later'").count()).isZero();
        }
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void optionsOfTheDriverChangeNothing(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        SoftAssertions softly = new SoftAssertions();
        List<String> options = database.engine() == MYSQL
                ? List.of(
                        "characterEncoding=latin1",
                        "characterEncoding=US-ASCII",
                        "useAffectedRows=true",
                        "sendFractionalSeconds=false",
                        "connectionCollation=latin1_swedish_ci",
                        "characterSetResults=latin1",
                        "maxRows=1",
                        "tinyInt1isBit=false",
                        "jdbcCompliantTruncation=false",
                        "autoReconnect=true",
                        "useServerPrepStmts=true")
                : List.of(
                        "characterEncoding=latin1",
                        "useAffectedRows=true",
                        "maxRows=1",
                        "tinyInt1isBit=false",
                        "jdbcCompliantTruncation=false",
                        "useServerPrepStmts=true",
                        "initSql=SET character_set_client=latin1",
                        "initSql=SET sql_mode='NO_BACKSLASH_ESCAPES'",
                        "autocommit=false",
                        "useCompression=true");
        List<String> tried = Sample.among("options by URL, " + database.engine(), options);
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < 2 * tried.size(); i++) { // twice: Connector/J keeps what the first connection has found
            String option = tried.get(i / 2);
            String how = option + (i % 2 == 0 ? "" : ", once more");
            Throwable failure = catchThrowable(() -> {
                try (Database db = database.open(MODEL, with(database, option))) {
                    use(softly, plain, db, how);
                }
            });
            if (failure instanceof ConnectionException refusal) {
                softly.assertThat(refusal.code()).as(how).isEqualTo("server-setting");
                refused.add(option);
            } else {
                softly.assertThat(failure).as(how).isNull();
            }
        }
        List<String> expected = new ArrayList<>(
                database.engine() == MYSQL
                        ? List.of("connectionCollation=latin1_swedish_ci", "characterSetResults=latin1", "maxRows=1")
                        : List.of("initSql=SET character_set_client=latin1"));
        assertThat(options).containsAll(expected);
        expected.retainAll(tried);
        softly.assertThat(new LinkedHashSet<>(refused)).containsExactlyElementsOf(expected);
        softly.assertAll();
    }

    /** Options of a driver that the library does not give itself there, each with the name that its refusal contains; an empty name for those that are taken. */
    private static Map<String, String> optionsOfADataSource(TestDatabase database) {
        Map<String, String> options = new TreeMap<>();
        Map<String, String> refused = database.engine() == MYSQL
                ? Map.of(
                        "characterEncoding=latin1", "character_set_client",
                        "connectionCollation=latin1_swedish_ci", "character_set_client",
                        "characterSetResults=latin1", "character_set_results",
                        "maxRows=1", "maxRows")
                : Map.of("initSql=SET character_set_client=latin1", "character_set_client");
        List<String> taken = database.engine() == MYSQL
                ? List.of(
                        "useAffectedRows=true",
                        "sendFractionalSeconds=false",
                        "sendFractionalSecondsForTime=false",
                        "tinyInt1isBit=false",
                        "jdbcCompliantTruncation=false",
                        "autoReconnect=true",
                        "useServerPrepStmts=true&cachePrepStmts=true",
                        "useCursorFetch=true&defaultFetchSize=2",
                        "rewriteBatchedStatements=true&useServerPrepStmts=true",
                        "allowMultiQueries=true",
                        "noAccessToProcedureBodies=true&emptyStringsConvertToZero=false&yearIsDateType=false",
                        "zeroDateTimeBehavior=CONVERT_TO_NULL&treatMysqlDatetimeAsTimestamp=true",
                        "connectionTimeZone=%2B09:00&forceConnectionTimeZoneToSession=true",
                        "useLocalSessionState=true&useLocalTransactionState=true&elideSetAutoCommits=true",
                        "blobsAreStrings=true&functionsNeverReturnBlobs=true&padCharsWithSpace=true",
                        "databaseTerm=SCHEMA",
                        "useCompression=true")
                : List.of(
                        "useAffectedRows=true",
                        "useBulkStmts=true&useBulkStmtsForInserts=true",
                        "transformedBitIsBoolean=true&tinyInt1isBit=false&yearIsDateType=false",
                        "permitMysqlScheme&nullDatabaseMeansCurrent=true",
                        "jdbcCompliantTruncation=false",
                        "useServerPrepStmts=true&prepStmtCacheSize=1",
                        "useServerPrepStmts=true&cachePrepStmts=false&defaultFetchSize=2",
                        "allowMultiQueries=true&disablePipeline=true",
                        "autocommit=false",
                        "maxRows=1",
                        "connectionTimeZone=+09:00&forceConnectionTimeZoneToSession=true&preserveInstants=true",
                        "transactionReplay=true&useResetConnection=true",
                        "useCatalogTerm=SCHEMA",
                        "useCompression=true");
        options.putAll(refused);
        taken.forEach(option -> options.put(option, ""));
        return options;
    }

    /** More values than a statement prepared by the server takes. */
    private static final int MANY = 70_000;

    @OnEveryEngine({MYSQL, MARIADB})
    void optionsOfAUsersDataSourceChangeNothing(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        SoftAssertions softly = new SoftAssertions();
        Map<String, String> options = optionsOfADataSource(database);
        for (String option : Sample.among("options of a source, " + database.engine(), List.copyOf(options.keySet()))) {
            String name = options.get(option);
            Throwable failure = catchThrowable(() -> {
                try (Database db = database.open(dataSourceWith(database, option), MODEL)) {
                    use(softly, plain, db, option);
                    if (option.contains("PrepStmts") || option.contains("Cursor")) {
                        List<String> sources = IntStream.range(0, MANY)
                                .mapToObj(i -> i == MANY / 2 ? "single " + option : "none " + i)
                                .toList();
                        softly.assertThat(db.query(Note.class, "source IN (:s)")
                                        .with("s", sources)
                                        .count())
                                .as(option)
                                .isEqualTo(3);
                    }
                }
            });
            if (name.isEmpty()) {
                softly.assertThat(failure).as(option).isNull();
            } else {
                refused(softly, option, name, failure);
            }
        }
        softly.assertAll();
    }
}

package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.H2;
import static dev.espalier.testing.Engine.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.annotation.Unique;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.assertj.core.api.SoftAssertions;

/** SQLite, H2 and DuckDB as a URL or another user of the file has configured them: values come back as they were stored, or the opening is refused. */
class EmbeddedSettingsContractTest {

    private static final Model MODEL = Model.of(Note.class);

    /** In the order of their code points, of which UTF-16 has another one. */
    private static final List<String> NAMES = List.of("", "A", "B", "a", "b", "\uff5e", "\ud83d\ude00");

    static class Note {
        long id;

        @Unique
        String name;

        @Unique
        Integer number;

        String none;
        boolean yes = true;
        double fraction = 0.1;
        BigDecimal decimal = new BigDecimal("12.50");
        byte[] bytes = {0, -1, 92, 39};
        Instant instant = Instant.parse("2026-03-29T01:30:00.123456Z");
        LocalDateTime dateTime = LocalDateTime.parse("2026-03-29T02:30:00.654321");
        LocalTime time = LocalTime.parse("23:59:59.999999");
        LocalDate date = LocalDate.parse("0001-01-01");
        Map<String, String> marks = new TreeMap<>();
        Note next;

        static Note of(String name) {
            Note note = new Note();
            note.name = name;
            note.marks.put("", "no key");
            note.marks.put("k", "");
            note.marks.put("K", "large");
            return note;
        }

        String told() {
            return "<" + name + ">|" + number + "|" + none + "|" + yes + "|" + fraction + "|" + decimal + "|"
                    + Arrays.toString(bytes) + "|" + instant + "|" + dateTime + "|" + time + "|" + date + "|" + marks
                    + "|" + (next == null ? "null" : next.name);
        }
    }

    /**
     * Settings, each with the name that its refusal contains if connections are given; an empty name for those that are taken.
     *
     * @param isOfFile whether a refusal is also the answer to a URL, because a session of its own cannot have another value
     */
    private record Setting(String inUrl, String statement, String name, boolean isOfFile) {}

    private static Setting h2(String name, String value, String refusal) {
        return new Setting(";" + name + "=" + value, "SET " + name + " " + value, refusal, true);
    }

    private static Setting pragma(String name, String value, String refusal) {
        return new Setting("?" + name + "=" + value, "PRAGMA " + name + " = " + value, refusal, false);
    }

    private static Setting duck(String name, String value, String refusal) {
        return new Setting(";" + name + "=" + value, "SET " + name + " = '" + value + "'", refusal, false);
    }

    private static List<Setting> settings(Engine engine) {
        return switch (engine) {
            case H2 -> {
                List<Setting> settings = new ArrayList<>();
                for (String mode : List.of("MySQL", "MariaDB", "DB2", "HSQLDB", "PostgreSQL", "LEGACY")) {
                    settings.add(h2("MODE", mode, ""));
                }
                for (String mode : List.of("Oracle", "MSSQLServer", "Derby", "STRICT")) {
                    settings.add(h2("MODE", mode, "MODE"));
                }
                settings.add(h2("IGNORECASE", "TRUE", "IGNORECASE"));
                for (String order : List.of("LOW", "HIGH", "FIRST", "LAST")) {
                    settings.add(h2("DEFAULT_NULL_ORDERING", order, ""));
                }
                settings.add(h2("LOCK_MODE", "0", "LOCK_MODE"));
                for (String harmless : List.of(
                        "VARIABLE_BINARY", "TRUNCATE_LARGE_LENGTH", "LAZY_QUERY_EXECUTION", "IGNORE_CATALOGS")) {
                    settings.add(h2(harmless, "TRUE", ""));
                }
                settings.add(h2("DEFAULT_TABLE_TYPE", "MEMORY", ""));
                yield settings;
            }
            case SQLITE ->
                List.of(
                        new Setting("?encoding='UTF-16'", "PRAGMA encoding = 'UTF-16'", "encoding", true),
                        pragma("case_sensitive_like", "true", ""),
                        pragma("reverse_unordered_selects", "true", ""),
                        pragma("recursive_triggers", "true", ""),
                        pragma("count_changes", "true", "count_changes"),
                        pragma("full_column_names", "true", ""),
                        pragma("short_column_names", "false", ""),
                        pragma("foreign_keys", "true", ""),
                        pragma("defer_foreign_keys", "true", ""),
                        pragma("ignore_check_constraints", "true", ""),
                        pragma("legacy_alter_table", "true", ""),
                        pragma("automatic_index", "false", ""),
                        pragma("read_uncommitted", "true", ""),
                        pragma("trusted_schema", "false", ""));
            case DUCKDB ->
                List.of(
                        duck("default_collation", "NOCASE", "default_collation"),
                        duck("default_collation", "NOACCENT", "default_collation"),
                        duck("default_order", "DESC", "default_order"),
                        duck("default_null_order", "nulls_first", ""),
                        duck("integer_division", "true", ""),
                        duck("ieee_floating_point_ops", "false", ""),
                        duck("error_on_division_by_zero", "false", ""),
                        duck("order_by_non_integer_literal", "true", ""),
                        duck("scalar_subquery_error_on_multiple_rows", "false", ""),
                        duck("preserve_insertion_order", "false", ""),
                        duck("preserve_identifier_case", "false", ""),
                        duck("regex_match_operator_semantics", "full", ""),
                        duck("disable_timestamptz_casts", "true", ""),
                        duck("legacy_disable_null_type", "true", ""),
                        duck("immediate_transaction_mode", "true", ""),
                        duck("dialect_compatibility_mode", "spark", ""));
            default -> throw new IllegalArgumentException(engine.toString());
        };
    }

    private static void execute(Connection connection, String statement) throws SQLException {
        try (Statement told = connection.createStatement()) {
            told.execute(statement);
        }
    }

    /** Connections on which their owner has run a statement. */
    private static DataSource dataSource(TestDatabase database, String statement) {
        return Proxied.source(() -> {
            Connection connection = database.connect();
            execute(connection, statement);
            if (database.engine() == SQLITE) { // else a read keeps others from committing
                execute(connection, "PRAGMA journal_mode = WAL");
            }
            return connection;
        });
    }

    /** Stores objects singly and in bulk, finds them, and reads them in pages. */
    private static void use(SoftAssertions softly, Database db, String how) {
        List<Note> notes = new ArrayList<>();
        for (String name : NAMES) {
            notes.add(Note.of(name));
        }
        notes.get(1).number = 1;
        notes.get(2).next = notes.get(3);
        db.storeAll(notes.subList(0, 4));
        try (BulkWriter writer = db.bulkWriter()) {
            notes.subList(4, notes.size()).forEach(writer::store);
        }
        Query<Note> ordered = db.query(Note.class, "ORDER BY name");
        softly.assertThat(ordered.list().stream().map(Note::told))
                .as(how)
                .isEqualTo(notes.stream().map(Note::told).toList());
        softly.assertThat(pages(ordered)).as(how + ", pages").isEqualTo(NAMES);
        softly.assertThat(pages(db.query(Note.class, "ORDER BY number, name")))
                .as(how + ", pages with nulls")
                .containsExactlyInAnyOrderElementsOf(NAMES);
        for (Map.Entry<String, Integer> count : Map.of(
                        "name = 'a'", 1,
                        "name IN ('a', 'b')", 2,
                        "name > 'B'", 4,
                        "name MATCH 'a%'", 1,
                        "name MATCH 'A%' IGNORE CASE", 2,
                        "name = ''", 1,
                        "none IS NULL, number IS NULL", 6,
                        "next.name = 'a'", 1,
                        "fraction = 0.1, decimal = 12.5", 7)
                .entrySet()) {
            softly.assertThat(db.query(Note.class, count.getKey()).count())
                    .as(how + ": " + count.getKey())
                    .isEqualTo(count.getValue().longValue());
        }
        db.useSnapshot(reader -> {
            long before = reader.query(Note.class, "").count();
            CompletableFuture.runAsync(() -> db.store(Note.of("meanwhile"))).join();
            softly.assertThat(reader.query(Note.class, "").count())
                    .as(how + ", snapshot")
                    .isEqualTo(before);
        });
        EspalierException twice = catchThrowableOfType(EspalierException.class, () -> db.store(Note.of("a")));
        softly.assertThat(twice == null ? "" : twice.code()).as(how).isEqualTo("not-unique");
        Note changed = ordered.first().orElseThrow();
        changed.name = "changed";
        changed.marks.remove("k");
        db.store(changed);
        db.delete(notes.get(1));
        softly.assertThat(pages(ordered)).as(how + ", changed").hasSize(NAMES.size());
        softly.assertThat(Health.of(db).verify().findings()).as(how).isEmpty();
        ordered.list().forEach(db::delete);
    }

    private static List<String> pages(Query<Note> query) {
        List<String> names = new ArrayList<>();
        String key = null;
        do {
            Page<Note> page = query.page(2, key);
            page.objects().forEach(note -> names.add(note.name));
            key = page.next();
        } while (key != null);
        return names;
    }

    private interface Opening {
        Database of(TestDatabase database, Setting setting);
    }

    private static Map<String, Opening> openings() {
        Map<String, Opening> openings = new LinkedHashMap<>();
        openings.put("URL", (database, setting) -> database.open(MODEL, database.url() + setting.inUrl()));
        openings.put(
                "DataSource", (database, setting) -> database.open(dataSource(database, setting.statement()), MODEL));
        return openings;
    }

    @OnEveryEngine({SQLITE, H2, DUCKDB})
    void valuesComeBackOrTheSettingIsRefusedByName(TestDatabase database) {
        SoftAssertions softly = new SoftAssertions();
        for (Setting setting : settings(database.engine())) {
            openings().forEach((by, opening) -> {
                for (boolean isNew : setting.name().isEmpty() ? List.of(true) : List.of(true, false)) {
                    String how = by + (isNew ? ", new: " : ": ") + setting.statement();
                    TestDatabase own = TestDatabase.second(database.engine());
                    if (!isNew) {
                        own.open(MODEL, own.settings()).close();
                    }
                    Throwable failure = catchThrowable(() -> {
                        try (Connection keeper =
                                        by.equals("URL") ? null : own.connect(); // else each connection opens the file
                                Database db = opening.of(own, setting)) {
                            use(softly, db, how);
                        }
                    });
                    boolean isRefused = !setting.name().isEmpty()
                            && (by.equals("DataSource") || setting.isOfFile())
                            && (isNew || !setting.name().equals("encoding")); // a file keeps the encoding that it has
                    if (isRefused) {
                        refused(softly, how, setting.name(), failure);
                    } else {
                        softly.assertThat(failure).as(how).isNull();
                    }
                    own.remove();
                }
            });
        }
        softly.assertAll();
    }

    @OnEveryEngine(DUCKDB)
    void anOptimizerThatMakesWrongAnswersIsTurnedOffForAllConnections(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            execute(connection, "SET GLOBAL disabled_optimizers = 'top_n'");
            try (Database db = database.open(MODEL, database.settings())) {
                db.store(Note.of("a"));

                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT current_setting('disabled_optimizers')")) {
                    row.next();
                    assertThat(row.getString(1).split(",")).containsExactly("top_n", "common_subplan");
                }
            }
        }
    }

    @OnEveryEngine(DUCKDB)
    void aDatabaseThatRefusesToTurnTheOptimizerOffIsRefused(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            execute(connection, "SET lock_configuration = true");

            ConnectionException refusal = catchThrowableOfType(
                    ConnectionException.class,
                    () -> database.open(MODEL, database.settings()).close());

            assertThat(refusal.code()).isEqualTo("server-setting");
            assertThat(refusal).hasMessageContaining("common_subplan");
        }
    }

    private static void refused(SoftAssertions softly, String how, String name, Throwable thrown) {
        softly.assertThat(thrown instanceof ConnectionException refusal ? refusal.code() : String.valueOf(thrown))
                .as(how)
                .isEqualTo("server-setting");
        softly.assertThat(String.valueOf(thrown)).as(how).contains("found " + name, "expected ");
    }
}

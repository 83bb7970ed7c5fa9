package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import dev.espalier.transfer.Transfer.Format;
import java.io.IOException;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Exports to Parquet, read again by DuckDB. */
@EngineIndependent
@LocaleDependent
class ParquetContractTest {

    static List<Object> store(TestDatabase database) {
        List<Object> objects = Warehouse.objects();
        for (Object object : objects) {
            if (object instanceof Values values) {
                values.letter = Character.isSurrogate(values.letter) ? 'l' : values.letter;
                values.boxedLetter = values.boxedLetter == null || Character.isSurrogate(values.boxedLetter)
                        ? null
                        : values.boxedLetter;
            }
        }
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            db.storeAll(objects);
            db.delete(objects.get(1));
            Warehouse.Crate crate = (Warehouse.Crate) objects.get(0);
            crate.contents.remove(2);
            db.store(crate);
        }
        return objects;
    }

    static List<Map<String, Object>> rows(Path file) throws SQLException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet result = statement.executeQuery("FROM read_parquet('" + file + "')")) {
            List<Map<String, Object>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    Object value = result.getObject(i);
                    row.put(
                            result.getMetaData().getColumnName(i),
                            value instanceof java.sql.Array || value instanceof java.sql.Struct
                                    ? result.getString(i)
                                    : value);
                }
                rows.add(row);
            }
            return rows;
        }
    }

    static String types(Path file) throws SQLException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT string_agg(column_name || ' ' || column_type, '; ') FROM (DESCRIBE FROM read_parquet('"
                                + file + "'))")) {
            result.next();
            return result.getString(1);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @OnEveryEngine
    void everyClassIsAFileWithTypesReferencesRecordsAndLists(TestDatabase database, @TempDir Path folder)
            throws Exception {
        List<Object> objects = store(database);
        Path out = Files.createDirectories(folder.resolve("it's [a] *")).resolve("parquet");
        assertThat(new Transfer().export(database.url(), database.settings(), out, Format.PARQUET))
                .isEqualTo(new Transfer().checksum(database.url(), database.settings()));
        assertThat(names(out))
                .containsExactly("Bottle.parquet", "Crate.parquet", "Ghost.parquet", "Note.parquet", "Values.parquet");
        // The test's own reading takes the name for a pattern.
        Path plain = Files.createDirectory(folder.resolve("plain"));
        for (String name : names(out)) {
            Files.copy(out.resolve(name), plain.resolve(name));
        }
        Map<Long, Map<String, Object>> found = new HashMap<>();
        for (Map<String, Object> row : rows(plain.resolve("Values.parquet"))) {
            found.put((Long) row.get("id"), row);
            assertThat(row).containsEntry("_class", "Values").containsEntry("_version", 0L);
        }
        int compared = 0;
        for (Object object : objects) {
            if (object instanceof Values values) {
                compared++;
                for (Field field : Values.class.getDeclaredFields()) {
                    if (!field.isSynthetic()) {
                        assertThat(whole(found.get(values.id), field.getName()))
                                .as("%s of %s", field.getName(), values.id)
                                .isEqualTo(expected(field.get(values)));
                    }
                }
            }
        }
        assertThat(found).hasSize(compared);
        Warehouse.Crate crate = (Warehouse.Crate) objects.get(0);
        Warehouse.Bottle bottle = (Warehouse.Bottle) crate.next;
        assertThat(types(plain.resolve("Crate.parquet")))
                .isEqualTo(
                        "_class VARCHAR; id BIGINT; _version BIGINT; code VARCHAR; shape VARCHAR;"
                                + " price STRUCT(amount DECIMAL(38,18), currency VARCHAR); next BIGINT; contents BIGINT[];"
                                + " tags STRUCT(\"name\" VARCHAR, shape VARCHAR, about BIGINT, price STRUCT(amount DECIMAL(38,18), currency VARCHAR))[];"
                                + " offers STRUCT(\"key\" VARCHAR, \"value\" STRUCT(amount DECIMAL(38,18), currency VARCHAR))[];"
                                + " tagged STRUCT(\"key\" STRUCT(\"name\" VARCHAR, shape VARCHAR, about BIGINT, price STRUCT(amount DECIMAL(38,18), currency VARCHAR)), \"value\" BIGINT)[]");
        String one = "1.500000000000000000";
        assertThat(rows(plain.resolve("Crate.parquet")))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("id", crate.id)
                        .containsEntry("_version", 1L)
                        .containsEntry("shape", "SQUARE")
                        .containsEntry("next", bottle.id)
                        .containsEntry("price", "{'amount': " + one + ", 'currency': EUR}")
                        .containsEntry("contents", "[" + bottle.id + ", NULL, " + bottle.id + "]")
                        .containsEntry(
                                "tags",
                                "[{'name': a, 'shape': ROUND, 'about': " + bottle.id
                                        + ", 'price': {'amount': -2.000000000000000000, 'currency': USD}}, NULL,"
                                        + " {'name': NULL, 'shape': NULL, 'about': NULL, 'price': NULL}]")
                        .containsEntry(
                                "offers",
                                "[{'key': x, 'value': NULL}, {'key': '', 'value': {'amount': 1000.000000000000000000, 'currency': ''}}]")
                        .containsEntry(
                                "tagged",
                                "[{'key': {'name': k, 'shape': NULL, 'about': " + crate.id
                                        + ", 'price': NULL}, 'value': " + bottle.id + "}]"));
        assertThat(rows(plain.resolve("Bottle.parquet")))
                .singleElement()
                .satisfies(
                        row -> assertThat(row)
                                .containsEntry("levels", "[-0.5, 1e+300, 5e-324, 0.1]")
                                .containsEntry("price", "{'amount': NULL, 'currency': NULL}")
                                .containsEntry("labels", "[NULL, '', \ud83d\ude00, NULL]")
                                .containsEntry("days", "[0001-01-01, 9999-12-31]")
                                .containsEntry("code", bottle.code)
                                .containsEntry(
                                        "times",
                                        "[{'key': -9223372036854775808, 'value': NULL}, {'key': 9223372036854775807, 'value': '2026-11-23T10:00:00.123456789Z'}]"));
        assertThat(rows(plain.resolve("Ghost.parquet"))).isEmpty();
        assertThat(types(plain.resolve("Ghost.parquet")))
                .isEqualTo("_class VARCHAR; id BIGINT; _version BIGINT; name VARCHAR");
    }

    /** A value as the file has it in up to three columns. */
    static Object whole(Map<String, Object> row, String column) {
        Object value = row.get(column);
        Object nanos = row.get(column + "_nanos");
        // The driver gives it the offset of the test's time zone.
        if (value instanceof OffsetDateTime moment && nanos == null) {
            return moment.withOffsetSameInstant(ZoneOffset.UTC);
        }
        if (value == null || nanos == null) {
            return value instanceof BigDecimal number
                    ? number.stripTrailingZeros()
                    : value instanceof java.sql.Blob blob ? text(blob) : value;
        }
        if (value instanceof LocalTime time) {
            return time.plusNanos((Short) nanos);
        }
        if (value instanceof java.sql.Timestamp moment) { // of no time zone
            return moment.toLocalDateTime().plusNanos((Short) nanos);
        }
        OffsetDateTime moment = ((OffsetDateTime) value).plusNanos((Short) nanos);
        Object offset = row.get(column + "_offset");
        return offset == null ? moment.toInstant() : moment.withOffsetSameInstant(ZoneOffset.of((String) offset));
    }

    private static String text(java.sql.Blob blob) {
        try {
            return java.util.HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object expected(Object value) {
        if (value instanceof Optional<?> some) {
            return some.orElse(null);
        }
        if (value instanceof OptionalInt some) {
            return some.isPresent() ? some.getAsInt() : null;
        }
        if (value instanceof OptionalLong some) {
            return some.isPresent() ? some.getAsLong() : null;
        }
        if (value instanceof OptionalDouble some) {
            return some.isPresent() ? some.getAsDouble() : null;
        }
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        }
        if (value instanceof BigInteger number) {
            return new BigDecimal(number).stripTrailingZeros();
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        if (value instanceof java.sql.Time time) {
            return time.toLocalTime();
        }
        if (value instanceof java.sql.Timestamp moment) {
            return moment.toInstant();
        }
        if (value instanceof java.util.Date date) {
            return date.toInstant().atOffset(ZoneOffset.UTC);
        }
        if (value instanceof byte[] bytes) {
            return java.util.HexFormat.of().formatHex(bytes);
        }
        return value instanceof Character || value instanceof Enum || value instanceof Duration
                ? value.toString()
                : value;
    }

    @OnEveryEngine
    void oneClassAndAQueryAreOneFileInTheOrderOfTheQuery(TestDatabase database, @TempDir Path folder) throws Exception {
        List<Object> objects = store(database);
        Warehouse.Crate crate = (Warehouse.Crate) objects.get(0);
        Path file = folder.resolve("items.parquet");
        new Transfer()
                .export(
                        database.url(),
                        database.settings(),
                        "Item",
                        "code >= 'c' ORDER BY code DESC",
                        file,
                        Format.PARQUET);
        assertThat(rows(file))
                .extracting(row -> row.get("_class"), row -> row.get("id"), row -> row.get("home"))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Bottle", crate.next.id, crate.id),
                        org.assertj.core.groups.Tuple.tuple("Crate", crate.id, null));
        assertThat(names(folder)).containsExactly("items.parquet");
        assertThatThrownBy(() ->
                        new Transfer().export(database.url(), database.settings(), "Crate", "", file, Format.PARQUET))
                .isInstanceOf(EspalierException.class)
                .hasMessageContaining("items.parquet: found it already; expected a new file");
        assertThat(rows(file)).as("what was there").hasSize(2);
    }

    @OnEveryEngine
    void valuesThatParquetDoesNotTakeAreRefusedByNameAndNothingIsLeft(TestDatabase database, @TempDir Path folder)
            throws Exception {
        Values values = Values.nothing();
        try (Database db = database.open(Model.of(Values.class), database.settings())) {
            values.letter = '\ud800';
            for (String message : List.of("half of a surrogate pair", "found the decimal 0.1234567890123456789", "")) {
                if (message.contains("decimal") && database.engine() == dev.espalier.testing.Engine.DUCKDB) {
                    continue; // it stores no such decimal itself
                }
                Path out = folder.resolve("out");
                if (message.contains("decimal")) {
                    values.letter = 'b';
                    values.decimal = new BigDecimal("0.1234567890123456789");
                } else if (message.isEmpty()) {
                    values.letter = 'b';
                    values.decimal = new BigDecimal("0.123456789012345678");
                }
                db.store(values);
                if (message.isEmpty()) {
                    new Transfer().export(database.url(), database.settings(), out, Format.PARQUET);
                    assertThat(names(out)).containsExactly("Values.parquet");
                } else {
                    assertThatThrownBy(() ->
                                    new Transfer().export(database.url(), database.settings(), out, Format.PARQUET))
                            .isInstanceOf(EspalierException.class)
                            .hasMessageContaining("Values " + values.id + ": ")
                            .hasMessageContaining(message)
                            .hasMessageContaining("Export to JSON lines");
                    assertThat(out).doesNotExist();
                    assertThatThrownBy(() -> new Transfer()
                                    .export(
                                            database.url(),
                                            database.settings(),
                                            "Values",
                                            "",
                                            folder.resolve("one"),
                                            Format.PARQUET))
                            .hasMessageContaining(message);
                    assertThat(names(folder)).isEmpty();
                }
            }
        }
    }
}

package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.QueryException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.io.TempDir;

/** Rows of selections in Parquet files, read again by DuckDB. */
@EngineIndependent
@LocaleDependent
class ParquetRowsContractTest {

    /** Something that is sold. */
    static class Ware {
        long id;
        String name = "";
        BigDecimal price;
        BigInteger pieces;
        int count;

        Ware() {}

        Ware(String name, String price, int count) {
            this.name = name;
            this.price = price == null ? null : new BigDecimal(price);
            this.count = count;
        }
    }

    private static Database wares(TestDatabase database, Ware... wares) {
        Database db = database.open(Model.of(Ware.class), database.settings());
        db.storeAll(List.of(wares));
        return db;
    }

    private static List<Field> fields() {
        return Arrays.stream(Values.class.getDeclaredFields())
                .filter(field -> !field.isSynthetic())
                .toList();
    }

    @OnEveryEngine
    void everyTypeOfValueIsThatOfTheListWithAndWithoutClasses(TestDatabase database, @TempDir Path folder)
            throws Exception {
        ParquetContractTest.store(database);
        String columns = fields().stream().map(Field::getName).collect(Collectors.joining(", "));
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings());
                Database without = Database.openCatalog(database.url(), database.settings())) {
            RowQuery<Row> query = db.query(Values.class, "ORDER BY id DESC").select(columns);
            List<Row> listed = query.list();
            assertThat(listed).hasSizeGreaterThan(3);
            Path file = folder.resolve("rows.parquet");
            assertThat(new Transfer().exportRows(query, file)).isEqualTo(listed.size());
            List<Map<String, Object>> found = ParquetContractTest.rows(file);
            assertThat(found).hasSameSizeAs(listed);
            for (int i = 0; i < found.size(); i++) {
                for (Field field : fields()) {
                    assertThat(ParquetContractTest.whole(found.get(i), field.getName()))
                            .as("%s in row %s", field.getName(), i)
                            .isEqualTo(
                                    ParquetContractTest.expected(listed.get(i).get(field.getName())));
                }
            }
            Path other = folder.resolve("nodes.parquet");
            new Transfer()
                    .exportRows(
                            without.nodes().query("Values", "ORDER BY id DESC").select(columns), other);
            assertThat(ParquetContractTest.types(other)).isEqualTo(ParquetContractTest.types(file));
            List<Map<String, Object>> ofNodes = ParquetContractTest.rows(other);
            for (int i = 0; i < found.size(); i++) {
                Map<String, Object> row = ofNodes.get(i);
                for (Field field : fields()) {
                    assertThat(ParquetContractTest.whole(row, field.getName()))
                            .isEqualTo(ParquetContractTest.whole(found.get(i), field.getName()));
                }
            }
            Path none = folder.resolve("none.parquet");
            assertThat(new Transfer()
                            .exportRows(db.query(Values.class, "id < 0").select(columns), none))
                    .isZero();
            assertThat(ParquetContractTest.types(none)).isEqualTo(ParquetContractTest.types(file));
            assertThat(ParquetContractTest.types(none))
                    .isEqualTo("id BIGINT; truth BOOLEAN; small TINYINT; shorter SMALLINT; number INTEGER;"
                            + " longer BIGINT; single FLOAT; real DOUBLE; letter VARCHAR; boxedTruth BOOLEAN;"
                            + " boxedSmall TINYINT; boxedShorter SMALLINT; boxedNumber INTEGER; boxedLonger BIGINT;"
                            + " boxedSingle FLOAT; boxedReal DOUBLE; boxedLetter VARCHAR; text VARCHAR; colour VARCHAR;"
                            + " decimal DECIMAL(38,18); whole DECIMAL(38,0); date DATE; time TIME; time_nanos SMALLINT;"
                            + " moment TIMESTAMP; moment_nanos SMALLINT; instant TIMESTAMP WITH TIME ZONE;"
                            + " instant_nanos SMALLINT; offset TIMESTAMP WITH TIME ZONE; offset_nanos SMALLINT;"
                            + " offset_offset VARCHAR; duration VARCHAR; oldDate TIMESTAMP WITH TIME ZONE; sqlDate DATE;"
                            + " sqlTime TIME; timestamp TIMESTAMP WITH TIME ZONE; timestamp_nanos SMALLINT; uuid UUID;"
                            + " bytes BLOB; maybeText VARCHAR; maybeNumber INTEGER; maybeLonger BIGINT;"
                            + " maybeReal DOUBLE");
        }
    }

    @OnEveryEngine
    void computedColumnsHaveTheTypesOfTheirKinds(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = wares(database, new Ware("a", "1.5", 1), new Ware("b", null, 2), new Ware("b", "10", 4))) {
            Query<Ware> all = db.query(Ware.class, "");
            RowQuery<Row> query = all.select(
                    "name, COUNT(*) AS n, SUM(count) AS s, AVG(count) AS mean, SUM(price) / 7 AS part, upper(name) AS big, NULL AS none, CASE WHEN name = 'a' THEN TRUE ELSE FALSE END AS is");
            Path file = folder.resolve("groups.parquet");
            assertThat(new Transfer().exportRows(query, file)).isEqualTo(2);
            assertThat(ParquetContractTest.types(file))
                    .isEqualTo(
                            "name VARCHAR; n BIGINT; s BIGINT; mean DECIMAL(38,18); part DECIMAL(38,30); big VARCHAR;"
                                    + " none VARCHAR; is BOOLEAN");
            assertEqual(file, query.list());
        }
    }

    private static void assertEqual(Path file, List<Row> rows) throws Exception {
        List<Map<String, Object>> found = ParquetContractTest.rows(file);
        assertThat(found).hasSameSizeAs(rows);
        for (int i = 0; i < rows.size(); i++) {
            for (String column : rows.get(i).columns()) {
                assertThat(ParquetContractTest.whole(found.get(i), column))
                        .as("%s in row %s", column, i)
                        .isEqualTo(ParquetContractTest.expected(rows.get(i).get(column)));
            }
        }
    }

    @OnEveryEngine
    void decimalsKeepAllDigitsOrAreRefusedByRowAndColumn(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = wares(
                database,
                new Ware("third", "1", 3),
                new Ware("small", "0.000000000000000001", 1),
                new Ware("large", "12345678901234567890", 1))) {
            Query<Ware> some = db.query(Ware.class, "name != 'large' ORDER BY id");
            RowQuery<Row> quotients = some.select("price / 3 AS part, price");
            Path file = folder.resolve("parts.parquet");
            new Transfer().exportRows(quotients, file);
            assertThat(ParquetContractTest.types(file)).isEqualTo("part DECIMAL(38,30); price DECIMAL(38,18)");
            assertEqual(file, quotients.list());

            RowQuery<Row> squares = db.query(Ware.class, "name = 'large'").select("price * 1000000000 AS p");
            Path large = folder.resolve("large.parquet");
            new Transfer().exportRows(squares, large);
            assertThat(ParquetContractTest.types(large)).isEqualTo("p DECIMAL(38,9)");
            assertEqual(large, squares.list());

            Path none = folder.resolve("none.parquet");
            RowQuery<Row> both = db.query(Ware.class, "ORDER BY id").select("name, price / 3 AS part");
            assertThatThrownBy(() -> new Transfer().exportRows(both, none))
                    .isInstanceOfSatisfying(
                            EspalierException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.BAD_VALUE))
                    .hasMessage("row 3, column part: found the decimal 4115226300411522630; a column of decimals in a"
                            + " Parquet file has 38 digits, and the numbers up to here have 19 before and 30 behind the"
                            + " point. Round them: round(..., 10)");
            RowQuery<Row> longer =
                    db.query(Ware.class, "name = 'large'").select("price * price AS p, price * price * 7 AS q");
            assertThatThrownBy(() -> new Transfer().exportRows(longer, none))
                    .hasMessageContaining("row 1, column p: found the decimal 152415787532388367501905199875019052100");
            assertThat(names(folder)).containsExactly("large.parquet", "parts.parquet");
        }
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @OnEveryEngine
    void namesOfColumnsAreAsTheyAre(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = wares(database, new Ware("x", "1", 1), new Ware("y", "2", 2))) {
            RowQuery<Row> query = db.query(Ware.class, "ORDER BY id")
                    .select("count AS a, count + 1 AS b, name AS größe, name AS GRÖSSE, upper(name),"
                            + " concat(name, ' \"it''s\" \ud83d\ude00, '), count + 2, count + 3 AS c1,"
                            + " count AS _0, price AS Preis, price");
            Path file = folder.resolve("it's [odd] * \ud83d\ude00.parquet");
            assertThat(new Transfer().exportRows(query, file)).isEqualTo(2);
            Path plain = Files.copy(
                    file, folder.resolve("plain.parquet")); // the test's own reading takes the name for a pattern
            assertThat(columnNames(plain)).isEqualTo(query.columns());
            List<Row> rows = query.list();
            List<Map<String, Object>> found = ParquetContractTest.rows(plain);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(found.get(i).values().stream().map(ParquetRowsContractTest::plain))
                        .isEqualTo(rows.get(i).values().stream()
                                .map(ParquetContractTest::expected)
                                .toList());
            }
        }
    }

    @OnEveryEngine
    void folderThatIsNamedAsAPartitionChangesNoValue(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = wares(database, new Ware("x", "1", 1), new Ware("y", "2", 2))) {
            Path file = folder.resolve("c0=5").resolve("c1=z").resolve("rows.parquet");
            RowQuery<Row> query = db.query(Ware.class, "ORDER BY id").select("count, name");
            new Transfer().exportRows(query, file);
            // The test's own reading takes the folder for a partition.
            assertEqual(Files.copy(file, folder.resolve("rows.parquet")), query.list());
            Path objects = folder.resolve("class=Order").resolve("id=7").resolve("wares.parquet");
            new Transfer()
                    .export(
                            database.url(),
                            database.settings(),
                            "Ware",
                            "ORDER BY id",
                            objects,
                            Transfer.Format.PARQUET);
            Path plain = Files.copy(objects, folder.resolve("plain.parquet"));
            assertThat(ParquetContractTest.rows(plain))
                    .extracting(row -> row.get("_class"), row -> row.get("id"), row -> row.get("name"))
                    .isEqualTo(db.query(Ware.class, "ORDER BY id").list().stream()
                            .map(ware -> Tuple.tuple("Ware", ware.id, ware.name))
                            .toList());
        }
    }

    @OnEveryEngine
    void listOfRowsIsRefusedByColumn(TestDatabase database, @TempDir Path folder) throws Exception {
        ParquetContractTest.store(database);
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            Path file = folder.resolve("new").resolve("x.parquet");
            for (String crates : new String[] {"", "id < 0"}) {
                RowQuery<Row> query = db.query(Warehouse.Crate.class, crates).select("code, contents {id} AS inside");
                assertThatThrownBy(() -> new Transfer().exportRows(query, file))
                        .isInstanceOfSatisfying(
                                EspalierException.class,
                                e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.FILE))
                        .hasMessage(file + ": found the list of rows inside; a Parquet file of rows has values alone."
                                + " Write JSON, or select the path to values, which makes a row for each member");
            }
            assertThat(names(folder)).isEmpty();
        }
    }

    @OnEveryEngine
    void nameWithANulIsRefused(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = wares(database, new Ware("x", "1", 1))) {
            RowQuery<Row> query = db.query(Ware.class, "").select("concat(name, 'a\u0000b')");
            Path file = folder.resolve("x.parquet");
            assertThatThrownBy(() -> new Transfer().exportRows(query, file))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage(file + ": found a column whose name has the character U+0000, column 1; call it"
                            + " otherwise: AS name");
            assertThat(names(folder)).isEmpty();
        }
    }

    private static Object plain(Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
    }

    private static List<String> columnNames(Path file) throws Exception {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet names = statement.executeQuery("SELECT s.name, m.path_in_schema FROM parquet_schema('" + file
                        + "') s JOIN parquet_metadata('" + file
                        + "') m ON m.column_id + 1 = s.column_id ORDER BY m.column_id")) {
            List<String> all = new ArrayList<>();
            while (names.next()) {
                assertThat(names.getString(2)).isEqualTo(names.getString(1));
                all.add(names.getString(1));
            }
            return all;
        }
    }

    @OnEveryEngine
    void namesThatDifferByCaseAloneAreRefused(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = database.open(Model.of(Values.class), database.settings())) {
            RowQuery<Row> query = db.query(Values.class, "").select("number AS price, number AS Price");
            assertThatThrownBy(() -> new Transfer().exportRows(query, folder.resolve("x.parquet")))
                    .isInstanceOf(EspalierException.class)
                    .hasMessageContaining(
                            "x.parquet: found two columns with the name Price, in capitals or small letters");
            assertThat(names(folder)).isEmpty();
        }
    }

    @OnEveryEngine
    void columnThatIsCalledAsTheNanosecondsOfAnotherIsRefused(TestDatabase database, @TempDir Path folder)
            throws Exception {
        try (Database db = database.open(Model.of(Values.class), database.settings())) {
            RowQuery<Row> query = db.query(Values.class, "").select("time, number AS time_nanos");
            assertThatThrownBy(() -> new Transfer().exportRows(query, folder.resolve("x.parquet")))
                    .isInstanceOf(EspalierException.class)
                    .hasMessageContaining("x.parquet: found two columns with the name time_nanos");
            assertThat(names(folder)).isEmpty();
        }
    }

    @OnEveryEngine
    void rowsAreInTheirOrderAndThoseOfATransaction(TestDatabase database, @TempDir Path folder) throws Exception {
        Ware[] some = IntStream.range(0, 3_000)
                .mapToObj(i -> new Ware("w" + i, null, i * 7 % 3_000))
                .toArray(Ware[]::new);
        try (Database db = wares(database, some)) {
            RowQuery<Row> query = db.query(Ware.class, "count >= :least ORDER BY count DESC")
                    .select("count, name")
                    .with("least", 1);
            Path file = folder.resolve("new").resolve("rows.parquet");
            AtomicInteger reported = new AtomicInteger();
            assertThat(new Transfer()
                            .onProgress(step -> reported.set((int) step.rows()))
                            .exportRows(query, file))
                    .isEqualTo(2_999);
            assertThat(reported).hasValue(2_999);
            assertEqual(file, query.list());
            Path within = folder.resolve("within.parquet");
            db.useTransaction(tx -> {
                tx.store(new Ware("late", null, 5_000));
                new Transfer().exportRows(tx.query(Ware.class, "count > 4000").select("name"), within);
            });
            assertThat(ParquetContractTest.rows(within)).containsExactly(Map.of("name", "late"));
        }
    }

    @OnEveryEngine
    void failedOrCancelledRunLeavesNothingAndTheNextOneWrites(TestDatabase database, @TempDir Path folder)
            throws Exception {
        Ware[] some =
                IntStream.range(0, 1_200).mapToObj(i -> new Ware("w", null, i)).toArray(Ware[]::new);
        try (Database db = wares(database, some)) {
            Path file = folder.resolve("rows.parquet");
            RowQuery<Row> overflow = db.query(Ware.class, "").select("9223372036854775000 + count AS n");
            assertThatThrownBy(() -> new Transfer().exportRows(overflow, file)).isInstanceOf(QueryException.class);
            assertThatThrownBy(() ->
                            new Transfer().exportRows(db.query(Ware.class, "").select("nothing"), file))
                    .isInstanceOf(QueryException.class);
            RowQuery<Row> query = db.query(Ware.class, "").select("count");
            AtomicInteger calls = new AtomicInteger();
            for (int last : new int[] {1, 2, 3}) {
                calls.set(0);
                assertThatThrownBy(() -> new Transfer()
                                .cancelledBy(() -> calls.incrementAndGet() >= last)
                                .exportRows(query, file))
                        .isInstanceOfSatisfying(
                                EspalierException.class,
                                e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.CANCELLED));
                assertThat(names(folder)).isEmpty();
            }
            assertThat(new Transfer().exportRows(query, file)).isEqualTo(1_200);
            byte[] before = Files.readAllBytes(file);
            assertThatThrownBy(() -> new Transfer().exportRows(query, file))
                    .isInstanceOfSatisfying(
                            EspalierException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.FILE))
                    .hasMessage(file + ": found it already; expected a new file");
            assertThat(file).hasBinaryContent(before);
            assertThat(names(folder)).containsExactly("rows.parquet");
            assertThat(query.list()).as("no connection is held").hasSize(1_200);
        }
    }
}

package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.contract.samples.Values;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
}

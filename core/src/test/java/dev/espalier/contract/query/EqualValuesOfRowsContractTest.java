package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.SearchStrategy;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Values that are equal in the language, and not written alike: one stands for all of them, whoever groups them and in whatever order they come. */
class EqualValuesOfRowsContractTest {

    static class Parcel {
        long id;
        BigDecimal price;
        double weight;
        OffsetDateTime sent;
        byte @Nullable [] seal;

        Parcel() {}

        Parcel(String price, double weight, String sent) {
            this.price = new BigDecimal(price);
            this.weight = weight;
            this.sent = OffsetDateTime.parse(sent);
        }
    }

    private static Database open(TestDatabase database) {
        Database db = database.open(Parcel.class);
        db.storeAll(List.of(
                new Parcel("1.00", -0.0, "2020-01-01T00:30+01:00"),
                new Parcel("1.000", 0.0, "2019-12-31T22:30-01:00"),
                new Parcel("1.0", -0.0, "2019-12-31T23:30Z")));
        return db;
    }

    private static Set<String> answers(Database db, String selection) {
        Set<String> answers = new TreeSet<>();
        for (SearchStrategy strategy : SearchStrategy.values()) {
            for (String query : List.of("", "ORDER BY id DESC", "ORDER BY price, id DESC")) {
                RowQuery<Row> rows =
                        db.query(Parcel.class, query).strategy(strategy).select(selection);
                answers.add(rows.list().stream().map(Row::values).toList().toString());
            }
        }
        return answers;
    }

    @OnEveryEngine
    void oneOfTheEqualValuesIsTheKeyOfTheirGroup(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(answers(db, "price, COUNT(*) AS n")).containsExactly("[[1.000, 3]]");
            assertThat(answers(db, "DISTINCT price * 1 AS price")).containsExactly("[[1.000]]");
            assertThat(answers(db, "weight, COUNT(*) AS n")).containsExactly("[[0.0, 3]]");
            assertThat(answers(db, "DISTINCT sent")).containsExactly("[[2019-12-31T22:30-01:00]]");
        }
    }

    @OnEveryEngine
    void oneOfTheEqualValuesIsAggregated(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(answers(db, "MIN(price) AS a, MAX(price) AS b, SUM(DISTINCT price) AS c"))
                    .containsExactly("[[1.000, 1.000, 1.000]]");
            assertThat(answers(db, "MIN(weight) AS a, MAX(weight) AS b")).containsExactly("[[0.0, 0.0]]");
            assertThat(answers(db, "MIN(sent) AS a, MAX(sent) AS b"))
                    .containsExactly("[[2019-12-31T22:30-01:00, 2019-12-31T22:30-01:00]]");
        }
    }

    @OnEveryEngine
    void bytesInAKeyAreEqualWhereverTheyAreWritten(TestDatabase database) {
        try (Database db = open(database)) {
            String key = "CASE WHEN price < 1 THEN seal ELSE '0A0B' END";
            assertThat(db.query(Parcel.class, "")
                            .select(key + " AS mark, COUNT(*) AS n ORDER BY " + key)
                            .one()
                            .toMap())
                    .containsEntry("mark", new byte[] {10, 11})
                    .containsEntry("n", 3L);
        }
    }
}

package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Conditions on what is computed: in every way to ask, with errors that depend on the answer alone. */
class ComputedConditionsContractTest {

    record Line(String article, int count, long cents) {}

    static class Maker {
        long id;
        String name;

        Maker() {}

        Maker(String name) {
            this.name = name;
        }
    }

    static class Sale {
        long id;

        @Nullable
        LocalDate day;

        @Nullable
        Maker maker;

        long total;
        List<Line> lines = new ArrayList<>();

        Sale() {}

        Sale(@Nullable String day, @Nullable Maker maker, long total, Line... lines) {
            this.day = day == null ? null : LocalDate.parse(day);
            this.maker = maker;
            this.total = total;
            this.lines.addAll(List.of(lines));
        }
    }

    private final Maker acme = new Maker("Acme");
    private final Maker beta = new Maker("beta");
    private final Sale first = new Sale("2025-12-31", acme, 10, new Line("nut", 2, 300));
    private final Sale second = new Sale("2026-01-01", beta, 20, new Line("bolt", 5, 100), new Line("nut", 1, 50));
    private final Sale third = new Sale("2026-12-31", acme, 30);
    private final Sale fourth = new Sale(null, null, Long.MAX_VALUE, new Line("gear", 1, 700));

    private Database open(TestDatabase database) {
        Database db = database.open(Sale.class, Maker.class);
        db.storeAll(List.of(acme, beta, first, second, third, fourth));
        return db;
    }

    private List<Sale> found(Database db, String query) {
        return sales(db, db.query(Sale.class, query).ids());
    }

    private List<Sale> sales(Database db, long[] ids) {
        return Stream.of(first, second, third, fourth)
                .filter(sale -> Arrays.stream(ids).anyMatch(id -> id == db.idOf(sale)))
                .toList();
    }

    @OnEveryEngine
    void yearIsOneStatementThatComparesTheDate(TestDatabase database) {
        Database db = open(database);
        for (String query : List.of(
                "year(day) = 2026",
                "2026 <= year(day), year(day) < 2027",
                "year(day) IN (2026)",
                "NOT year(day) != 2026",
                "year(day) > 2025")) {
            assertThat(found(db, query)).as(query).containsExactly(second, third);
            assertThat(db.query(Sale.class, query).explain().search().strategy())
                    .as(query)
                    .isEqualTo(SearchStrategy.STATEMENT);
        }
        assertThat(found(db, "year(day) != 2026")).containsExactly(first, fourth);
        assertThat(found(db, "year(day) < 10000")).containsExactly(first, second, third);
        assertThat(found(db, "year(day) <= 9223372036854775807")).containsExactly(first, second, third);
        assertThat(found(db, "year(day) >= 1")).containsExactly(first, second, third);
        assertThat(found(db, "year(day) < 1 OR year(day) > 9999")).isEmpty();
    }

    @OnEveryEngine
    void everyWayToAskTestsTheSame(TestDatabase database) {
        Database db = open(database);
        String text = "month(day) = 12 AND lower(maker.name) = 'acme'";
        for (SearchStrategy strategy : SearchStrategy.values()) {
            Query<Sale> query = db.query(Sale.class, text).strategy(strategy);
            assertThat(sales(db, query.ids())).containsExactly(first, third);
            assertThat(query.count()).isEqualTo(2);
            assertThat(query.exists()).isTrue();
            assertThat(query.list()).extracting(sale -> sale.total).containsExactly(10L, 30L);
            try (Stream<Sale> stream = query.stream()) {
                assertThat(stream.map(sale -> sale.total)).containsExactly(10L, 30L);
            }
            Page<Sale> page = query.page(1, null);
            assertThat(page.objects()).extracting(sale -> sale.total).containsExactly(10L);
            assertThat(query.page(1, page.next()).objects())
                    .extracting(sale -> sale.total)
                    .containsExactly(30L);
        }
        assertThat(db.query(Sale.class, text + " ORDER BY total DESC LIMIT 1").list())
                .extracting(sale -> sale.total)
                .containsExactly(30L);
        assertThat(db.query(Sale.class, text)
                        .select("maker.name AS maker, SUM(total) AS total")
                        .list()
                        .toString())
                .contains("Acme", "40");
    }

    @OnEveryEngine
    void recordsOfACollectionAreTestedOneByOne(TestDatabase database) {
        Database db = open(database);
        assertThat(found(db, "lines(count * cents > 500)")).containsExactly(first, fourth);
        assertThat(found(db, "lines(count * cents = 500, article = 'bolt')")).containsExactly(second);
        assertThat(found(db, "lines(count * cents = 500, article = 'nut')")).isEmpty();
        assertThat(found(db, "lines(count + 1 = 2 OR article = 'bolt')")).containsExactly(second, fourth);
        assertThat(found(db, "ALL lines(count * cents > 500)")).containsExactly(first, third, fourth);
        assertThat(found(db, "COUNT(lines(count * cents < 600)) = 2")).containsExactly(second);
        assertThat(found(db, "COUNT(lines(count * cents < 600)) < total, total < 20"))
                .containsExactly(first);
        assertThat(db.query(Sale.class, "total < 100")
                        .select("total, COUNT(lines(count * cents < 600)) AS cheap ORDER BY total")
                        .list())
                .extracting(row -> row.get("cheap"))
                .containsExactly(0L, 2L, 0L);
    }

    @OnEveryEngine
    void numberBeyond64BitsIsAnErrorOnlyIfTheAnswerDependsOnIt(TestDatabase database) {
        Database db = open(database);
        QueryException thrown = catchThrowableOfType(
                QueryException.class,
                () -> db.query(Sale.class, "id > 0, total + 1 > 5").list());
        assertThat(thrown.code()).isEqualTo("number-overflow");
        assertThat(thrown.position()).isEqualTo(9);
        assertThat(found(db, "total < 1000, total + 1 > 15")).containsExactly(second, third);
        assertThat(found(db, "total + 1.0 > 15")).containsExactly(second, third, fourth);
    }

    @OnEveryEngine
    void parametersHaveAnotherValueEachTime(TestDatabase database) {
        Database db = open(database);
        for (int turn = 0; turn < 3; turn++) {
            for (int year : new int[] {2025, 2026}) {
                assertThat(db.query(Sale.class, "year(day) = :year AND total * :factor > 10")
                                .with("year", year)
                                .with("factor", 2)
                                .count())
                        .isEqualTo(year == 2025 ? 1 : 2);
            }
        }
    }

    @OnEveryEngine
    void transactionSeesWhatItHasStored(TestDatabase database) {
        Database db = open(database);
        db.useTransaction(tx -> {
            tx.store(new Sale("2026-05-05", acme, 40));
            assertThat(tx.query(Sale.class, "month(day) = 5, total / 2 = 20").count())
                    .isEqualTo(1);
        });
    }
}

package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Row;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Sums of floats in selections: exact, rounded once, the same on every engine, whether it adds them itself or they are read. */
class FloatSumsContractTest {

    /** The engines that add floats themselves. */
    private static final Set<Engine> ADDING = EnumSet.of(Engine.DUCKDB);

    /** A selection is asked, compiled, and asked as one with few rows. */
    private static final int TIMES = 4;

    static class Parcel {
        long id;
        String kind;

        @Nullable
        Double weight;

        float ratio;
        List<Double> parts = new ArrayList<>();

        Parcel() {}

        Parcel(String kind, @Nullable Double weight) {
            this.kind = kind;
            this.weight = weight;
            this.ratio = weight == null || Math.abs(weight) > Float.MAX_VALUE ? 0 : weight.floatValue();
        }
    }

    @OnEveryEngine
    void valuesThatEnginesRoundAddUpExactly(TestDatabase database) {
        Database db = database.open(Parcel.class);
        List<Parcel> parcels = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            parcels.add(new Parcel("tenths", 0.1));
            parcels.add(new Parcel("prices", i % 700 * 1.01 + 0.01));
            parcels.add(new Parcel("cancel", i < 1_500 ? 1e15 / 3 * i : -1e15 / 3 * (2_999 - i)));
        }
        parcels.add(new Parcel("cancel", 1e-9));
        parcels.add(new Parcel("cancel", null));
        parcels.add(new Parcel("nothing", null));
        parcels.add(new Parcel("zeros", -0.0));
        assertSums(db, database, parcels);
        assertThat(isAdded(db)).isEqualTo(ADDING.contains(database.engine()));
        assertThat(sums(db).get("cancel")).isEqualTo(1e-9);
        assertThat(sums(db)).containsEntry("nothing", null).containsEntry("zeros", 0.0);
    }

    @OnEveryEngine
    void valuesFarFromEachOtherAddUpExactly(TestDatabase database) {
        Database db = database.open(Parcel.class);
        assertSums(
                db,
                database,
                List.of(
                        new Parcel("far", 1e300),
                        new Parcel("far", 1e-300),
                        new Parcel("far", -1e300),
                        new Parcel("large", Double.MAX_VALUE),
                        new Parcel("large", -Double.MAX_VALUE),
                        new Parcel("large", Double.MAX_VALUE),
                        new Parcel("small", Double.MIN_VALUE),
                        new Parcel("small", Double.MIN_NORMAL),
                        new Parcel("small", -Double.MIN_VALUE * 3)));
        assertThat(sums(db))
                .containsEntry("far", 1e-300)
                .containsEntry("large", Double.MAX_VALUE)
                .containsEntry("small", Double.MIN_NORMAL - 2 * Double.MIN_VALUE);
        assertThatThrownBy(() -> {
                    db.store(new Parcel("large", Double.MAX_VALUE));
                    sums(db);
                })
                .isInstanceOfSatisfying(
                        QueryException.class, e -> assertThat(e.code()).isEqualTo("number-overflow"));
    }

    @OnEveryEngine
    void smallestAndLargestValuesAddUpExactly(TestDatabase database) {
        Random random = new Random(20261127);
        for (int exponent : new int[] {-1074, -1022, -600, 600, 1000}) {
            database.clear();
            Database db = database.open(Parcel.class);
            List<Parcel> parcels = random.doubles(200, -1, 1)
                    .mapToObj(fraction -> new Parcel("some", Math.scalb(fraction, exponent + random.nextInt(20))))
                    .toList();
            assertSums(db, database, parcels);
        }
    }

    @OnEveryEngine
    void membersAddUpForEachOwner(TestDatabase database) {
        Database db = database.open(Parcel.class);
        Parcel three = new Parcel("three", 1.0);
        three.parts.addAll(List.of(0.1, 0.2, 0.3, 1e16, -1e16));
        db.storeAll(List.of(three, new Parcel("none", 2.0)));
        assertThat(db
                        .query(Parcel.class, "")
                        .select("kind, SUM(parts) AS all, AVG(parts) AS average ORDER BY kind")
                        .list()
                        .stream()
                        .map(Row::values)
                        .toList())
                .isEqualTo(List.of(
                        Arrays.asList("none", null, null),
                        List.of("three", exact(0.1, 0.2, 0.3).doubleValue(), average(0.1, 0.2, 0.3, 1e16, -1e16))));
    }

    @OnEveryEngine
    void nothingHasNoSum(TestDatabase database) {
        Database db = database.open(Parcel.class);
        for (int i = 0; i < TIMES; i++) {
            assertThat(db.query(Parcel.class, "")
                            .select("SUM(weight) AS w, AVG(ratio) AS r, COUNT(weight) AS n")
                            .list()
                            .get(0)
                            .values())
                    .isEqualTo(Arrays.asList(null, null, 0L));
            assertThat(sums(db)).isEmpty();
        }
    }

    /** The statement that adds reads other values than the one before, as in a transaction that has no snapshot. */
    @OnEveryEngine
    void valuesThatChangeAfterTheirRangeWasAskedAddUpExactly(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Parcel.class));
        List<Parcel> parcels = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            parcels.add(new Parcel(i < 5 ? "first" : "second", 0.1 * i));
        }
        db.storeAll(parcels);
        int asked = 0;
        for (double large : new double[] {1e17, 1e200, Double.MAX_VALUE}) {
            String selection = "kind, SUM(weight) AS new" + asked++; // few rows of one that was asked before are read
            String change = "UPDATE parcel SET weight = CASE id WHEN %d THEN %s ELSE %s END WHERE id IN (%1$d, %d)"
                    .formatted(parcels.get(0).id, large, -large, parcels.get(1).id);
            db.inTransaction(transaction -> {
                String reading = ADDING.contains(database.engine()) ? ".*SUM\\(.*" : ".*weight.*";
                log.before(reading, connection -> execute(connection, change));
                List<Row> rows =
                        transaction.query(Parcel.class, "").select(selection).list();
                assertThat(rows.stream().map(row -> row.values().get(1)).toList())
                        .containsExactly(
                                exact(0.2, 0.1 * 3, 0.4).doubleValue(),
                                exact(0.5, 0.1 * 6, 0.1 * 7, 0.8, 0.9).doubleValue());
                return null;
            });
            assertThat(log.wasInterrupted()).isTrue();
            database.execute("UPDATE parcel SET weight = 0.5 WHERE id IN (%d, %d)"
                    .formatted(parcels.get(0).id, parcels.get(1).id));
        }
    }

    private static void execute(Connection connection, String change) {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(change)).isEqualTo(2);
        } catch (SQLException e) {
            throw new IllegalStateException(change, e);
        }
    }

    private static boolean isAdded(Database db) {
        return db.query(Parcel.class, "")
                .select("SUM(weight) AS w")
                .explain()
                .toString()
                .contains("bounds of floats of Parcel");
    }

    /** Stores objects, and compares their sums and averages with exact ones. */
    private static void assertSums(Database db, TestDatabase database, List<Parcel> parcels) {
        db.storeAll(parcels);
        Map<String, List<Parcel>> kinds = new TreeMap<>();
        parcels.forEach(parcel ->
                kinds.computeIfAbsent(parcel.kind, any -> new ArrayList<>()).add(parcel));
        List<List<Object>> expected = new ArrayList<>();
        kinds.forEach((kind, some) -> {
            double[] weights = some.stream()
                    .filter(parcel -> parcel.weight != null)
                    .mapToDouble(parcel -> parcel.weight)
                    .toArray();
            double[] ratios = some.stream().mapToDouble(parcel -> parcel.ratio).toArray();
            expected.add(Arrays.asList(
                    kind,
                    weights.length == 0 ? null : exact(weights).doubleValue() + 0.0,
                    weights.length == 0 ? null : average(weights),
                    exact(ratios).doubleValue() + 0.0,
                    (long) weights.length));
        });
        for (int i = 0; i < TIMES; i++) {
            assertThat(db
                            .query(Parcel.class, "")
                            .select("kind, SUM(weight) AS w, AVG(weight) AS a, SUM(ratio) AS r, COUNT(weight) AS n"
                                    + " ORDER BY kind")
                            .list()
                            .stream()
                            .map(Row::values)
                            .toList())
                    .as(database.engine().toString())
                    .isEqualTo(expected);
        }
    }

    private static Map<String, @Nullable Double> sums(Database db) {
        Map<String, @Nullable Double> sums = new TreeMap<>();
        db.query(Parcel.class, "")
                .select("kind, SUM(weight) AS w")
                .list()
                .forEach(row -> sums.put(
                        (String) row.values().get(0), (Double) row.values().get(1)));
        return sums;
    }

    private static BigDecimal exact(double... values) {
        return DoubleStream.of(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static double average(double... values) {
        return exact(values)
                        .divide(BigDecimal.valueOf(values.length), new MathContext(800))
                        .doubleValue()
                + 0.0;
    }
}

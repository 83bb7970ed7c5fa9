package dev.espalier.contract.query;

import dev.espalier.Database;
import dev.espalier.SearchStrategy;
import dev.espalier.internal.rql.Rql;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/** A number that no column can hold still compares: every column's value is less than it, or greater. So do fields with values that the other's column cannot hold. */
@LocaleDependent
class NumberBoundsContractTest {

    private static final List<String> NUMBERS = numbers();

    static class Gauge {
        long id;
        byte tiny;
        short small;
        Integer whole;
        Long large;
        float single;
        double real;
        BigDecimal decimal;
        BigInteger integral;
    }

    private static List<String> numbers() {
        List<String> numbers = new ArrayList<>(List.of(
                "0",
                "0.5",
                "1e-18",
                "1e-19",
                "1.0000000000000000001",
                "1e-40",
                "0.50000000000000000000000",
                "1.00000000000000000000",
                "12345678901234567890.1234567890123456789"));
        for (int bits : List.of(7, 15, 31, 63, 64)) {
            BigInteger bound = BigInteger.TWO.pow(bits);
            numbers.addAll(List.of(bound.subtract(BigInteger.ONE).toString(), bound.toString(), bound + ".5"));
        }
        numbers.addAll(List.of(
                "99999999999999999999",
                "1e20",
                "99999999999999999999.9999999999999999999",
                "9".repeat(38),
                "1e38",
                "3.4028234663852886e38",
                "3.5e38",
                "1e65",
                "1e66",
                "1.7976931348623157e308"));
        return numbers.stream()
                .flatMap(number -> java.util.stream.Stream.of(number, "-" + number))
                .toList();
    }

    private static List<Gauge> gauges() {
        List<Gauge> gauges = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Gauge gauge = new Gauge();
            gauge.tiny =
                    List.of((byte) 0, Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 1).get(i);
            gauge.small = List.of((short) 0, Short.MIN_VALUE, Short.MAX_VALUE, (short) 1)
                    .get(i);
            gauge.whole =
                    Arrays.asList(null, Integer.MIN_VALUE, Integer.MAX_VALUE, 1).get(i);
            gauge.large =
                    Arrays.asList(null, Long.MIN_VALUE, Long.MAX_VALUE, 1L).get(i);
            gauge.single = List.of(0f, -Float.MAX_VALUE, Float.MAX_VALUE, 0.5f).get(i);
            gauge.real = List.of(0.0, -Double.MAX_VALUE, Double.MAX_VALUE, 0.5).get(i);
            BigDecimal most = new BigDecimal("99999999999999999999.999999999999999999");
            gauge.decimal = Arrays.asList(null, most.negate(), most, new BigDecimal("0.5"))
                    .get(i);
            BigInteger longest = new BigInteger("9".repeat(38));
            gauge.integral = Arrays.asList(null, longest.negate(), longest, BigInteger.ONE)
                    .get(i);
            gauges.add(gauge);
        }
        return gauges;
    }

    @OnEveryEngine
    void numbersBeyondAColumnCompare(TestDatabase database) {
        Database db = database.open(Gauge.class);
        List<Gauge> gauges = gauges();
        db.storeAll(gauges);
        SoftAssertions softly = new SoftAssertions();
        int place = 0;
        for (Field field : Gauge.class.getDeclaredFields()) {
            Map<String, List<Long>> expected = new LinkedHashMap<>();
            for (String number : NUMBERS) {
                for (String sign : List.of("=", "!=", "<", "<=", ">", ">=")) {
                    expected.put(field.getName() + " " + sign + " %s;" + number, null);
                }
                expected.put(field.getName() + " IN (1, %s);" + number, null);
                expected.put("NOT (" + field.getName() + " < %s);" + number, null);
                expected.put(field.getName() + " >= -5, " + field.getName() + " <= %s;" + number, null);
            }
            int asked = 0;
            for (String key : expected.keySet()) {
                SearchStrategy strategy = SearchStrategy.values()[++asked % SearchStrategy.values().length];
                if (!Sample.has("number bounds", database.engine(), ++place)) {
                    continue;
                }
                String[] parts = key.split(";");
                String literal = parts[0].formatted(parts[1]);
                List<Long> right = new NaiveEvaluator(gauges, db::idOf, Map.of("n", new BigDecimal(parts[1])))
                        .answer(Gauge.class, Rql.parse(parts[0].formatted(":n"))).stream()
                                .map(g -> g.id)
                                .sorted()
                                .toList();
                softly.assertThat(answer(() -> db.query(Gauge.class, literal)
                                .strategy(strategy)
                                .ids()))
                        .as("literal %s", literal)
                        .isEqualTo(right.toString());
                softly.assertThat(answer(() -> db.query(Gauge.class, parts[0].formatted(":n"))
                                .with("n", new BigDecimal(parts[1]))
                                .strategy(strategy)
                                .ids()))
                        .as("parameter %s", literal)
                        .isEqualTo(right.toString());
            }
        }
        softly.assertAll();
    }

    @OnEveryEngine
    void fieldsAtTheirBoundsCompare(TestDatabase database) {
        Database db = database.open(Gauge.class);
        List<Gauge> gauges = gauges();
        db.storeAll(gauges);
        NaiveEvaluator naive = new NaiveEvaluator(gauges, db::idOf, Map.of());
        List<String> fields = Arrays.stream(Gauge.class.getDeclaredFields())
                .map(Field::getName)
                .toList();
        SoftAssertions softly = new SoftAssertions();
        for (String left : fields) {
            for (String right : fields) {
                for (String sign : List.of("=", "!=", "<", "<=", ">", ">=")) {
                    String comparison = left + " " + sign + " " + right;
                    for (String query : List.of(comparison, "NOT (" + comparison + ")")) {
                        List<Long> expected = naive.answer(Gauge.class, Rql.parse(query)).stream()
                                .map(gauge -> gauge.id)
                                .toList();
                        softly.assertThat(answer(
                                        () -> db.query(Gauge.class, query).ids()))
                                .as(query)
                                .isEqualTo(expected.toString());
                    }
                }
            }
        }
        softly.assertAll();
    }

    private static String answer(java.util.function.Supplier<long[]> ids) {
        try {
            return Arrays.toString(Arrays.stream(ids.get()).sorted().toArray());
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ": "
                    + e.getMessage().lines().findFirst().orElse("");
        }
    }
}

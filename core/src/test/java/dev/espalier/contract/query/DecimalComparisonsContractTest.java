package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decimals compare exactly, however near they are, and however long. */
class DecimalComparisonsContractTest {

    private static final Set<Engine> STORE_LONG_NUMBERS = Set.of(Engine.SQLITE, Engine.H2, Engine.POSTGRES);
    private static final List<String> NUMBERS = List.of(
            "0",
            "0.00",
            "1",
            "1.000",
            "-1",
            "5.00",
            "5.000000000000000001",
            "4.999999999999999999",
            "5.000000001",
            "-5.000000000000000001",
            "123456789012345678",
            "123456789012345679",
            "0.000000000000000001");
    private static final List<String> LONG_NUMBERS = List.of(
            "1E+400",
            "1.0000000000000000000000000001E+400",
            "-1E+400",
            "1E-900",
            "-1E-900",
            "2E-900",
            "1.7E+308",
            "1E-310");

    static class Amount {
        long id;

        @Nullable
        BigDecimal number;

        Amount() {}

        Amount(@Nullable BigDecimal number) {
            this.number = number;
        }
    }

    @OnEveryEngine
    void eachIsComparedWithEachOther(TestDatabase database) {
        List<BigDecimal> numbers = Stream.concat(
                        NUMBERS.stream(),
                        STORE_LONG_NUMBERS.contains(database.engine()) ? LONG_NUMBERS.stream() : Stream.empty())
                .map(BigDecimal::new)
                .toList();
        try (Database db =
                database.open(Model.of(Amount.class), database.settings().indexes(IndexLevel.NONE))) {
            db.storeAll(numbers.stream().map(Amount::new).toList());
            db.store(new Amount(null));
            for (BigDecimal number : numbers) {
                assertCompared(db, numbers, number, "=", comparison -> comparison == 0);
                assertCompared(db, numbers, number, "<", comparison -> comparison < 0);
                assertCompared(db, numbers, number, "<=", comparison -> comparison <= 0);
                assertCompared(db, numbers, number, ">", comparison -> comparison > 0);
                assertCompared(db, numbers, number, ">=", comparison -> comparison >= 0);
                assertThat(db.query(Amount.class, "number != :n")
                                .with("n", number)
                                .count())
                        .as("!= %s", number)
                        .isEqualTo(1 + count(numbers, number, comparison -> comparison != 0));
                assertThat(db.query(Amount.class, "NOT number > :n")
                                .with("n", number)
                                .count())
                        .as("NOT > %s", number)
                        .isEqualTo(1 + count(numbers, number, comparison -> comparison <= 0));
            }
        }
    }

    private static void assertCompared(
            Database db, List<BigDecimal> numbers, BigDecimal number, String operator, IntPredicate holds) {
        assertThat(db.query(Amount.class, "number " + operator + " :n")
                        .with("n", number)
                        .count())
                .as("%s %s", operator, number)
                .isEqualTo(count(numbers, number, holds));
    }

    private static long count(List<BigDecimal> numbers, BigDecimal number, IntPredicate holds) {
        return numbers.stream()
                .filter(other -> holds.test(other.compareTo(number)))
                .count();
    }
}

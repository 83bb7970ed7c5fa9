package dev.espalier.contract.query;

import static dev.espalier.typed.Functions.lower;
import static dev.espalier.typed.Functions.times;
import static dev.espalier.typed.Words.columns;
import static dev.espalier.typed.Words.count;
import static dev.espalier.typed.Words.parameter;
import static dev.espalier.typed.Words.sum;
import static dev.espalier.typed.Words.variable;
import static dev.espalier.typed.Words.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.contract.samples.Values;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.typed.Column;
import dev.espalier.typed.Columns;
import dev.espalier.typed.Condition;
import dev.espalier.typed.OrderedPath;
import dev.espalier.typed.Parameter;
import dev.espalier.typed.Route;
import dev.espalier.typed.TextPath;
import dev.espalier.typed.ValuePath;
import dev.espalier.typed.Variable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A value in a typed query means that value, whatever its type: the object that has it is found. */
@EngineIndependent
@LocaleDependent
class TypedContractTest {

    @OnEveryEngine
    void typedQueriesFindEveryTypeOfValue(TestDatabase database) throws IllegalAccessException {
        List<Values> stored = new ArrayList<>(List.of(Values.nothing(), Values.least(), Values.greatest()));
        stored.addAll(Values.texts());
        stored.addAll(Values.numbers());
        stored.addAll(Values.days());
        Values.within(database.engine(), stored);
        List<String> wrong = new ArrayList<>();
        try (Database db = database.open(Values.class)) {
            db.storeAll(stored);
            for (Values values : stored) {
                for (Field field : Values.class.getDeclaredFields()) {
                    Object value = content(field.get(values));
                    Condition<Values> equal =
                            new ValuePath<Values, Object>(Route.<Values>start().field(field.getName())).eq(value);
                    boolean found = contains(db.query(Values.class, equal).ids(), values.id);
                    if (found != (value != null)) {
                        wrong.add(equal + (found ? " finds " : " does not find ") + values.id);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @OnEveryEngine
    void typedQueriesTakeParametersVariablesAndTransactions(TestDatabase database) {
        Values one = Values.nothing();
        one.number = 1;
        Values other = Values.nothing();
        other.number = 2;
        OrderedPath<Values, Number> number =
                new OrderedPath<>(Route.<Values>start().field("number"));
        Variable<Values> small = variable("Q2", Values.class);
        Parameter<Number> least = parameter("least");
        try (Database db = database.open(Values.class)) {
            db.storeAll(List.of(one, other));
            assertThat(db.query(Values.class, small.and(number.ge(least)))
                            .define(small, number.lt(2))
                            .with(least, 1)
                            .ids())
                    .containsExactly(one.id);
            db.useTransaction(transaction -> assertThat(
                            transaction.query(Values.class, number.gt(1)).ids())
                    .containsExactly(other.id));
        }
    }

    @OnEveryEngine
    void typedSelectionsComputeGroupAndTakeParameters(TestDatabase database) {
        OrderedPath<Values, Number> number =
                new OrderedPath<>(Route.<Values>start().field("number"));
        TextPath<Values> text = new TextPath<>(Route.<Values>start().field("text"));
        Column<Values, Number> total = sum(times(number, 2)).as("total");
        Parameter<Number> least = parameter("least");
        Columns<Values> columns = columns(lower(text).as("key"), total)
                .having(total.gt(least).and(sum(number).lt(1000)))
                .orderBy(total.descending());
        try (Database db = database.open(Values.class)) {
            RowQuery<Row> none =
                    db.query(Values.class, number.gt(0)).select(columns).with(least, 0);
            assertThat(none.list()).isEmpty();
            assertThat(none.columns()).containsExactly("key", "total");
            db.storeAll(List.of(values(1, "it's"), values(2, "IT'S"), values(4, "b"), values(8, null)));
            RowQuery<Totals> totals = db.query(Values.class, number.gt(0)).select(Totals.class, columns);
            assertThat(totals.with(least, 6).list()).containsExactly(new Totals(null, 16), new Totals("b", 8));
            assertThat(totals.with(least, 5).page(2, null).objects()).hasSize(2);
            assertThat(totals.with(least, 5).list()).endsWith(new Totals("it's", 6));
            assertThat(db.query(Values.class, "number > 1")
                            .select(columns(count().as("n")).having(count().gt(3)))
                            .list())
                    .isEmpty();
            assertThat(db.query(Values.class, "")
                            .select(columns(when(text.eq("it's"), "x")
                                            .otherwise("y")
                                            .as("kind"))
                                    .distinct())
                            .list())
                    .hasSize(2);
            db.useTransaction(transaction -> assertThat(transaction
                            .query(Values.class, number.gt(1))
                            .select(columns(count().as("n")))
                            .one()
                            .get("n", Long.class))
                    .isEqualTo(3L));
        }
    }

    record Totals(@Nullable String key, long total) {}

    private static Values values(int number, @Nullable String text) {
        Values values = Values.nothing();
        values.number = number;
        values.text = text;
        return values;
    }

    private static Object content(Object held) {
        return held instanceof Optional<?> optional
                ? optional.orElse(null)
                : held instanceof OptionalInt optional
                        ? optional.isPresent() ? (Object) optional.getAsInt() : null
                        : held instanceof OptionalLong optional
                                ? optional.isPresent() ? (Object) optional.getAsLong() : null
                                : held instanceof OptionalDouble optional
                                        ? optional.isPresent() ? (Object) optional.getAsDouble() : null
                                        : held;
    }

    private static boolean contains(long[] ids, long id) {
        for (long one : ids) {
            if (one == id) {
                return true;
            }
        }
        return false;
    }
}

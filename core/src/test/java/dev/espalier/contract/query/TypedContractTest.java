package dev.espalier.contract.query;

import static dev.espalier.typed.Words.parameter;
import static dev.espalier.typed.Words.variable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.contract.samples.Values;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.typed.Condition;
import dev.espalier.typed.OrderedPath;
import dev.espalier.typed.Parameter;
import dev.espalier.typed.Route;
import dev.espalier.typed.ValuePath;
import dev.espalier.typed.Variable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

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

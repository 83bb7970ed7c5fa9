package dev.espalier.search;

import dev.espalier.plan.Condition;
import dev.espalier.plan.Constant;
import dev.espalier.plan.FieldRef;
import dev.espalier.plan.Plan;
import dev.espalier.rql.Operator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Conditions on the position of an object in an order. */
final class KeyConditions {

    private KeyConditions() {
    }

    /** Returns the condition that the key has this value. */
    static Condition equal(Plan.Order key, Constant value) {
        return Condition.some(key.steps(), new Condition.Compare(key.field(), Operator.EQUAL, value));
    }

    /** Returns the condition that the key has no value: no object is reached, its class has no such field, or the field is null. */
    static Condition missing(Plan.Order key) {
        FieldRef field = key.field();
        return key.steps().isEmpty()
                ? Condition.or(Condition.not(Condition.reached(field)), Condition.missing(field))
                : Condition.not(Condition.some(key.steps(), Condition.present(field)));
    }

    /** Returns the condition that the key has a value behind this one. Nulls come last, and do not count. */
    static Condition later(Plan.Order key, Constant value) {
        if (isEnum(key)) {
            List<Constant> later = constants(key);
            List<Constant> behind = later.subList(later.indexOf(value) + 1, later.size());
            return behind.isEmpty() ? Condition.NEVER : new Condition.InSet(key.field(), new LinkedHashSet<>(behind));
        }
        return new Condition.Compare(key.field(), key.descending() ? Operator.LESS : Operator.GREATER, value);
    }

    /**
     * Returns the condition that an object is behind a position.
     *
     * @param position a value for each key, empty for null; an empty list for the beginning
     */
    static Condition behind(List<Plan.Order> keys, List<Optional<Constant>> position) {
        if (position.isEmpty()) {
            return Condition.ALWAYS;
        }
        Plan.Order key = keys.get(0);
        if (keys.size() == 1) {
            return later(key, position.get(0).orElseThrow());
        }
        Condition next = behind(keys.subList(1, keys.size()), position.subList(1, position.size()));
        if (position.get(0).isEmpty()) {
            return Condition.and(missing(key), next);
        }
        Constant value = position.get(0).get();
        return Condition.or(Condition.some(key.steps(), later(key, value)), missing(key), Condition.and(equal(key, value), next));
    }

    static boolean isEnum(Plan.Order key) {
        return key.field().content() instanceof FieldRef.Content.Value value && value.type().isEnum();
    }

    /** Returns all constants of an enum in the order of the key. */
    static List<Constant> constants(Plan.Order key) {
        List<Constant> constants = new ArrayList<>();
        for (String constant : ((FieldRef.Content.Value) key.field().content()).type().constants()) {
            constants.add(key.descending() ? 0 : constants.size(), new Constant(List.of(constant)));
        }
        return constants;
    }
}

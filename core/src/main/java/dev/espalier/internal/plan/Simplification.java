package dev.espalier.internal.plan;

import dev.espalier.internal.rql.Operator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges conditions so that each row is read once.
 *
 * <pre>
 * a OR always                                   always
 * value = 1 OR value = 2                        value in (1, 2)
 * some m2 (a) OR some m2 (b)                    some m2 (a OR b)        for every step: either row will do
 * some buyer (a) AND some buyer (b)             some buyer (a AND b)    for a reference only: it leads to one object
 * </pre>
 *
 * The last two merge common prefixes of paths. Conditions keep the order of their first parts.
 */
final class Simplification {

    private Simplification() {}

    static Condition and(List<Condition> parts) {
        Map<Object, List<Condition>> joined = new LinkedHashMap<>();
        for (Condition part : parts) {
            for (Condition term : Condition.conjuncts(part)) {
                if (term.equals(Condition.NEVER)) {
                    return Condition.NEVER;
                }
                if (!term.equals(Condition.ALWAYS)) {
                    joined.computeIfAbsent(andKey(term), key -> new ArrayList<>())
                            .add(term);
                }
            }
        }
        List<Condition> terms = new ArrayList<>();
        for (Map.Entry<Object, List<Condition>> entry : joined.entrySet()) {
            List<Condition> group = entry.getValue();
            Condition term =
                    group.size() == 1 ? group.get(0) : Condition.some((Step) entry.getKey(), and(behindStep(group)));
            if (term.equals(Condition.NEVER)) {
                return Condition.NEVER;
            }
            terms.add(term);
        }
        return terms.isEmpty() ? Condition.ALWAYS : terms.size() == 1 ? terms.get(0) : new Condition.And(terms);
    }

    static Condition or(List<Condition> parts) {
        Map<Object, List<Condition>> joined = new LinkedHashMap<>();
        for (Condition part : parts) {
            for (Condition term : part instanceof Condition.Or or ? or.parts() : List.of(part)) {
                if (term.equals(Condition.ALWAYS)) {
                    return Condition.ALWAYS;
                }
                if (!term.equals(Condition.NEVER)) {
                    joined.computeIfAbsent(orKey(term), key -> new ArrayList<>())
                            .add(term);
                }
            }
        }
        List<Condition> terms = new ArrayList<>();
        joined.forEach((key, group) -> terms.add(
                group.size() == 1
                        ? group.get(0)
                        : key instanceof Step step
                                ? Condition.some(step, or(behindStep(group)))
                                : new Condition.InSet((FieldRef) key, values(group))));
        return terms.isEmpty() ? Condition.NEVER : terms.size() == 1 ? terms.get(0) : new Condition.Or(terms);
    }

    /** Returns the key of a term: terms with equal keys are merged. */
    private static Object andKey(Condition term) {
        return term instanceof Condition.Some some && some.step() instanceof Step.Follow ? some.step() : new Object();
    }

    private static Object orKey(Condition term) {
        return term instanceof Condition.Some some
                ? some.step()
                : term instanceof Condition.Compare compare && compare.operator() == Operator.EQUAL
                        ? compare.field()
                        : term instanceof Condition.InSet in ? in.field() : new Object();
    }

    private static List<Condition> behindStep(List<Condition> group) {
        return group.stream().map(term -> ((Condition.Some) term).condition()).toList();
    }

    private static Set<Constant> values(List<Condition> group) {
        Set<Constant> values = new LinkedHashSet<>();
        for (Condition term : group) {
            if (term instanceof Condition.InSet in) {
                values.addAll(in.values());
            } else {
                values.add(((Condition.Compare) term).value());
            }
        }
        return values;
    }
}

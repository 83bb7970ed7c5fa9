package dev.espalier.internal.search.condition;

import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The features of a condition: each is one thing that its evaluation needs.
 *
 * @param here those needed at the object's own row
 * @param behind those of the conditions on objects that steps lead to
 */
public record Features(Set<Feature> here, Set<Feature> behind) {

    /** One thing that an evaluation needs. */
    public enum Feature {
        /** A field of the row, or its table: the id is not enough. */
        FIELD,
        /** A set of ids that another query has found. */
        ID_SET,
        /** A step from a field of the row. */
        STEP_FROM_FIELD,
        /** A step from the id of the object. */
        STEP_FROM_ID,
        /** A repeated step that one recursive statement can walk. */
        RECURSION,
        /** A repeated step over several tables, which is walked in Java. */
        WALK_IN_JAVA,
        /** A count that a statement can do. */
        COUNT,
        /** A count over several tables, which is done in Java. */
        COUNT_IN_JAVA,
        /** A comparison of what two paths lead to. */
        PATHS,
        /** The same with a repeated step. */
        REPEATED_PATHS,
        AGGREGATE,
        /** A test of what is computed in Java. */
        COMPUTED
    }

    private static final Features NONE = new Features(Set.of(), Set.of());

    public static Features of(Condition condition) {
        return condition.map(OfCondition.CASES);
    }

    private static Features here(Feature first, Feature... more) {
        return new Features(EnumSet.of(first, more), Set.of());
    }

    private Features with(Features other) {
        return here.containsAll(other.here) && behind.containsAll(other.behind)
                ? this
                : new Features(union(here, other.here), union(behind, other.behind));
    }

    /** These at the row, and those of a condition on what a step leads to. */
    private Features before(Features condition) {
        return new Features(here, union(condition.here, condition.behind));
    }

    private static Set<Feature> union(Set<Feature> some, Set<Feature> others) {
        Set<Feature> all = EnumSet.noneOf(Feature.class);
        all.addAll(some);
        all.addAll(others);
        return all;
    }

    /** The features of each kind of condition. */
    private enum OfCondition implements Condition.Cases<Features> {
        CASES;

        private static Features all(List<Condition> parts) {
            Features all = NONE;
            for (Condition part : parts) {
                all = all.with(of(part));
            }
            return all;
        }

        private static Features at(FieldRef field) {
            return field.content() instanceof FieldRef.Content.Id ? NONE : Features.here(Feature.FIELD);
        }

        private static Feature from(Step step) {
            return step instanceof Step.Follow ? Feature.STEP_FROM_FIELD : Feature.STEP_FROM_ID;
        }

        private static boolean isRepeated(Stream<Step> steps) {
            return steps.anyMatch(Step.Repeated.class::isInstance);
        }

        @Override
        public Features always(Condition.Always always) {
            return NONE;
        }

        @Override
        public Features and(Condition.And and) {
            return all(and.parts());
        }

        @Override
        public Features or(Condition.Or or) {
            return all(or.parts());
        }

        @Override
        public Features not(Condition.Not not) {
            return of(not.part());
        }

        @Override
        public Features compare(Condition.Compare compare) {
            return at(compare.field());
        }

        @Override
        public Features in(Condition.InSet in) {
            return at(in.field());
        }

        @Override
        public Features match(Condition.Match match) {
            return at(match.field());
        }

        @Override
        public Features begins(Condition.Begins begins) {
            return at(begins.field());
        }

        @Override
        public Features missing(Condition.Missing missing) {
            return at(missing.field());
        }

        @Override
        public Features reached(Condition.Reached reached) {
            return at(reached.field());
        }

        @Override
        public Features compareFields(Condition.CompareFields compare) {
            return at(compare.left()).with(at(compare.right()));
        }

        @Override
        public Features ofClass(Condition.OfClass ofClass) {
            return Features.here(Feature.FIELD);
        }

        @Override
        public Features inResult(Condition.InResult in) {
            return Features.here(Feature.ID_SET);
        }

        @Override
        public Features some(Condition.Some some) {
            Features step = some.step() instanceof Step.Repeated repeated
                    ? Features.here(
                            Feature.STEP_FROM_ID,
                            SingleTableSteps.isRecursive(repeated) ? Feature.RECURSION : Feature.WALK_IN_JAVA)
                    : Features.here(from(some.step()));
            return step.before(of(some.condition()));
        }

        @Override
        public Features count(Condition.Count count) {
            Features counted = of(count.condition()); // once: counts stand within counts
            Features here = Features.here(
                    from(count.steps().get(0)),
                    SingleTableSteps.isCounted(count, counted) ? Feature.COUNT : Feature.COUNT_IN_JAVA);
            return (isRepeated(count.steps().stream()) ? here.with(Features.here(Feature.RECURSION)) : here)
                    .before(counted);
        }

        @Override
        public Features comparePaths(Condition.ComparePaths compare) {
            boolean isRepeated = isRepeated(Stream.concat(compare.leftSteps().stream(), compare.rightSteps().stream()));
            return Features.here(isRepeated ? Feature.REPEATED_PATHS : Feature.PATHS);
        }

        @Override
        public Features computed(Condition.Computed computed) {
            return Features.here(Feature.COMPUTED);
        }

        @Override
        public Features aggregate(Condition.Aggregate aggregate) {
            return Features.here(Feature.AGGREGATE);
        }
    }
}

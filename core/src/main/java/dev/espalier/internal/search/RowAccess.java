package dev.espalier.internal.search;

import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import java.util.stream.Stream;

/** Restrictions on the parts of a row that a condition uses. */
enum RowAccess implements Condition.Cases<Boolean> {

    /** The condition uses only the object's id, so the object's table need not be read. */
    ONLY_ID {
        @Override
        public Boolean some(Condition.Some some) {
            return !(some.step() instanceof Step.Follow);
        }

        @Override
        public Boolean count(Condition.Count count) {
            return !(count.steps().get(0) instanceof Step.Follow);
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return false;
        }

        @Override
        public Boolean aggregate(Condition.Aggregate aggregate) {
            return false;
        }

        @Override
        public Boolean inResult(Condition.InResult in) {
            return true;
        }

        @Override
        boolean atField(FieldRef field) {
            return field.content() instanceof FieldRef.Content.Id;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return false;
        }
    },

    /** The condition uses only the row itself. */
    ONLY_ROW {
        @Override
        public Boolean some(Condition.Some some) {
            return false;
        }

        @Override
        public Boolean count(Condition.Count count) {
            return false;
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return false;
        }

        @Override
        public Boolean aggregate(Condition.Aggregate aggregate) {
            return false;
        }

        /** Returns false: the id is in the row, but a comparison with the set in memory is faster than sending it. */
        @Override
        public Boolean inResult(Condition.InResult in) {
            return false;
        }

        @Override
        boolean atField(FieldRef field) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    },

    /** One statement can evaluate the condition. Sums, and counts or repetitions over several tables, are evaluated in Java. */
    ONE_STATEMENT {
        @Override
        public Boolean some(Condition.Some some) {
            return !(some.step() instanceof Step.Repeated repeated && !SingleTableSteps.isRecursive(repeated))
                    && isEnoughFor(some.condition());
        }

        @Override
        public Boolean count(Condition.Count count) {
            return SingleTableSteps.isCounted(count) && isEnoughFor(count.condition());
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return Stream.concat(compare.leftSteps().stream(), compare.rightSteps().stream())
                    .noneMatch(Step.Repeated.class::isInstance);
        }

        @Override
        public Boolean aggregate(Condition.Aggregate aggregate) {
            return false;
        }

        @Override
        public Boolean inResult(Condition.InResult in) {
            return true;
        }

        @Override
        boolean atField(FieldRef field) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    },

    /** One statement without recursion can evaluate the condition. */
    ONE_STATEMENT_WITHOUT_RECURSION {
        @Override
        public Boolean some(Condition.Some some) {
            return !(some.step() instanceof Step.Repeated) && isEnoughFor(some.condition());
        }

        @Override
        public Boolean count(Condition.Count count) {
            return SingleTableSteps.isCounted(count)
                    && count.steps().stream().noneMatch(Step.Repeated.class::isInstance)
                    && isEnoughFor(count.condition());
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return ONE_STATEMENT.comparePaths(compare);
        }

        @Override
        public Boolean aggregate(Condition.Aggregate aggregate) {
            return false;
        }

        @Override
        public Boolean inResult(Condition.InResult in) {
            return true;
        }

        @Override
        boolean atField(FieldRef field) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    },

    /** The condition follows each path once and counts nothing. */
    WALKED_ONCE {
        @Override
        public Boolean some(Condition.Some some) {
            return !(some.step() instanceof Step.Repeated) && isEnoughFor(some.condition());
        }

        @Override
        public Boolean count(Condition.Count count) {
            return false;
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return ONE_STATEMENT.isEnoughFor(compare);
        }

        @Override
        public Boolean aggregate(Condition.Aggregate aggregate) {
            return false;
        }

        @Override
        public Boolean inResult(Condition.InResult in) {
            return true;
        }

        @Override
        boolean atField(FieldRef field) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    };

    boolean isEnoughFor(Condition condition) {
        return condition.map(this);
    }

    abstract boolean atField(FieldRef field);

    @Override
    public Boolean always(Condition.Always always) {
        return true;
    }

    @Override
    public Boolean and(Condition.And and) {
        return and.parts().stream().allMatch(this::isEnoughFor);
    }

    @Override
    public Boolean or(Condition.Or or) {
        return or.parts().stream().allMatch(this::isEnoughFor);
    }

    @Override
    public Boolean not(Condition.Not not) {
        return isEnoughFor(not.part());
    }

    @Override
    public Boolean compare(Condition.Compare compare) {
        return atField(compare.field());
    }

    @Override
    public Boolean in(Condition.InSet in) {
        return atField(in.field());
    }

    @Override
    public Boolean match(Condition.Match match) {
        return atField(match.field());
    }

    @Override
    public Boolean missing(Condition.Missing missing) {
        return atField(missing.field());
    }

    @Override
    public Boolean reached(Condition.Reached reached) {
        return atField(reached.field());
    }

    @Override
    public Boolean compareFields(Condition.CompareFields compare) {
        return atField(compare.left()) && atField(compare.right());
    }
}

package dev.espalier.search;

import dev.espalier.plan.Condition;
import dev.espalier.plan.Place;
import dev.espalier.plan.Step;
import java.util.stream.Stream;

/** What a condition asks of its own row. */
enum Demand implements Condition.Cases<Boolean> {

    /** True where it asks for nothing but the object's id: then the object's table need not be read. */
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
        boolean atPlace(Place place) {
            return place.content() instanceof Place.Content.Id;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return false;
        }
    },

    /** True where it asks for nothing but what stands in the row itself. */
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

        /** It stands in the row, and yet is better asked of the set at hand than sent. */
        @Override
        public Boolean inResult(Condition.InResult in) {
            return false;
        }

        @Override
        boolean atPlace(Place place) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    },

    /** True where one statement can answer it; what is added up, or counted or repeated through several tables, is gathered outside. */
    ONE_STATEMENT {
        @Override
        public Boolean some(Condition.Some some) {
            return !(some.step() instanceof Step.Repeated repeated && !Plain.isRecursive(repeated)) && isMetBy(some.condition());
        }

        @Override
        public Boolean count(Condition.Count count) {
            return Plain.isCounted(count) && isMetBy(count.condition());
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return Stream.concat(compare.leftSteps().stream(), compare.rightSteps().stream()).noneMatch(Step.Repeated.class::isInstance);
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
        boolean atPlace(Place place) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    },

    /** True where paths are walked once and nothing is counted. */
    WALKED_ONCE {
        @Override
        public Boolean some(Condition.Some some) {
            return !(some.step() instanceof Step.Repeated) && isMetBy(some.condition());
        }

        @Override
        public Boolean count(Condition.Count count) {
            return false;
        }

        @Override
        public Boolean comparePaths(Condition.ComparePaths compare) {
            return ONE_STATEMENT.isMetBy(compare);
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
        boolean atPlace(Place place) {
            return true;
        }

        @Override
        public Boolean ofClass(Condition.OfClass ofClass) {
            return true;
        }
    };

    boolean isMetBy(Condition condition) {
        return condition.map(this);
    }

    abstract boolean atPlace(Place place);

    @Override
    public Boolean always(Condition.Always always) {
        return true;
    }

    @Override
    public Boolean and(Condition.And and) {
        return and.parts().stream().allMatch(this::isMetBy);
    }

    @Override
    public Boolean or(Condition.Or or) {
        return or.parts().stream().allMatch(this::isMetBy);
    }

    @Override
    public Boolean not(Condition.Not not) {
        return isMetBy(not.part());
    }

    @Override
    public Boolean compare(Condition.Compare compare) {
        return atPlace(compare.place());
    }

    @Override
    public Boolean in(Condition.InSet in) {
        return atPlace(in.place());
    }

    @Override
    public Boolean match(Condition.Match match) {
        return atPlace(match.place());
    }

    @Override
    public Boolean missing(Condition.Missing missing) {
        return atPlace(missing.place());
    }

    @Override
    public Boolean reached(Condition.Reached reached) {
        return atPlace(reached.place());
    }

    @Override
    public Boolean comparePlaces(Condition.ComparePlaces compare) {
        return atPlace(compare.left()) && atPlace(compare.right());
    }
}

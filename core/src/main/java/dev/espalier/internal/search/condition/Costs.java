package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.search.OneStatement;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Source;
import java.util.List;

/**
 * Estimates the cost of finding all objects that fulfil a condition, from the ends of its paths backwards.
 *
 * <p>The estimate knows the indexes and the form of a condition, but not the data. It only distinguishes a scan from a lookup, and a
 * comparison with one value from one with half of all.
 */
public final class Costs {

    /**
     * The cost of a condition.
     *
     * @param scans the number of full table scans
     * @param fraction the part of the objects that fulfil the condition
     */
    public record Cost(double scans, double fraction) {

        /**
         * Returns the cost in scans. Reading a tenth of a table by its ids costs about as much as a full scan (MEASURED: beyond 10 to 15 %
         * scan).
         */
        public double total() {
            return scans + 10 * fraction;
        }
    }

    private static final double EQUAL = 0.001;
    private static final double RANGE = 0.3;
    private static final double PATTERN = 0.05;
    private static final double EMPTY = 0.1;

    /** A part of the objects whose rows are looked up in less time than a table is read. */
    private static final double FEW = 0.15;

    /** The assumed number of members of a collection, and of referrers of an object. */
    private static final double FAN = 2;

    /** The assumed number of rounds of a step without a limit. */
    private static final int DEEP = 10;

    private static final Cost SCAN_ALL = new Cost(1, 1);

    private final Schema schema;
    private final Statistics statistics;

    public Costs(Schema schema, Statistics statistics) {
        this.schema = schema;
        this.statistics = statistics;
    }

    public Cost of(Condition condition, PersistentClass type) {
        return type.concreteClasses().isEmpty() ? new Cost(0, 0) : condition.map(new On(objectRow(type)));
    }

    /** Returns the estimated part of a collection's members that fulfil a condition. */
    double fraction(Condition onMember, LinkTable table) {
        return onMember.map(new On(new SqlRow.OfMember(new Source(table.table(), "t"), table)))
                .fraction();
    }

    /**
     * Returns whether references of a condition, which {@link OneStatement#followsReferences follows references alone}, are joined by each engine in about as
     * little time as they are searched in steps, or in less. An index has to lead back along each path of several references: else each object looks up rows on
     * its way that no condition has left out.
     */
    public boolean areJoined(Condition condition, PersistentClass type) {
        return Condition.conjuncts(condition).stream()
                .allMatch(part -> !(part instanceof Condition.Some some)
                        || RowAccess.ONLY_ROW.isEnoughFor(some.condition())
                        || isWayBackIndexed(some, type));
    }

    private boolean isWayBackIndexed(Condition.Some some, PersistentClass type) {
        Step.Follow follow = (Step.Follow) some.step();
        return new On(objectRow(type)).isIndexed(follow.reference())
                && Condition.conjuncts(some.condition()).stream()
                        .allMatch(part ->
                                !(part instanceof Condition.Some next) || isWayBackIndexed(next, follow.target()));
    }

    /**
     * Returns whether the conditions on the objects' own rows are read first, and leave few of them, from which each step is one by a key or an index: then one
     * statement looks the rest up for those that are left.
     */
    public boolean areLookedUp(Condition condition, PersistentClass type) {
        List<Condition> parts = Condition.conjuncts(condition);
        List<Condition> own =
                parts.stream().filter(RowAccess.ONLY_ROW::isEnoughFor).toList();
        Cost first = of(Condition.and(own), type);
        return !own.isEmpty()
                && own.size() < parts.size()
                && first.fraction() <= FEW
                && parts.stream()
                        .filter(part -> !own.contains(part))
                        .allMatch(part -> first.total() <= of(part, type).total() && isLookedUp(part, type));
    }

    private boolean isLookedUp(Condition part, PersistentClass type) {
        if (part instanceof Condition.And and) {
            return and.parts().stream().allMatch(one -> isLookedUp(one, type));
        }
        if (part instanceof Condition.Or or) {
            return or.parts().stream().allMatch(one -> isLookedUp(one, type));
        }
        if (part instanceof Condition.Not not) {
            return isLookedUp(not.part(), type);
        }
        if (part instanceof Condition.Some some) {
            return some.step() instanceof Step.Follow follow
                    ? isLookedUp(some.condition(), follow.target())
                    : some.step() instanceof Step.Referrers referrers
                            && !referrers.owner().concreteClasses().isEmpty()
                            && new On(objectRow(referrers.owner())).isIndexed(referrers.reference())
                            && isLookedUp(some.condition(), referrers.owner());
        }
        return RowAccess.ONLY_ROW.isEnoughFor(part);
    }

    /** Returns the row of one concrete class. Subclasses have the same indexes on inherited fields, so one table stands for all. */
    private SqlRow objectRow(PersistentClass type) {
        ClassTable table = schema.table(type.concreteClasses().get(0));
        return new SqlRow.OfObject(new Source(table.table(), "t"), table);
    }

    private final class On implements Condition.Cases<Cost> {

        private final SqlRow row;

        On(SqlRow row) {
            this.row = row;
        }

        @Override
        public Cost always(Condition.Always always) {
            return always.holds() ? SCAN_ALL : new Cost(0, 0);
        }

        /** The cheapest part is searched, the others are verified. */
        @Override
        public Cost and(Condition.And and) {
            List<Cost> parts = and.parts().stream().map(part -> part.map(this)).toList();
            Cost driver = parts.stream()
                    .min((a, b) -> Double.compare(a.total(), b.total()))
                    .orElse(SCAN_ALL);
            return new Cost(
                    driver.scans(), parts.stream().mapToDouble(Cost::fraction).reduce(1, (a, b) -> a * b));
        }

        @Override
        public Cost or(Condition.Or or) {
            List<Cost> parts = or.parts().stream().map(part -> part.map(this)).toList();
            return new Cost(
                    parts.stream().mapToDouble(Cost::scans).sum(),
                    limited(parts.stream().mapToDouble(Cost::fraction).sum()));
        }

        @Override
        public Cost not(Condition.Not not) {
            Cost part = not.part().map(this);
            return new Cost(part.scans() + 1, Math.max(EMPTY, 1 - part.fraction()));
        }

        @Override
        public Cost some(Condition.Some some) {
            if (some.step() instanceof Step.Follow follow) {
                Cost inner = of(some.condition(), follow.target());
                return new Cost(inner.scans() + scan(isIndexed(follow.reference())), inner.fraction());
            }
            if (some.step() instanceof Step.Members members) {
                LinkTable link = schema.link(members.collection());
                SqlRow member = new SqlRow.OfMember(new Source(link.table(), "t"), link);
                Cost inner = some.condition().map(new On(member));
                return new Cost(inner.scans(), limited(FAN * inner.fraction()));
            }
            if (some.step() instanceof Step.Repeated repeated) {
                Cost inner = of(some.condition(), Step.end(List.of(repeated)));
                return new Cost(
                        inner.scans() + 1, limited(Math.pow(FAN, repeated.most().orElse(DEEP)) * inner.fraction()));
            }
            if (some.step() instanceof Step.Referrers referrers) {
                Cost inner = of(some.condition(), referrers.owner());
                return new Cost(inner.scans(), limited(FAN * inner.fraction()));
            }
            Cost inner = of(some.condition(), ((Step.Holders) some.step()).owner());
            return new Cost(inner.scans(), limited(FAN * inner.fraction()));
        }

        @Override
        public Cost count(Condition.Count count) {
            return new Cost(1 + count.steps().size(), 0.5);
        }

        @Override
        public Cost compare(Condition.Compare compare) {
            if (compare.field().content() instanceof FieldRef.Content.Id && compare.operator() == Operator.EQUAL) {
                return new Cost(0, 0);
            }
            return leaf(compare.field(), compare.operator() == Operator.EQUAL ? oneOf(compare.field()) : RANGE);
        }

        @Override
        public Cost in(Condition.InSet in) {
            return leaf(
                    in.field(),
                    in.field().content() instanceof FieldRef.Content.Id
                            ? 0
                            : limited(in.values().size() * oneOf(in.field())));
        }

        @Override
        public Cost match(Condition.Match match) {
            return new Cost(1, PATTERN);
        }

        @Override
        public Cost begins(Condition.Begins begins) {
            return leaf(begins.field(), PATTERN);
        }

        @Override
        public Cost missing(Condition.Missing missing) {
            return leaf(missing.field(), EMPTY);
        }

        @Override
        public Cost reached(Condition.Reached reached) {
            return SCAN_ALL;
        }

        @Override
        public Cost ofClass(Condition.OfClass ofClass) {
            return new Cost(1, 0.5);
        }

        @Override
        public Cost compareFields(Condition.CompareFields compare) {
            return new Cost(1, RANGE);
        }

        @Override
        public Cost comparePaths(Condition.ComparePaths compare) {
            return new Cost(
                    1 + compare.leftSteps().size() + compare.rightSteps().size(), RANGE);
        }

        @Override
        public Cost aggregate(Condition.Aggregate aggregate) {
            return new Cost(1 + aggregate.steps().size(), 0.5);
        }

        /** The rows are read and tested one by one; aggregates are best made of those that are left by other conditions. */
        @Override
        public Cost computed(Condition.Computed computed) {
            return new Cost(
                    1 + computed.sources().size() + 10 * computed.aggregates().size(), 0.5);
        }

        @Override
        public Cost inResult(Condition.InResult in) {
            return new Cost(0, PATTERN);
        }

        /** Returns the estimated part of the rows with one value of a type. */
        private static double oneOf(FieldRef field) {
            if (!(field.content() instanceof FieldRef.Content.Value value)) {
                return EQUAL;
            }
            ValueType type = value.type();
            return type.javaClass() == Boolean.class
                    ? 1 / 2.0
                    : type.isEnum() ? 1.0 / Math.max(1, type.constants().size()) : EQUAL;
        }

        private Cost leaf(FieldRef field, double fraction) {
            return new Cost(scan(isIndexed(field)), fraction);
        }

        private boolean isIndexed(FieldRef field) {
            List<Slot> slots = field.content() instanceof FieldRef.Content.Id ? List.of() : row.slots(field);
            Expression column = slots.isEmpty() ? row.id() : row.witness(slots.get(slots.size() - 1));
            Source source = row instanceof SqlRow.OfObject object ? object.source() : ((SqlRow.OfMember) row).source();
            return statistics.isIndexed(source, column);
        }

        private static double scan(boolean indexed) {
            return indexed ? 0 : 1;
        }

        private static double limited(double fraction) {
            return Math.min(1, fraction);
        }
    }
}

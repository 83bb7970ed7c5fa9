package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.search.condition.Sizes;
import dev.espalier.internal.search.condition.StoredColumns;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a selection, as far as the engine can make them: it groups by the fields that the keys are made of, and aggregates what every engine aggregates
 * alike. Each row of the result is a part of a group; several can belong to one, as days belong to one month.
 *
 * <pre>
 * month(day), SUM(count)        SELECT t0.day, COUNT(t0.count), SUM(t0.count) FROM sale t0 GROUP BY t0.day
 * </pre>
 */
public final class GroupedSources implements RowStatement {

    /** PostgreSQL allows 1,664 columns of a result: https://www.postgresql.org/docs/18/limits.html */
    private static final int MOST_COLUMNS = 1_600;

    private final RowPlan plan;
    private final Query query;
    /** For each key the place of its column; 0 for no value. */
    private final int[] known;

    private final Map<PlannedFormula.Field, Integer> keys;
    private final List<Partial> partials;
    private final boolean areAlwaysExact;

    private final boolean areFirst;
    /** The place of the column that is greater than zero if a group is in doubt; 0 for none. */
    private final int doubted;

    /** The groups that a statement has to give. */
    public enum Wanted {
        /** All: the rows of a group can come from other statements, too. */
        PARTS,
        /** Those that HAVING keeps: no other statement gives rows. */
        GROUPS,
        /** Of these those up to the limit, if the engine has their order. If one of them is in doubt, they are not the first ones. */
        FIRST
    }

    /** Reads the part of an aggregate from a row. */
    interface Partial {
        PartialAggregate read(Row row) throws SQLException;
    }

    /** An aggregate of values that the engine makes. */
    interface Computed {

        /** Whether the engine makes it exactly, whatever the numbers are. */
        default boolean isAlwaysExact() {
            return true;
        }

        /**
         * Adds the columns of the aggregate to a statement.
         *
         * @param add adds a column, and returns its place
         */
        Partial partial(SourceJoins joins, ToIntFunction<Expression> add);

        /** Whether the engine has it as one value, by which it can compare groups that are not in {@link #doubt}. */
        default boolean isOneValue() {
            return false;
        }

        /**
         * Returns that value; empty if a group never has one.
         *
         * @param each changes each aggregate that it is made of
         */
        default Optional<Expression> value(SourceJoins joins, UnaryOperator<Expression> each) {
            return Optional.empty();
        }

        /**
         * Returns the condition of groups in which the aggregate may be too large or inexact; empty if the engine cannot say it.
         *
         * @param each changes each aggregate that it is made of
         */
        default Optional<Predicate> doubt(SourceJoins joins, UnaryOperator<Expression> each) {
            return Optional.empty();
        }

        /** Returns the aggregate of a formula; empty if the engine does not compute it as Java does. */
        public static Optional<? extends Computed> of(RowPlan.Aggregate aggregate, RowPlan plan, Dialect dialect) {
            if (aggregate.argument() instanceof PlannedFormula.Field) {
                return FieldAggregate.of(aggregate, dialect);
            }
            if (aggregate.argument() instanceof PlannedFormula.Case) {
                return CaseAggregate.of(aggregate, plan, dialect);
            }
            Optional<WholeAggregate> whole = WholeAggregate.of(aggregate, plan, dialect);
            return whole.isPresent() ? whole : DecimalAggregate.of(aggregate, dialect);
        }
    }

    private GroupedSources(
            RowPlan plan,
            Query query,
            int[] known,
            Map<PlannedFormula.Field, Integer> keys,
            List<Partial> partials,
            boolean areAlwaysExact,
            boolean areFirst,
            int doubted) {
        this.plan = plan;
        this.query = query;
        this.known = known;
        this.keys = keys;
        this.partials = partials;
        this.areAlwaysExact = areAlwaysExact;
        this.areFirst = areFirst;
        this.doubted = doubted;
    }

    @Override
    public Query query() {
        return query;
    }

    /** Whether the engine makes all aggregates exactly, whatever the numbers are. */
    public boolean areAlwaysExact() {
        return areAlwaysExact;
    }

    /** Whether the groups behind the limit are left out. */
    public boolean areFirst() {
        return areFirst;
    }

    /** Returns how many groups there are at most, about; infinity if neither a limit nor the kinds of the keys tell. */
    public double most(Sizes sizes) {
        return areFirst ? Math.min(plan.limit().orElseThrow() + plan.offset(), mostOfKeys(sizes)) : mostOfKeys(sizes);
    }

    private double mostOfKeys(Sizes sizes) {
        double most = 1;
        for (PlannedFormula key : plan.keys()) {
            most *= DateParts.of(key).map(DateParts::values).orElse(1);
        }
        for (PlannedFormula.Field field : keys.keySet()) {
            most *= mostValues(
                    plan.sources()
                            .get(field.source())
                            .fields()
                            .get(field.index())
                            .content(),
                    sizes);
        }
        return most;
    }

    /** Returns how many values a field has at most, with that of a row that is missing. */
    private static double mostValues(FieldRef.Content content, Sizes sizes) {
        if (content instanceof FieldRef.Content.Reference reference) {
            return 1 + sizes.most(reference.target());
        }
        if (content instanceof FieldRef.Content.Id id) {
            return 1 + sizes.most(id.type());
        }
        if (content instanceof FieldRef.Content.Value value) {
            if (value.type().isEnum()) {
                return 1 + value.type().constants().size();
            }
            if (value.type().javaClass() == Boolean.class) {
                return 3;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public RowReader reader(RowReading reading) {
        SourceRow[] rows = new SourceRow[plan.sources().size()];
        return row -> {
            read(row, rows);
            reading.part(rows, DateParts.keys(known, row), partials(row));
        };
    }

    /**
     * Groups the rows of sources that are joined to a statement, whose first source is the table of the objects.
     *
     * @param scales the levels of floats for each aggregate that adds them
     * @param wanted the groups that the statement gives; it may give more
     * @return empty if the engine cannot, or would group by too many values
     */
    public static Optional<GroupedSources> of(
            Select objects,
            ClassTable root,
            RowPlan plan,
            Schema schema,
            StoredColumns stored,
            Map<RowPlan.Aggregate, FloatScale> scales,
            Wanted wanted) {
        Dialect dialect = stored.dialect();
        return fields(plan, dialect, scales::containsKey)
                .flatMap(fields -> new Grouping(
                                new SourceJoins(objects, root, plan, schema, stored), plan, dialect, scales)
                        .grouped(fields, wanted));
    }

    /** Groups the rows of sources that are joined; empty if the engine cannot. It adds no floats. */
    public static Optional<GroupedSources> of(SourceJoins joins, RowPlan plan, Dialect dialect) {
        return fields(plan, dialect, aggregate -> false)
                .flatMap(fields -> new Grouping(joins, plan, dialect, Map.of()).grouped(fields, Wanted.PARTS));
    }

    /**
     * Returns whether the engine can make the groups of a plan, and would not group by too many values.
     *
     * @param isAdded whether the engine adds the floats of an aggregate
     */
    static boolean isPossible(RowPlan plan, Dialect dialect, java.util.function.Predicate<RowPlan.Aggregate> isAdded) {
        return fields(plan, dialect, isAdded).isPresent();
    }

    /** Returns the fields by whose values the engine groups; empty if it cannot. */
    private static Optional<Set<PlannedFormula.Field>> fields(
            RowPlan plan, Dialect dialect, java.util.function.Predicate<RowPlan.Aggregate> isAdded) {
        Set<PlannedFormula.Field> fields = new LinkedHashSet<>();
        if (!plan.keys().isEmpty() && !dialect.groupsByHash()) {
            return Optional.empty();
        }
        for (PlannedFormula key : plan.keys()) {
            if (DateParts.of(key).isEmpty()) {
                Fields.of(key, fields::add);
                if (!(key instanceof PlannedFormula.Field) && !isMadeOfFew(key)) {
                    return Optional.empty();
                }
            }
        }
        for (RowPlan.Aggregate aggregate : plan.aggregates()) {
            if (aggregate.argument() != null) {
                if (aggregate.distinct() && aggregate.argument() instanceof PlannedFormula.Field field) {
                    fields.add(field);
                } else if (!isAdded.test(aggregate)
                        && Computed.of(aggregate, plan, dialect).isEmpty()) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(fields);
    }

    /** A computed key has fewer values than its fields, but for moments, of which each can be another one. */
    private static boolean isMadeOfFew(PlannedFormula key) {
        boolean[] few = {true};
        Fields.of(
                key,
                field -> few[0] &= field.type().values() == null
                        || field.type().values().parts().get(0).type() != ColumnType.TIMESTAMP
                                && field.type().values().parts().get(0).type() != ColumnType.DOUBLE);
        return few[0];
    }

    /** Reads the values of the keys' fields, each in the row of its source. */
    private void read(Row row, @Nullable SourceRow[] rows) throws SQLException {
        Object[][] values = new Object[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            values[i] = new Object[plan.sources().get(i).fields().size()];
            rows[i] = new SourceRow(0, values[i], 0);
        }
        for (Map.Entry<PlannedFormula.Field, Integer> key : keys.entrySet()) {
            PlannedFormula.Field field = key.getKey();
            int at = key.getValue();
            if (at > 0) {
                FieldRef of = plan.sources().get(field.source()).fields().get(field.index());
                values[field.source()][field.index()] = of.content() instanceof FieldRef.Content.Value value
                        ? JoinedSources.decoded(row, at, value.type())
                        : row.get(at, ColumnType.BIGINT);
            }
        }
    }

    private PartialAggregate[] partials(Row row) throws SQLException {
        PartialAggregate[] read = new PartialAggregate[partials.size()];
        for (int i = 0; i < read.length; i++) {
            read[i] = partials.get(i).read(row);
        }
        if (doubted > 0 && row.getLong(doubted) > 0) {
            read[0] = new PartialAggregate(0, PartialAggregate.INEXACT);
        }
        return read;
    }

    /** Returns the number of rows that an aggregate without an argument counts. */
    static Expression rows(SourceJoins joins, RowPlan.Aggregate aggregate) {
        if (aggregate.source() < 0) {
            return new Expression.CountAll();
        }
        return joins.presence(aggregate.source())
                .<Expression>map(Expression.Count::new)
                .orElseGet(() -> new Expression.Constant(0));
    }

    /** Gives a sum the scale that it has if numbers are added one by one. */
    static BigDecimal scaled(BigDecimal sum, long scale) {
        BigDecimal shortest = sum.stripTrailingZeros();
        return shortest.setScale((int) Math.max(Math.max(0, scale), shortest.scale()));
    }

    /** Builds the statement. */
    private static final class Grouping {

        private final SourceJoins joins;
        private final RowPlan plan;
        private final Dialect dialect;
        private final Map<RowPlan.Aggregate, FloatScale> scales;
        private final List<Expression> columns = new ArrayList<>();
        private final List<Expression> groups = new ArrayList<>();
        private boolean areAlwaysExact = true;

        Grouping(SourceJoins joins, RowPlan plan, Dialect dialect, Map<RowPlan.Aggregate, FloatScale> scales) {
            this.joins = joins;
            this.plan = plan;
            this.dialect = dialect;
            this.scales = scales;
        }

        /** Returns the statement; empty if it would have too many columns, or if no key has one, so that there would be a group of nothing. */
        Optional<GroupedSources> grouped(Set<PlannedFormula.Field> fields, Wanted wanted) {
            Map<PlannedFormula.Field, Integer> keys = new LinkedHashMap<>();
            int[] known = new int[plan.keys().size()];
            for (int i = 0; i < known.length; i++) {
                known[i] = DateParts.of(plan.keys().get(i)).map(this::addPart).orElse(DateParts.OF_FIELDS);
            }
            for (PlannedFormula.Field field : fields) {
                List<ColumnOf> all = joins.columns(field);
                keys.put(field, all.isEmpty() ? 0 : columns.size() + 1);
                all.forEach(this::addKey);
            }
            if (groups.isEmpty() && !plan.keys().isEmpty()) {
                return Optional.empty();
            }
            List<Partial> partials =
                    plan.aggregates().stream().map(this::partial).toList();
            if (columns.size() > MOST_COLUMNS) {
                return Optional.empty();
            }
            if (columns.isEmpty()) {
                add(new Expression.CountAll());
            }
            if (groups.isEmpty()) {
                return Optional.of(of(joins.select().selecting(columns), known, keys, partials, false, 0));
            }
            boolean areWhole = wanted != Wanted.PARTS && WholeGroups.areMade(plan);
            WholeGroups whole = new WholeGroups(joins, plan, dialect);
            Predicate having = areWhole ? whole.having().orElse(null) : null;
            Optional<WholeGroups.First> first = areWhole && wanted == Wanted.FIRST ? whole.first() : Optional.empty();
            int doubted = first.filter(groups -> !groups.doubt().equals(Predicates.FALSE))
                    .map(groups -> add(groups.doubted()))
                    .orElse(0);
            Query grouped = new Query.Grouped(
                    joins.select().selecting(columns),
                    groups,
                    having,
                    first.map(WholeGroups.First::allOrders).orElse(List.of()),
                    first.map(WholeGroups.First::most).orElse(null));
            return Optional.of(of(grouped, known, keys, partials, first.isPresent(), doubted));
        }

        private GroupedSources of(
                Query query,
                int[] known,
                Map<PlannedFormula.Field, Integer> keys,
                List<Partial> partials,
                boolean areFirst,
                int doubted) {
            return new GroupedSources(
                    plan, query, known, keys, partials, areAlwaysExact && doubted == 0, areFirst, doubted);
        }

        /** Returns the place of a part of a date; 0 if no table has the date. */
        private int addPart(DateParts part) {
            Optional<Expression> expression = part.expression(joins, plan);
            expression.ifPresent(groups::add);
            return expression.map(this::add).orElse(0);
        }

        /** An engine that does not compare long texts to their end groups by something that stands for them. */
        private void addKey(ColumnOf column) {
            boolean isLong = column.column().type() == ColumnType.TEXT
                    && !dialect.wholeText("text").equals("text");
            columns.add(isLong ? new Expression.Least(column) : column);
            groups.add(isLong ? new Expression.WholeText(column) : column);
        }

        /** Returns the place of a column, which stands once. */
        private int add(Expression column) {
            int known = columns.indexOf(column);
            if (known < 0) {
                columns.add(column);
                return columns.size();
            }
            return known + 1;
        }

        private Partial partial(RowPlan.Aggregate aggregate) {
            if (aggregate.distinct()) {
                return row -> new PartialAggregate(0, null);
            }
            if (aggregate.argument() == null) {
                Expression rows = rows(joins, aggregate);
                if (rows instanceof Expression.Constant) {
                    return row -> new PartialAggregate(0, null);
                }
                int count = add(rows);
                return row -> new PartialAggregate(row.getLong(count), null);
            }
            FloatScale scale = scales.get(aggregate);
            if (scale != null && aggregate.argument() instanceof PlannedFormula.Field field) {
                List<ColumnOf> floats = joins.columns(field);
                if (floats.isEmpty()) {
                    return row -> new PartialAggregate(0, null);
                }
                areAlwaysExact = false;
                return FloatLevels.of(floats.get(0), scale, this::add)::read;
            }
            Computed computed = Computed.of(aggregate, plan, dialect).orElseThrow();
            areAlwaysExact &= computed.isAlwaysExact();
            return computed.partial(joins, this::add);
        }
    }
}

package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Translates conditions on a row into predicates of one statement. For one statement, by one thread.
 *
 * <p>SQL's third truth value never decides: below a NOT, a comparison also requires a value. The inside of an EXISTS is no longer below the
 * NOT around it: a row exists or not.
 */
final class SqlConditions {

    /** The maximum number of joins. MySQL joins 61 tables at most, SQLite 64; a longer path continues in an EXISTS of its own. */
    private static final int JOINS = 20;

    /** The maximum number of values of one list that are sent one by one. */
    private static final int LISTED = 1_000;

    /** The maximum number of terms in one bracket: each term of a chain is a level, of which SQLite takes 1,000. */
    private static final int TERMS = 50;

    private final Schema schema;
    private final Limits limits;
    private final VariableResults results;
    private final Map<Condition.Some, IdSet> answered;
    private int aliases;
    private int binds;

    /**
     * Creates a translator.
     *
     * @param limits the values that the engine's columns can hold
     */
    SqlConditions(Schema schema, Limits limits, VariableResults results) {
        this(schema, limits, results, Map.of());
    }

    /**
     * Creates a translator.
     *
     * @param answered references, by identity, with the known objects that fulfil the condition behind them
     */
    SqlConditions(Schema schema, Limits limits, VariableResults results, Map<Condition.Some, IdSet> answered) {
        this.schema = schema;
        this.limits = limits;
        this.results = results;
        this.answered = answered;
    }

    /** Returns the number of bound values so far. */
    int binds() {
        return binds;
    }

    /** Returns the number of tables so far. */
    int tables() {
        return aliases;
    }

    Source source(Table table) {
        return new Source(table, "t" + aliases++);
    }

    /** Returns a common table expression with ids. */
    Source made(List<Column> columns) {
        String name = "r" + aliases++;
        return new Source(new Table(name, columns, 1), name);
    }

    ClassTable table(PersistentClass type) {
        return schema.table(type);
    }

    LinkTable link(CollectionAttribute collection) {
        return schema.link(collection);
    }

    SqlRow row(ClassTable table) {
        return new SqlRow.OfObject(source(table.table()), table);
    }

    SqlRow row(LinkTable table) {
        return new SqlRow.OfMember(source(table.table()), table);
    }

    /** Returns the predicate that the row fulfils the condition. */
    Predicate predicate(Condition condition, SqlRow row) {
        return condition.map(new In(row, false));
    }

    /**
     * Returns a statement for the ids of the objects of one class that fulfil a condition. It reads along the path of the condition,
     * instead of from the class's own table. An id can occur several times.
     */
    Select along(Condition condition, ClassTable root) {
        if (condition instanceof Condition.Some some && startsAtLink(some.step(), root)) {
            LinkTable link = schema.link(((Step.Members) some.step()).collection());
            Source source = source(link.table());
            return extend(
                    Select.of(source, source.column(LinkTable.OWNER)),
                    some.condition(),
                    new SqlRow.OfMember(source, link),
                    1);
        }
        SqlRow.OfObject row = (SqlRow.OfObject) row(root);
        return extend(Select.of(row.source(), row.id()), condition, row, 1);
    }

    /** Returns whether every owner in the collection's table is an object of that class. */
    private boolean startsAtLink(Step step, ClassTable root) {
        return step instanceof Step.Members members
                && members.collection().declaringClass().concreteClasses().equals(List.of(root.type()));
    }

    /** A partial statement, and the row at the end of its last step. */
    record Branch(@Nullable Select select, SqlRow row) {

        /** The statement of a branch to which a step has led. */
        Select statement() {
            return requireNonNull(select);
        }
    }

    /** Adds a condition on a row of the statement: by a join if a step leads to one table, otherwise by EXISTS. */
    private Select extend(Select select, Condition condition, SqlRow row, int joins) {
        List<Condition> parts = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        Select extended = select;
        boolean multiplied = false;
        for (Condition part : parts) {
            // One path through a collection is joined; the product of two would be read before it is filtered. the
            // product of two would be read before it is filtered.
            boolean joined = part instanceof Condition.Some some
                    && joins < JOINS
                    && !(some.step() instanceof Step.Repeated)
                    && (some.step() instanceof Step.Follow || !multiplied);
            List<Branch> branches = joined ? attach(extended, (Condition.Some) part, row) : List.of();
            if (branches.size() == 1) {
                Condition.Some some = (Condition.Some) part;
                multiplied |= !(some.step() instanceof Step.Follow);
                boolean joinedBehind = some.condition() instanceof Condition.Some;
                if (branches.get(0).row() instanceof SqlRow.OfId target
                        && some.step() instanceof Step.Follow
                        && !joinedBehind) {
                    branches = List.of(
                            new Branch(branches.get(0).statement().where(Predicates.notNull(target.id())), target));
                }
                extended = extend(
                        branches.get(0).statement(),
                        some.condition(),
                        branches.get(0).row(),
                        joins + 1);
            } else {
                extended = where(extended, predicate(part, row));
            }
        }
        return extended;
    }

    private static Select where(Select select, Predicate predicate) {
        return predicate.equals(Predicates.TRUE) ? select : select.where(predicate);
    }

    /** Follows a step to each of its tables. */
    private List<Branch> attach(@Nullable Select select, Condition.Some some, SqlRow row) {
        return attach(select, some.step(), row, RowAccess.ONLY_ID.isEnoughFor(some.condition()));
    }

    /**
     * Follows a step.
     *
     * @param select the statement to join; null to start one
     * @param onlyId whether only the id of the object at the end of the step is used
     */
    List<Branch> attach(@Nullable Select select, Step step, SqlRow row, boolean onlyId) {
        List<Branch> branches = new ArrayList<>();
        if (step instanceof Step.Follow follow) {
            List<Expression> reference = row.compared(follow.reference());
            if (reference.isEmpty()) {
                return branches;
            }
            if (select != null && onlyId && !follow.narrows()) {
                return List.of(new Branch(select, new SqlRow.OfId(reference.get(0))));
            }
            for (PersistentClass type : follow.target().concreteClasses()) {
                SqlRow target = row(schema.table(type));
                branches.add(new Branch(joined(select, target, equal(target.id(), reference.get(0))), target));
            }
        } else if (step instanceof Step.Members members) {
            if (has(row, members.collection())) {
                SqlRow member = row(schema.link(members.collection()));
                branches.add(new Branch(
                        joined(select, member, equal(member.column(LinkTable.OWNER), row.id())), member));
            }
        } else if (step instanceof Step.Referrers referrers) {
            for (PersistentClass type : referrers.owner().concreteClasses()) {
                SqlRow owner = row(schema.table(type));
                List<Expression> reference = owner.compared(referrers.reference());
                if (!reference.isEmpty()) {
                    branches.add(new Branch(joined(select, owner, equal(reference.get(0), row.id())), owner));
                }
            }
        } else {
            Step.Holders holders = (Step.Holders) step;
            SqlRow.OfMember member = (SqlRow.OfMember) row(schema.link(holders.collection()));
            Select link = joined(
                    select, member, equal(member.compared(holders.reference()).get(0), row.id()));
            boolean anyOwner = holders.owner()
                    .concreteClasses()
                    .containsAll(holders.collection().declaringClass().concreteClasses());
            if (onlyId && anyOwner) {
                return List.of(new Branch(link, new SqlRow.OfId(member.column(LinkTable.OWNER))));
            }
            for (PersistentClass type : holders.owner().concreteClasses()) {
                SqlRow owner = row(schema.table(type));
                branches.add(new Branch(joined(link, owner, equal(owner.id(), member.column(LinkTable.OWNER))), owner));
            }
        }
        return branches;
    }

    private static boolean has(SqlRow row, CollectionAttribute collection) {
        if (!(row instanceof SqlRow.OfObject object)) {
            return true;
        }
        Attribute own = object.table().type().attribute(collection.name());
        return own instanceof CollectionAttribute same && same.declaringClass() == collection.declaringClass();
    }

    static Select joined(@Nullable Select select, SqlRow row, Predicate on) {
        Source source = row instanceof SqlRow.OfObject object ? object.source() : ((SqlRow.OfMember) row).source();
        return select == null ? Select.of(source, source.column(0)).where(on) : select.join(source, on);
    }

    static Predicate equal(Expression left, Expression right) {
        return new Predicate.Compare(left, SqlOperator.EQUAL, right);
    }

    /** Predicates on one row. */
    private final class In implements Condition.Cases<Predicate> {

        private final SqlRow row;
        private final boolean negated;

        In(SqlRow row, boolean negated) {
            this.row = row;
            this.negated = negated;
        }

        @Override
        public Predicate always(Condition.Always always) {
            return new Predicate.Constant(always.holds());
        }

        @Override
        public Predicate and(Condition.And and) {
            return Predicates.and(
                    and.parts().stream().map(part -> part.map(this)).toList());
        }

        @Override
        public Predicate or(Condition.Or or) {
            return Predicates.or(or.parts().stream().map(part -> part.map(this)).toList());
        }

        @Override
        public Predicate not(Condition.Not not) {
            if (!negated
                    && not.part() instanceof Condition.Compare compare
                    && compare.operator() == Operator.EQUAL
                    && compare.value().columns().size() == 1) {
                return notEqual(compare);
            }
            return Predicates.not(not.part().map(new In(row, true)));
        }

        private Predicate notEqual(Condition.Compare compare) {
            List<Expression> columns = row.compared(compare.field());
            if (columns.isEmpty() || !storable(compare.field(), compare.value())) {
                return Predicates.TRUE;
            }
            Predicate other = new Predicate.Compare(
                    columns.get(0), SqlOperator.NOT_EQUAL, bind(compare.field(), compare.value(), 0));
            return isNullable(columns.get(0)) ? Predicates.or(other, new Predicate.IsNull(columns.get(0))) : other;
        }

        @Override
        public Predicate some(Condition.Some some) {
            if (answered.containsKey(some)) {
                Expression reference =
                        row.compared(((Step.Follow) some.step()).reference()).get(0);
                return Predicates.and(
                        Predicates.notNull(reference),
                        new Predicate.InIds(reference, answered.get(some).toArray()));
            }
            if (some.step() instanceof Step.Follow follow
                    && !follow.narrows()
                    && RowAccess.ONLY_ID.isEnoughFor(some.condition())) {
                List<Expression> reference = row.compared(follow.reference());
                return reference.isEmpty()
                        ? Predicates.FALSE
                        : Predicates.and(
                                Predicates.notNull(reference.get(0)),
                                some.condition().map(new In(new SqlRow.OfId(reference.get(0)), negated)));
            }
            if (some.step() instanceof Step.Repeated repeated) {
                return repeated(repeated, some.condition());
            }
            return Predicates.or(attach(null, some, row).stream()
                    .map(branch -> extend(branch.statement(), some.condition(), branch.row(), 1))
                    .filter(select -> !Predicates.FALSE.equals(select.where()))
                    .map(select -> (Predicate) new Predicate.Exists(select))
                    .toList());
        }

        @Override
        public Predicate count(Condition.Count count) {
            List<Branch> branches = List.of(new Branch(null, row));
            for (int i = 0; i < count.steps().size() && !branches.isEmpty(); i++) {
                Branch before = branches.get(0);
                branches = attach(
                        before.select(),
                        count.steps().get(i),
                        before.row(),
                        isOnlyId(count.steps(), i, count.condition()));
            }
            if (branches.isEmpty()) {
                return Predicates.FALSE;
            }
            Branch counted = branches.get(0);
            // A join behind the rows would multiply them; DISTINCT ids are not affected. them, which only different ids
            // survive.
            Select rows = count.objects()
                    ? extend(
                            counted.statement(),
                            count.condition(),
                            counted.row(),
                            count.steps().size())
                    : where(counted.statement(), SqlConditions.this.predicate(count.condition(), counted.row()));
            Expression number =
                    count.objects() ? new Expression.CountDistinct(counted.row().id()) : new Expression.CountAll();
            return new Predicate.Compare(
                    new Expression.ValueOf(rows.selecting(List.of(number))),
                    SqlOperator.valueOf(count.operator().name()),
                    bind(ColumnType.BIGINT, count.number()));
        }

        /** Returns the predicate for repeated steps: the object's id is among those from which the steps lead to a hit. */
        private Predicate repeated(Step.Repeated repeated, Condition condition) {
            Query found = new Recursion(SqlConditions.this, repeated).query(condition);
            return found == null ? Predicates.FALSE : new Predicate.InQuery(row.id(), found);
        }

        @Override
        public Predicate aggregate(Condition.Aggregate aggregate) {
            throw new IllegalStateException("values are added up in steps: " + aggregate);
        }

        @Override
        public Predicate inResult(Condition.InResult in) {
            IdSet found = results.of(in);
            return found.isEmpty() ? Predicates.FALSE : new Predicate.InIds(row.id(), found.toArray());
        }

        @Override
        public Predicate compare(Condition.Compare compare) {
            List<Expression> columns = row.compared(compare.field());
            if (columns.isEmpty()) {
                return Predicates.FALSE;
            }
            if (!storable(compare.field(), compare.value())) {
                return unstorable(compare, columns.get(0));
            }
            List<Expression> values = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                values.add(bind(compare.field(), compare.value(), i));
            }
            return guarded(columns, compared(columns, compare.operator(), values));
        }

        /**
         * Compares with a value that the column cannot hold: nothing equals it, and what is less is not greater than the last value before it. Of a text with
         * U+0000 this is the part before U+0000. Nothing is before a number beyond the column's range, or everything.
         */
        private Predicate unstorable(Condition.Compare compare, Expression column) {
            ColumnType type = compare.field().columnTypes().get(0);
            Object value = compare.value().columns().get(0);
            Object last = value instanceof String text
                    ? text.substring(0, text.indexOf('\0'))
                    : ColumnRange.floor(type, limits, value);
            if (last instanceof Number number && !ColumnRange.holds(type, limits, last)) {
                boolean all = switch (compare.operator()) {
                    case EQUAL, NOT_EQUAL -> false;
                    case LESS, LESS_OR_EQUAL -> number.doubleValue() > 0;
                    case GREATER, GREATER_OR_EQUAL -> number.doubleValue() < 0;
                };
                return !all ? Predicates.FALSE : isNullable(column) ? Predicates.notNull(column) : Predicates.TRUE;
            }
            Expression before = bind(type, last);
            return switch (compare.operator()) {
                case EQUAL, NOT_EQUAL -> Predicates.FALSE;
                case LESS, LESS_OR_EQUAL ->
                    guarded(List.of(column), new Predicate.Compare(column, SqlOperator.LESS_OR_EQUAL, before));
                case GREATER, GREATER_OR_EQUAL ->
                    guarded(List.of(column), new Predicate.Compare(column, SqlOperator.GREATER, before));
            };
        }

        @Override
        public Predicate in(Condition.InSet in) {
            List<Expression> columns = row.compared(in.field());
            if (columns.isEmpty()) {
                return Predicates.FALSE;
            }
            List<Constant> values = in.values().stream()
                    .filter(value -> storable(in.field(), value))
                    .toList();
            if (values.isEmpty()) {
                return Predicates.FALSE;
            }
            boolean areMany = values.size() > LISTED;
            if (columns.size() == 1) {
                return guarded(columns, among(columns.get(0), in.field(), values, areMany));
            }
            return areMany
                    ? guarded(columns, amongPairs(columns, in.field(), values))
                    : Predicates.or(values.stream()
                            .map(value -> compare(new Condition.Compare(in.field(), Operator.EQUAL, value)))
                            .toList());
        }

        /** Returns the predicate that the first column of a field is that of one of the values. */
        private Predicate among(Expression column, FieldRef field, List<Constant> values, boolean areMany) {
            List<Bind> list = column(field, values, 0);
            binds += areMany ? 1 : list.size();
            return areMany ? new Predicate.InMany(column, list) : new Predicate.InValues(column, list);
        }

        /** The second column of a time holds the nanoseconds behind the microseconds: at most 1,000 values, of which most programs use one. */
        private Predicate amongPairs(List<Expression> columns, FieldRef field, List<Constant> values) {
            Map<Object, List<Constant>> bySecond = values.stream()
                    .collect(Collectors.groupingBy(
                            value -> value.columns().get(1), LinkedHashMap::new, Collectors.toList()));
            List<Predicate> groups = bySecond.values().stream()
                    .map(group -> Predicates.and(
                            among(columns.get(0), field, group, true),
                            equal(columns.get(1), bind(field, group.get(0), 1))))
                    .toList();
            Predicate all = new Predicate.Or(IntStream.iterate(0, from -> from < groups.size(), from -> from + TERMS)
                    .<Predicate>mapToObj(
                            from -> new Predicate.Or(groups.subList(from, Math.min(groups.size(), from + TERMS))))
                    .toList());
            return new Predicate.InManyPairs(
                    columns.get(0), columns.get(1), column(field, values, 0), column(field, values, 1), all);
        }

        private List<Bind> column(FieldRef field, List<Constant> values, int at) {
            ColumnType type = field.columnTypes().get(at);
            return values.stream()
                    .map(value -> new Bind(type, value.columns().get(at)))
                    .toList();
        }

        @Override
        public Predicate match(Condition.Match match) {
            List<Expression> columns = row.compared(match.field());
            if (columns.isEmpty() || !limits.nullCharacter() && match.pattern().indexOf('\0') >= 0) {
                return Predicates.FALSE;
            }
            binds++;
            Predicate matches =
                    guarded(columns, new Predicate.Match(columns.get(0), match.pattern(), match.ignoreCase()));
            return isRenamed(match.field()) ? renamed(match, matches) : matches;
        }

        /** Whether an enum has constants that are stored under former names. */
        private boolean isRenamed(FieldRef field) {
            return field.content() instanceof FieldRef.Content.Value value
                    && value.type().isEnum()
                    && value.type().storedNames().entrySet().stream()
                            .anyMatch(name -> !name.getKey().equals(name.getValue()));
        }

        /** Constants are matched by the names that they have in the program; those that it does not know, by the stored ones. */
        private Predicate renamed(Condition.Match match, Predicate stored) {
            Pattern pattern = Pattern.compile(CaseVariants.regex(match.pattern(), "\\z", match.ignoreCase()));
            Set<Constant> known = new LinkedHashSet<>();
            Set<Constant> matching = new LinkedHashSet<>();
            ((FieldRef.Content.Value) match.field().content())
                    .type()
                    .storedNames()
                    .forEach((name, storedName) -> {
                        known.add(new Constant(List.of(storedName)));
                        if (pattern.matcher(name).matches()) {
                            matching.add(new Constant(List.of(storedName)));
                        }
                    });
            Predicate unknown =
                    Predicates.and(new Predicate.Not(in(new Condition.InSet(match.field(), known))), stored);
            return matching.isEmpty()
                    ? unknown
                    : Predicates.or(in(new Condition.InSet(match.field(), matching)), unknown);
        }

        @Override
        public Predicate missing(Condition.Missing missing) {
            if (missing.field().content() instanceof FieldRef.Content.Id) {
                return Predicates.FALSE;
            }
            List<Slot> slots = row.slots(missing.field());
            return slots.isEmpty() ? Predicates.FALSE : new Predicate.IsNull(row.witness(slots.get(slots.size() - 1)));
        }

        @Override
        public Predicate reached(Condition.Reached reached) {
            if (reached.field().content() instanceof FieldRef.Content.Id) {
                return Predicates.TRUE;
            }
            List<Slot> slots = row.slots(reached.field());
            if (slots.isEmpty()) {
                return Predicates.FALSE;
            }
            return Predicates.and(slots.subList(0, slots.size() - 1).stream()
                    .map(around -> Predicates.notNull(row.witness(around)))
                    .toList());
        }

        @Override
        public Predicate ofClass(Condition.OfClass ofClass) {
            return new Predicate.Constant(ofClass.type()
                    .concreteClasses()
                    .contains(((SqlRow.OfObject) row).table().type()));
        }

        @Override
        public Predicate compareFields(Condition.CompareFields compare) {
            return compared(row, compare.left(), compare.operator(), row, compare.right());
        }

        @Override
        public Predicate comparePaths(Condition.ComparePaths compare) {
            List<Predicate> found = new ArrayList<>();
            for (Branch left : branches(new Branch(null, row), compare.leftSteps())) {
                for (Branch both : branches(new Branch(left.select(), row), compare.rightSteps())) {
                    Predicate compared = new In(row, false)
                            .compared(left.row(), compare.left(), compare.operator(), both.row(), compare.right());
                    if (!compared.equals(Predicates.FALSE)) {
                        found.add(new Predicate.Exists(where(both.statement(), compared)));
                    }
                }
            }
            return Predicates.or(found);
        }

        private List<Branch> branches(Branch start, List<Step> steps) {
            List<Branch> ends = List.of(start);
            for (Step step : steps) {
                ends = ends.stream()
                        .flatMap(end -> attach(end.select(), step, end.row(), false).stream())
                        .toList();
            }
            return ends;
        }

        private Predicate compared(SqlRow leftRow, FieldRef left, Operator operator, SqlRow rightRow, FieldRef right) {
            List<Expression> leftColumns = leftRow.compared(left);
            List<Expression> rightColumns = rightRow.compared(right);
            if (leftColumns.isEmpty() || rightColumns.isEmpty()) {
                return Predicates.FALSE;
            }
            if (operator == Operator.NOT_EQUAL) {
                In below = new In(row, true);
                Condition reachedLeft = new Condition.Reached(left);
                Condition reachedRight = new Condition.Reached(right);
                return Predicates.and(
                        reachedLeft.map(new In(leftRow, false)),
                        reachedRight.map(new In(rightRow, false)),
                        Predicates.not(below.compared(leftRow, left, Operator.EQUAL, rightRow, right)));
            }
            List<Expression> all = new ArrayList<>(leftColumns.subList(0, 1));
            all.add(rightColumns.get(0));
            return guardedAll(
                    all, compared(asFloats(leftColumns, left, right), operator, asFloats(rightColumns, right, left)));
        }

        /** Converts a number to a float for a comparison with a float. */
        private List<Expression> asFloats(List<Expression> columns, FieldRef own, FieldRef other) {
            boolean mixed = other.columnTypes().get(0) == ColumnType.DOUBLE
                    && own.columnTypes().get(0) != ColumnType.DOUBLE;
            return mixed ? List.of(new Expression.Floating(columns.get(0))) : columns;
        }

        /** Compares several columns lexicographically. */
        private Predicate compared(List<Expression> columns, Operator operator, List<Expression> values) {
            SqlOperator last = SqlOperator.valueOf(operator.name());
            int end = columns.size() - 1;
            Predicate result = new Predicate.Compare(columns.get(end), last, values.get(end));
            for (int i = end - 1; i >= 0; i--) {
                Predicate same = equal(columns.get(i), values.get(i));
                Predicate goOn = Predicates.and(same, result);
                result = switch (operator) {
                    case EQUAL, NOT_EQUAL -> goOn;
                    case LESS, LESS_OR_EQUAL ->
                        Predicates.or(new Predicate.Compare(columns.get(i), SqlOperator.LESS, values.get(i)), goOn);
                    case GREATER, GREATER_OR_EQUAL ->
                        Predicates.or(new Predicate.Compare(columns.get(i), SqlOperator.GREATER, values.get(i)), goOn);
                };
            }
            return end == 0 || !(values.get(0) instanceof Bind)
                    ? result
                    : Predicates.and(atFirst(columns.get(0), operator, values.get(0)), result);
        }

        /** Returns the necessary condition on the first of several columns, so that an index is used. */
        private Predicate atFirst(Expression column, Operator operator, Expression value) {
            binds++;
            return switch (operator) {
                case EQUAL, NOT_EQUAL -> Predicates.TRUE;
                case LESS, LESS_OR_EQUAL -> new Predicate.Compare(column, SqlOperator.LESS_OR_EQUAL, value);
                case GREATER, GREATER_OR_EQUAL -> new Predicate.Compare(column, SqlOperator.GREATER_OR_EQUAL, value);
            };
        }

        private Predicate guarded(List<Expression> columns, Predicate predicate) {
            return guardedAll(columns.subList(0, 1), predicate);
        }

        /** Adds IS NOT NULL below a NOT, so that the predicate is never unknown. */
        private Predicate guardedAll(List<Expression> columns, Predicate predicate) {
            List<Predicate> terms = new ArrayList<>();
            if (negated) {
                columns.stream()
                        .filter(SqlConditions::isNullable)
                        .map(Predicates::notNull)
                        .forEach(terms::add);
            }
            terms.add(predicate);
            return Predicates.and(terms);
        }
    }

    /** Returns whether only the id of the object at the end of a step is used. */
    static boolean isOnlyId(List<Step> steps, int at, Condition atEnd) {
        return at + 1 < steps.size()
                ? !(steps.get(at + 1) instanceof Step.Follow)
                : RowAccess.ONLY_ID.isEnoughFor(atEnd);
    }

    static boolean isNullable(Expression expression) {
        return !(expression instanceof Expression.ColumnOf column)
                || column.column().nullable();
    }

    private boolean storable(FieldRef field, Constant value) {
        Object first = value.columns().get(0);
        return (limits.nullCharacter() || !(first instanceof String text && text.indexOf('\0') >= 0))
                && ColumnRange.holds(field.columnTypes().get(0), limits, first);
    }

    private Bind bind(FieldRef field, Constant value, int at) {
        return bind(field.columnTypes().get(at), value.columns().get(at));
    }

    private Bind bind(ColumnType type, Object value) {
        binds++;
        return new Bind(type, value);
    }
}

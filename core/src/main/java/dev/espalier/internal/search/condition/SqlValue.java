package dev.espalier.internal.search.condition;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.search.Aggregates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value of an object as an SQL expression on the row of the object, if all engines compute what {@link Aggregates} computes: a copy of a value, a number of
 * objects, and sums, minima and maxima of whole numbers and dates. For decimals, floats, averages, texts in order and conditions they do not.
 *
 * @param expression on the row with the given alias
 * @param mayBeNull whether there may be no value
 * @param mayBeBeyond whether the value may be a number beyond the wanted type; the statement may fail if it is
 */
public record SqlValue(Expression expression, boolean mayBeNull, boolean mayBeBeyond) {

    private static final List<Class<?>> WHOLE = List.of(Byte.class, Short.class, Integer.class, Long.class);
    private static final Set<Class<?>> ORDERED = Set.of(LocalDate.class);

    /**
     * Returns the expression for an object of a concrete class.
     *
     * @param alias of the row of the object
     * @param wanted the type of the attribute that is to hold the value
     * @return empty if only a search can compute the value
     */
    public static Optional<SqlValue> of(
            Schema schema, PersistentClass type, PlannedValue value, String alias, ValueType wanted) {
        if (wanted.parts().size() > 1 || !value.condition().equals(Condition.ALWAYS)) {
            return Optional.empty();
        }
        Reach reach = new Reach(schema, schema.table(type), alias);
        return value.steps().stream().allMatch(reach::take)
                ? reach.value(value.aggregation(), value.slot(), wanted)
                : Optional.empty();
    }

    /** The rows to which steps lead. Each row is there once, however many ways lead to it. */
    private static final class Reach {

        private final Schema schema;
        private final Table origin;
        private final String originAlias;
        private int aliases;
        private SqlRow row;
        /** The class of the objects if a row is known by its id only. */
        private @Nullable PersistentClass type;
        /** Null for the row of the object itself. */
        private @Nullable Select rows;

        Reach(Schema schema, ClassTable table, String alias) {
            this.schema = schema;
            this.origin = table.table();
            this.originAlias = alias.toLowerCase(Locale.ROOT);
            this.row = new SqlRow.OfObject(new Source(origin, alias), table);
        }

        /** Takes one more step; false if that cannot be said here. MySQL refuses to read the table that is updated. */
        boolean take(Step step) {
            if (step instanceof Step.Follow follow) {
                if (follow.narrows() || !readRow()) {
                    return false;
                }
                List<Expression> reference = row.compared(follow.reference());
                if (reference.isEmpty()) {
                    return false;
                }
                row = new SqlRow.OfId(reference.get(0));
                type = follow.target();
                return true;
            }
            if (step instanceof Step.Members members && !members.collection().isInverse()) {
                LinkTable link = schema.link(members.collection());
                Source source = source(link.table());
                return isAt(new SqlRow.OfMember(source, link), source, source.column(LinkTable.OWNER));
            }
            if (step instanceof Step.Referrers referrers
                    && referrers.owner().concreteClasses().size() == 1) {
                ClassTable table =
                        schema.table(referrers.owner().concreteClasses().get(0));
                Source source = source(table.table());
                SqlRow.OfObject referrer = new SqlRow.OfObject(source, table);
                return isAt(
                        referrer,
                        source,
                        referrer.compared(referrers.reference()).get(0));
            }
            return false;
        }

        /** Reads the row of an object of which only the id is known. */
        private boolean readRow() {
            if (!(row instanceof SqlRow.OfId)) {
                return true;
            }
            List<PersistentClass> concrete = requireNonNull(type).concreteClasses();
            if (concrete.size() != 1) {
                return false;
            }
            ClassTable table = schema.table(concrete.get(0));
            Source source = source(table.table());
            return isAt(new SqlRow.OfObject(source, table), source, source.column(ClassTable.ID));
        }

        /** Its alias must not hide the row of the object, which may have the name of a table v0. */
        private Source source(Table table) {
            String alias = "v" + aliases++;
            return originAlias.contains(alias) ? source(table) : new Source(table, alias);
        }

        private boolean isAt(SqlRow next, Source source, Expression id) {
            Predicate matches = rows == null
                    ? Predicates.equal(id, row.id())
                    : new Predicate.InQuery(id, rows.selecting(List.of(row.id())));
            rows = Select.of(source, id).where(matches);
            row = next;
            return !source.table().name().equalsIgnoreCase(origin.name());
        }

        Optional<SqlValue> value(Condition.@Nullable Aggregation aggregation, FieldRef slot, ValueType wanted) {
            if (slot.content() instanceof FieldRef.Content.Id) {
                return aggregation == Condition.Aggregation.COUNT && rows != null && isWhole(wanted)
                        ? Optional.of(new SqlValue(of(new Expression.CountDistinct(row.id())), false, !isLong(wanted)))
                        : Optional.empty();
            }
            if (!readRow() || row.compared(slot).size() != 1) {
                return Optional.empty();
            }
            List<Slot> slots = row.slots(slot);
            ValueType found = ((Slot.ValueSlot) slots.get(slots.size() - 1)).type();
            Expression column = row.compared(slot).get(0);
            boolean areWhole = isWhole(found) && isWhole(wanted);
            boolean isWider = areWhole && WHOLE.indexOf(wanted.javaClass()) >= WHOLE.indexOf(found.javaClass());
            boolean isSame = found.isSameAs(wanted) && found.parts().size() == 1;
            if (aggregation == null) {
                return areWhole || isSame
                        ? Optional.of(new SqlValue(rows == null ? column : of(column), true, areWhole && !isWider))
                        : Optional.empty();
            }
            return rows == null
                    ? Optional.empty()
                    : switch (aggregation) {
                        case MIN ->
                            areWhole || isSame && ORDERED.contains(found.javaClass())
                                    ? Optional.of(
                                            new SqlValue(of(new Expression.Least(column)), true, areWhole && !isWider))
                                    : Optional.empty();
                        case MAX ->
                            areWhole || isSame && ORDERED.contains(found.javaClass())
                                    ? Optional.of(new SqlValue(
                                            of(new Expression.Greatest(column)), true, areWhole && !isWider))
                                    : Optional.empty();
                        case SUM ->
                            areWhole
                                    ? Optional.of(new SqlValue(
                                            of(new Expression.Sum(column)), true, isLong(found) || !isLong(wanted)))
                                    : Optional.empty();
                        case AVG, COUNT -> Optional.empty();
                    };
        }

        private Expression of(Expression column) {
            return new Expression.ValueOf(requireNonNull(rows).selecting(List.of(column)));
        }

        private static boolean isWhole(ValueType type) {
            return WHOLE.contains(type.javaClass());
        }

        /** A sum of fewer than 2^32 numbers of 32 bits fits. */
        private static boolean isLong(ValueType type) {
            return type.javaClass() == Long.class;
        }
    }
}

package dev.espalier.internal.plan;

import dev.espalier.error.QueryException;
import dev.espalier.internal.plan.FormulaType.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of what is computed of the rows to which an object leads.
 *
 * <pre>
 * SUM(lines.count * lines.product.price)
 * </pre>
 *
 * <p>Each combination of the rows whose fields the formula is made of counts once, however many ways lead to it.
 *
 * @param aggregate of one group for each object: its function and its argument
 * @param rows the combinations of rows to which each object leads; the object's own has its id
 * @param written the aggregate as it was written
 * @param mistakes creates the errors of its query
 */
public record FormulaAggregate(RowPlan.Aggregate aggregate, RowPlan rows, String written, QueryErrors mistakes)
        implements ObjectValue {

    public FormulaAggregate {
        Objects.requireNonNull(aggregate.argument());
        Objects.requireNonNull(rows);
        Objects.requireNonNull(written);
        Objects.requireNonNull(mistakes);
    }

    @Override
    public Condition.Aggregation aggregation() {
        return aggregate.aggregation();
    }

    /** Returns the values that are aggregated. */
    public PlannedFormula argument() {
        return Objects.requireNonNull(aggregate.argument());
    }

    /** Returns the type of the result. A sum of whole numbers can have any size. */
    public FormulaType type() {
        boolean isWholeSum =
                aggregation() == Condition.Aggregation.SUM && argument().type().kind() == Kind.WHOLE;
        return isWholeSum ? FormulaType.DECIMAL : aggregate.type();
    }

    /** Returns the rows in one group for each object. Its only key is the object's id. */
    public RowPlan groups() {
        return rows.grouped(new PlannedFormula.Field(0, id(), FormulaType.WHOLE), List.of(aggregate));
    }

    /** Returns the place of the id among the fields of the object's row. */
    public int id() {
        return rows.sources().get(0).fields().indexOf(FieldRef.id(rows.roots().answer()));
    }

    /** Returns the sources whose fields the argument is made of. */
    public Set<Integer> read() {
        Set<Integer> read = new TreeSet<>();
        Fields.of(argument(), field -> read.add(field.source()));
        return read;
    }

    /** Returns whether only one way leads from an object to each combination. */
    public boolean isOneWay() {
        int last = aggregate.source();
        if (last == 0) {
            return true;
        }
        if (!read().contains(last)) {
            return false;
        }
        for (int at = rows.sources().get(last).parent();
                at > 0;
                at = rows.sources().get(at).parent()) {
            if (!(rows.sources().get(at).step() instanceof Step.Referrers)) {
                return false;
            }
        }
        @Nullable Step step = rows.sources().get(last).step();
        return step instanceof Step.Members || step instanceof Step.Referrers;
    }

    /** Returns the error that a number is too large. */
    public QueryException overflow() {
        return mistakes.overflow(aggregate.position(), written);
    }
}

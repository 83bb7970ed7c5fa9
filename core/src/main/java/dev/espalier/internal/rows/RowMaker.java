package dev.espalier.internal.rows;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.InTurn;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.selection.PartialAggregate;
import dev.espalier.internal.search.selection.RowFields;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.SourceRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Makes the rows of a selection from the rows of its sources, an object at a time. For one thread. */
public final class RowMaker implements RowReading {

    /** A limit up to which rows are sorted on the way, and others left out. */
    private static final long FEW = 10_000;

    /** The rows that are kept before. */
    private static final int KEPT = 50_000;

    /** The same if rows have lists of any length. */
    private static final int KEPT_WITH_LISTS = 1_000;

    private static final Object[] NOTHING = {};

    private static final long[] NOWHERE = {};

    private final RowPlan plan;
    private final Evaluation evaluation = new Evaluation();
    private final @Nullable Groups groups;
    /** Null until the rows of an object come: an engine may make groups, or combinations. */
    private @Nullable Combinations combinations;

    private final @Nullable SourceRow[] sources;
    private final RowFields fields;
    private final ColumnValues columns;
    private final List<PlannedFormula> sortKeys;
    /** The rows that are wanted at most, if they are sorted. */
    private final long most;

    /** The rows that are kept before others are left out. */
    private final int kept;

    private final List<Comparator<@Nullable Object>> sortOrders;
    /** Null if all rows are wanted. */
    private final @Nullable Behind behind;
    /** The sources of which the places tell a row from the others of its object. */
    private final int[] placed;

    private List<Sorted> made = new ArrayList<>();
    /** The rows that were made and taken, those before the offset included. */
    private long taken;

    private boolean isComplete;

    /**
     * A row with the values by which it is sorted.
     *
     * @param object 0 for a group
     * @param places those of {@link RowPosition}; only in a page
     */
    private record Sorted(@Nullable Object[] keys, @Nullable Object[] values, long object, long[] places) {}

    /**
     * The rows of a page.
     *
     * @param after empty for the first page
     * @param isBehind whether an object comes behind that of the position
     */
    private record Behind(Optional<RowPosition> after, LongPredicate isBehind) {}

    /**
     * Some rows in their order.
     *
     * @param end the position of the last one; empty if there are no more
     */
    public record Page(List<@Nullable Object[]> rows, Optional<RowPosition> end) {}

    /** Makes all rows. */
    public RowMaker(RowPlan plan) {
        this(plan, plan.limit(), null);
    }

    /**
     * Makes the rows of a page, in a plan without limit and offset.
     *
     * @param size the number of rows
     * @param after the position before the page; empty for the first page
     * @param isBehind whether an object comes behind that of the position, for rows that are equal in all values by which they are sorted
     */
    public static RowMaker ofPage(RowPlan plan, long size, Optional<RowPosition> after, LongPredicate isBehind) {
        return new RowMaker(plan, OptionalLong.of(size + 1), new Behind(after, isBehind));
    }

    private RowMaker(RowPlan plan, OptionalLong limit, @Nullable Behind behind) {
        this.plan = plan;
        this.behind = behind;
        this.groups = plan.isGrouped() ? new Groups(plan, evaluation) : null;
        this.sources = new SourceRow[plan.sources().size()];
        this.fields = new RowFields(sources);
        this.columns = new ColumnValues(plan, plan.columns(), evaluation, sources);
        this.placed = behind == null
                ? new int[0]
                : Combinations.withAncestors(plan, used(plan)).stream()
                        .filter(source -> plan.sources().get(source).isMany())
                        .mapToInt(Integer::intValue)
                        .toArray();
        this.most = limit.orElse(Long.MAX_VALUE) > FEW || plan.offset() > FEW
                ? Long.MAX_VALUE
                : limit.getAsLong() + plan.offset();
        this.kept = plan.isNested() ? KEPT_WITH_LISTS : KEPT;
        this.sortKeys = sortKeys(plan);
        this.sortOrders = sortOrders();
    }

    /** Returns the sources of whose fields rows are made, in a plan without groups. */
    private static Set<Integer> used(RowPlan plan) {
        Set<Integer> used = new TreeSet<>();
        if (!plan.isGrouped()) {
            plan.columns().forEach(column -> Fields.of(column.formula(), field -> used.add(field.source())));
            plan.orders().forEach(order -> Fields.of(order.formula(), field -> used.add(field.source())));
            plan.having().ifPresent(having -> Fields.of(having, field -> used.add(field.source())));
        }
        return used;
    }

    /** Returns the formulas by whose values the rows of a plan are sorted. */
    public static List<PlannedFormula> sortKeys(RowPlan plan) {
        List<PlannedFormula> keys =
                new ArrayList<>(plan.orders().size() + plan.keys().size());
        for (RowPlan.Order order : plan.orders()) {
            keys.add(order.formula());
        }
        for (int key = 0; key < plan.keys().size(); key++) {
            keys.add(new PlannedFormula.Key(key, plan.keys().get(key).type()));
        }
        return keys;
    }

    /** Returns how many of a row's sources {@link RowPosition#places} has, in a plan without groups. */
    public static int places(RowPlan plan) {
        return ofPage(plan, 1, Optional.empty(), id -> false).placed.length;
    }

    @Override
    public void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys) {
        if (groups != null) {
            groups.addOnce(rows, keys);
        } else {
            System.arraycopy(rows, 0, sources, 0, sources.length);
            make(fields);
        }
    }

    @Override
    public void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {
        requireNonNull(groups).addPart(rows, keys, aggregates);
    }

    @Override
    public void object(SourceRow object) {
        if (groups != null) {
            groups.add(object);
        } else {
            Combinations here = combinations == null ? new Combinations(plan, used(plan), Set.of(0)) : combinations;
            combinations = here;
            sources[0] = object;
            here.forEach(sources, () -> make(fields));
        }
    }

    private void make(RowValues row) {
        if (isKept(row)) {
            Object[] keys = sortValues(row);
            long object = groups != null || behind == null
                    ? 0
                    : requireNonNull(sources[0]).id();
            long[] places = groups != null || behind == null ? NOWHERE : places();
            if (behind != null && behind.after.isPresent() && !isBehind(behind, keys, object, places)) {
                return;
            }
            made.add(new Sorted(keys, columns.of(row), object, places));
            if (made.size() > kept && made.size() / 2 > most) {
                sort();
                made = new ArrayList<>(made.subList(0, (int) most));
            }
        }
    }

    private long[] places() {
        return Arrays.stream(placed)
                .mapToObj(source -> sources[source])
                .mapToLong(row -> row == null ? -1 : row.id())
                .toArray();
    }

    private boolean isBehind(Behind page, @Nullable Object[] keys, long object, long[] places) {
        RowPosition end = page.after.get();
        for (int i = 0; i < keys.length; i++) {
            int compared = sortOrders.get(i).compare(keys[i], end.values().get(i));
            if (compared != 0) {
                return compared > 0;
            }
        }
        return groups == null
                && (object == end.object()
                        ? Arrays.compare(
                                        places,
                                        end.places().stream()
                                                .mapToLong(Long::longValue)
                                                .toArray())
                                > 0
                        : page.isBehind.test(object));
    }

    private boolean isKept(RowValues row) {
        try {
            return plan.having().isEmpty() || evaluation.holds(plan.having().get(), row);
        } catch (ArithmeticException e) {
            throw plan.havingOverflow();
        }
    }

    private @Nullable Object[] sortValues(RowValues row) {
        if (sortKeys.isEmpty()) {
            return NOTHING;
        }
        Object[] values = new Object[sortKeys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = sortValue(i, row);
        }
        return values;
    }

    private @Nullable Object sortValue(int at, RowValues row) {
        try {
            return evaluation.value(sortKeys.get(at), row);
        } catch (ArithmeticException e) {
            throw plan.orderOverflow(at);
        }
    }

    private void sort() {
        if (!sortKeys.isEmpty()) {
            made.sort(order());
        }
    }

    /** Returns the rows that were made since the last call, in a plan that neither groups nor sorts. */
    public List<@Nullable Object[]> takeMade() {
        long from = Math.min(Math.max(0, plan.offset() - taken), made.size());
        long limit = plan.limit().orElse(Long.MAX_VALUE);
        long end = limit > Long.MAX_VALUE - plan.offset() ? Long.MAX_VALUE : limit + plan.offset();
        long to = Math.max(from, Math.min(made.size(), end - taken));
        List<@Nullable Object[]> rows =
                made.subList((int) from, (int) to).stream().map(Sorted::values).toList();
        taken += made.size();
        isComplete = taken >= end;
        made = new ArrayList<>();
        return rows;
    }

    /** Whether {@link #takeMade} has returned as many rows as are wanted. */
    public boolean isComplete() {
        return isComplete;
    }

    /** Returns the rows in their order, when all objects have been added. */
    public List<@Nullable Object[]> rows() {
        if (groups != null) {
            groups.all().forEach(this::make);
        }
        sort();
        long from = Math.min(plan.offset(), made.size());
        long to = from + Math.min(plan.limit().orElse(Long.MAX_VALUE), made.size() - from);
        return made.subList((int) from, (int) to).stream().map(Sorted::values).toList();
    }

    /** Returns how many rows were made of objects. */
    public long made() {
        return made.size();
    }

    /** Returns the rows of a page in their order, when all objects have been added. */
    public Page page(int size) {
        List<@Nullable Object[]> all = rows();
        if (all.size() <= size) {
            return new Page(all, Optional.empty());
        }
        Sorted last = made.get(size - 1);
        return new Page(
                List.copyOf(all.subList(0, size)),
                Optional.of(new RowPosition(
                        Arrays.asList(last.keys),
                        last.object,
                        LongStream.of(last.places).boxed().toList())));
    }

    private Comparator<Sorted> order() {
        List<Comparator<Sorted>> byKey = new ArrayList<>();
        for (int i = 0; i < sortOrders.size(); i++) {
            int at = i;
            byKey.add(Comparator.comparing(row -> row.keys[at], sortOrders.get(i)));
        }
        return new InTurn<>(byKey);
    }

    private List<Comparator<@Nullable Object>> sortOrders() {
        List<Comparator<@Nullable Object>> orders = new ArrayList<>();
        for (int i = 0; i < sortKeys.size(); i++) {
            boolean descending =
                    i < plan.orders().size() && plan.orders().get(i).descending();
            Comparator<Object> values = Cells.order(sortKeys.get(i).type());
            orders.add(Comparator.nullsLast(descending ? values.reversed() : values));
        }
        return orders;
    }
}

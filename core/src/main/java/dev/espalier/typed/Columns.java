package dev.espalier.typed;

import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.internal.rql.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The columns of a selection of rows, and what becomes of the rows. For {@code Query.select} to take. Made by {@link Words#columns}.
 *
 * @param <R> the class of the objects that the rows are made of
 */
public final class Columns<R> {

    private final RqlSelection tree;

    private Columns(RqlSelection tree) {
        this.tree = tree;
    }

    static <R> Columns<R> of(Stream<Formula<?, ?>> formulas) {
        return new Columns<>(new RqlSelection(
                "",
                false,
                formulas.map(Columns::column).toList(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty()));
    }

    private static RqlSelection.Column column(Formula<?, ?> formula) {
        Spelled<dev.espalier.internal.rql.Formula> spelled =
                formula instanceof Column<?, ?> column ? column.formula() : Spelled.of(formula);
        spelled.columns().stream().findFirst().ifPresent(named -> {
            throw new IllegalArgumentException("found column " + named.name() + " within the column "
                    + Rql.print(spelled.tree()) + "; a column is its name in HAVING and ORDER BY only");
        });
        return formula instanceof Column<?, ?> column
                ? column.column()
                : new RqlSelection.Column(Route.NOWHERE, spelled.tree(), Optional.empty());
    }

    /**
     * Returns equal rows once: {@code DISTINCT}.
     *
     * @return a new selection
     */
    public Columns<R> distinct() {
        return new Columns<>(
                new RqlSelection("", true, tree.columns(), tree.having(), tree.orders(), tree.limit(), tree.offset()));
    }

    /**
     * Keeps the rows for which the test holds: {@code HAVING test}. What a second call says must hold, too.
     *
     * @param <S> the class that the columns and the test are of
     * @param test of the row; a column in it is its name
     * @return a new selection
     * @throws IllegalArgumentException if the test has a column that the selection has not, or is {@link RowCondition no test of a row}
     */
    public <S extends R> Columns<S> having(RowCondition<? super S> test) {
        Spelled<RowTest> spelled = Tested.spelled(test);
        RowTest all = tree.having()
                .map(before -> Tested.spelled(Tested.and(new Tested<>(new Spelled<>(before, Set.of())), test))
                        .tree())
                .orElse(spelled.tree());
        requireColumns(spelled);
        requireNoHiddenField(spelled.columns(), FormulaParts.all(spelled.tree()));
        return new Columns<>(new RqlSelection(
                "", tree.distinct(), tree.columns(), Optional.of(all), tree.orders(), tree.limit(), tree.offset()));
    }

    /**
     * Sorts the rows: {@code ORDER BY formula, formula DESC}. The keys of a second call come behind those of the first.
     *
     * @param <S> the class that the columns and the keys are of
     * @param first a formula, or its descent; a column is its name
     * @param more others, which decide if the first one does not
     * @return a new selection
     * @throws IllegalArgumentException if a key has a column that the selection has not, or a field whose name is that of another column
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <S extends R> Columns<S> orderBy(Order<? super S> first, Order<? super S>... more) {
        List<RqlSelection.Order> orders = new ArrayList<>(tree.orders());
        Stream.concat(Stream.of(first), Stream.of(more)).map(this::order).forEach(orders::add);
        return new Columns<>(new RqlSelection(
                "", tree.distinct(), tree.columns(), tree.having(), orders, tree.limit(), tree.offset()));
    }

    private RqlSelection.Order order(Order<?> order) {
        boolean descending = order instanceof Descending<?>;
        Spelled<dev.espalier.internal.rql.Formula> spelled = Spelled.of(order);
        requireColumns(spelled);
        requireNoHiddenField(spelled.columns(), FormulaParts.all(spelled.tree()));
        return new RqlSelection.Order(spelled.tree(), descending);
    }

    /**
     * Refuses a field whose name would be read as that of a column of something else, but within an aggregate, in which no column is named.
     *
     * @param named the columns that stand there by their names
     */
    private void requireNoHiddenField(Set<RqlSelection.Column> named, List<dev.espalier.internal.rql.Formula> parts) {
        Set<dev.espalier.internal.rql.Formula> aggregated = Collections.newSetFromMap(new IdentityHashMap<>());
        for (dev.espalier.internal.rql.Formula part : parts) {
            if (part instanceof dev.espalier.internal.rql.Formula.Aggregate aggregate) {
                aggregated.addAll(FormulaParts.all(aggregate.argument()));
            }
        }
        for (RqlSelection.Column column : tree.columns()) {
            if (column.alias().isPresent() && !named.contains(column)) {
                dev.espalier.internal.rql.Formula field =
                        Route.start().field(column.name()).path();
                if (!column.formula().equals(field)
                        && parts.stream().anyMatch(part -> part.equals(field) && !aggregated.contains(part))) {
                    throw new IllegalArgumentException(
                            "found the field " + column.name() + ", but the name is that of the column "
                                    + Rql.print(column.formula()) + " AS " + column.name()
                                    + " in HAVING and ORDER BY; expected the column, or another name of it");
                }
            }
        }
    }

    /** The name of another selection's column could be that of a field. */
    private void requireColumns(Spelled<?> spelled) {
        for (RqlSelection.Column named : spelled.columns()) {
            if (!tree.columns().contains(named)) {
                throw new IllegalArgumentException("found column " + Rql.print(named.formula()) + " AS " + named.name()
                        + "; expected one of the selection: " + Rql.print(tree));
            }
        }
    }

    /**
     * Limits the rows: {@code LIMIT 10}.
     *
     * @param most how many rows are wanted at most
     * @return a new selection
     */
    public Columns<R> limit(long most) {
        return limited(count(most), Optional.empty());
    }

    /**
     * Limits the rows: {@code LIMIT 10 OFFSET 20}.
     *
     * @param most how many rows are wanted at most
     * @param offset how many are left out before
     * @return a new selection
     */
    public Columns<R> limit(long most, long offset) {
        return limited(count(most), Optional.of(count(offset)));
    }

    /**
     * Limits the rows: {@code LIMIT :most}.
     *
     * @param most how many rows are wanted at most
     * @return a new selection
     */
    public Columns<R> limit(Parameter<? extends Number> most) {
        return limited(most.value(), Optional.empty());
    }

    /**
     * Limits the rows: {@code LIMIT :most OFFSET :offset}.
     *
     * @param most how many rows are wanted at most
     * @param offset how many are left out before
     * @return a new selection
     */
    public Columns<R> limit(Parameter<? extends Number> most, Parameter<? extends Number> offset) {
        return limited(most.value(), Optional.of(offset.value()));
    }

    private static Value count(long rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("found " + rows + " rows; expected a number that is not negative");
        }
        return Selection.number(rows);
    }

    private Columns<R> limited(Value most, Optional<Value> offset) {
        return new Columns<>(new RqlSelection(
                "", tree.distinct(), tree.columns(), tree.having(), tree.orders(), Optional.of(most), offset));
    }

    /**
     * Returns the selection as text.
     *
     * @return the selection in its canonical form
     */
    public String rql() {
        return Rql.print(tree);
    }

    /** Returns the selection as text. */
    @Override
    public String toString() {
        return rql();
    }

    RqlSelection tree() {
        return tree;
    }
}

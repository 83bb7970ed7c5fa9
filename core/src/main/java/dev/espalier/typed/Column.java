package dev.espalier.typed;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * {@code formula AS name}: a column of a selection. In {@code HAVING} and {@code ORDER BY} of a selection that has it, it is its name. Made by {@link Formula#as}.
 *
 * @param <R> the class of the objects that it is computed of
 * @param <V> the values
 */
public final class Column<R, V> extends Computed<R, V> {

    /** A formula takes these for constants, so no column can be called so. */
    private static final Set<String> CONSTANTS = Set.of("null", "true", "false");

    private final RqlSelection.Column column;
    private final Spelled<dev.espalier.internal.rql.Formula> formula;

    Column(Formula<R, V> formula, String name) {
        this(Spelled.of(formula), name);
    }

    private Column(Spelled<dev.espalier.internal.rql.Formula> formula, String name) {
        this(formula, new RqlSelection.Column(Route.NOWHERE, formula.tree(), Optional.of(name)), name);
    }

    private Column(Spelled<dev.espalier.internal.rql.Formula> formula, RqlSelection.Column column, String name) {
        super(new Spelled<>(Route.start().field(checked(name)).path(), Set.of(column)));
        this.column = column;
        this.formula = formula;
    }

    private static String checked(String name) {
        if (CONSTANTS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "'" + name + "' is a constant in HAVING and ORDER BY; expected another name");
        }
        return name;
    }

    /**
     * Returns the name.
     *
     * @return as it was given
     */
    public String name() {
        return column.name();
    }

    /** Returns the column as text, as selections have it. */
    @Override
    public String toString() {
        return Rql.print(column.formula()) + " AS " + name();
    }

    /** The formula itself, not its name. */
    Spelled<dev.espalier.internal.rql.Formula> formula() {
        return formula;
    }

    RqlSelection.Column column() {
        return column;
    }
}

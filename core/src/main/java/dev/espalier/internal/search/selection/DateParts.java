package dev.espalier.internal.search.selection;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.DatePart;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of a date or a time in a field, which every engine computes alike. */
record DateParts(PlannedFormula.Field field, DatePart.Unit unit) {

    /** The place of a key that is made of fields, and not by the engine. */
    static final int OF_FIELDS = -1;

    /** Returns the part that a formula stands for; empty if it is something else. */
    static Optional<DateParts> of(PlannedFormula formula) {
        return formula instanceof PlannedFormula.Call call
                        && call.arguments().get(0) instanceof PlannedFormula.Field field
                ? switch (call.function()) {
                    case YEAR -> Optional.of(new DateParts(field, DatePart.Unit.YEAR));
                    case MONTH -> Optional.of(new DateParts(field, DatePart.Unit.MONTH));
                    case DAY -> Optional.of(new DateParts(field, DatePart.Unit.DAY));
                    case HOUR -> Optional.of(new DateParts(field, DatePart.Unit.HOUR));
                    default -> Optional.empty();
                }
                : Optional.empty();
    }

    /** Returns how many values there are, with that of a missing date; of years so many as most databases have. */
    int values() {
        return 1
                + switch (unit) {
                    case YEAR -> 100;
                    case MONTH -> 12;
                    case DAY -> 31;
                    case HOUR -> 24;
                };
    }

    /** Returns the part as an expression; empty if no table has the date. */
    Optional<Expression> expression(SourceJoins joins, RowPlan plan) {
        return joins
                .columns(
                        field.source(),
                        plan.sources().get(field.source()).fields().get(field.index()))
                .stream()
                .findFirst()
                .map(date -> new DatePart(unit, date));
    }

    /**
     * Reads the keys that the engine computes.
     *
     * @param places for each key the place of its column, 0 for no value, or {@link #OF_FIELDS}
     */
    static @Nullable Object[] keys(int[] places, Row row) throws SQLException {
        Object[] read = new Object[places.length];
        for (int i = 0; i < read.length; i++) {
            read[i] = places[i] == OF_FIELDS
                    ? RowReading.OF_FIELDS
                    : places[i] == 0 ? null : row.get(places[i], ColumnType.BIGINT);
        }
        return read;
    }
}

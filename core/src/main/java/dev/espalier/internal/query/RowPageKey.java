package dev.espalier.internal.query;

import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.plan.PagedRows;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.rows.RowMaker;
import dev.espalier.internal.rows.RowPosition;
import dev.espalier.internal.search.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A position in the order of one selection as text for a URL, and back: values of the sort keys; for rows of objects the position of the object, and the places. */
final class RowPageKey {

    private final KeyText key;
    private final boolean isGrouped;
    private final List<PlannedFormula> sortKeys;
    private final int places;
    private final PageKey objects;
    private final FormulaKeyValues values;

    RowPageKey(KeyText key, PagedRows paged, Limits limits) {
        this.key = key;
        this.isGrouped = paged.rows().isGrouped();
        this.sortKeys = RowMaker.sortKeys(paged.rows());
        this.places = RowMaker.places(paged.rows());
        this.objects = new PageKey(key, paged.rows().roots(), limits);
        this.values = new FormulaKeyValues(limits);
    }

    /**
     * A position of a row, and that of its object.
     *
     * @param object empty for a group
     */
    record End(RowPosition row, Optional<Position> object) {

        End {
            Objects.requireNonNull(row);
            Objects.requireNonNull(object);
        }
    }

    String write(End end) {
        return key.write(out -> {
            for (int i = 0; i < sortKeys.size(); i++) {
                Object value = end.row.values().get(i);
                out.writeBoolean(value != null);
                if (value != null) {
                    FormulaKeyValues.write(out, sortKeys.get(i).type(), value);
                }
            }
            if (end.object.isPresent()) {
                objects.write(out, end.object.get());
                for (long place : end.row.places()) {
                    out.writeLong(place);
                }
            }
        });
    }

    /** @throws dev.espalier.error.QueryException {@code bad-page-key} whatever is wrong with it */
    End read(String text) {
        return key.read(text, in -> {
            List<@Nullable Object> keys = new ArrayList<>();
            for (PlannedFormula formula : sortKeys) {
                keys.add(in.readBoolean() ? values.value(in, formula.type()) : null);
            }
            if (isGrouped) {
                return new End(new RowPosition(keys, 0, List.of()), Optional.empty());
            }
            Position object = objects.position(in);
            List<Long> row = new ArrayList<>();
            for (int i = 0; i < places; i++) {
                row.add(in.readLong());
            }
            return new End(new RowPosition(keys, object.id(), row), Optional.of(object));
        });
    }
}

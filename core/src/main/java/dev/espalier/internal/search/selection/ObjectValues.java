package dev.espalier.internal.search.selection;

import dev.espalier.internal.formula.RowValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that formulas about one object are made of.
 *
 * @param fields those of its row, and of the rows to which references lead; null if none is read
 * @param aggregates for each aggregate the values by object
 */
public record ObjectValues(long id, @Nullable RowFields fields, List<Map<Long, Object>> aggregates)
        implements RowValues {

    @Override
    public @Nullable Object field(int source, int index) {
        return fields == null ? null : fields.field(source, index);
    }

    @Override
    public Object key(int index) {
        throw new IllegalStateException("an object is no group");
    }

    @Override
    public @Nullable Object aggregate(int index) {
        return aggregates.get(index).get(id);
    }
}

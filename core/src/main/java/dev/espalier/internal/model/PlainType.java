package dev.espalier.internal.model;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value that needs one column and compares as that column does.
 *
 * @param <V> the values
 * @param <C> the objects in which the column travels
 */
final class PlainType<V, C> extends ValueType {

    /** Reads a query's literal. */
    interface Parser {
        Object parse(Literal form, String text);
    }

    private final Class<V> valueClass;
    private final Class<C> columnClass;
    private final Function<V, C> encoder;
    private final Function<C, V> decoder;
    private final Parser parser;

    @SuppressWarnings("unchecked")
    PlainType(Class<V> valueClass, ColumnType column, Function<V, C> encoder, Function<C, V> decoder, Parser parser) {
        super(valueClass, 1, new Part("", column));
        this.valueClass = valueClass;
        this.columnClass = (Class<C>) column.javaClass();
        this.encoder = encoder;
        this.decoder = decoder;
        this.parser = parser;
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        row[at] = encoder.apply(valueClass.cast(value));
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        return row[at] == null ? null : decoder.apply(columnClass.cast(row[at]));
    }

    @Override
    public Object parse(Literal form, String text) {
        return parser.parse(form, text);
    }
}

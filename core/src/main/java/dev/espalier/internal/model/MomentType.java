package dev.espalier.internal.model;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A date with a time, or an instant in UTC: to the microsecond, and the nanoseconds beyond it.
 *
 * @param <V> the values
 */
final class MomentType<V> extends ValueType {

    /** The form of a query's literal for an instant. */
    static final String INSTANT = "an instant such as '2026-12-01T10:15:30Z'";

    private final Class<V> valueClass;
    private final Function<V, LocalDateTime> encoder;
    private final Function<LocalDateTime, V> decoder;
    private final PlainType.Parser parser;

    MomentType(
            Class<V> valueClass,
            Function<V, LocalDateTime> encoder,
            Function<LocalDateTime, V> decoder,
            PlainType.Parser parser) {
        super(valueClass, 2, new Part("", ColumnType.TIMESTAMP), new Part("_nanos", ColumnType.SMALLINT));
        this.valueClass = valueClass;
        this.encoder = encoder;
        this.decoder = decoder;
        this.parser = parser;
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        split(encoder.apply(valueClass.cast(value)), row, at);
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        return row[at] == null ? null : decoder.apply(join(row, at));
    }

    @Override
    public Object parse(Literal form, String text) {
        return parser.parse(form, text);
    }

    /** Writes the two columns of a moment. */
    static void split(LocalDateTime moment, Object[] row, int at) {
        row[at] = moment.truncatedTo(ChronoUnit.MICROS);
        row[at + 1] = moment.getNano() % 1000L;
    }

    /** The moment from its two columns. */
    static LocalDateTime join(Object[] row, int at) {
        LocalDateTime moment = (LocalDateTime) row[at];
        return row[at + 1] == null ? moment : moment.plusNanos((Long) row[at + 1]);
    }
}

package dev.espalier.internal.model;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** {@code LocalTime}: the time to the microsecond, and the nanoseconds beyond it. */
final class TimeType extends ValueType {

    private final PlainType.Parser parser = ValueTypes.text(LocalTime::parse, "a time such as '10:15:30'");

    TimeType() {
        super(LocalTime.class, 2, new Part("", ColumnType.TIME), new Part("_nanos", ColumnType.SMALLINT));
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        LocalTime time = (LocalTime) value;
        row[at] = time.truncatedTo(ChronoUnit.MICROS);
        row[at + 1] = time.getNano() % 1000L;
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        LocalTime time = (LocalTime) row[at];
        return time == null || row[at + 1] == null ? time : time.plusNanos((Long) row[at + 1]);
    }

    @Override
    public Object parse(Literal form, String text) {
        return parser.parse(form, text);
    }
}

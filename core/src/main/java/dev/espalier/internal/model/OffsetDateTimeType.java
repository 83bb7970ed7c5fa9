package dev.espalier.internal.model;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** {@code OffsetDateTime}: compared as the instant it is, given back with its offset. */
final class OffsetDateTimeType extends ValueType {

    private final PlainType.Parser parser =
            ValueTypes.text(OffsetDateTime::parse, "a time such as '2026-12-01T10:15:30+01:00'");

    OffsetDateTimeType() {
        super(
                OffsetDateTime.class,
                2,
                new Part("", ColumnType.TIMESTAMP),
                new Part("_nanos", ColumnType.SMALLINT),
                new Part("_offset", ColumnType.INTEGER));
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        OffsetDateTime time = (OffsetDateTime) value;
        MomentType.split(Years.utc(time.toInstant()), row, at);
        row[at + 2] = (long) time.getOffset().getTotalSeconds();
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        if (row[at] == null) {
            return null;
        }
        ZoneOffset offset =
                row[at + 2] == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(((Long) row[at + 2]).intValue());
        return MomentType.join(row, at).atOffset(ZoneOffset.UTC).withOffsetSameInstant(offset);
    }

    @Override
    public Object parse(Literal form, String text) {
        return parser.parse(form, text);
    }
}

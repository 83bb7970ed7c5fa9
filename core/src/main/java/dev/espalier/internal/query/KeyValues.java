package dev.espalier.internal.query;

import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** The values of columns in the content of page keys. What is read is a value that a column of the type can have. */
final class KeyValues {

    private final Limits limits;

    KeyValues(Limits limits) {
        this.limits = limits;
    }

    static void write(DataOutputStream out, Object column) throws IOException {
        if (column instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (column instanceof Long number) {
            out.writeLong(number);
        } else if (column instanceof Double number) {
            out.writeDouble(number);
        } else if (column instanceof BigDecimal number) {
            out.writeInt(number.scale());
            write(out, number.unscaledValue().toByteArray());
        } else if (column instanceof String text) {
            write(out, text.getBytes(StandardCharsets.UTF_8));
        } else if (column instanceof LocalDate date) {
            out.writeLong(date.toEpochDay());
        } else if (column instanceof LocalTime time) {
            out.writeLong(time.toNanoOfDay());
        } else if (column instanceof LocalDateTime moment) {
            out.writeLong(moment.toEpochSecond(ZoneOffset.UTC));
            out.writeInt(moment.getNano());
        } else if (column instanceof UUID uuid) {
            out.writeLong(uuid.getMostSignificantBits());
            out.writeLong(uuid.getLeastSignificantBits());
        } else {
            write(out, (byte[]) column);
        }
    }

    static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** @throws IllegalArgumentException or another exception of values, if there is none of the type */
    Object column(DataInputStream in, ColumnType type) throws IOException {
        return switch (type) {
            case BOOLEAN -> in.readBoolean();
            case SMALLINT, INTEGER, BIGINT -> in.readLong();
            case DOUBLE -> finite(in.readDouble());
            case DECIMAL, INTEGRAL -> decimal(type, in.readInt(), bytes(in));
            case TEXT, NAME -> text(bytes(in));
            case DATE ->
                inYears(LocalDate.ofEpochDay(in.readLong()).atStartOfDay()).toLocalDate();
            case TIME -> LocalTime.ofNanoOfDay(in.readLong());
            case TIMESTAMP -> inYears(LocalDateTime.ofEpochSecond(in.readLong(), in.readInt(), ZoneOffset.UTC));
            case UUID -> new UUID(in.readLong(), in.readLong());
            case BINARY -> bytes(in);
        };
    }

    static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IllegalArgumentException("length " + length);
        }
        return in.readNBytes(length);
    }

    private static double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("no finite number");
        }
        return number;
    }

    /** Within what the engine keeps: a number of a billion digits has a short key. */
    private BigDecimal decimal(ColumnType type, int scale, byte[] unscaled) {
        int most = limits.decimalInteger() + limits.decimalScale();
        if (unscaled.length == 0 || unscaled.length > most || Math.abs((long) scale) > most) {
            throw new IllegalArgumentException("a number that is not kept");
        }
        BigDecimal number = new BigDecimal(new BigInteger(unscaled), scale);
        if (number.precision() - number.scale() > (type == ColumnType.INTEGRAL ? most : limits.decimalInteger())
                || number.stripTrailingZeros().scale() > limits.decimalScale()) {
            throw new IllegalArgumentException("a number that is not kept");
        }
        return number;
    }

    static String text(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    private static LocalDateTime inYears(LocalDateTime moment) {
        if (moment.getYear() < 1 || moment.getYear() > 9999) {
            throw new IllegalArgumentException("year " + moment.getYear());
        }
        return moment;
    }
}

package dev.espalier.internal.query;

import static dev.espalier.error.ErrorCode.BAD_PAGE_KEY;

import dev.espalier.error.QueryException;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.search.Position;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A position in the order of one query as text for a URL, and back.
 *
 * <pre>
 * version (1 byte) | of the query (4 bytes) | of all that follows (4 bytes) | part, values of the keys, id
 * </pre>
 *
 * Keys come back from outside, from anyone: what is read is checked to the last bit, and is only ever compared with what the database has.
 */
final class PageKey {

    private static final byte VERSION = 1;
    private static final int CHECK = 4;

    /** Of the question. */
    private final byte[] check;

    private final String rql;
    private final Plan plan;
    private final Limits limits;

    /**
     * @param question all that a query's answer and its order depend on
     * @param rql the query's text
     */
    PageKey(String question, String rql, Plan plan, Limits limits) {
        this.check = check(question.getBytes(StandardCharsets.UTF_8));
        this.rql = rql;
        this.plan = plan;
        this.limits = limits;
    }

    String write(Position position) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(position.part());
            for (Optional<Constant> value : position.values()) {
                out.writeBoolean(value.isPresent());
                if (value.isPresent()) {
                    for (Object column : value.get().columns()) {
                        write(out, column);
                    }
                }
            }
            out.writeLong(position.id());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is none in memory
        }
        byte[] content = bytes.toByteArray();
        ByteBuffer key = ByteBuffer.allocate(1 + 2 * CHECK + content.length);
        key.put(VERSION).put(check).put(check(content)).put(content);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.array());
    }

    private static void write(DataOutputStream out, Object column) throws IOException {
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

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** @throws QueryException {@code bad-page-key} whatever is wrong with it */
    Position read(String key) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(key);
        } catch (IllegalArgumentException e) {
            throw bad("it is no key of a page");
        }
        if (bytes.length == 0 || bytes[0] != VERSION) {
            throw bad("it is no key of a page, or one of another version of Espalier");
        }
        byte[] content = Arrays.copyOfRange(bytes, Math.min(bytes.length, 1 + 2 * CHECK), bytes.length);
        if (bytes.length < 1 + 2 * CHECK || !Arrays.equals(bytes, 1 + CHECK, 1 + 2 * CHECK, check(content), 0, CHECK)) {
            throw bad("it is damaged");
        }
        if (!Arrays.equals(bytes, 1, 1 + CHECK, check, 0, CHECK)) {
            throw bad("it was made by another query, or by this one with other values of its parameters");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
            Position position = position(in);
            if (in.read() < 0) {
                return position;
            }
        } catch (IOException | DateTimeException | IllegalArgumentException e) {
            // as with a key that goes on
        }
        throw bad("it is damaged");
    }

    private QueryException bad(String what) {
        return new QueryException(
                BAD_PAGE_KEY,
                rql,
                1,
                what + "; expected the key that came with the page before, or null for the first page");
    }

    private Position position(DataInputStream in) throws IOException {
        int part = in.readInt();
        if (part >= plan.parts().size()) {
            throw new IllegalArgumentException("part " + part);
        }
        List<Optional<Constant>> values = new ArrayList<>();
        for (Plan.Order order : plan.keys()) {
            if (!order.isId()) {
                values.add(in.readBoolean() ? Optional.of(value(in, order.field())) : Optional.empty());
            }
        }
        long id = in.readLong();
        if (id <= 0) {
            throw new IllegalArgumentException("id " + id);
        }
        return new Position(part, values, id);
    }

    private Constant value(DataInputStream in, FieldRef field) throws IOException {
        List<Object> columns = new ArrayList<>();
        for (ColumnType type : field.columnTypes()) {
            columns.add(column(in, type));
        }
        return new Constant(columns);
    }

    private Object column(DataInputStream in, ColumnType type) throws IOException {
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

    private static byte[] bytes(DataInputStream in) throws IOException {
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

    private static String text(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    private static LocalDateTime inYears(LocalDateTime moment) {
        if (moment.getYear() < 1 || moment.getYear() > 9999) {
            throw new IllegalArgumentException("year " + moment.getYear());
        }
        return moment;
    }

    private static byte[] check(byte[] content) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(content), CHECK);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

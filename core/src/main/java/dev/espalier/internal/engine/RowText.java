package dev.espalier.internal.engine;

import dev.espalier.internal.schema.Table;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rows as the text that LOAD DATA and COPY read in their default format: values between tabs, a row a line, a backslash before
 * what would be taken for either, {@code \N} for null, bytes in hexadecimal, UTF-8.
 */
public final class RowText implements RowBatch {

    /** How the engine wants what has no common text. */
    public enum Format {
        /** A UUID as hexadecimal digits alone, bytes likewise: the statement takes {@code UNHEX} of both. */
        LOAD_DATA,
        /** A UUID in its usual form, bytes after {@code \x}. */
        COPY
    }

    private final Table table;
    private final Format format;
    private byte[] text = new byte[4096];
    private int size;
    private int rows;

    /** Begins with no row. */
    public RowText(Table table, Format format) {
        this.table = table;
        this.format = format;
    }

    @Override
    public Table table() {
        return table;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int sizeBytes() {
        return size;
    }

    @Override
    public List<@Nullable Object[]> list() {
        return new RowTextReader(table).rows(new String(text, 0, size, StandardCharsets.UTF_8));
    }

    /** Returns the text as a stream. */
    public InputStream stream() {
        return new ByteArrayInputStream(text, 0, size);
    }

    /** Returns the array whose first {@link #sizeBytes} bytes are the text. */
    public byte[] bytes() {
        return text;
    }

    @Override
    public void add(@Nullable Object[] row) {
        for (int i = 0; i < row.length; i++) {
            if (i > 0) {
                put('\t');
            }
            value(row[i]);
        }
        put('\n');
        rows++;
    }

    private void value(@Nullable Object value) {
        if (value == null) {
            put('\\');
            put('N');
        } else if (value instanceof Long number) {
            number(number);
        } else if (value instanceof String string) {
            string(string);
        } else if (value instanceof Boolean truth) {
            put(truth ? '1' : '0');
        } else if (value instanceof byte[] bytes) {
            bytes(bytes);
        } else if (value instanceof UUID uuid) {
            ascii(format == Format.COPY ? uuid.toString() : uuid.toString().replace("-", ""));
        } else if (value instanceof LocalDateTime time) {
            ascii(time.toLocalDate() + " " + time.toLocalTime());
        } else if (value instanceof java.math.BigDecimal number) {
            ascii(number.toPlainString());
        } else {
            ascii(value.toString());
        }
    }

    private void number(long value) {
        if (value == Long.MIN_VALUE) {
            ascii("-9223372036854775808");
            return;
        }
        ensure(20);
        if (value < 0) {
            text[size++] = '-';
            value = -value;
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        for (int at = size + digits - 1; at >= size; at--) {
            text[at] = (byte) ('0' + value % 10);
            value /= 10;
        }
        size += digits;
    }

    private void string(String string) {
        byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
        ensure(utf8.length * 2);
        for (byte b : utf8) {
            switch (b) {
                case '\\' -> escaped('\\');
                case '\t' -> escaped('t');
                case '\n' -> escaped('n');
                case '\r' -> escaped('r');
                case 0 -> escaped('0');
                default -> text[size++] = b;
            }
        }
    }

    private void escaped(char c) {
        text[size++] = '\\';
        text[size++] = (byte) c;
    }

    private void bytes(byte[] bytes) {
        if (format == Format.COPY) {
            put('\\');
            put('\\');
            put('x');
        }
        ascii(HexFormat.of().formatHex(bytes));
    }

    private void ascii(String ascii) {
        int length = ascii.length();
        ensure(length);
        for (int i = 0; i < length; i++) {
            text[size++] = (byte) ascii.charAt(i);
        }
    }

    private void put(char c) {
        ensure(1);
        text[size++] = (byte) c;
    }

    private void ensure(int more) {
        if (text.length - size < more) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, Math.addExact(size, more)));
        }
    }
}

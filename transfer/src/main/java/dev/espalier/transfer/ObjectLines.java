package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_VALUE;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes objects of one class as JSON, one in each line: {@code {"class":"Order","id":1,"version":0,"values":{"due":"2026-12-01","buyer":2,"lines":[3,4]}}}.
 * A reference is the id of the object, a record an object of its components, a map an array of pairs. For one thread.
 */
final class ObjectLines {

    private static final int OBJECTS_AT_ONCE = 500;
    /** If the objects of a page have more members in one collection, they are read object by object. */
    private static final int MEMBERS_AT_ONCE = 20_000;

    private static final long BYTES_AT_ONCE = 4L * 1024 * 1024;

    private final Session session;
    private final ClassTable type;
    private final JsonGenerator json;
    private final List<@Nullable Object[]> page = new ArrayList<>();
    private long pageBytes;

    private final ChecksumOfRows checksum;

    private final Values values;

    /** How a value is written. */
    interface Values {
        void write(@Nullable Object value, JsonGenerator json) throws IOException;
    }

    /**
     * @param checksum adds up all rows that are written
     * @param values fails with an {@code IllegalArgumentException} for a value that cannot be written
     */
    ObjectLines(Session session, ClassTable type, JsonGenerator json, ChecksumOfRows checksum, Values values) {
        this.checksum = checksum;
        this.values = values;
        this.session = session;
        this.type = type;
        this.json = json;
    }

    /** Adds an object's row. The rows come in any order; lines are written in the same order. */
    void add(@Nullable Object[] row) throws IOException {
        page.add(row);
        for (Object value : row) {
            pageBytes += value instanceof String text
                    ? 2L * text.length()
                    : value instanceof byte[] bytes ? bytes.length : 16;
        }
        if (page.size() >= OBJECTS_AT_ONCE || pageBytes >= BYTES_AT_ONCE) {
            flush();
        }
    }

    /** Writes what was added. */
    void flush() throws IOException {
        if (page.isEmpty()) {
            return;
        }
        long[] ids = page.stream()
                .mapToLong(row -> (Long) row[ClassTable.ID])
                .sorted()
                .toArray();
        List<Members> members = new ArrayList<>();
        for (LinkTable link : type.links()) {
            members.add(new Members(link, ids));
        }
        for (@Nullable Object[] row : page) {
            try {
                write(row, members);
            } catch (IllegalArgumentException e) {
                throw new StoreException(
                        BAD_VALUE, type.type().name() + " " + row[ClassTable.ID] + ": " + e.getMessage(), e);
            }
        }
        page.clear();
        pageBytes = 0;
    }

    private void write(@Nullable Object[] row, List<Members> members) throws IOException {
        checksum.add(type.table(), row);
        json.writeStartObject();
        json.writeFieldName("class");
        json.writeString(type.type().name());
        json.writeFieldName("id");
        json.writeNumber((Long) row[ClassTable.ID]);
        json.writeFieldName("version");
        json.writeNumber(String.valueOf(row[ClassTable.VERSION]));
        json.writeFieldName("values");
        json.writeStartObject();
        for (ClassTable.Field field : type.fields()) {
            json.writeFieldName(field.attribute().name());
            write(field.slot(), row);
        }
        for (Members of : members) {
            json.writeFieldName(of.link.attribute().name());
            json.writeStartArray();
            of.write((Long) row[ClassTable.ID]);
            json.writeEndArray();
        }
        json.writeEndObject();
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private void write(Slot slot, @Nullable Object[] row) throws IOException {
        if (slot instanceof Slot.ValueSlot value) {
            values.write(value.type().decode(row, slot.at()), json);
        } else if (slot instanceof Slot.ReferenceSlot) {
            writeReference((Long) row[slot.at()]);
        } else {
            Slot.EmbeddedSlot embedded = (Slot.EmbeddedSlot) slot;
            if (row[embedded.witness()] == null) {
                json.writeNull();
                return;
            }
            EmbeddedType record = embedded.type();
            List<Attribute> components = record.components();
            json.writeStartObject();
            for (int i = 0; i < components.size(); i++) {
                json.writeFieldName(components.get(i).name());
                write(embedded.components().get(i), row);
            }
            json.writeEndObject();
        }
    }

    private void writeReference(@Nullable Long id) throws IOException {
        if (id == null) {
            json.writeNull();
        } else {
            json.writeNumber(id);
        }
    }

    /** The members of one collection of the objects of a page. */
    private final class Members {

        private final LinkTable link;
        /** Null if they are too many to be held. */
        private @Nullable List<@Nullable Object[]> rows = new ArrayList<>();

        private int next;

        Members(LinkTable link, long[] owners) {
            this.link = link;
            Source source = new Source(link.table(), "l");
            List<Expression> columns = IntStream.range(0, link.table().columns().size())
                    .<Expression>mapToObj(source::column)
                    .toList();
            Select count = Select.of(source, columns.get(LinkTable.OWNER))
                    .where(Predicate.InIds.lookup(source.column(LinkTable.OWNER), owners))
                    .limit((long) MEMBERS_AT_ONCE + 1, 0);
            int[] found = new int[1];
            session.query(session.dialect().render(count), row -> found[0]++);
            if (found[0] > MEMBERS_AT_ONCE) {
                rows = null;
            } else if (found[0] > 0) {
                Select select = Select.of(source, columns)
                        .where(Predicate.InIds.lookup(source.column(LinkTable.OWNER), owners))
                        .orderBy(source.column(LinkTable.OWNER), source.column(LinkTable.POS));
                long[] bytes = new long[1];
                session.stream(session.dialect().render(select), row -> {
                    if (rows != null) {
                        @Nullable Object[] values = new Object[columns.size()];
                        row.get(1, link.table().columns(), values, 0);
                        rows.add(values);
                        bytes[0] += size(values);
                        if (bytes[0] > 4 * BYTES_AT_ONCE) {
                            rows = null;
                        }
                    }
                });
            }
        }

        private long size(@Nullable Object[] values) {
            long size = 0;
            for (Object value : values) {
                size += value instanceof String text
                        ? 2L * text.length()
                        : value instanceof byte[] bytes ? bytes.length : 16;
            }
            return size;
        }

        /** Pages need not have their objects in the order of their ids. */
        void write(long owner) throws IOException {
            if (rows == null) {
                TableCursor cursor = TableCursor.of(session, link.table(), owner);
                while (cursor.hasNext()) {
                    @Nullable Object[] row = cursor.next();
                    writeMember(row);
                }
                return;
            }
            if (next == rows.size() || (Long) rows.get(next)[LinkTable.OWNER] != owner) {
                next = first(rows, owner);
            }
            while (next < rows.size() && (Long) rows.get(next)[LinkTable.OWNER] == owner) {
                writeMember(rows.get(next++));
            }
        }

        private static int first(List<@Nullable Object[]> rows, long owner) {
            int from = 0;
            int to = rows.size();
            while (from < to) {
                int middle = from + to >>> 1;
                if ((Long) rows.get(middle)[LinkTable.OWNER] < owner) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            return from;
        }

        private void writeMember(@Nullable Object[] row) throws IOException {
            checksum.add(link.table(), row);
            if (link.key() == null) {
                ObjectLines.this.write(link.element(), row);
                return;
            }
            json.writeStartArray();
            ObjectLines.this.write(link.key(), row);
            ObjectLines.this.write(link.element(), row);
            json.writeEndArray();
        }
    }

    /**
     * Reads the rows of objects with these ids, those that exist, in this order.
     *
     * @param whole whether with all columns; otherwise with the ids
     */
    static List<@Nullable Object[]> rows(Session session, ClassTable type, long[] ids, boolean whole) {
        Source source = new Source(type.table(), "t");
        int width = whole ? type.table().columns().size() : 1;
        List<Expression> columns =
                IntStream.range(0, width).<Expression>mapToObj(source::column).toList();
        Map<Long, Object[]> found = new HashMap<>();
        session.query(
                session.dialect()
                        .render(Select.of(source, columns)
                                .where(Predicate.InIds.lookup(source.column(ClassTable.ID), ids))),
                row -> {
                    @Nullable Object[] values = new Object[width];
                    row.get(1, type.table().columns().subList(0, width), values, 0);
                    found.put((Long) values[0], values);
                });
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long id : ids) {
            @Nullable Object[] row = found.get(id);
            if (row != null) {
                rows.add(row);
            }
        }
        return rows;
    }
}

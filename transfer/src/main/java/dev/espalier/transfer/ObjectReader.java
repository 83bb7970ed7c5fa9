package dev.espalier.transfer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.espalier.error.StoreException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of {@link ObjectLines} and turns them into rows, in constant memory for collections of any size. For one thread. */
final class ObjectReader {

    /** Takes the rows. */
    interface Sink {
        void row(Table table, @Nullable Object[] row);

        /** Takes a reference. */
        void reference(PersistentClass target, long id);
    }

    private final Schema schema;
    private final Sink sink;
    private final JsonParser json;
    private final String file;

    /** @param file for messages */
    ObjectReader(Schema schema, Sink sink, JsonParser json, String file) {
        this.schema = schema;
        this.sink = sink;
        this.json = json;
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @param className the class of all of its objects
     * @return how many objects it has
     */
    long read(String className) throws IOException {
        ClassTable type = table(className);
        long objects = 0;
        while (json.nextToken() != null) {
            requireObject();
            object(type);
            objects++;
        }
        return objects;
    }

    private ClassTable table(String className) {
        PersistentClass type = schema.model().find(className);
        if (type == null || type.isAbstract()) {
            throw wrong("found the class " + className + "; expected a class of the model with objects of its own");
        }
        return schema.table(type);
    }

    private void object(ClassTable type) throws IOException {
        @Nullable Object[] row = new Object[type.table().columns().size()];
        boolean hasValues = false;
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "class" -> requireClass(type.type().name());
                case "id" -> row[ClassTable.ID] = number(1, Long.MAX_VALUE - 1);
                case "version" -> row[ClassTable.VERSION] = number(0, Integer.MAX_VALUE);
                case "values" -> {
                    if (row[ClassTable.ID] == null || row[ClassTable.VERSION] == null) {
                        throw wrong("found \"values\"; expected class, id and version before them");
                    }
                    hasValues = true;
                    values(type, row);
                }
                default -> throw wrong("found \"" + name + "\"; expected class, id, version and values");
            }
        }
        if (!hasValues) {
            throw wrong("found an object without values");
        }
        List<Column> columns = type.table().columns();
        for (int i = 0; i < row.length; i++) {
            if (row[i] == null && !columns.get(i).nullable()) {
                throw wrong(type.type() + " " + row[ClassTable.ID] + ": found no value of "
                        + columns.get(i).name() + "; expected one");
            }
        }
        sink.row(type.table(), row);
    }

    private void requireClass(String expected) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING || !json.getText().equals(expected)) {
            throw wrong("found the class " + shortened(json.getText()) + "; expected " + expected);
        }
    }

    private long number(long least, long most) throws IOException {
        try {
            long number = isTextOrNumber() ? Long.parseLong(json.getText()) : least - 1;
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw wrong("found " + found() + "; expected a whole number from " + least);
    }

    private boolean isTextOrNumber() {
        return json.currentToken() == JsonToken.VALUE_STRING
                || json.currentToken().isNumeric();
    }

    /** The value that was read last, for messages. */
    private String found() throws IOException {
        return isTextOrNumber() ? "'" + shortened(json.getText()) + "'" : Json.found(json);
    }

    private StoreException wrong(String what) {
        return Json.wrong(json, file, what);
    }

    private void values(ClassTable type, @Nullable Object[] row) throws IOException {
        requireObject();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            ClassTable.Field field = field(type, name);
            if (field != null) {
                slot(type.table(), field.slot(), type.type() + " " + row[ClassTable.ID] + "." + name, row);
            } else {
                members(link(type, name), (Long) row[ClassTable.ID]);
            }
        }
    }

    private static ClassTable.@Nullable Field field(ClassTable type, String name) {
        return type.fields().stream()
                .filter(field -> field.attribute().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private LinkTable link(ClassTable type, String name) {
        return type.links().stream()
                .filter(link -> link.attribute().name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("found \"" + name + "\"; expected an attribute of " + type.type()));
    }

    private void requireObject() {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrong("found " + Json.found(json) + "; expected an object");
        }
    }

    private void members(LinkTable link, long owner) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong("found " + Json.found(json) + "; expected an array for "
                    + link.attribute().name());
        }
        String place = link.attribute().declaringClass() + " " + owner + "."
                + link.attribute().name();
        int width = link.table().columns().size();
        long position = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            @Nullable Object[] row = new Object[width];
            row[LinkTable.OWNER] = owner;
            row[LinkTable.POS] = position++;
            if (link.key() == null) {
                slot(link.table(), link.element(), place, row);
            } else {
                pair(link, link.key(), place, row);
            }
            for (int i = 0; i < width; i++) {
                if (row[i] == null && !link.table().columns().get(i).nullable()) {
                    throw wrong(place + ": found null; expected a value");
                }
            }
            sink.row(link.table(), row);
        }
    }

    private void pair(LinkTable link, Slot key, String place, @Nullable Object[] row) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong(place + ": found " + Json.found(json) + "; expected an array of key and value");
        }
        json.nextToken();
        slot(link.table(), key, place, row);
        json.nextToken();
        slot(link.table(), link.element(), place, row);
        if (json.nextToken() != JsonToken.END_ARRAY) {
            throw wrong(place + ": found " + found() + "; expected the end of an array of key and value");
        }
    }

    private void slot(Table table, Slot slot, String place, @Nullable Object[] row) throws IOException {
        boolean isNull = json.currentToken() == JsonToken.VALUE_NULL;
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            if (!isNull) {
                embedded(table, embedded, place, row);
            }
        } else if (slot instanceof Slot.ReferenceSlot reference) {
            if (!isNull) {
                long id = number(1, Long.MAX_VALUE - 1);
                row[slot.at()] = id;
                sink.reference(reference.target(), id);
            }
        } else {
            value((Slot.ValueSlot) slot, place, row);
        }
    }

    private void value(Slot.ValueSlot slot, String place, @Nullable Object[] row) throws IOException {
        Object value;
        try {
            value = ValueText.read(slot.type(), json);
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            throw wrong(place + ": found " + found() + "; expected " + e.getMessage());
        }
        try {
            if (value != null) {
                slot.type().encode(value, row, slot.at());
            }
        } catch (IllegalArgumentException e) {
            throw wrong(place + ": found " + e.getMessage());
        }
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }

    private void embedded(Table table, Slot.EmbeddedSlot slot, String place, @Nullable Object[] row)
            throws IOException {
        requireObject();
        if (slot.presence()) {
            row[slot.at()] = true;
        }
        List<Attribute> components = slot.type().components();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            int at = 0;
            while (at < components.size() && !components.get(at).name().equals(name)) {
                at++;
            }
            if (at == components.size()) {
                throw wrong(place + ": found \"" + name + "\"; expected a component of the record");
            }
            json.nextToken();
            slot(table, slot.components().get(at), place + "." + name, row);
        }
        if (row[slot.witness()] == null) {
            throw wrong(place + ": found a record without "
                    + table.columns().get(slot.witness()).name() + "; expected a value");
        }
    }
}

package dev.espalier.transfer;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    private final JsonReader json;

    ObjectReader(Schema schema, Sink sink, JsonReader json) {
        this.schema = schema;
        this.sink = sink;
        this.json = json;
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
        while (true) {
            JsonReader.Token token = json.next();
            if (token == JsonReader.Token.END) {
                return objects;
            }
            if (token != JsonReader.Token.BEGIN_OBJECT) {
                throw json.wrong("found " + token + "; expected an object");
            }
            object(type);
            objects++;
        }
    }

    private ClassTable table(String className) {
        PersistentClass type = schema.model().find(className);
        if (type == null || type.isAbstract()) {
            throw json.wrong(
                    "found the class " + className + "; expected a class of the model with objects of its own");
        }
        return schema.table(type);
    }

    private void object(ClassTable type) throws IOException {
        @Nullable Object[] row = new Object[type.table().columns().size()];
        boolean hasValues = false;
        for (String name = json.name(); name != null; name = json.name()) {
            JsonReader.Token token = json.next();
            switch (name) {
                case "class" -> {
                    if (token != JsonReader.Token.TEXT
                            || !json.text().equals(type.type().name())) {
                        throw json.wrong("found the class " + json.text() + "; expected "
                                + type.type().name());
                    }
                }
                case "id" -> row[ClassTable.ID] = number(token, 1, Long.MAX_VALUE - 1);
                case "version" -> row[ClassTable.VERSION] = number(token, 0, Integer.MAX_VALUE);
                case "values" -> {
                    if (row[ClassTable.ID] == null || row[ClassTable.VERSION] == null || hasValues) {
                        throw json.wrong(
                                "found \"values\"; expected class, id and version before them, and values once");
                    }
                    hasValues = true;
                    values(type, row, token);
                }
                default -> throw json.wrong("found \"" + name + "\"; expected class, id, version and values");
            }
        }
        if (!hasValues) {
            throw json.wrong("found an object without values");
        }
        List<Column> columns = type.table().columns();
        for (int i = 0; i < row.length; i++) {
            if (row[i] == null && !columns.get(i).nullable()) {
                throw json.wrong(type.type() + " " + row[ClassTable.ID] + ": found no value of "
                        + columns.get(i).name() + "; expected one");
            }
        }
        sink.row(type.table(), row);
    }

    private long number(JsonReader.Token token, long least, long most) {
        try {
            long number = token == JsonReader.Token.NUMBER || token == JsonReader.Token.TEXT
                    ? Long.parseLong(json.text())
                    : least - 1;
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw json.wrong(
                "found " + (token == JsonReader.Token.NUMBER || token == JsonReader.Token.TEXT ? json.text() : token)
                        + "; expected a whole number from " + least);
    }

    private void values(ClassTable type, @Nullable Object[] row, JsonReader.Token begin) throws IOException {
        requireObject(begin);
        Set<String> seen = new HashSet<>();
        for (String name = json.name(); name != null; name = json.name()) {
            if (!seen.add(name)) {
                throw json.wrong(type.type() + " " + row[ClassTable.ID] + ": found \"" + name + "\" twice");
            }
            JsonReader.Token token = json.next();
            ClassTable.Field field = field(type, name);
            if (field != null) {
                slot(type.table(), field.slot(), type.type() + " " + row[ClassTable.ID] + "." + name, token, row);
            } else {
                members(link(type, name), (Long) row[ClassTable.ID], token);
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
                .orElseThrow(() -> json.wrong("found \"" + name + "\"; expected an attribute of " + type.type()));
    }

    private void requireObject(JsonReader.Token token) {
        if (token != JsonReader.Token.BEGIN_OBJECT) {
            throw json.wrong("found " + token + "; expected an object");
        }
    }

    private void members(LinkTable link, long owner, JsonReader.Token begin) throws IOException {
        if (begin != JsonReader.Token.BEGIN_ARRAY) {
            throw json.wrong("found " + begin + "; expected an array for "
                    + link.attribute().name());
        }
        String place = link.attribute().declaringClass() + " " + owner + "."
                + link.attribute().name();
        int width = link.table().columns().size();
        long position = 0;
        for (JsonReader.Token token = json.next(); token != JsonReader.Token.END_ARRAY; token = json.next()) {
            @Nullable Object[] row = new Object[width];
            row[LinkTable.OWNER] = owner;
            row[LinkTable.POS] = position++;
            if (link.key() == null) {
                slot(link.table(), link.element(), place, token, row);
            } else {
                if (token != JsonReader.Token.BEGIN_ARRAY) {
                    throw json.wrong(place + ": found " + token + "; expected an array of key and value");
                }
                slot(link.table(), link.key(), place, json.next(), row);
                slot(link.table(), link.element(), place, json.next(), row);
                json.require(JsonReader.Token.END_ARRAY);
            }
            for (int i = 0; i < width; i++) {
                if (row[i] == null && !link.table().columns().get(i).nullable()) {
                    throw json.wrong(place + ": found null; expected a value");
                }
            }
            sink.row(link.table(), row);
        }
    }

    private void slot(Table table, Slot slot, String place, JsonReader.Token token, @Nullable Object[] row)
            throws IOException {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            if (token != JsonReader.Token.NULL) {
                embedded(table, embedded, place, token, row);
            }
        } else if (slot instanceof Slot.ReferenceSlot reference) {
            if (token != JsonReader.Token.NULL) {
                long id = number(token, 1, Long.MAX_VALUE - 1);
                row[slot.at()] = id;
                sink.reference(reference.target(), id);
            }
        } else {
            Slot.ValueSlot value = (Slot.ValueSlot) slot;
            try {
                Object read = ValueText.read(value.type(), token, json.text());
                if (read != null) {
                    value.type().encode(read, row, slot.at());
                }
            } catch (IllegalArgumentException | java.time.DateTimeException e) {
                String found = token == JsonReader.Token.TEXT || token == JsonReader.Token.NUMBER
                        ? "'" + shortened(json.text()) + "'"
                        : token.toString();
                throw json.wrong(place + ": found " + found + "; expected " + e.getMessage());
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }

    private void embedded(
            Table table, Slot.EmbeddedSlot slot, String place, JsonReader.Token begin, @Nullable Object[] row)
            throws IOException {
        requireObject(begin);
        if (slot.presence()) {
            row[slot.at()] = true;
        }
        List<Attribute> components = slot.type().components();
        for (String name = json.name(); name != null; name = json.name()) {
            int at = 0;
            while (at < components.size() && !components.get(at).name().equals(name)) {
                at++;
            }
            if (at == components.size()) {
                throw json.wrong(place + ": found \"" + name + "\"; expected a component of the record");
            }
            slot(table, slot.components().get(at), place + "." + name, json.next(), row);
        }
        if (row[slot.witness()] == null) {
            throw json.wrong(place + ": found a record without "
                    + table.columns().get(slot.witness()).name() + "; expected a value");
        }
    }
}

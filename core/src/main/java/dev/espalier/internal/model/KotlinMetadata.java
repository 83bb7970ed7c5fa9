package dev.espalier.internal.model;

import java.lang.annotation.Annotation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the types of the properties of a class from {@code kotlin.Metadata}, which Kotlin's compiler writes at each class. {@code d1} holds two messages in the
 * format of Protocol Buffers, one byte a character: a table of strings, whose texts stand in {@code d2}, and the class. Only the few fields that name types are
 * read here, so Kotlin's library is not needed.
 */
final class KotlinMetadata {

    /** {@code kotlin.Metadata.k} of a class. */
    private static final int CLASS = 1;
    /** The first character of {@code d1} if each character is one byte, as it has been since Kotlin 1.0. */
    private static final char BYTES = '\0';

    private static final int PROPERTY_OF_CLASS = 10;
    private static final int TYPE_TABLE_OF_CLASS = 30;
    private static final int NAME_OF_PROPERTY = 2;
    private static final int TYPE_OF_PROPERTY = 3;
    private static final int TYPE_ID_OF_PROPERTY = 9;
    private static final int SIGNATURE_OF_PROPERTY = 100;
    private static final int FIELD_OF_SIGNATURE = 1;
    private static final int NAME_OF_FIELD = 1;
    private static final int CLASS_OF_TYPE = 6;
    private static final int TYPE_OF_TABLE = 1;

    private static final int RECORD_OF_STRINGS = 1;
    private static final int RANGE_OF_RECORD = 1;
    private static final int PREDEFINED_OF_RECORD = 2;
    private static final int TEXT_OF_RECORD = 6;
    private static final int OPERATION_OF_RECORD = 3;
    private static final int FROM_DESCRIPTOR = 2;

    private final List<String> strings;

    private KotlinMetadata(List<String> strings) {
        this.strings = strings;
    }

    /**
     * Returns the class of each property that has one, by the name of its field: {@code kotlin/UInt}, or {@code org/example/Shop$Price}. The types that each
     * program of Kotlin has, such as {@code Int}, are empty texts. Nothing is known of a class that Kotlin did not compile, or whose metadata were taken away.
     */
    static Map<String, String> typesOfFields(Class<?> type) {
        for (Annotation annotation : type.getDeclaredAnnotations()) {
            Class<?> metadata = annotation.annotationType();
            if (metadata.getName().equals("kotlin.Metadata")) {
                try {
                    return types(annotation, metadata);
                } catch (ReflectiveOperationException
                        | RuntimeException e) { // of another format than any version so far
                    return Map.of();
                }
            }
        }
        return Map.of();
    }

    private static Map<String, String> types(Annotation annotation, Class<?> metadata)
            throws ReflectiveOperationException {
        Object kind = metadata.getMethod("k").invoke(annotation);
        String characters = String.join("", texts(metadata.getMethod("d1").invoke(annotation)));
        if (!Objects.equals(kind, CLASS) || characters.isEmpty() || characters.charAt(0) != BYTES) {
            return Map.of();
        }
        Message all = new Message(characters.substring(1).getBytes(StandardCharsets.ISO_8859_1));
        List<String> strings =
                strings(all.message(), texts(metadata.getMethod("d2").invoke(annotation)));
        return new KotlinMetadata(strings).typesOfFields(all);
    }

    private static String[] texts(@Nullable Object value) {
        return value instanceof String[] texts ? texts : new String[0];
    }

    // ---- the table of strings

    private static List<String> strings(Message table, String[] texts) {
        List<String> strings = new ArrayList<>();
        while (table.next()) {
            if (table.field == RECORD_OF_STRINGS) {
                record(table.message(), texts, strings);
            } else {
                table.skip();
            }
        }
        return strings;
    }

    /** Adds the strings that one record stands for: the texts as they are, or names of classes that the texts are descriptors of. */
    private static void record(Message record, String[] texts, List<String> strings) {
        int range = 1;
        int operation = 0;
        boolean isPredefined = false;
        String own = null;
        while (record.next()) {
            switch (record.field) {
                case RANGE_OF_RECORD -> range = record.number();
                case OPERATION_OF_RECORD -> operation = record.number();
                case PREDEFINED_OF_RECORD -> {
                    isPredefined = true;
                    record.skip();
                }
                case TEXT_OF_RECORD -> own = record.message().text();
                default -> record.skip();
            }
        }
        for (int i = 0; i < range; i++) {
            String text = own != null ? own : isPredefined ? "" : texts[strings.size()];
            strings.add(
                    operation == FROM_DESCRIPTOR && text.endsWith(";") ? text.substring(1, text.length() - 1) : text);
        }
    }

    // ---- the class

    private Map<String, String> typesOfFields(Message type) {
        List<Message> properties = new ArrayList<>();
        List<String> types = new ArrayList<>();
        while (type.next()) {
            switch (type.field) {
                case PROPERTY_OF_CLASS -> properties.add(type.message());
                case TYPE_TABLE_OF_CLASS -> {
                    Message table = type.message();
                    while (table.next()) {
                        if (table.field == TYPE_OF_TABLE) {
                            types.add(string(table.message(), CLASS_OF_TYPE));
                        } else {
                            table.skip();
                        }
                    }
                }
                default -> type.skip();
            }
        }
        Map<String, String> found = new HashMap<>();
        properties.forEach(property -> property(property, types, found));
        return found;
    }

    private void property(Message property, List<String> types, Map<String, String> found) {
        String name = "";
        String field = "";
        String type = "";
        while (property.next()) {
            switch (property.field) {
                case NAME_OF_PROPERTY -> name = strings.get(property.number());
                case TYPE_OF_PROPERTY -> type = string(property.message(), CLASS_OF_TYPE);
                case TYPE_ID_OF_PROPERTY -> type = types.get(property.number());
                case SIGNATURE_OF_PROPERTY -> field = field(property.message());
                default -> property.skip();
            }
        }
        found.put(field.isEmpty() ? name : field, type);
    }

    /** Returns the name of a property's field, or an empty text if it is that of the property. */
    private String field(Message signature) {
        while (signature.next()) {
            if (signature.field == FIELD_OF_SIGNATURE) {
                return string(signature.message(), NAME_OF_FIELD);
            }
            signature.skip();
        }
        return "";
    }

    /** Returns the string whose number a field holds, or an empty text if the field is missing. */
    private String string(Message message, int field) {
        String found = "";
        while (message.next()) {
            if (message.field == field) {
                found = strings.get(message.number());
            } else {
                message.skip();
            }
        }
        return found;
    }

    /** The fields of a message one after the other. */
    private static final class Message {

        private static final int NUMBER = 0;
        private static final int EIGHT_BYTES = 1;
        private static final int LENGTH_AND_BYTES = 2;
        private static final int FOUR_BYTES = 5;

        private final byte[] bytes;
        private final int end;
        private int at;
        private int kind;
        /** The number of the field that stands here. */
        private int field;

        Message(byte[] bytes) {
            this(bytes, 0, bytes.length);
        }

        private Message(byte[] bytes, int at, int end) {
            this.bytes = bytes;
            this.at = at;
            this.end = end;
        }

        /** Whether there is another field, which then has to be read or skipped. */
        boolean next() {
            if (at >= end) {
                return false;
            }
            int tag = number();
            field = tag >>> 3;
            kind = tag & 7;
            return true;
        }

        /** Reads a number: seven bits a byte, the lowest first. */
        int number() {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[at++];
                number |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return (int) number;
                }
            }
        }

        /** Reads a part that has its length in front of it. */
        Message message() {
            int length = number();
            at += length;
            return new Message(bytes, at - length, at);
        }

        String text() {
            return new String(bytes, at, end - at, StandardCharsets.UTF_8);
        }

        void skip() {
            switch (kind) {
                case NUMBER -> number();
                case EIGHT_BYTES -> at += Long.BYTES;
                case LENGTH_AND_BYTES -> message();
                case FOUR_BYTES -> at += Integer.BYTES;
                default -> throw new IllegalArgumentException("a field of kind " + kind);
            }
        }
    }
}

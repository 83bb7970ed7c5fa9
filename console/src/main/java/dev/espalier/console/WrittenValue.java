package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.Node;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the values that the page sends, in the form in which it gets them; see {@link NodeJson}. Whether an attribute can hold them, {@link Node#set} checks. */
final class WrittenValue {

    private static final Set<String> WHOLE = Set.of("byte", "Byte", "short", "Short", "int", "Integer", "long", "Long");

    private final References references;

    /** The objects that values refer to. */
    interface References {

        /** @throws RequestException if there is none */
        Node stored(String className, long id);

        /** @throws RequestException if there is none of this name in the change set */
        Node created(String name);
    }

    WrittenValue(References references) {
        this.references = references;
    }

    /** @param place the object and its attribute, for messages */
    @Nullable
    Object read(String place, Shape shape, JsonNode json) {
        if (json.isNull()) {
            if (!shape.isNullable()) {
                throw wrong(place, json, "a " + shape.type() + ", which is never null");
            }
            return null;
        }
        return switch (shape.kind()) {
            case VALUE -> value(place, shape.type(), json);
            case ENUM -> text(place, json, "one of " + String.join(", ", shape.constants()));
            case REFERENCE -> reference(place, shape.type(), json);
            case RECORD -> components(place, shape, json);
            case LIST, SET -> members(place, shape, json);
            case MAP -> entries(place, shape, json);
        };
    }

    private static String text(String place, JsonNode json, String expected) {
        if (!json.isTextual()) {
            throw wrong(place, json, expected);
        }
        return json.textValue();
    }

    private Node reference(String place, String target, JsonNode json) {
        if (json.path("new").isTextual()) {
            return references.created(json.get("new").textValue());
        }
        String className = json.path("ref").isTextual() ? json.get("ref").textValue() : target;
        try {
            return references.stored(className, Long.parseLong(json.path("id").asText()));
        } catch (NumberFormatException e) {
            throw wrong(place, json, "a " + target + " and its id");
        }
    }

    private Map<String, @Nullable Object> components(String place, Shape shape, JsonNode json) {
        JsonNode given = json.path("record");
        if (!given.isObject()) {
            throw wrong(place, json, "the components of a " + shape.type());
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        given.properties().forEach(entry -> {
            Shape component = shape.components().get(entry.getKey());
            if (component == null) {
                throw new RequestException(place + ": found the component " + entry.getKey() + "; expected one of "
                        + String.join(", ", shape.components().keySet()));
            }
            values.put(entry.getKey(), read(place + "." + entry.getKey(), component, entry.getValue()));
        });
        return values;
    }

    private List<@Nullable Object> members(String place, Shape shape, JsonNode json) {
        if (!json.path("list").isArray() || shape.member() == null) {
            throw wrong(place, json, "a list");
        }
        List<@Nullable Object> members = new ArrayList<>();
        for (JsonNode member : json.get("list")) {
            members.add(read(place + "[" + members.size() + "]", shape.member(), member));
        }
        return members;
    }

    private Map<@Nullable Object, @Nullable Object> entries(String place, Shape shape, JsonNode json) {
        if (!json.path("map").isArray() || shape.key() == null || shape.member() == null) {
            throw wrong(place, json, "a map");
        }
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (JsonNode entry : json.get("map")) {
            if (!entry.isArray() || entry.size() != 2) {
                throw wrong(place, entry, "a key and a value");
            }
            Object key = read(place + ", key", shape.key(), entry.get(0));
            if (entries.containsKey(key)) {
                throw new RequestException(place + ": found the key " + entry.get(0) + " twice; expected it once");
            }
            entries.put(key, read(place + "[" + entry.get(0).asText() + "]", shape.member(), entry.get(1)));
        }
        return entries;
    }

    private static Object value(String place, String type, JsonNode json) {
        if (type.equals("byte[]")) {
            return parsed(
                    place,
                    json.path("hex").isTextual() ? json.get("hex") : json,
                    "hexadecimal digits such as 0aff",
                    HexFormat.of()::parseHex);
        }
        if (WHOLE.contains(type)) {
            return parsed(place, json, "a whole number", Long::valueOf);
        }
        return switch (type.substring(
                type.startsWith("java.sql.") || type.equals("java.util.Date") ? 0 : type.lastIndexOf('.') + 1)) {
            case "String" -> text(place, json, "a text");
            case "boolean", "Boolean" -> parsed(place, json, "true or false", WrittenValue::truth);
            case "char", "Character" -> parsed(place, json, "one character", WrittenValue::character);
            case "float", "Float" -> parsed(place, json, "a number", Float::valueOf);
            case "double", "Double" -> parsed(place, json, "a number", Double::valueOf);
            case "BigDecimal" -> parsed(place, json, "a decimal number", DecimalText::decimal);
            case "BigInteger" -> parsed(place, json, "a whole number", DecimalText::whole);
            case "LocalDate" -> parsed(place, json, "a date such as 2026-12-01", LocalDate::parse);
            case "LocalTime" -> parsed(place, json, "a time such as 10:15:30", LocalTime::parse);
            case "LocalDateTime" -> parsed(place, json, "a time such as 2026-12-01T10:15:30", LocalDateTime::parse);
            case "Instant" -> parsed(place, json, "a time such as 2026-12-01T10:15:30Z", Instant::parse);
            case "OffsetDateTime" ->
                parsed(place, json, "a time such as 2026-12-01T10:15:30+01:00", OffsetDateTime::parse);
            case "Duration" -> parsed(place, json, "a duration such as PT1H30M", Duration::parse);
            case "UUID" ->
                parsed(place, json, "a UUID such as 123e4567-e89b-12d3-a456-426614174000", WrittenValue::uuid);
            case "java.sql.Date" ->
                sqlDate(place, json, parsed(place, json, "a date such as 2026-12-01", LocalDate::parse));
            case "java.sql.Time" -> parsed(place, json, "a time such as 10:15:30", WrittenValue::time);
            case "java.sql.Timestamp" ->
                parsed(
                        place,
                        json,
                        "a time such as 2026-12-01T10:15:30Z",
                        text -> java.sql.Timestamp.from(Instant.parse(text)));
            case "java.util.Date" ->
                parsed(place, json, "a time such as 2026-12-01T10:15:30Z", text -> Date.from(Instant.parse(text)));
            default -> throw new RequestException(place + ": the console cannot read a " + type);
        };
    }

    private interface Parser<T> {
        T parse(String text);
    }

    private static <T> T parsed(String place, JsonNode json, String expected, Parser<T> parser) {
        try {
            return parser.parse(text(place, json, expected));
        } catch (DecimalText.TooLarge e) {
            throw wrong(place, json, DecimalText.EXPECTED);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw wrong(place, json, expected);
        }
    }

    /** The class counts milliseconds, and has another day in place of one that a time zone leaves out. */
    private static java.sql.Date sqlDate(String place, JsonNode json, LocalDate day) {
        java.sql.Date date = java.sql.Date.valueOf(day);
        if (!date.toLocalDate().equals(day)) {
            throw wrong(
                    place,
                    json,
                    "a date that there is in the time zone "
                            + TimeZone.getDefault().getID());
        }
        return date;
    }

    private static Boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(text);
        }
        return Boolean.valueOf(text);
    }

    private static Character character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }

    /** The JDK reads shorter ones, too, and fills them up. */
    private static UUID uuid(String text) {
        if (text.length() != 36) {
            throw new IllegalArgumentException(text);
        }
        return UUID.fromString(text);
    }

    private static java.sql.Time time(String text) {
        LocalTime time = LocalTime.parse(text);
        java.sql.Time whole = java.sql.Time.valueOf(time);
        whole.setTime(whole.getTime() + time.get(ChronoField.MILLI_OF_SECOND));
        return whole;
    }

    private static RequestException wrong(String place, JsonNode found, String expected) {
        String text = found.isTextual() ? "'" + found.textValue() + "'" : found.toString();
        return new RequestException(place + ": found " + (text.length() > 80 ? text.substring(0, 80) + "..." : text)
                + "; expected " + expected);
    }
}

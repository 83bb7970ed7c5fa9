package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of an attribute, a component, a member or a key. Immutable.
 *
 * @param type its name in Java, without members and keys: {@code int}, {@code Place}, {@code List}
 * @param isNullable whether it may hold nothing
 * @param key of a map
 * @param member of a list, a set or a map
 * @param components of a record, in their order
 * @param constants of an enum
 */
record Shape(
        Kind kind,
        String type,
        boolean isNullable,
        @Nullable Shape key,
        @Nullable Shape member,
        Map<String, Shape> components,
        List<String> constants) {

    enum Kind {
        VALUE,
        ENUM,
        REFERENCE,
        RECORD,
        LIST,
        SET,
        MAP
    }

    /** The shape as the page gets it. */
    ObjectNode json() {
        ObjectNode json = Json.object()
                .put("kind", kind.name().toLowerCase(Locale.ROOT))
                .put("type", type)
                .put("isNullable", isNullable);
        if (key != null) {
            json.set("key", key.json());
        }
        if (member != null) {
            json.set("member", member.json());
        }
        if (kind == Kind.RECORD) {
            ObjectNode of = json.putObject("components");
            components.forEach((name, component) -> of.set(name, component.json()));
        }
        if (kind == Kind.ENUM) {
            constants.forEach(json.putArray("constants")::add);
        }
        return json;
    }
}

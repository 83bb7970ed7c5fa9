package dev.espalier.console;

import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The shapes of a model's types, read from their names in Java source. Immutable. */
final class Shapes {

    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "short", "int", "long", "float", "double", "char");

    private final Set<String> classes;
    private final Map<String, RecordDraft> records;
    private final Map<String, EnumDraft> enums;

    Shapes(ModelDraft draft) {
        this.classes = draft.classes().stream().map(ClassDraft::name).collect(Collectors.toSet());
        this.records = draft.records().stream().collect(Collectors.toMap(RecordDraft::name, one -> one));
        this.enums = draft.enums().stream().collect(Collectors.toMap(EnumDraft::name, one -> one));
    }

    /** @param type for example {@code int}, {@code Customer}, {@code Map<String, Line>} */
    Shape of(String type) {
        String text = type.strip();
        if (text.endsWith("[]") && !text.equals("byte[]")) {
            return container(Shape.Kind.LIST, "array", null, text.substring(0, text.length() - 2));
        }
        int open = text.indexOf('<');
        if (open > 0) {
            String name = text.substring(0, open);
            String inside = text.substring(open + 1, text.length() - 1);
            if (name.endsWith("Map")) {
                int comma = inside.indexOf(','); // a key is no generic type
                return container(Shape.Kind.MAP, name, of(inside.substring(0, comma)), inside.substring(comma + 1));
            }
            return container(name.endsWith("Set") ? Shape.Kind.SET : Shape.Kind.LIST, name, null, inside);
        }
        if (classes.contains(text)) {
            return plain(Shape.Kind.REFERENCE, text, Map.of(), List.of());
        }
        RecordDraft embedded = records.get(text);
        if (embedded != null) {
            Map<String, Shape> components = new LinkedHashMap<>();
            for (AttributeDraft component : embedded.components()) {
                components.put(component.name(), of(component.type()));
            }
            return plain(Shape.Kind.RECORD, text, components, List.of());
        }
        EnumDraft constants = enums.get(text);
        return constants != null
                ? plain(Shape.Kind.ENUM, text, Map.of(), constants.constants())
                : plain(Shape.Kind.VALUE, text, Map.of(), List.of());
    }

    private static Shape plain(Shape.Kind kind, String type, Map<String, Shape> components, List<String> constants) {
        return new Shape(kind, type, !PRIMITIVES.contains(type), null, null, components, constants);
    }

    private Shape container(Shape.Kind kind, String name, @Nullable Shape key, String member) {
        return new Shape(kind, name, false, key, of(member), Map.of(), List.of());
    }
}

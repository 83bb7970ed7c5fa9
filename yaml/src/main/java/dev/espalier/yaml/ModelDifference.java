package dev.espalier.yaml;

import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The difference of two drafts as lines for people. The order of classes, attributes and components says nothing; that of constants does. */
final class ModelDifference {

    private final String first;
    private final String second;
    private final List<String> lines = new ArrayList<>();

    private ModelDifference(String first, String second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Compares two drafts.
     *
     * @param first what the first draft is called, for example {@code the file}
     * @param second what the second one is called
     */
    static List<String> between(String first, ModelDraft one, String second, ModelDraft other) {
        ModelDifference difference = new ModelDifference(first, second);
        difference.all(
                "class",
                named(one.classes(), ClassDraft::name),
                named(other.classes(), ClassDraft::name),
                difference::types);
        difference.all(
                "record",
                named(one.records(), RecordDraft::name),
                named(other.records(), RecordDraft::name),
                difference::records);
        difference.all(
                "enum", named(one.enums(), EnumDraft::name), named(other.enums(), EnumDraft::name), difference::enums);
        return difference.lines;
    }

    @FunctionalInterface
    private interface Comparison<T> {
        void compare(String place, T one, T other);
    }

    private static <T> Map<String, T> named(Collection<T> types, Function<T, String> name) {
        return types.stream().collect(Collectors.toMap(name, type -> type, (a, b) -> a, LinkedHashMap::new));
    }

    private <T> void all(String kind, Map<String, T> one, Map<String, T> other, Comparison<T> comparison) {
        Set<String> names = new LinkedHashSet<>(one.keySet());
        names.addAll(other.keySet());
        for (String name : names) {
            String place = kind + " " + name;
            if (!other.containsKey(name)) {
                lines.add(place + ": in " + first + ", not in " + second);
            } else if (!one.containsKey(name)) {
                lines.add(place + ": not in " + first + ", but in " + second);
            } else {
                comparison.compare(place, one.get(name), other.get(name));
            }
        }
    }

    private void types(String place, ClassDraft one, ClassDraft other) {
        compare(place, "name in Java", Set.copyOf(one.javaNames()), Set.copyOf(other.javaNames()));
        compare(place, "abstract", one.isAbstract(), other.isAbstract());
        compare(place, "superclasses", Set.copyOf(one.superclasses()), Set.copyOf(other.superclasses()));
        compare(place, "former names", one.formerNames(), other.formerNames());
        compare(place, "bounds", one.bounds(), other.bounds());
        attributes(place, one.attributes(), other.attributes());
    }

    private void records(String place, RecordDraft one, RecordDraft other) {
        compare(place, "name in Java", one.simpleName(), other.simpleName());
        attributes(place, one.components(), other.components());
    }

    private void enums(String place, EnumDraft one, EnumDraft other) {
        compare(place, "name in Java", one.javaName(), other.javaName());
        compare(place, "constants", one.constants(), other.constants());
        compare(place, "former names", one.formerNames(), other.formerNames());
    }

    private void attributes(String place, List<AttributeDraft> one, List<AttributeDraft> other) {
        all(
                place + ", attribute",
                named(one, AttributeDraft::name),
                named(other, AttributeDraft::name),
                (attribute, a, b) -> {
                    if (!a.equals(b)) {
                        lines.add(attribute + ": " + without(a) + " in " + first + ", " + without(b) + " in " + second);
                    }
                });
    }

    private static String without(AttributeDraft attribute) {
        return attribute.toString().substring(attribute.name().length() + 2);
    }

    private void compare(String place, String what, @Nullable Object one, @Nullable Object other) {
        if (one == null ? other != null : !one.equals(other)) {
            lines.add(place + ": " + what + " " + said(one) + " in " + first + ", " + said(other) + " in " + second);
        }
    }

    private static String said(@Nullable Object value) {
        return value == null ? "not said" : value.toString();
    }
}

package dev.espalier.internal.migration;

import dev.espalier.internal.model.PersistentClass;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The content of a migration: how it computes attributes for the objects of a class.
 *
 * @param type null for a model without Java classes
 * @param simpleName the name of the class; of a Java class the simple one
 * @param formulas by the names of their attributes
 * @param fills the values that stand in place of null, by the names of their attributes
 */
public record Computation(
        @Nullable Class<?> type, String simpleName, SortedMap<String, Formula> formulas, Map<String, Object> fills) {

    public Computation {
        formulas = Collections.unmodifiableSortedMap(new TreeMap<>(formulas));
        fills = Map.copyOf(fills);
    }

    public static Computation of(Class<?> type) {
        return new Computation(type, type.getSimpleName(), new TreeMap<>(), Map.of());
    }

    /** The same for a model without Java classes. */
    public static Computation of(String className) {
        return new Computation(null, className, new TreeMap<>(), Map.of());
    }

    /** The same with another formula for an attribute. */
    public Computation with(String attribute, Formula formula) {
        SortedMap<String, Formula> more = new TreeMap<>(formulas);
        more.put(attribute, formula);
        return new Computation(type, simpleName, more, fills);
    }

    /** The same with another value in place of null for an attribute. */
    public Computation filledWith(String attribute, Object value) {
        Map<String, Object> more = new TreeMap<>(fills);
        more.put(attribute, value);
        return new Computation(type, simpleName, formulas, more);
    }

    /** The name of the class in full, for messages. */
    String className() {
        return type == null ? simpleName : type.getName();
    }

    /** The attributes that it computes or fills. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(formulas.keySet());
        names.addAll(fills.keySet());
        return names;
    }

    /** Whether it is for objects of that class. */
    boolean isFor(PersistentClass other) {
        return type != null
                ? other.hasJavaClass() && type.isAssignableFrom(other.javaClass())
                : !other.hasJavaClass()
                        && other.model().classes().stream()
                                .anyMatch(above -> above.name().equals(simpleName) && other.isSubclassOf(above));
    }

    @Override
    public String toString() {
        return "Migration[" + simpleName + ", set=" + formulas.keySet() + ", fill=" + fills.keySet() + "]";
    }
}

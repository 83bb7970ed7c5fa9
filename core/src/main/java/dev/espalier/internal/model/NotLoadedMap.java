package dev.espalier.internal.model;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** In place of a map that was not loaded. */
@SuppressWarnings("DoNotCallSuggester") // every method throws: that is what it is for
final class NotLoadedMap extends LinkedHashMap<Object, Object> implements NotLoaded {

    private static final long serialVersionUID = 1;

    private final transient Absent absent;

    NotLoadedMap(Absent absent) {
        this.absent = absent;
    }

    @Override
    public Absent absent() {
        return absent;
    }

    @Override
    public String toString() {
        return TEXT;
    }

    private Object writeReplace() {
        return absent;
    }

    @Override
    public void clear() {
        throw absent.refused();
    }

    @Override
    public Object clone() {
        throw absent.refused();
    }

    @Override
    public Object compute(Object key, BiFunction<? super Object, ? super Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public Object computeIfAbsent(Object key, Function<? super Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public boolean containsKey(Object key) {
        throw absent.refused();
    }

    @Override
    public boolean containsValue(Object value) {
        throw absent.refused();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        throw absent.refused();
    }

    @Override
    public boolean equals(Object other) {
        throw absent.refused();
    }

    @Override
    public void forEach(BiConsumer<? super Object, ? super Object> given) {
        throw absent.refused();
    }

    @Override
    public Object get(Object other) {
        throw absent.refused();
    }

    @Override
    public Object getOrDefault(Object key, Object value) {
        throw absent.refused();
    }

    @Override
    public int hashCode() {
        throw absent.refused();
    }

    @Override
    public boolean isEmpty() {
        throw absent.refused();
    }

    @Override
    public Set<Object> keySet() {
        throw absent.refused();
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public Object put(Object key, Object value) {
        throw absent.refused();
    }

    @Override
    public void putAll(Map<? extends Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public Object putIfAbsent(Object key, Object value) {
        throw absent.refused();
    }

    @Override
    public boolean remove(Object key, Object value) {
        throw absent.refused();
    }

    @Override
    public Object remove(Object other) {
        throw absent.refused();
    }

    @Override
    public boolean replace(Object key, Object before, Object after) {
        throw absent.refused();
    }

    @Override
    public Object replace(Object key, Object value) {
        throw absent.refused();
    }

    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public int size() {
        throw absent.refused();
    }

    @Override
    public Collection<Object> values() {
        throw absent.refused();
    }

    // Methods of Java 21, which Java 17 does not know as overriding.

    public Map.Entry<Object, Object> firstEntry() {
        throw absent.refused();
    }

    public Map.Entry<Object, Object> lastEntry() {
        throw absent.refused();
    }

    public Map.Entry<Object, Object> pollFirstEntry() {
        throw absent.refused();
    }

    public Map.Entry<Object, Object> pollLastEntry() {
        throw absent.refused();
    }

    public Object putFirst(Object key, Object value) {
        throw absent.refused();
    }

    public Object putLast(Object key, Object value) {
        throw absent.refused();
    }
}

package dev.espalier.internal.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** In place of a sorted map that was not loaded. */
@SuppressWarnings("DoNotCallSuggester") // every method throws: that is what it is for
final class NotLoadedSortedMap extends TreeMap<Object, Object> implements NotLoaded {

    private static final long serialVersionUID = 1;

    private final transient Absent absent;

    NotLoadedSortedMap(Absent absent) {
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
    public Map.Entry<Object, Object> ceilingEntry(Object other) {
        throw absent.refused();
    }

    @Override
    public Object ceilingKey(Object key) {
        throw absent.refused();
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
    public Comparator<? super Object> comparator() {
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
    public NavigableSet<Object> descendingKeySet() {
        throw absent.refused();
    }

    @Override
    public NavigableMap<Object, Object> descendingMap() {
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
    public Map.Entry<Object, Object> firstEntry() {
        throw absent.refused();
    }

    @Override
    public Object firstKey() {
        throw absent.refused();
    }

    @Override
    public Map.Entry<Object, Object> floorEntry(Object other) {
        throw absent.refused();
    }

    @Override
    public Object floorKey(Object key) {
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
    public NavigableMap<Object, Object> headMap(Object key, boolean fromInclusive) {
        throw absent.refused();
    }

    @Override
    public SortedMap<Object, Object> headMap(Object other) {
        throw absent.refused();
    }

    @Override
    public Map.Entry<Object, Object> higherEntry(Object other) {
        throw absent.refused();
    }

    @Override
    public Object higherKey(Object key) {
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
    public Map.Entry<Object, Object> lastEntry() {
        throw absent.refused();
    }

    @Override
    public Object lastKey() {
        throw absent.refused();
    }

    @Override
    public Map.Entry<Object, Object> lowerEntry(Object other) {
        throw absent.refused();
    }

    @Override
    public Object lowerKey(Object key) {
        throw absent.refused();
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public NavigableSet<Object> navigableKeySet() {
        throw absent.refused();
    }

    @Override
    public Map.Entry<Object, Object> pollFirstEntry() {
        throw absent.refused();
    }

    @Override
    public Map.Entry<Object, Object> pollLastEntry() {
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
    public NavigableMap<Object, Object> subMap(Object from, boolean fromInclusive, Object to, boolean toInclusive) {
        throw absent.refused();
    }

    @Override
    public SortedMap<Object, Object> subMap(Object from, Object to) {
        throw absent.refused();
    }

    @Override
    public NavigableMap<Object, Object> tailMap(Object key, boolean fromInclusive) {
        throw absent.refused();
    }

    @Override
    public SortedMap<Object, Object> tailMap(Object other) {
        throw absent.refused();
    }

    @Override
    public Collection<Object> values() {
        throw absent.refused();
    }

    // Methods of Java 21, which Java 17 does not know as overriding.

    public NavigableMap<Object, Object> reversed() {
        throw absent.refused();
    }

    public Object putFirst(Object key, Object value) {
        throw absent.refused();
    }

    public Object putLast(Object key, Object value) {
        throw absent.refused();
    }
}

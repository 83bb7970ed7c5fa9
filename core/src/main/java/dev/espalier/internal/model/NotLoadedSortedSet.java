package dev.espalier.internal.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** In place of a sorted set that was not loaded. */
@SuppressWarnings("DoNotCallSuggester") // every method throws: that is what it is for
final class NotLoadedSortedSet extends TreeSet<Object> implements NotLoaded {

    private static final long serialVersionUID = 1;

    private final transient Absent absent;

    NotLoadedSortedSet(Absent absent) {
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
    public boolean add(Object other) {
        throw absent.refused();
    }

    @Override
    public boolean addAll(Collection<? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public Object ceiling(Object other) {
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
    public boolean contains(Object other) {
        throw absent.refused();
    }

    @Override
    public boolean containsAll(Collection<?> given) {
        throw absent.refused();
    }

    @Override
    public Iterator<Object> descendingIterator() {
        throw absent.refused();
    }

    @Override
    public NavigableSet<Object> descendingSet() {
        throw absent.refused();
    }

    @Override
    public boolean equals(Object other) {
        throw absent.refused();
    }

    @Override
    public Object first() {
        throw absent.refused();
    }

    @Override
    public Object floor(Object other) {
        throw absent.refused();
    }

    @Override
    public void forEach(Consumer<? super Object> given) {
        throw absent.refused();
    }

    @Override
    public int hashCode() {
        throw absent.refused();
    }

    @Override
    public NavigableSet<Object> headSet(Object key, boolean fromInclusive) {
        throw absent.refused();
    }

    @Override
    public SortedSet<Object> headSet(Object other) {
        throw absent.refused();
    }

    @Override
    public Object higher(Object other) {
        throw absent.refused();
    }

    @Override
    public boolean isEmpty() {
        throw absent.refused();
    }

    @Override
    public Iterator<Object> iterator() {
        throw absent.refused();
    }

    @Override
    public Object last() {
        throw absent.refused();
    }

    @Override
    public Object lower(Object other) {
        throw absent.refused();
    }

    @Override
    public Stream<Object> parallelStream() {
        throw absent.refused();
    }

    @Override
    public Object pollFirst() {
        throw absent.refused();
    }

    @Override
    public Object pollLast() {
        throw absent.refused();
    }

    @Override
    public boolean remove(Object other) {
        throw absent.refused();
    }

    @Override
    public boolean removeAll(Collection<?> given) {
        throw absent.refused();
    }

    @Override
    public boolean removeIf(Predicate<? super Object> given) {
        throw absent.refused();
    }

    @Override
    public boolean retainAll(Collection<?> given) {
        throw absent.refused();
    }

    @Override
    public int size() {
        throw absent.refused();
    }

    @Override
    public Spliterator<Object> spliterator() {
        throw absent.refused();
    }

    @Override
    public Stream<Object> stream() {
        throw absent.refused();
    }

    @Override
    public NavigableSet<Object> subSet(Object from, boolean fromInclusive, Object to, boolean toInclusive) {
        throw absent.refused();
    }

    @Override
    public SortedSet<Object> subSet(Object from, Object to) {
        throw absent.refused();
    }

    @Override
    public NavigableSet<Object> tailSet(Object key, boolean fromInclusive) {
        throw absent.refused();
    }

    @Override
    public SortedSet<Object> tailSet(Object other) {
        throw absent.refused();
    }

    @Override
    public Object[] toArray() {
        throw absent.refused();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        throw absent.refused();
    }

    @Override
    public <T> T[] toArray(IntFunction<T[]> given) {
        throw absent.refused();
    }

    // Methods of Java 21, which Java 17 does not know as overriding.

    public Object getFirst() {
        throw absent.refused();
    }

    public Object getLast() {
        throw absent.refused();
    }

    public Object removeFirst() {
        throw absent.refused();
    }

    public Object removeLast() {
        throw absent.refused();
    }

    public void addFirst(Object member) {
        throw absent.refused();
    }

    public void addLast(Object member) {
        throw absent.refused();
    }

    public NavigableSet<Object> reversed() {
        throw absent.refused();
    }
}

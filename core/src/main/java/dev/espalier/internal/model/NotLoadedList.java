package dev.espalier.internal.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** In place of a list that was not loaded. */
@SuppressWarnings("DoNotCallSuggester") // every method throws: that is what it is for
final class NotLoadedList extends ArrayList<Object> implements NotLoaded {

    private static final long serialVersionUID = 1;

    private final transient Absent absent;

    NotLoadedList(Absent absent) {
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
    public void add(int index, Object member) {
        throw absent.refused();
    }

    @Override
    public boolean addAll(int index, Collection<? extends Object> given) {
        throw absent.refused();
    }

    @Override
    public boolean addAll(Collection<? extends Object> given) {
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
    public boolean contains(Object other) {
        throw absent.refused();
    }

    @Override
    public boolean containsAll(Collection<?> given) {
        throw absent.refused();
    }

    @Override
    public void ensureCapacity(int capacity) {
        throw absent.refused();
    }

    @Override
    public boolean equals(Object other) {
        throw absent.refused();
    }

    @Override
    public void forEach(Consumer<? super Object> given) {
        throw absent.refused();
    }

    @Override
    public Object get(int index) {
        throw absent.refused();
    }

    @Override
    public int hashCode() {
        throw absent.refused();
    }

    @Override
    public int indexOf(Object other) {
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
    public int lastIndexOf(Object other) {
        throw absent.refused();
    }

    @Override
    public ListIterator<Object> listIterator() {
        throw absent.refused();
    }

    @Override
    public ListIterator<Object> listIterator(int index) {
        throw absent.refused();
    }

    @Override
    public Stream<Object> parallelStream() {
        throw absent.refused();
    }

    @Override
    public boolean remove(Object other) {
        throw absent.refused();
    }

    @Override
    public Object remove(int index) {
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
    public void replaceAll(UnaryOperator<Object> given) {
        throw absent.refused();
    }

    @Override
    public boolean retainAll(Collection<?> given) {
        throw absent.refused();
    }

    @Override
    public Object set(int index, Object member) {
        throw absent.refused();
    }

    @Override
    public int size() {
        throw absent.refused();
    }

    @Override
    public void sort(Comparator<? super Object> given) {
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
    public List<Object> subList(int from, int to) {
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

    @Override
    public void trimToSize() {
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

    public List<Object> reversed() {
        throw absent.refused();
    }
}

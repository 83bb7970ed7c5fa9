package dev.espalier.internal.model;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An embedded record of a model without Java classes: an unmodifiable map from the names of its components, all of them, to their values. */
final class NodeRecord extends AbstractMap<String, Object> {

    private final List<Attribute> components;
    private final Object[] values;

    /** @param values one for each component; from now on the record's own */
    NodeRecord(List<Attribute> components, Object[] values) {
        this.components = components;
        this.values = values;
    }

    /** Whether it has exactly these components, and its values were checked by them. */
    boolean isOf(EmbeddedType type) {
        return components == type.components();
    }

    @Override
    public @Nullable Object get(Object key) {
        int at = indexOf(key);
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(Object key) {
        return indexOf(key) >= 0;
    }

    private int indexOf(Object key) {
        for (int i = 0; i < values.length; i++) {
            if (components.get(i).name().equals(key)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return Collections.unmodifiableSet(new AbstractSet<>() {
            @Override
            public int size() {
                return values.length;
            }

            @Override
            public Iterator<Map.Entry<String, Object>> iterator() {
                return entries();
            }
        });
    }

    private Iterator<Map.Entry<String, Object>> entries() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < values.length;
            }

            @Override
            public Map.Entry<String, Object> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return new SimpleImmutableEntry<>(components.get(next).name(), values[next++]);
            }
        };
    }

    /** The access to one component. */
    record Component(int at, @Nullable List<String> formerNames) implements Access {

        @Override
        public Object get(Object owner) {
            return ((NodeRecord) owner).values[at];
        }

        @Override
        public void set(Object owner, @Nullable Object value) {
            throw new UnsupportedOperationException("a record cannot be changed");
        }

        @Override
        public @Nullable Object wrap(@Nullable Object value) {
            return value;
        }
    }
}

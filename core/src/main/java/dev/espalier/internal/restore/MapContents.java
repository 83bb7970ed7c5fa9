package dev.espalier.internal.restore;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The entries of a map. */
record MapContents(
        Map<?, ?> container,
        @Nullable Object[] keys,
        @Nullable Object[] values) implements Contents {

    @Override
    public boolean isHashed() {
        return true;
    }

    @Override
    public @Nullable Object[] presentKeys() {
        return container.keySet().toArray();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void restore() {
        container.clear();
        for (int i = 0; i < keys.length; i++) {
            ((Map<Object, Object>) container).put(keys[i], values[i]);
        }
    }

    @Override
    public boolean isRestored() {
        Map<Object, Object> now = new IdentityHashMap<>(container);
        return now.size() == keys.length
                && IntStream.range(0, keys.length)
                        .allMatch(i -> now.containsKey(keys[i]) && now.get(keys[i]) == values[i]);
    }
}

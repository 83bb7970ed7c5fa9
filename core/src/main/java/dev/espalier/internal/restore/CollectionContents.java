package dev.espalier.internal.restore;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The members of a collection. */
record CollectionContents(Collection<?> container, @Nullable Object[] members) implements Contents {

    @Override
    public boolean isHashed() {
        return !(container instanceof List);
    }

    @Override
    public @Nullable Object[] keys() {
        return members;
    }

    @Override
    public @Nullable Object[] presentKeys() {
        return container.toArray();
    }

    @Override
    public void restore() {
        if (!(container instanceof List<?> list && list.size() == members.length && replaceEach(list))) {
            replaceAll();
        }
    }

    /** Replaces the members one by one, which lists of a fixed size allow too. Returns false if the list refuses it. */
    @SuppressWarnings("unchecked")
    private boolean replaceEach(List<?> list) {
        try {
            int i = 0;
            for (ListIterator<Object> at = ((List<Object>) list).listIterator(); at.hasNext(); i++) {
                if (at.next() != members[i]) {
                    at.set(members[i]);
                }
            }
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private void replaceAll() {
        container.clear();
        for (Object member : members) {
            ((Collection<Object>) container).add(member);
        }
    }

    @Override
    public boolean isRestored() {
        Object[] now = container.toArray();
        return now.length == members.length
                && (isHashed()
                        ? hasSameMembers(now)
                        : IntStream.range(0, now.length).allMatch(i -> now[i] == members[i]));
    }

    private boolean hasSameMembers(Object[] now) {
        Map<Object, Integer> counts = new IdentityHashMap<>();
        for (Object member : now) {
            counts.merge(member, 1, Integer::sum);
        }
        for (Object member : members) {
            counts.merge(member, -1, Integer::sum);
        }
        return counts.values().stream().allMatch(count -> count == 0);
    }
}

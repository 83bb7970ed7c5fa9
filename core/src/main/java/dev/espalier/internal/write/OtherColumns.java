package dev.espalier.internal.write;

import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what newer programs have stored in the members of a collection while this program moves the members about: components that its version of an
 * embedded record does not have. They stay with the member that is equal in all components that it has, in a map with the key; a member that has been
 * replaced at its position leaves them there.
 */
final class OtherColumns {

    private OtherColumns() {}

    /** The wanted rows of a collection with the other columns of the stored rows. */
    static List<Object[]> keep(LinkTable link, List<Object[]> stored, List<Object[]> wanted) {
        int own = link.ownColumns();
        if (link.table().columns().size() == own || stored.isEmpty()) {
            return wanted;
        }
        Slot content = link.key() == null ? link.element() : link.key();
        Map<List<Object>, Deque<Integer>> byContent = byContent(stored, content.at(), content.at() + content.width());
        List<Object[]> kept = new ArrayList<>();
        Set<Integer> used = new HashSet<>();
        Set<Integer> left = new HashSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            Deque<Integer> equal = byContent.getOrDefault(
                    content(wanted.get(i), content.at(), content.at() + content.width()), new ArrayDeque<>());
            Integer from = equal.remove(i) ? Integer.valueOf(i) : equal.poll();
            if (from == null) {
                left.add(i);
            } else {
                used.add(from);
            }
            kept.add(from == null ? wanted.get(i) : with(wanted.get(i), stored.get(from), own));
        }
        for (int i : left) {
            if (i < stored.size() && !used.contains(i)) {
                kept.set(i, with(wanted.get(i), stored.get(i), own));
            }
        }
        return kept;
    }

    private static Object[] with(Object[] row, Object[] stored, int own) {
        Object[] both = row.clone();
        System.arraycopy(stored, own, both, own, both.length - own);
        return both;
    }

    private static Map<List<Object>, Deque<Integer>> byContent(List<Object[]> rows, int from, int to) {
        Map<List<Object>, Deque<Integer>> byContent = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            byContent
                    .computeIfAbsent(content(rows.get(i), from, to), c -> new ArrayDeque<>())
                    .add(i);
        }
        return byContent;
    }

    /** Decimals and arrays of bytes are compared by their values. */
    private static List<Object> content(Object[] row, int from, int to) {
        List<Object> content = new ArrayList<>();
        for (int i = from; i < to; i++) {
            content.add(
                    row[i] instanceof BigDecimal number
                            ? number.stripTrailingZeros()
                            : row[i] instanceof byte[] bytes
                                    ? ByteBuffer.wrap(bytes)
                                    : Objects.requireNonNullElse(row[i], Void.class));
        }
        return content;
    }

    /** The places of stored rows by what they hold. */
    record Places(Map<List<Object>, Deque<Integer>> left, int to) {

        static Places of(LinkTable link, List<Object[]> stored) {
            return new Places(byContent(stored, LinkTable.FIRST_MEMBER, link.ownColumns()), link.ownColumns());
        }

        /** The place of a stored row that holds the same, which no other row may have then; null for none. */
        @Nullable
        Integer take(Object[] row) {
            Deque<Integer> equal = left.get(content(row, LinkTable.FIRST_MEMBER, to));
            return equal == null ? null : equal.poll();
        }
    }
}

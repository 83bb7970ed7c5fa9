package dev.espalier.internal.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A collection that is the inverse of a reference. It remembers what it held when it was loaded or stored last, so that a store can find which members
 * the program has added and removed. As safe for threads as an {@code ArrayList}.
 */
public sealed interface InverseMembers {

    /** The members when it was loaded or stored last; null for a copy that came by serialization. */
    @Nullable
    List<Object> remembered();

    /** Remembers the members that it has now. */
    void remember();

    /** Remembers these members, as after a rollback. */
    void remember(List<Object> members);

    /** Makes a new, empty one. */
    static Collection<Object> create(Container container) {
        return container == Container.SET ? new OfSet() : new OfList();
    }

    /** A list. */
    final class OfList extends ArrayList<Object> implements InverseMembers {

        private static final long serialVersionUID = 1;

        private transient Object[] remembered = {};

        @Override
        public @Nullable List<Object> remembered() {
            return remembered == null ? null : Arrays.asList(remembered);
        }

        @Override
        public void remember() {
            remembered = toArray();
        }

        @Override
        public void remember(List<Object> members) {
            remembered = members.toArray();
        }
    }

    /** A set in the order of insertion. */
    final class OfSet extends LinkedHashSet<Object> implements InverseMembers {

        private static final long serialVersionUID = 1;

        private transient Object[] remembered = {};

        @Override
        public @Nullable List<Object> remembered() {
            return remembered == null ? null : Arrays.asList(remembered);
        }

        @Override
        public void remember() {
            remembered = toArray();
        }

        @Override
        public void remember(List<Object> members) {
            remembered = members.toArray();
        }
    }
}

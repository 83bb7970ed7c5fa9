package dev.espalier.internal.restore;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.InverseMembers;
import dev.espalier.internal.model.NotLoaded;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of one inverse of an object before an attempt updated it.
 *
 * @param held what the field held: a collection, or the one object
 * @param members of the collection; empty for one object
 * @param remembered what the collection remembered; null for nothing
 */
record SavedInverse(
        Object owner,
        CollectionAttribute inverse,
        @Nullable Object held,
        @Nullable Object[] members,
        @Nullable List<Object> remembered) {

    static SavedInverse of(Object owner, CollectionAttribute inverse) {
        Object held = inverse.access().get(owner);
        @Nullable
        Object[] members = held instanceof Collection<?> collection && !NotLoaded.isIn(held)
                ? collection.toArray()
                : new Object[0];
        List<Object> remembered = held instanceof InverseMembers of ? of.remembered() : null;
        return new SavedInverse(owner, inverse, held, members, remembered);
    }

    /** @param isRestored whether the object's fields and its collections' members are restored already */
    void restore(boolean isRestored) {
        if (!isRestored) {
            inverse.access().set(owner, held);
            if (held instanceof InverseMembers) {
                new CollectionContents((Collection<?>) held, members).tryRestore();
            }
        }
        if (held instanceof InverseMembers of && remembered != null) {
            of.remember(remembered);
        }
    }
}

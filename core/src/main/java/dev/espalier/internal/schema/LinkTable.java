package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.CollectionAttribute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of one collection: {@code owner}, {@code pos}, then the key's columns if it is a map, then the member's. Members
 * are numbered from 0 without gaps, in the order in which the collection is iterated, in sets and maps too. Columns behind the member's are those
 * of components that only newer versions of an embedded record have.
 *
 * @param key where a map's key is kept; null for everything else
 * @param element where the member is kept
 */
public record LinkTable(
        CollectionAttribute attribute,
        Table table,
        @Nullable Slot key,
        Slot element) {

    /** The place of the column with the owner's id. */
    public static final int OWNER = 0;

    /** The place of the column with the member's number. */
    public static final int POS = 1;

    /** How many columns stand before the key or the member. */
    public static final int FIRST_MEMBER = 2;

    public LinkTable {
        requireNonNull(attribute);
        requireNonNull(table);
        requireNonNull(element);
    }

    /** How many columns the program knows; the rest belongs to newer programs, and stays with its member. */
    public int ownColumns() {
        return element.at() + element.width();
    }

    /** The slots of the key, if there is one, and of the member. */
    public List<Slot> slots() {
        return key == null ? List.of(element) : List.of(key, element);
    }

    /** Whether members or keys are objects: a member goes when one of them is deleted. */
    public boolean hasObjects() {
        return slots().stream().anyMatch(Slot.ReferenceSlot.class::isInstance);
    }

    @Override
    public int hashCode() {
        return table.hashCode();
    }
}

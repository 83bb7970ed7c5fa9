package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Two columns of a table whose rows say which object is a part of which owner. All three ways to store a relation have them.
 *
 * <pre>
 * a reference      Line head            order(id, head_id)               owner id, part head_id
 * a collection     List of Line lines   order_lines(owner, pos, target)  owner owner, part target
 * an inverse       List of Line lines   line(id, order_id)               owner order_id, part id
 * </pre>
 *
 * @param relation the field with the parts, for messages
 * @param owner the place of the owner's id
 * @param part the place of the part's id; null in the row for none
 * @param owners the names of the owners' tables
 * @param parts the names of the parts' tables
 */
public record PartLink(String relation, Table table, int owner, int part, Set<String> owners, Set<String> parts) {
    public PartLink {
        requireNonNull(relation);
        requireNonNull(table);
        owners = Set.copyOf(owners);
        parts = Set.copyOf(parts);
    }

    /** The column that refers to the other object. */
    public Column column() {
        return table.columns().get(isInverse() ? owner : part);
    }

    /** Whether both are of the same column, and lead the same way. */
    public boolean isSame(PartLink other) {
        return table.name().equals(other.table.name())
                && column().name().equals(other.column().name())
                && isInverse() == other.isInverse();
    }

    /** Whether the part refers to its owner. */
    public boolean isInverse() {
        return table.primaryKey() == 1 && part == ClassTable.ID;
    }
}

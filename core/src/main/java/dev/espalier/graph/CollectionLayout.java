package dev.espalier.graph;

import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.Container;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Slot;
import dev.espalier.sql.Source;

/** How the rows of one collection field's table become members; worked out once for a model. */
final class CollectionLayout {

    static final String ALIAS = "l";

    final int index;
    final LinkTable table;
    final CollectionAttribute attribute;
    /** {@code Order.lines} */
    final String name;
    final boolean hasReferences;
    final boolean mayReferToRecords;
    final boolean isOwnedByRecord;
    /** Whether members are found by hash or order, so that they must be complete before they are added. */
    final boolean isKeyed;
    /** Whether members of different rows may become one: the members' class decides which are equal. What an inverse loses is in no row of its own. */
    final boolean mayMerge;
    /** The class whose table can be joined; null where members are values or of several classes. */
    final ClassLayout joined;

    final JoinChoice choice = new JoinChoice();
    /** Statements for one owner. */
    final StatementTexts texts = new StatementTexts();

    /** How many members an owner had in the last answers. A guess; being wrong costs time only. */
    private volatile double membersPerOwner = 2;

    CollectionLayout(int index, LinkTable table, ClassLayout onlyTarget) {
        this.index = index;
        this.table = table;
        this.attribute = table.attribute();
        this.name = attribute.declaringClass() + "." + attribute.name();
        this.hasReferences = Parts.hasReferences(table.element()) || table.key() != null && Parts.hasReferences(table.key());
        this.mayReferToRecords =
                Parts.mayReferToRecords(table.element()) || table.key() != null && Parts.mayReferToRecords(table.key());
        this.isOwnedByRecord = attribute.declaringClass().isRecord();
        this.isKeyed = attribute.container() != Container.LIST && attribute.container() != Container.ARRAY;
        this.mayMerge = isKeyed && !attribute.isInverse();
        this.joined = table.element() instanceof Slot.ReferenceSlot && (table.key() == null || !Parts.hasReferences(table.key()))
                ? onlyTarget : null;
    }

    void observe(int owners, int members) {
        if (owners > 0) {
            membersPerOwner = (membersPerOwner + (double) members / owners) / 2;
        }
    }

    /** How many members are expected. */
    long expected(long owners) {
        return (long) Math.ceil(membersPerOwner * owners);
    }

    Source source() {
        return new Source(table.table(), ALIAS);
    }

    /** Whether the members' own rows shall come with the links. */
    boolean joins() {
        return joined != null && choice.joins();
    }
}

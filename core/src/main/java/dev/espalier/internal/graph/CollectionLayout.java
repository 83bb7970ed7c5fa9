package dev.espalier.internal.graph;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.sql.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the rows of one collection field's table become members; worked out once for a model. */
final class CollectionLayout {

    static final String ALIAS = "l";

    final int index;
    /** Of an inverse whose members are of several classes, the first of several tables with the same columns. */
    final LinkTable table;
    /** The tables to be read, one after the other. */
    final List<LinkTable> tables;

    final CollectionAttribute attribute;
    /** {@code Order.lines} */
    final String name;

    final boolean hasReferences;
    final boolean mayReferToRecords;
    final boolean isOwnedByRecord;
    /** Whether members are found by hash or order, so that they must be complete before they are added. */
    final boolean isKeyed;
    /**
     * Whether members' hash codes, or their order, may read a set or a map of objects, which must be filled before. In a record they may also read
     * references to other records, which are set after it is constructed.
     */
    final boolean readsKeyed;
    /** Whether members of different rows may become one: the members' class decides which are equal. What an inverse loses is in no row of its own. */
    final boolean mayMerge;
    /** The class whose table can be joined; null if members are values or of several classes. */
    final @Nullable ClassLayout joined;
    /** Whether its rows are read only for objects that were asked for, unless bounds follow it. */
    final boolean isOfAsked;
    /** Whether each link is the member's own row: so it is for an inverse whose members are of one class. */
    final boolean isInRowsOfMembers;

    final JoinChoice choice = new JoinChoice();
    /** Statements for one owner. */
    final StatementTexts texts = new StatementTexts();

    /** How many members an owner had in the last answers. A guess; being wrong costs time only. */
    private volatile double membersPerOwner = 2;

    CollectionLayout(int index, List<LinkTable> tables, @Nullable ClassLayout onlyTarget) {
        this.index = index;
        this.tables = tables;
        this.table = tables.get(0);
        this.attribute = table.attribute();
        this.name = attribute.declaringClass() + "." + attribute.name();
        this.hasReferences =
                Parts.hasReferences(table.element()) || table.key() != null && Parts.hasReferences(table.key());
        this.mayReferToRecords =
                Parts.mayReferToRecords(table.element()) || table.key() != null && Parts.mayReferToRecords(table.key());
        this.isOwnedByRecord = attribute.declaringClass().isRecord();
        this.isKeyed = switch (attribute.container()) {
            case LIST, ARRAY, ONE -> false;
            case SET, SORTED_SET, MAP, SORTED_MAP -> true;
        };
        this.readsKeyed = isKeyed
                && (KeyedReads.of(attribute)
                        || isOwnedByRecord && hasReferences && KeyedReads.areComparedByContent(attribute));
        this.mayMerge = isKeyed && !attribute.isInverse();
        this.joined = table.element() instanceof Slot.ReferenceSlot
                        && (table.key() == null || !Parts.hasReferences(table.key()))
                ? onlyTarget
                : null;
        this.isOfAsked = attribute.isInverse() && !attribute.isOne() && !attribute.isPart();
        this.isInRowsOfMembers = attribute.isInverse() && joined != null;
    }

    /**
     * The content of the field of an object whose collection is left out.
     *
     * @param isThrowing whether it throws when it is used; else it is null
     */
    @Nullable
    Object notLoaded(boolean isThrowing, PersistentClass owner, long id) {
        return attribute.containers().notLoaded(isThrowing, owner.name(), id, attribute.name());
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

    /** @param at the place of the table */
    Source source(int at) {
        return new Source(tables.get(at).table(), ALIAS);
    }

    /**
     * Whether members shall come in the rows of their owners. An owner's row comes once for each member then, which must cost less than a statement.
     *
     * @param owners how many are expected
     */
    boolean comesWithOwners(ClassLayout owner, long owners) {
        double cost = owner.costOfRow();
        return tables.size() == 1 && cost < JoinChoice.FEW && (expected(owners) - owners) * cost <= JoinChoice.FEW;
    }

    /**
     * Whether members' values may refer to stand-ins. These have no fields by which a set or a map could distinguish them: two values could become one.
     */
    boolean takesStandIns() {
        return !isKeyed;
    }

    /** Whether the members' own rows shall come with the links. */
    boolean joins() {
        return joined != null && choice.joins();
    }
}

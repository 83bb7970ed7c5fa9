package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of a query for the members of a collection, which come in rows of their own, or in those of their owners. Statements of
 * equal forms differ in their ids only. Immutable.
 *
 * @param owners the class in whose rows the members stand; null for rows of their own
 * @param table the place of the collection's table
 * @param joins whether the objects that the members refer to stand in the same rows
 * @param hasPositions whether the positions are read; those of an inverse are the ids of its members
 * @param references what those objects refer to and what stands in the same rows, too
 */
record MemberQuery(
        @Nullable ClassLayout owners,
        CollectionLayout layout,
        int table,
        boolean joins,
        boolean hasPositions,
        List<JoinedReferences.Shape> references) {

    /** The alias of the members' own table in rows of their own, and the beginning of those of what they refer to. */
    static final String ALIAS = ClassLayout.ALIAS;
    /** The same in the rows of the owners. */
    static final String ALIAS_WITH_OWNERS = "m";

    /** The id of the owner. */
    Expression owner() {
        return links().column(LinkTable.OWNER);
    }

    /**
     * Selects members in rows of their own, in the order of iteration.
     *
     * @param ofOwners says of which owners
     * @param more joins the references; null for none
     */
    Select select(Predicate ofOwners, @Nullable JoinedReferences more) {
        Select links = Select.of(links(), columns())
                .where(ofOwners)
                .orderBy(new Select.Order(owner(), false, true), new Select.Order(position(), false, true));
        return joinObjects(links, more);
    }

    /**
     * Adds the members to a statement that selects their owners: an outer join, because an owner may have none. The rows are sorted by the order of the owners, which
     * ends with their id, those of one owner by {@link MemberBatch#sort}; they mostly come in order. To sort by a column of the joined table, MySQL and MariaDB
     * write all rows into a temporary table, MariaDB on disk if they contain texts: 323 us in place of 114 for one owner (11.4.5, 2026-11-27).
     *
     * @param owner the owners' table
     * @param more joins the references; null for none
     */
    Select addTo(Select select, Source owner, @Nullable JoinedReferences more) {
        Expression id = owner.column(ClassTable.ID);
        List<Expression> columns = new ArrayList<>(select.columns());
        columns.addAll(columns());
        Select sorted = new Select(
                select.distinct(),
                columns,
                select.from(),
                select.where(),
                select.orders().isEmpty() ? List.of(new Select.Order(id, false, true)) : select.orders(),
                null,
                0);
        return joinObjects(sorted.leftJoin(links(), new Predicate.Compare(owner(), SqlOperator.EQUAL, id)), more);
    }

    // ---- tables

    private Source links() {
        return layout.source(table);
    }

    /** The table of the objects that the members refer to. */
    private Source objects() {
        String alias = owners == null ? ALIAS : ALIAS_WITH_OWNERS;
        return new Source(
                requireNonNull(layout.joined).table.table(), layout.isInRowsOfMembers ? CollectionLayout.ALIAS : alias);
    }

    /** Joins the rows of the objects that the members refer to, and what these refer to. */
    private Select joinObjects(Select links, @Nullable JoinedReferences more) {
        if (!joins) {
            return links;
        }
        Source objects = objects();
        // An outer join: a list may hold null.
        Select joined = layout.isInRowsOfMembers
                ? links
                : links.leftJoin(
                        objects, new Predicate.Compare(objects.column(ClassTable.ID), SqlOperator.EQUAL, element()));
        return more == null ? joined : more.addTo(joined, objects);
    }

    // ---- columns

    private Expression position() {
        return links().column(LinkTable.POS);
    }

    /** The id of the object that a member refers to. */
    private Expression element() {
        return links().column(layout.table.element().at());
    }

    /** The owner, the position if it is wanted, the key and the member: its object's columns, the id first, if these are joined. */
    private List<Expression> columns() {
        List<Expression> columns = new ArrayList<>();
        columns.add(owner());
        if (hasPositions) {
            columns.add(position());
        }
        Slot key = layout.table.key();
        if (key != null) {
            columns.addAll(columns(key));
        }
        columns.addAll(
                joins ? requireNonNull(layout.joined).columns(objects(), element()) : columns(layout.table.element()));
        return columns;
    }

    private List<Expression> columns(Slot slot) {
        Source links = links();
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < slot.width(); i++) {
            columns.add(links.column(slot.at() + i));
        }
        return columns;
    }
}

package dev.espalier.internal.repair;

import static dev.espalier.internal.repair.DamagedRows.id;
import static dev.espalier.internal.repair.DamagedRows.ids;
import static dev.espalier.internal.repair.DamagedRows.pos;
import static dev.espalier.internal.repair.DamagedRows.rows;
import static dev.espalier.internal.repair.DamagedRows.version;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Layout.Collection;
import dev.espalier.internal.catalog.tables.Layout.Reference;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Update;
import dev.espalier.internal.sql.Update.Assignment;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * Repairs rows, in a transaction that the caller has begun and will commit.
 *
 * <p>A derived table that is {@code DISTINCT}, a UNION or a window always names the rows to be changed. MySQL makes it before it changes rows, and so lets
 * it read the table that is changed (https://dev.mysql.com/doc/refman/en/derived-table-optimization.html).
 */
final class Repair {

    private static final long MOST_POS = Integer.MAX_VALUE;
    private static final long LEAST_POS = Integer.MIN_VALUE;

    private final Session session;
    private final Dialect dialect;
    private final Layout layout;
    private final DamagedRows rows;

    Repair(Session session, Layout layout, DamagedRows rows) {
        this.session = session;
        this.dialect = session.dialect();
        this.layout = layout;
        this.rows = rows;
    }

    void repair(List<Finding> findings) {
        for (Table table : layout.classes()) {
            List<Finding> here = findings.stream()
                    .filter(finding -> finding.table().equals(table.name()))
                    .toList();
            for (Reference reference : references(table, here)) {
                change(new Update(
                        table,
                        List.of(new Assignment(reference.column(), new Expression.Null()), nextVersion(table)),
                        new Predicate.InQuery(
                                id(table),
                                new Query.Derived(
                                        ids(table, rows.isBroken(reference)).unique()))));
            }
            if (here.stream().anyMatch(finding -> finding.damage() == Damage.MISSING_VERSION)) {
                change(Update.set(
                        table, version(table).column(), new Expression.Constant(0), DamagedRows.hasNoVersion(table)));
            }
        }
        for (Collection collection : layout.collections()) {
            List<Finding> here = findings.stream()
                    .filter(finding ->
                            finding.table().equals(collection.table().name()) && layout.isWhole(collection.table()))
                    .toList();
            if (here.stream()
                    .anyMatch(finding -> finding.damage().isRepairable() && finding.damage() != Damage.MISSING_INDEX)) {
                new OfCollection(collection, references(collection.table(), here)).repair();
            }
        }
        if (findings.stream().anyMatch(finding -> finding.damage() == Damage.ID_TO_COME)) {
            long most = 0;
            for (Table table : layout.classes()) {
                if (layout.isWhole(table)) {
                    most = Math.max(most, greatest(table, id(table)));
                }
            }
            Ids.restart(session, Math.max(Ids.next(session), most + 1));
        }
    }

    private List<Reference> references(Table table, List<Finding> here) {
        return layout.references().stream()
                .filter(reference -> reference.table().equals(table) && Checks.isCheckable(reference, layout))
                .filter(reference -> here.stream()
                        .anyMatch(finding ->
                                finding.part().equals(reference.column().name())
                                        && (finding.damage() == Damage.DANGLING_REFERENCE
                                                || finding.damage() == Damage.WRONG_CLASS)))
                .toList();
    }

    private static Assignment nextVersion(Table type) {
        return new Assignment(version(type).column(), new Expression.Next(version(type)));
    }

    private long greatest(Table table, Expression value) {
        return session.queryLong(dialect.render(Select.of(rows(table), new Expression.Greatest(value))));
    }

    private void change(Change change) {
        session.update(dialect.render(change));
    }

    /** Repairs the collections of one table. */
    private final class OfCollection {

        private final Collection collection;
        private final List<Reference> broken;
        private final Table table;
        private final Expression.ColumnOf owner;
        private final Expression.ColumnOf pos;

        OfCollection(Collection collection, List<Reference> broken) {
            this.collection = collection;
            this.broken = broken;
            this.table = collection.table();
            this.owner = id(table);
            this.pos = pos(table);
        }

        void repair() {
            if (Checks.areOwnersCheckable(collection, layout)) {
                change(new Delete(
                        table,
                        new Predicate.InQuery(
                                owner,
                                new Query.Derived(
                                        ids(table, rows.isOrphaned(collection)).unique()))));
            }
            countUpOwners();
            for (Reference reference : broken) {
                Predicate which = isAmong(new Query.Derived(Select.of(rows(table), owner, pos)
                        .where(rows.isBroken(reference))
                        .unique()));
                change(
                        reference.isMember()
                                ? new Delete(table, which)
                                : Update.set(table, reference.column(), new Expression.Null(), which));
            }
            if (!collection.distinct().isEmpty()) {
                change(new Delete(table, isAmong(DamagedRows.surplus(collection))));
            }
            renumber();
        }

        private Predicate isAmong(Query ownersAndPositions) {
            return new Predicate.InRows(List.of(owner, pos), ownersAndPositions);
        }

        /** Before anything is repaired: afterwards it cannot be seen whose collections have changed. */
        private void countUpOwners() {
            List<Query> changed = new ArrayList<>();
            broken.forEach(reference -> changed.add(ids(table, rows.isBroken(reference))));
            if (!collection.distinct().isEmpty()) {
                changed.add(DamagedRows.duplicates(collection));
            }
            changed.add(DamagedRows.misnumbered(table));
            Query owners = new Query.Derived(changed.size() == 1 ? changed.get(0) : new Query.Union(changed));
            rows.owners(collection)
                    .filter(layout::isWhole)
                    .forEach(type -> change(
                            new Update(type, List.of(nextVersion(type)), new Predicate.InQuery(id(type), owners))));
        }

        /** Moves the rows to positions that no row of the table has, and back, because the key is checked row by row. */
        private void renumber() {
            Query wrong = DamagedRows.misnumbered(table);
            long longest = longest(wrong);
            if (longest == 0) {
                return;
            }
            long from = Math.max(greatest(table, pos), longest) + 1;
            if (from + longest > MOST_POS) {
                from = Math.min(session.queryLong(dialect.render(Select.of(rows(table), new Expression.Least(pos)))), 0)
                        - longest
                        - 1;
            }
            if (from < LEAST_POS) {
                return;
            }
            Predicate moved = new Predicate.Between(pos, constant(from), constant(from + longest - 1));
            List<Expression> values = new ArrayList<>(
                    List.of(owner, new Expression.Plus(constant(from - 1), new Expression.RunningCount(owner, pos))));
            table.columns()
                    .subList(2, table.columns().size())
                    .forEach(column -> values.add(DamagedRows.column(column)));
            change(new Insert(
                    table,
                    new Insert.Selected(Select.of(rows(table), values).where(new Predicate.InQuery(owner, wrong)))));
            change(new Delete(
                    table,
                    Predicate.and(
                            new Predicate.Not(moved),
                            new Predicate.InQuery(
                                    owner, new Query.Derived(ids(table, moved).unique())))));
            change(Update.set(table, pos.column(), new Expression.Minus(pos, constant(from)), moved));
        }

        private long longest(Query owners) {
            long[] longest = new long[1];
            session.query(
                    dialect.render(new Query.Grouped(
                            Select.of(rows(table), new Expression.CountAll())
                                    .where(new Predicate.InQuery(owner, owners)),
                            List.of(owner),
                            null)),
                    row -> longest[0] = Math.max(longest[0], row.getLong(1)));
            return longest[0];
        }

        private static Expression constant(long number) {
            return new Expression.Constant(Math.toIntExact(number));
        }
    }
}

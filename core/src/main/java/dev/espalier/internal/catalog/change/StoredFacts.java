package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.SecondOwner;
import dev.espalier.internal.catalog.tables.TableRows;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks the database. */
public record StoredFacts(Session session) implements Facts {

    @Override
    public boolean hasRows(Table table) {
        return TableRows.exist(session, table);
    }

    @Override
    public long count(Table table) {
        return count(new Source(table, "t"), new Predicate.Constant(true));
    }

    @Override
    public boolean hasValues(Table table, Column column) {
        Source source = new Source(table, "t");
        return isAny(source, new Predicate.Not(new Predicate.IsNull(of(source, column))));
    }

    @Override
    public boolean hasConstants(Table table, Column column, Set<String> constants) {
        Source source = new Source(table, "t");
        return isAny(
                source,
                new Predicate.InValues(
                        of(source, column),
                        constants.stream()
                                .map(constant -> new Expression.Bind(ColumnType.NAME, constant))
                                .toList()));
    }

    @Override
    public long countLeading(Table table, Column column, Table target) {
        Source rows = new Source(table, "t");
        Source targets = new Source(target, "o");
        return count(rows, new Predicate.InQuery(of(rows, column), Select.of(targets, targets.column(ClassTable.ID))));
    }

    @Override
    public @Nullable SharedPart sharedPart(PartLink link, List<PartLink> all) {
        Source row = new Source(link.table(), "r");
        long[] found = new long[2];
        session.query(
                session.dialect()
                        .render(Select.of(row, row.column(link.owner()), row.column(link.part()))
                                .where(SecondOwner.isIn(row, link, all))
                                .limit(1L, 0)),
                one -> {
                    found[0] = one.getLong(1);
                    found[1] = one.getLong(2);
                });
        SharedPart[] shared = new SharedPart[1];
        for (PartLink other : found[1] == 0 ? List.<PartLink>of() : all) {
            Source source = new Source(other.table(), "t");
            session.query(
                    session.dialect()
                            .render(Select.of(source, source.column(other.owner()))
                                    .where(Predicate.InIds.lookup(source.column(other.part()), new long[] {found[1]}))),
                    one -> {
                        long owner = one.getLong(1);
                        if (!one.wasNull() && owner != found[0]) {
                            shared[0] = new SharedPart(found[1], found[0], other, owner);
                        }
                    });
        }
        return shared[0];
    }

    @Override
    public Set<String> takenNames() {
        return Listing.takenNames(session);
    }

    @Override
    public List<ProgramRows.Row> programs() {
        return ProgramRows.all(session);
    }

    @Override
    public boolean areIndexesBuilt() {
        return Loads.areIndexesBuilt(session);
    }

    private boolean isAny(Source source, Predicate where) {
        return session.queryLong(session.dialect()
                        .render(Select.of(source, new Expression.Constant(1))
                                .where(where)
                                .limit(1L, 0)))
                > 0;
    }

    private long count(Source source, Predicate where) {
        return session.queryLong(session.dialect()
                .render(Select.of(source, new Expression.CountAll()).where(where)));
    }

    private static Expression of(Source source, Column column) {
        return source.column(source.table().columns().indexOf(column));
    }
}

package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.TableRows;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.List;
import java.util.Set;

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

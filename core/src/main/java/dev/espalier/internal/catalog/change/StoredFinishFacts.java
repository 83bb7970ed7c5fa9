package dev.espalier.internal.catalog.change;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** Asks the database. */
record StoredFinishFacts(Session session) implements FinishFacts {

    @Override
    public long count(Table table) {
        return count(new Source(table, "t"), new Predicate.Constant(true));
    }

    @Override
    public long countValues(Table table, Column column) {
        Source rows = new Source(table, "t");
        return count(rows, new Predicate.Not(new Predicate.IsNull(of(rows, column))));
    }

    @Override
    public Users leading(Table table, Column column, Table target, List<Table> goneOwners) {
        Source rows = new Source(table, "r");
        Predicate leads = new Predicate.InQuery(of(rows, column), ids(target));
        Predicate stays = Predicate.and(goneOwners.stream()
                .<Predicate>map(owners -> new Predicate.Not(new Predicate.InQuery(rows.column(0), ids(owners))))
                .toList());
        return users(rows, Predicate.and(leads, stays));
    }

    @Override
    public Users having(Table table, Column column, SortedSet<String> constants) {
        Source rows = new Source(table, "r");
        return users(
                rows,
                new Predicate.InValues(
                        of(rows, column),
                        constants.stream()
                                .map(constant -> new Expression.Bind(ColumnType.NAME, constant))
                                .toList()));
    }

    @Override
    public List<ProgramRows.Row> programs() {
        return ProgramRows.all(session);
    }

    private Users users(Source rows, Predicate where) {
        long count = count(rows, where);
        List<Long> first = new ArrayList<>();
        if (count > 0) {
            session.query(
                    session.dialect()
                            .render(Select.of(rows, rows.column(0)).where(where).limit((long) NAMED, 0)),
                    row -> first.add(row.getLong(1)));
        }
        return new Users(count, first);
    }

    private long count(Source source, Predicate where) {
        return session.queryLong(session.dialect()
                .render(Select.of(source, new Expression.CountAll()).where(where)));
    }

    private static Select ids(Table table) {
        Source objects = new Source(table, "o");
        return Select.of(objects, objects.column(0));
    }

    private static Expression of(Source source, Column column) {
        return source.column(source.table().columns().indexOf(column));
    }
}

package dev.espalier.internal.search;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.search.condition.Sizes;
import dev.espalier.internal.search.condition.SqlConditions;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** Reads single relations and tables by bitmaps of ids. For one search, by one thread. */
final class Relations {

    /** The number of ids in a statement that scans its table in any case; two statements would scan it twice. */
    private static final int SCANNED_WITH = 100_000;

    /** The number of ids below which the table's row count does not matter. */
    private static final long FEW = 20_000;

    /** The number of ids whose rows are always looked up, and aggregated in Java. */
    private static final long FEW_GROUPS = 100;

    /** The part of a table's rows above which it is scanned instead of looked up. */
    private static final double LARGE_PART = 0.15;

    private final Schema schema;
    private final Statistics statistics;
    private final SearchStatements statements;
    private final Sizes sizes;
    private final VariableResults results;

    Relations(Schema schema, Statistics statistics, SearchStatements statements, Sizes sizes, VariableResults results) {
        this.schema = schema;
        this.statistics = statistics;
        this.statements = statements;
        this.sizes = sizes;
        this.results = results;
    }

    Sizes sizes() {
        return sizes;
    }

    /** Asks for all that repeated steps reach. */
    Closures closures() {
        return new Closures(schema, statements, statistics);
    }

    private SqlConditions conditions() {
        return conditions(Map.of());
    }

    private SqlConditions conditions(Map<Condition.Some, IdSet> answered) {
        return new SqlConditions(schema, statements.columns(), results, answered);
    }

    List<ClassTable> tables(PersistentClass type) {
        return type.concreteClasses().stream().map(schema::table).toList();
    }

    /** Returns all objects of a class that fulfil a condition, by one statement for each table. */
    IdSet objects(Condition condition, PersistentClass type) {
        IdSet found = new IdSet();
        for (ClassTable table : tables(type)) {
            SqlConditions sql = conditions();
            SqlRow.OfObject row = sql.row(table);
            Predicate predicate = sql.predicate(condition, row);
            if (!predicate.equals(Predicates.FALSE)) {
                statements.all(
                        "find " + table.type(),
                        where(Select.of(row.source(), row.id()), predicate),
                        sizes.objects(condition, table),
                        result -> found.add(result.getLong(1)));
            }
        }
        return found;
    }

    /** Returns the candidates that are objects of the class and fulfil a condition. */
    IdSet objects(Condition condition, PersistentClass type, IdSet candidates) {
        IdSet found = new IdSet();
        for (ClassTable table : tables(type)) {
            SqlConditions sql = conditions();
            SqlRow.OfObject row = sql.row(table);
            Predicate predicate = sql.predicate(condition, row);
            read(
                    "verify " + table.type(),
                    row.source(),
                    row.id(),
                    candidates,
                    sizes.verified(table, candidates.size(), type, condition),
                    predicate,
                    row.id(),
                    found::add);
        }
        return found;
    }

    /**
     * Returns all owners of members that fulfil a condition.
     *
     * @param answered references in the condition, by identity, whose possible targets are known
     */
    IdSet owners(CollectionAttribute collection, Condition condition, Map<Condition.Some, IdSet> answered) {
        IdSet found = new IdSet();
        LinkTable link = schema.link(collection);
        SqlConditions sql = conditions(answered);
        SqlRow.OfMember row = sql.row(link);
        Predicate predicate = sql.predicate(condition, row);
        if (!predicate.equals(Predicates.FALSE)) {
            statements.all(
                    "owners in " + link.table().name(),
                    where(Select.of(row.source(), owner(row)), predicate),
                    sizes.members(condition, link),
                    result -> found.add(result.getLong(1)));
        }
        return found;
    }

    /** Returns pairs from the owners to each of their members that fulfil a condition. Members have no ids and are numbered here. */
    IdPairs members(
            CollectionAttribute collection, Condition condition, Map<Condition.Some, IdSet> answered, IdSet owners) {
        IdPairs pairs = new IdPairs();
        LinkTable link = schema.link(collection);
        SqlConditions sql = conditions(answered);
        SqlRow.OfMember row = sql.row(link);
        long[] number = new long[1];
        read(
                "members in " + link.table().name(),
                row.source(),
                owner(row),
                owners,
                sizes.belonging(link.table(), owners.size(), collection.declaringClass()),
                sql.predicate(condition, row),
                owner(row),
                (owner, same) -> pairs.add(owner, number[0]++));
        return pairs;
    }

    /** Returns the objects of the class that refer to the targets. */
    IdSet referring(PersistentClass type, FieldRef reference, IdSet targets) {
        IdSet found = new IdSet();
        for (ClassTable table : tables(type)) {
            SqlRow.OfObject row = conditions().row(table);
            for (Expression column : row.compared(reference)) {
                read(
                        "back to " + table.type(),
                        row.source(),
                        column,
                        targets,
                        sizes.belonging(table.table(), targets.size(), target(reference)),
                        Predicates.TRUE,
                        row.id(),
                        found::add);
            }
        }
        return found;
    }

    /** Returns the owners of the collection with a member that refers to the targets. */
    IdSet holding(CollectionAttribute collection, FieldRef reference, IdSet targets) {
        IdSet found = new IdSet();
        SqlRow.OfMember row = conditions().row(schema.link(collection));
        read(
                "back by " + row.table().table().name(),
                row.source(),
                row.compared(reference).get(0),
                targets,
                sizes.belonging(row.table().table(), targets.size(), target(reference)),
                Predicates.TRUE,
                owner(row),
                found::add);
        return found;
    }

    /** Returns pairs from objects of a class to the referenced objects. */
    IdPairs follow(PersistentClass type, FieldRef reference, IdSet from) {
        IdPairs pairs = new IdPairs();
        for (ClassTable table : tables(type)) {
            SqlRow.OfObject row = conditions().row(table);
            for (Expression column : row.compared(reference)) {
                read(
                        "from " + table.type(),
                        row.source(),
                        row.id(),
                        from,
                        sizes.belonging(table.table(), from.size(), type),
                        Predicates.notNull(column),
                        column,
                        pairs::add);
            }
        }
        return pairs;
    }

    /** Returns pairs from owners to the objects that their members refer to. */
    IdPairs follow(CollectionAttribute collection, FieldRef reference, IdSet owners) {
        IdPairs pairs = new IdPairs();
        SqlRow.OfMember row = conditions().row(schema.link(collection));
        Expression target = row.compared(reference).get(0);
        read(
                "by " + row.table().table().name(),
                row.source(),
                owner(row),
                owners,
                sizes.belonging(row.table().table(), owners.size(), collection.declaringClass()),
                Predicates.notNull(target),
                target,
                pairs::add);
        return pairs;
    }

    /** Returns pairs from targets to the objects that refer to them. */
    IdPairs back(Step.Referrers step, IdSet targets) {
        IdPairs pairs = new IdPairs();
        for (ClassTable table : tables(step.owner())) {
            SqlRow.OfObject row = conditions().row(table);
            for (Expression column : row.compared(step.reference())) {
                read(
                        "back to " + table.type(),
                        row.source(),
                        column,
                        targets,
                        sizes.belonging(table.table(), targets.size(), target(step.reference())),
                        Predicates.TRUE,
                        row.id(),
                        pairs::add);
            }
        }
        return pairs;
    }

    /** Returns pairs from targets to the owners of collections with them, of any class. */
    IdPairs back(Step.Holders step, IdSet targets) {
        IdPairs pairs = new IdPairs();
        SqlRow.OfMember row = conditions().row(schema.link(step.collection()));
        read(
                "back by " + row.table().table().name(),
                row.source(),
                row.compared(step.reference()).get(0),
                targets,
                sizes.belonging(row.table().table(), targets.size(), target(step.reference())),
                Predicates.TRUE,
                owner(row),
                pairs::add);
        return pairs;
    }

    private static PersistentClass target(FieldRef reference) {
        return ((FieldRef.Content.Reference) reference.content()).target();
    }

    private static Expression owner(SqlRow.OfMember row) {
        return row.column(LinkTable.OWNER);
    }

    /**
     * Reads a value from the rows whose key is among some ids: by lookups with an index, by a scan that the engine filters without one, and
     * by a scan filtered in Java if the ids are a large part of all.
     *
     * @param expected the expected rows, from the number of ids; negative if unknown
     */
    private void read(
            String title,
            Source source,
            Expression key,
            IdSet ids,
            double expected,
            Predicate condition,
            Expression value,
            IdPairs.Reader reader) {
        if (ids.isEmpty() || condition.equals(Predicates.FALSE)) {
            return;
        }
        Select select = where(Select.of(source, key, value), condition);
        if (isLargePart(source, key, ids, expected)) {
            statements.all("scan, " + title, select, sizes.all(source.table()), row -> {
                long found = row.getLong(1);
                if (ids.contains(found)) {
                    reader.read(found, row.getLong(2));
                }
            });
        } else {
            statements.byIds(
                    title,
                    select,
                    key,
                    ids,
                    chunk(source, key),
                    expected,
                    row -> reader.read(row.getLong(1), row.getLong(2)));
        }
    }

    /** Reads only the values, without the id that each belongs to. */
    private void read(
            String title,
            Source source,
            Expression key,
            IdSet ids,
            double expected,
            Predicate condition,
            Expression value,
            LongConsumer reader) {
        if (ids.isEmpty() || condition.equals(Predicates.FALSE)) {
            return;
        }
        if (isLargePart(source, key, ids, expected)) {
            read(title, source, key, ids, expected, condition, value, (id, found) -> reader.accept(found));
        } else {
            statements.byIds(
                    title,
                    where(Select.of(source, value), condition),
                    key,
                    ids,
                    chunk(source, key),
                    expected,
                    row -> reader.accept(row.getLong(1)));
        }
    }

    /** Returns whether so many ids are looked up that a scan of the table costs less. */
    boolean isLargePart(Source source, Expression key, IdSet ids, double expected) {
        return ids.size() > FEW
                && (statistics.isIndexed(source, key)
                        ? Math.max(ids.size(), expected) > LARGE_PART * sizes.rows(source.table(), ids.size())
                        : ids.size() > SCANNED_WITH);
    }

    /** Returns whether a scan of a table costs less than looking up the rows that belong to some objects of a class. */
    boolean haveLargePart(Source source, Expression key, IdSet owners, PersistentClass type) {
        return owners.size() > FEW
                && isLargePart(source, key, owners, sizes.belonging(source.table(), owners.size(), type));
    }

    /**
     * Returns whether the engine groups all rows of a table in less time than those are read that belong to some objects of a class. Without an index, a table whose
     * size is not known is grouped.
     */
    boolean haveLargePartOfGroups(Source source, Expression key, IdSet owners, PersistentClass type) {
        if (owners.size() <= FEW_GROUPS) {
            return false;
        }
        double expected = sizes.belonging(source.table(), owners.size(), type);
        return expected < 0 && !statistics.isIndexed(source, key)
                || Math.max(owners.size(), expected) > LARGE_PART * sizes.rows(source.table(), owners.size());
    }

    /** Returns the number of ids in one statement. */
    int chunk(Source source, Expression key) {
        return statistics.isIndexed(source, key) ? statements.dialect().limits().idsPerStatement() : SCANNED_WITH;
    }

    private static Select where(Select select, Predicate predicate) {
        return predicate.equals(Predicates.TRUE) ? select : select.where(predicate);
    }

    /**
     * Reads the owners, and a field of each of their members that fulfils a condition.
     *
     * @param answered references in the condition, by identity, whose possible targets are known
     */
    void members(
            CollectionAttribute collection,
            Condition condition,
            Map<Condition.Some, IdSet> answered,
            FieldRef field,
            IdSet owners,
            ValueReader reader) {
        LinkTable link = schema.link(collection);
        SqlConditions sql = conditions(answered);
        SqlRow.OfMember row = sql.row(link);
        Predicate predicate = sql.predicate(condition, row);
        if (!predicate.equals(Predicates.FALSE)) {
            values(
                    "values in " + link.table().name(),
                    where(Select.of(row.source(), columns(owner(row), row, field)), predicate),
                    owner(row),
                    owners,
                    sizes.belonging(link.table(), owners.size(), collection.declaringClass()),
                    reader);
        }
    }

    /** Reads the ids of objects of any class, and a field of each that has it. */
    void values(PersistentClass type, FieldRef field, IdSet ids, ValueReader reader) {
        for (ClassTable table : tables(type)) {
            SqlRow.OfObject row = conditions().row(table);
            List<Expression> columns = columns(row.id(), row, field);
            if (columns.size() > 1) {
                values(
                        "values of " + table.type(),
                        Select.of(row.source(), columns),
                        row.id(),
                        ids,
                        sizes.belonging(table.table(), ids.size(), type),
                        reader);
            }
        }
    }

    /** Returns a row of a table, for statements of its own. */
    SqlRow.OfObject row(ClassTable table) {
        return conditions().row(table);
    }

    /** Reads columns of a class's table, of which the first one is the key, from the rows whose key is among some ids. */
    void rows(
            String title,
            Source source,
            List<Expression> columns,
            Expression key,
            IdSet ids,
            ClassTable table,
            PersistentClass type,
            RowReader reader) {
        rows(
                title,
                Select.of(source, columns),
                source,
                key,
                ids,
                sizes.belonging(table.table(), ids.size(), type),
                reader);
    }

    /**
     * Reads columns of a collection's table, of which the first one is the owner, from the members of some owners that fulfil a condition.
     *
     * @param answered references in the condition, by identity, whose possible targets are known
     * @param columns chooses the columns
     * @param expressions the columns as expressions
     */
    <C> void memberRows(
            CollectionAttribute collection,
            Condition condition,
            Map<Condition.Some, IdSet> answered,
            IdSet owners,
            Function<SqlRow, C> columns,
            Function<C, List<Expression>> expressions,
            MemberReader<C> reader) {
        LinkTable link = schema.link(collection);
        SqlConditions sql = conditions(answered);
        SqlRow.OfMember row = sql.row(link);
        Predicate predicate = sql.predicate(condition, row);
        if (!predicate.equals(Predicates.FALSE)) {
            C chosen = columns.apply(row);
            rows(
                    "members in " + link.table().name(),
                    where(Select.of(row.source(), expressions.apply(chosen)), predicate),
                    row.source(),
                    owner(row),
                    owners,
                    sizes.belonging(link.table(), owners.size(), collection.declaringClass()),
                    result -> reader.read(chosen, result));
        }
    }

    /** Reads a member, by columns that were chosen. */
    interface MemberReader<C> {
        void read(C columns, Row row) throws SQLException;
    }

    private void rows(
            String title, Select select, Source source, Expression key, IdSet ids, double expected, RowReader reader) {
        if (ids.isEmpty()) {
            return;
        }
        if (isLargePart(source, key, ids, expected)) {
            statements.all("scan, " + title, select, sizes.all(source.table()), row -> {
                if (ids.contains(row.getLong(1))) {
                    reader.read(row);
                }
            });
        } else {
            statements.byIds(title, select, key, ids, chunk(source, key), expected, reader);
        }
    }

    private static List<Expression> columns(Expression key, SqlRow row, FieldRef field) {
        List<Expression> columns = new ArrayList<>(List.of(key));
        columns.addAll(
                field.content() instanceof FieldRef.Content.Embedded ? witness(row, field) : row.compared(field));
        return columns;
    }

    /** Returns the columns of a field; for a record as a whole the column that shows whether it is null. */
    private static List<Expression> witness(SqlRow row, FieldRef field) {
        List<Slot> slots = row.slots(field);
        return slots.isEmpty() ? List.of() : List.of(row.witness(slots.get(slots.size() - 1)));
    }

    private void values(String title, Select select, Expression key, IdSet ids, double expected, ValueReader reader) {
        List<ColumnType> types = select.columns().stream()
                .skip(1)
                .map(column -> ((Expression.ColumnOf) column).column().type())
                .toList();
        statements.byIds(title, select, key, ids, statements.dialect().limits().idsPerStatement(), expected, result -> {
            Object[] values = new Object[types.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = result.get(i + 2, types.get(i));
            }
            reader.read(result.getLong(1), values);
        });
    }

    /** Reads the columns of a field. */
    interface ValueReader {
        void read(long id, Object[] values);
    }
}

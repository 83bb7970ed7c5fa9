package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.StatementScope;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.selection.EachRow;
import dev.espalier.internal.search.selection.ExactParts;
import dev.espalier.internal.search.selection.GroupedSources;
import dev.espalier.internal.search.selection.JoinedSources;
import dev.espalier.internal.search.selection.PartialAggregate;
import dev.espalier.internal.search.selection.RowFields;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.SourceJoins;
import dev.espalier.internal.search.selection.SourceRow;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the combinations of rows to which some objects lead: by one statement for each class if the objects are a large part of it, else by their ids. If nothing of
 * the objects is asked for but their ids, it begins at the rows that refer to them. For one search, by one thread.
 */
final class ObjectRows {

    private final Schema schema;
    private final SearchStatements statements;
    private final Relations relations;
    private final Steps steps;

    ObjectRows(Schema schema, SearchStatements statements, Relations relations, Steps steps) {
        this.schema = schema;
        this.statements = statements;
        this.relations = relations;
        this.steps = steps;
    }

    /**
     * Reads the combinations of each object. If a step leads to several rows, one that leads to none may be left out.
     *
     * @param plan the sources, the first one that of the objects
     * @param title what the statements are for
     * @param together whether those of one object must follow each other
     * @param reader takes an object's id and a combination, which is valid during the call
     */
    void read(RowPlan plan, String title, IdSet objects, boolean together, BiConsumer<Long, RowFields> reader) {
        PersistentClass type = plan.roots().answer();
        boolean isJoinable = JoinedSources.areJoinable(plan);
        Optional<SourceJoins> below = isJoinable && !together ? belowObjects(plan) : Optional.empty();
        if (below.isPresent()) {
            readBelow(below.get(), plan, title + " of " + type, objects, reader);
        } else if (isJoinable && areLargePart(type, objects)) {
            type.concreteClasses().forEach(concrete -> scan(plan, title, concrete, objects, together, reader));
        } else {
            new SourceReader(plan.sources(), relations, steps)
                    .read(
                            type,
                            objects.toArray(),
                            object -> RowFields.each(plan.sources(), object, row -> reader.accept(object.id(), row)));
        }
    }

    /** Joins the rows below the objects; empty if the objects' own rows are read, too. */
    private Optional<SourceJoins> belowObjects(RowPlan plan) {
        return SourceJoins.belowObjects(plan, schema, statements.columns());
    }

    private void readBelow(
            SourceJoins joins, RowPlan plan, String title, IdSet objects, BiConsumer<Long, RowFields> reader) {
        JoinedSources joined = JoinedSources.of(joins, plan);
        Select query = joined.query().unsorted();
        Source first = query.from().first();
        if (relations.haveLargePart(first, joins.id(0), objects, plan.roots().answer())) {
            statements.all("scan, " + title, query, -1, rows(joined, objects, reader));
        } else {
            int chunk = relations.chunk(first, joins.id(0));
            statements.byIds(title, query, joins.id(0), objects, chunk, -1, rows(joined, objects, reader));
        }
    }

    /** Reads the rows of all objects of a class. */
    private void scan(
            RowPlan plan,
            String title,
            PersistentClass type,
            IdSet objects,
            boolean together,
            BiConsumer<Long, RowFields> reader) {
        JoinedSources joined = JoinedSources.to(all(type), schema.table(type), plan, schema, statements.columns());
        Select query = together ? joined.query() : joined.query().unsorted();
        statements.all(title + " of " + type, query, -1, rows(joined, objects, reader));
    }

    /** Passes on the rows of some objects. */
    private static RowReader rows(JoinedSources joined, IdSet objects, BiConsumer<Long, RowFields> reader) {
        return joined.reader(new EachRow(combination -> {
            long id = requireNonNull(combination[0]).id();
            if (objects.contains(id)) {
                reader.accept(id, new RowFields(combination));
            }
        }));
    }

    /**
     * Reads one group for each object, if the engine can make the groups and the objects are a large part of their class.
     *
     * @param plan grouped by the objects' id
     * @param id the place of the id among the fields of the object's row
     * @param reader takes an object's id and the parts of its aggregates
     * @return whether they were read; if not, what the reader has taken does not count
     */
    boolean readGroups(RowPlan plan, int id, String title, IdSet objects, BiConsumer<Long, PartialAggregate[]> reader) {
        if (!JoinedSources.areJoinable(plan)) {
            return false;
        }
        List<Optional<GroupedSources>> groups = groups(plan, objects);
        if (groups.isEmpty() || groups.stream().anyMatch(Optional::isEmpty)) {
            return false;
        }
        ExactParts reading = new ExactParts(new EachGroup((rows, parts) -> {
            long object = (long) requireNonNull(rows[0].field(id));
            if (objects.contains(object)) {
                reader.accept(object, parts);
            }
        }));
        groups.forEach(group -> statements.groups(
                title + " of " + plan.roots().answer(),
                group.get().query(),
                objects.size(),
                group.get().reader(reading)));
        return reading.areExact();
    }

    /** Returns one statement, or one for each class; none if reading the rows of the objects takes less time. */
    private List<Optional<GroupedSources>> groups(RowPlan plan, IdSet objects) {
        PersistentClass type = plan.roots().answer();
        Optional<SourceJoins> below = belowObjects(plan);
        if (below.isPresent()) {
            SourceJoins joins = below.get();
            return relations.haveLargePartOfGroups(joins.select().from().first(), joins.id(0), objects, type)
                    ? List.of(GroupedSources.of(joins, plan, statements.dialect()))
                    : List.of();
        }
        return areLargePart(type, objects)
                ? type.concreteClasses().stream()
                        .map(concrete -> GroupedSources.of(
                                all(concrete),
                                schema.table(concrete),
                                plan,
                                schema,
                                statements.columns(),
                                Map.of(),
                                GroupedSources.Wanted.PARTS))
                        .toList()
                : List.of();
    }

    private Select all(PersistentClass type) {
        SqlRow.OfObject row = new StatementScope().row(schema.table(type));
        return Select.of(row.source(), row.id());
    }

    /** Returns whether reading all objects takes less time than looking up these. */
    private boolean areLargePart(PersistentClass type, IdSet objects) {
        return type.concreteClasses().stream().allMatch(concrete -> {
            SqlRow.OfObject row = new StatementScope().row(schema.table(concrete));
            return relations.isLargePart(row.source(), row.id(), objects, objects.size());
        });
    }

    /** Takes the groups of plans. */
    private record EachGroup(BiConsumer<SourceRow[], PartialAggregate[]> reader) implements RowReading {

        @Override
        public void object(SourceRow object) {
            throw new IllegalStateException("the rows are grouped");
        }

        @Override
        public void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys) {
            throw new IllegalStateException("the rows are grouped");
        }

        @Override
        public void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {
            reader.accept(rows, aggregates);
        }
    }
}

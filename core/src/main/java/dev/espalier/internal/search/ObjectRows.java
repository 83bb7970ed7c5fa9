package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Select;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the combinations of rows to which some objects lead: by one statement for each class if the objects are a large part of it, else by their ids. For one
 * search, by one thread.
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
     * Reads the combinations of each object.
     *
     * @param plan the sources, the first one that of the objects
     * @param title what the statements are for
     * @param together whether those of one object must follow each other
     * @param reader takes an object's id and a combination, which is valid during the call
     */
    void read(RowPlan plan, String title, IdSet objects, boolean together, BiConsumer<Long, RowFields> reader) {
        PersistentClass type = plan.roots().answer();
        List<RowPlan.Source> sources = plan.sources();
        if (JoinedSources.areJoinable(plan) && areLargePart(type, objects)) {
            type.concreteClasses().forEach(concrete -> scan(plan, title, concrete, objects, together, reader));
        } else {
            new SourceReader(sources, relations, steps)
                    .read(
                            type,
                            objects.toArray(),
                            object -> RowFields.each(sources, object, row -> reader.accept(object.id(), row)));
        }
    }

    /**
     * Reads one group for each object, if the engine can make the groups and the objects are a large part of their class.
     *
     * @param plan grouped by the objects' id
     * @param id the place of the id among the fields of the object's row
     * @param reader takes an object's id and the parts of its aggregates
     * @return whether they were read
     */
    boolean readGroups(RowPlan plan, int id, String title, IdSet objects, BiConsumer<Long, PartialAggregate[]> reader) {
        PersistentClass type = plan.roots().answer();
        if (!JoinedSources.areJoinable(plan) || !areLargePart(type, objects)) {
            return false;
        }
        List<Optional<GroupedSources>> groups = type.concreteClasses().stream()
                .map(concrete -> GroupedSources.of(
                        all(concrete), schema.table(concrete), plan, schema, statements.dialect(), Map.of()))
                .toList();
        if (groups.stream().anyMatch(Optional::isEmpty)) {
            return false;
        }
        EachGroup reading = new EachGroup((rows, parts) -> {
            long object = (long) requireNonNull(rows[0].field(id));
            if (objects.contains(object)) {
                reader.accept(object, parts);
            }
        });
        groups.forEach(group -> statements.all(
                title + " of " + type, group.get().query(), -1, group.get().reader(reading)));
        return true;
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

    /** Reads the rows of all objects of a class by one statement, and passes on those of some objects. */
    private void scan(
            RowPlan plan,
            String title,
            PersistentClass type,
            IdSet objects,
            boolean together,
            BiConsumer<Long, RowFields> reader) {
        JoinedSources joined = JoinedSources.to(
                all(type),
                schema.table(type),
                plan,
                schema,
                statements.dialect().limits());
        RowReader rows = joined.reader(new EachRow(combination -> {
            long id = requireNonNull(combination[0]).id();
            if (objects.contains(id)) {
                reader.accept(id, new RowFields(combination));
            }
        }));
        statements.all(
                title + " of " + type,
                together ? joined.query() : joined.query().unsorted(),
                -1,
                rows);
    }

    /** Takes the rows of plans without groups. */
    private record EachRow(Consumer<@Nullable SourceRow[]> reader) implements RowReading {

        @Override
        public void object(SourceRow object) {
            throw new IllegalStateException("the rows are joined");
        }

        @Override
        public void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys) {
            reader.accept(rows);
        }

        @Override
        public void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {
            throw new IllegalStateException("nothing is grouped");
        }
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

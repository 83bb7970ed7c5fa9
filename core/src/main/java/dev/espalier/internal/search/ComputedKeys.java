package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Select;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Computes the values by which objects are sorted: reads what the formula is made of, and evaluates it in Java. For one search, by one thread. */
final class ComputedKeys {

    private final Schema schema;
    private final SearchStatements statements;
    private final Relations relations;
    private final Steps steps;
    private final Evaluation evaluation = new Evaluation();

    ComputedKeys(Schema schema, SearchStatements statements, Relations relations, Steps steps) {
        this.schema = schema;
        this.statements = statements;
        this.relations = relations;
        this.steps = steps;
    }

    /** Returns a key's values by object, each as its only column; objects without one are omitted. */
    Map<Long, Object[]> values(ComputedKey key, PersistentClass type, IdSet objects) {
        List<Map<Long, Object>> aggregates = key.aggregates().stream()
                .map(value -> steps.values(value, objects))
                .toList();
        Map<Long, Object[]> values = new HashMap<>();
        BiConsumer<Long, RowValues> reader = (id, row) -> add(values, key, new Values(id, row, aggregates));
        if (Fields.isNone(key.formula())) {
            Arrays.stream(objects.toArray()).forEach(id -> add(values, key, new Values(id, null, aggregates)));
        } else if (JoinedSources.areJoinable(key.rows()) && areLargePart(type, objects)) {
            type.concreteClasses().forEach(concrete -> scan(key, concrete, objects, reader));
        } else {
            List<RowPlan.Source> sources = key.rows().sources();
            new SourceReader(sources, relations, steps)
                    .read(
                            type,
                            objects.toArray(),
                            object -> reader.accept(object.id(), RowFields.of(sources, 0, object)));
        }
        return values;
    }

    /** Returns whether reading all objects takes less time than looking up these. */
    private boolean areLargePart(PersistentClass type, IdSet objects) {
        return type.concreteClasses().stream().allMatch(concrete -> {
            SqlRow.OfObject row = new StatementScope().row(schema.table(concrete));
            return relations.isLargePart(row.source(), row.id(), objects, objects.size());
        });
    }

    /** Reads the rows of all objects of a class by one statement, and passes on those of some objects. */
    private void scan(ComputedKey key, PersistentClass type, IdSet objects, BiConsumer<Long, RowValues> reader) {
        SqlRow.OfObject row = new StatementScope().row(schema.table(type));
        JoinedSources joined = JoinedSources.to(
                Select.of(row.source(), row.id()),
                schema.table(type),
                key.rows(),
                schema,
                statements.dialect().limits());
        RowReader rows = joined.reader(new EachRow(combination -> {
            long id = requireNonNull(combination[0]).id();
            if (objects.contains(id)) {
                reader.accept(id, new RowFields(combination));
            }
        }));
        statements.all("sort keys of " + type, joined.query().unsorted(), -1, rows);
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

    private void add(Map<Long, Object[]> values, ComputedKey key, Values row) {
        try {
            Object value = evaluation.value(key.formula(), row);
            if (value != null) {
                values.put(row.id, new Object[] {value});
            }
        } catch (ArithmeticException e) {
            throw key.overflow();
        }
    }

    /**
     * The values of one object.
     *
     * @param fields null if none is read
     * @param aggregates their values by object
     */
    private record Values(long id, @Nullable RowValues fields, List<Map<Long, Object>> aggregates)
            implements RowValues {

        @Override
        public @Nullable Object field(int source, int index) {
            return fields == null ? null : fields.field(source, index);
        }

        @Override
        public Object key(int index) {
            throw new IllegalStateException("an object is no group");
        }

        @Override
        public @Nullable Object aggregate(int index) {
            return aggregates.get(index).get(id);
        }
    }
}

package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.ids.Adjacency;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.ids.Portions;
import dev.espalier.internal.search.ids.TooManyPairs;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.SourceCursor;
import dev.espalier.internal.search.selection.SourceRow;
import dev.espalier.internal.sql.Expression;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a selection's sources for some objects, a source at a time: one statement for each table, however many objects. It accepts every step and every
 * class. For one search, by one thread.
 */
final class SourceReader {

    /** The number of objects whose rows are in memory together. */
    private static final int OBJECTS = 5_000;

    /** The number of objects that are read first if their columns have rows of their own, of which there can be any number. */
    private static final int FIRST_OBJECTS = 100;

    /** The number of rows of sources above which fewer objects are read together. */
    private static final long ROWS = 100_000;

    private final List<RowPlan.Source> sources;
    private final boolean isNested;
    private final Relations relations;
    private final SetTraversal traversal;
    private final Steps steps;
    /** The number of pairs that objects may lead to. */
    private int mostPairs = Portions.PAIRS;
    /** The rows of all sources that were made. */
    private long made;
    /** The places of each source's children. */
    private final List<List<Integer>> children;

    SourceReader(List<RowPlan.Source> sources, Relations relations, Steps steps) {
        this.sources = sources;
        this.isNested = sources.stream().anyMatch(source -> source.nested() > 0);
        this.relations = relations;
        this.traversal = new SetTraversal(relations);
        this.steps = steps;
        this.children = IntStream.range(0, sources.size())
                .mapToObj(source -> IntStream.range(0, sources.size())
                        .filter(child -> sources.get(child).parent() == source)
                        .boxed()
                        .toList())
                .toList();
    }

    /** Passes on the row of each object, in the order of the ids. */
    void read(PersistentClass type, long[] ids, Consumer<SourceRow> reader) {
        for (int from = 0; from < ids.length; from += OBJECTS) {
            portion(type, Arrays.copyOfRange(ids, from, Math.min(from + OBJECTS, ids.length)), reader);
        }
    }

    /** Returns the same, to be read a portion at a time. */
    SourceCursor source(PersistentClass type, long[] ids) {
        return new SourceCursor() {

            private int next;
            private int objects = FIRST_OBJECTS;
            /** Objects that were read. The lists of each are made when it is asked for: together they can be far larger than what they are made of. */
            private final Deque<SourceRow> waiting = new ArrayDeque<>();

            @Override
            public void read(RowReading reading) {
                if (!isNested) {
                    int end = Math.min(next + OBJECTS, ids.length);
                    portion(type, Arrays.copyOfRange(ids, next, end), reading::object);
                    next = end;
                    return;
                }
                if (waiting.isEmpty()) {
                    int end = Math.min(next + objects, ids.length);
                    long before = made;
                    portion(type, Arrays.copyOfRange(ids, next, end), waiting::add);
                    next = end;
                    objects = made - before > ROWS ? Math.max(1, objects / 2) : Math.min(OBJECTS, objects * 2);
                }
                SourceRow object = waiting.poll();
                if (object != null) {
                    reading.object(object);
                }
            }

            @Override
            public boolean isAtEnd() {
                return next >= ids.length && waiting.isEmpty();
            }

            @Override
            public void close() {
                // holds nothing
            }
        };
    }

    private void portion(PersistentClass type, long[] ids, Consumer<SourceRow> reader) {
        Map<Long, SourceRow> rows;
        // What one object leads to is not divided.
        mostPairs = ids.length > 1 ? Portions.PAIRS : Integer.MAX_VALUE;
        try {
            rows = objects(0, type, IdSet.of(ids.clone()));
        } catch (TooManyPairs e) {
            int middle = ids.length / 2;
            portion(type, Arrays.copyOf(ids, middle), reader);
            portion(type, Arrays.copyOfRange(ids, middle, ids.length), reader);
            return;
        }
        for (long id : ids) {
            SourceRow row = rows.get(id);
            if (row != null) {
                reader.accept(row);
            }
        }
    }

    /** Reads the rows of a source of objects, by their ids. */
    private Map<Long, SourceRow> objects(int source, PersistentClass type, IdSet ids) {
        Condition condition = sources.get(source).condition();
        IdSet fulfilling = condition.equals(Condition.ALWAYS) ? ids : steps.filter(condition, type, ids);
        Map<Long, SourceRow> rows = new HashMap<>();
        Map<Integer, IdPairs> references = references(source);
        if (needsRow(source)) {
            for (ClassTable table : relations.tables(type)) {
                read(source, table, type, fulfilling, rows, references);
            }
        } else {
            for (long id : fulfilling.toArray()) {
                rows.put(
                        id,
                        new SourceRow(
                                id, idsOnly(source, id), children.get(source).size()));
            }
        }
        follow(source, type, rows, references);
        return rows;
    }

    /** Whether the ids of objects are not enough. In a nested column each row is one of an object that is there, whatever is read of it. */
    private boolean needsRow(int source) {
        RowPlan.Source of = sources.get(source);
        return of.nested() > 0
                || of.fields().stream().anyMatch(field -> !(field.content() instanceof FieldRef.Content.Id))
                || of.step() instanceof Step.Follow follow && follow.narrows()
                || children.get(source).stream()
                        .anyMatch(child -> sources.get(child).step() instanceof Step.Follow);
    }

    private @Nullable Object[] idsOnly(int source, long id) {
        Object[] fields = new Object[sources.get(source).fields().size()];
        Arrays.fill(fields, id);
        return fields;
    }

    private Map<Integer, IdPairs> references(int source) {
        Map<Integer, IdPairs> references = new LinkedHashMap<>();
        for (int child : children.get(source)) {
            if (sources.get(child).step() instanceof Step.Follow) {
                references.put(child, new IdPairs());
            }
        }
        return references;
    }

    private void read(
            int source,
            ClassTable table,
            PersistentClass type,
            IdSet ids,
            Map<Long, SourceRow> rows,
            Map<Integer, IdPairs> references) {
        SqlRow.OfObject row = relations.row(table);
        Columns columns = new Columns(source, row, List.of(row.id()));
        relations.rows("rows of " + table.type(), row.source(), columns.all, row.id(), ids, table, type, result -> {
            long id = result.getLong(1);
            rows.put(id, columns.row(id, result));
            columns.references(id, result, references);
        });
    }

    /** Reads the rows of a source of members, by the owners' ids, in the order of the collections. */
    private Map<Long, List<SourceRow>> members(int source, CollectionAttribute collection, IdSet owners) {
        RowPlan.Source of = sources.get(source);
        Condition condition = Condition.and(List.of(of.narrowing(), of.condition(), isThere(collection)));
        Map<Long, List<Placed>> byOwner = new HashMap<>();
        Map<Integer, IdPairs> references = references(source);
        Map<Long, SourceRow> numbered = new HashMap<>();
        boolean isComputed = ComputedMembers.areIn(condition);
        Map<Long, Set<Long>> places = isComputed ? steps.places(collection, condition, owners) : Map.of();
        relations.memberRows(
                collection,
                isComputed ? Condition.ALWAYS : condition,
                isComputed ? Map.of() : steps.answered(condition),
                owners,
                row -> new Columns(source, row, List.of(row.column(LinkTable.OWNER), row.column(LinkTable.POS))),
                columns -> columns.all,
                (columns, result) -> {
                    if (isComputed
                            && !places.getOrDefault(result.getLong(1), Set.of()).contains(result.getLong(2))) {
                        return;
                    }
                    SourceRow member = columns.row(result.getLong(2), result);
                    long number = numbered.size();
                    numbered.put(number, member);
                    columns.references(number, result, references);
                    byOwner.computeIfAbsent(result.getLong(1), owner -> new ArrayList<>())
                            .add(new Placed(result.getLong(2), member));
                });
        follow(source, null, numbered, references);
        Map<Long, List<SourceRow>> rows = new HashMap<>();
        byOwner.forEach((owner, members) -> rows.put(
                owner,
                members.stream()
                        .sorted((a, b) -> Long.compare(a.pos, b.pos))
                        .map(Placed::row)
                        .toList()));
        return rows;
    }

    /** A member that is an object, and missing, is none. */
    private static Condition isThere(CollectionAttribute collection) {
        return collection.element() instanceof Element.Reference reference
                ? Condition.present(FieldRef.member(collection, reference.target()))
                : Condition.ALWAYS;
    }

    private record Placed(long pos, SourceRow row) {}

    /**
     * Reads the rows of the source's children, and gives each row those to which it leads.
     *
     * @param type the class of the rows; null for members
     * @param rows by their ids, or by numbers
     * @param references from these to the objects behind each child that follows a reference
     */
    private void follow(
            int source, @Nullable PersistentClass type, Map<Long, SourceRow> rows, Map<Integer, IdPairs> references) {
        List<Integer> places = children.get(source);
        for (int at = 0; at < places.size(); at++) {
            int child = places.get(at);
            int place = at;
            Step step = requireNonNull(sources.get(child).step());
            if (step instanceof Step.Members members) {
                members(child, members.collection(), ids(rows))
                        .forEach((owner, found) ->
                                requireNonNull(rows.get(owner)).setChildren(place, found));
            } else {
                IdPairs pairs = step instanceof Step.Follow
                        ? requireNonNull(references.get(child))
                        : traversal.forth(List.of(step), requireNonNull(type), ids(rows), mostPairs);
                Map<Long, SourceRow> ends = objects(child, Step.end(List.of(step)), pairs.targets());
                Adjacency onwards = pairs.forwards();
                rows.forEach((id, row) -> {
                    LongStream.Builder reached = LongStream.builder();
                    onwards.forEach(id, reached::add);
                    row.setChildren(
                            place,
                            reached.build()
                                    .sorted()
                                    .distinct()
                                    .mapToObj(ends::get)
                                    .filter(end -> end != null)
                                    .toList());
                });
            }
        }
    }

    private static IdSet ids(Map<Long, SourceRow> rows) {
        return IdSet.of(rows.keySet().stream().mapToLong(Long::longValue).toArray());
    }

    /** The columns of one table that a source's rows are made of. */
    final class Columns {

        private final int source;
        private final List<Expression> all;
        /** For each field the place of its first column, counted from 1; 0 if the table has none. */
        private final int[] places;

        private final Map<Integer, Integer> referencePlaces = new LinkedHashMap<>();

        Columns(int source, SqlRow row, List<Expression> first) {
            this.source = source;
            this.all = new ArrayList<>(first);
            List<FieldRef> fields = sources.get(source).fields();
            this.places = new int[fields.size()];
            for (int i = 0; i < places.length; i++) {
                FieldRef field = fields.get(i);
                if (field.content() instanceof FieldRef.Content.Value) {
                    List<Slot> slots = row.slots(field);
                    if (!slots.isEmpty()) {
                        places[i] = all.size() + 1;
                        Slot.ValueSlot slot = (Slot.ValueSlot) slots.get(slots.size() - 1);
                        for (int part = 0; part < slot.type().parts().size(); part++) {
                            all.add(row.column(slot.at() + part));
                        }
                    }
                }
            }
            for (int child : children.get(source)) {
                if (sources.get(child).step() instanceof Step.Follow follow) {
                    List<Expression> reference = row.compared(follow.reference());
                    if (!reference.isEmpty()) {
                        referencePlaces.put(child, all.size() + 1);
                        all.add(reference.get(0));
                    }
                }
            }
        }

        SourceRow row(long id, Row result) throws SQLException {
            made++;
            List<FieldRef> fields = sources.get(source).fields();
            Object[] values = new Object[places.length];
            for (int i = 0; i < places.length; i++) {
                if (fields.get(i).content() instanceof FieldRef.Content.Value value) {
                    values[i] = places[i] == 0 ? null : decoded(value.type(), places[i], result);
                } else {
                    values[i] = id;
                }
            }
            return new SourceRow(id, values, children.get(source).size());
        }

        private @Nullable Object decoded(ValueType type, int at, Row result) throws SQLException {
            Object[] parts = new Object[type.parts().size()];
            for (int part = 0; part < parts.length; part++) {
                ColumnType column =
                        ((Expression.ColumnOf) all.get(at - 1 + part)).column().type();
                parts[part] = result.get(at + part, column);
            }
            return type.decode(parts, 0);
        }

        void references(long number, Row result, Map<Integer, IdPairs> references) throws SQLException {
            for (Map.Entry<Integer, Integer> reference : referencePlaces.entrySet()) {
                long target = result.getLong(reference.getValue());
                if (!result.wasNull()) {
                    requireNonNull(references.get(reference.getKey())).add(number, target);
                }
            }
        }
    }
}

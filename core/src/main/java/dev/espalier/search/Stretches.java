package dev.espalier.search;

import dev.espalier.dialect.Dialect;
import dev.espalier.dialect.TextIndex;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Constant;
import dev.espalier.plan.Plan;
import dev.espalier.plan.Step;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Schema;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Operator;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Reads the first objects in the order of one key: those that have a value there. For one search, by one thread.
 *
 * <p>Objects alike in the key come in any order, so those that have the last value read may be some of many: they are taken out, and the
 * value is the boundary. Where the engine sorts by the beginnings of texts only, those that begin like the last one are read in full and
 * sorted here, no more of them in memory than are wanted.
 */
final class Stretches {

    private final Schema schema;
    private final Statistics statistics;
    private final Questions questions;
    private final Results results;

    Stretches(Schema schema, Statistics statistics, Questions questions, Results results) {
        this.schema = schema;
        this.statistics = statistics;
        this.questions = questions;
        this.results = results;
    }

    /**
     * The beginning of an order.
     *
     * @param ids of all objects whose values come before the boundary
     * @param values theirs; none where they were not read to their ends
     * @param boundary a value that at least as many objects have as are missing; empty where all objects with a value were read
     */
    record Stretch(IdSet ids, Map<Long, Object[]> values, Optional<Constant> boundary) {
    }

    /** An object and what it is sorted by. */
    private record Valued(long id, Object[] value) {
    }

    /** Whether each step leads to one table, so that a statement can join it. */
    static boolean isPossible(Plan.Order key) {
        return key.steps().stream().allMatch(step -> step.target().concreteClasses().size() == 1);
    }

    /** Whether indexes lead from each value of the key to the objects that have it. */
    boolean isIndexed(PersistentClass root, Plan.Order key) {
        PersistentClass here = root;
        for (Step.Follow step : key.steps()) {
            if (!tables(here).stream().allMatch(table -> isIndexed(table, row -> row.compared(step.reference())))) {
                return false;
            }
            here = step.target();
        }
        return tables(here).stream().allMatch(table -> isIndexed(table, row -> row.compared(key.place())));
    }

    private boolean isIndexed(ClassTable table, java.util.function.Function<Row, List<Expression>> columns) {
        Source source = new Source(table.table(), "t");
        List<Expression> compared = columns.apply(new Row.OfObject(source, table));
        return compared.isEmpty() || statistics.isIndexed(source, compared.get(0));
    }

    private List<ClassTable> tables(PersistentClass type) {
        return type.concreteClasses().stream().map(schema::table).toList();
    }

    /**
     * The first objects that fulfil a condition and have a value.
     *
     * @param end only values that come later than this one
     * @param walked whether an index on the key is to be walked, rather than all objects looked at
     */
    Stretch first(PersistentClass root, Condition condition, Plan.Order key, Optional<Constant> end, long most, boolean walked) {
        Asked asked = new Asked(root, condition, key, end, walked);
        List<Valued> first = asked.first(most);
        if (first.size() < most) {
            return stretch(first, asked.isExact(), Optional.empty());
        }
        Object[] last = first.get(first.size() - 1).value();
        List<Valued> before = before(first, last, asked.order);
        if (!asked.isCutOff(last)) {
            return stretch(before, asked.isExact(), Optional.of(last));
        }
        List<Valued> alike = asked.beginningLike(last, most - before.size());
        Object[] boundary = alike.get(alike.size() - 1).value();
        List<Valued> all = new ArrayList<>(before);
        all.addAll(before(alike, boundary, asked.order));
        return stretch(all, false, Optional.of(boundary));
    }

    private static List<Valued> before(List<Valued> sorted, Object[] value, Comparator<Object[]> order) {
        return sorted.stream().filter(one -> order.compare(one.value(), value) < 0).toList();
    }

    private static Stretch stretch(List<Valued> objects, boolean exact, Optional<Object[]> boundary) {
        IdSet ids = new IdSet();
        Map<Long, Object[]> values = new HashMap<>();
        for (Valued one : objects) {
            ids.add(one.id());
            if (exact) {
                values.put(one.id(), one.value());
            }
        }
        return new Stretch(ids, values, boundary.map(value -> new Constant(Arrays.asList(value))));
    }

    /** The questions for one stretch. */
    private final class Asked {

        private final PersistentClass root;
        private final Condition condition;
        private final Plan.Order key;
        private final Optional<Constant> end;
        private final boolean walked;
        private final Comparator<Object[]> order;
        /** Whether the engine sorts by, and gives, the beginnings of the texts only. */
        private final boolean byBeginning;

        Asked(PersistentClass root, Condition condition, Plan.Order key, Optional<Constant> end, boolean walked) {
            this.root = root;
            this.condition = condition;
            this.key = key;
            this.end = end;
            this.walked = walked;
            order = Ordering.comparator(key);
            Dialect dialect = questions.dialect();
            boolean text = !KeyConditions.isEnum(key) && Cut.isText(key.place().columnTypes().get(0));
            byBeginning = text && (!dialect.sortsWholeTexts() || walked && textIndex() == TextIndex.BEGINNINGS);
        }

        private TextIndex textIndex() {
            PersistentClass last = key.steps().isEmpty() ? root : key.steps().get(key.steps().size() - 1).target();
            return tables(last).stream()
                    .flatMap(table -> new Row.OfObject(new Source(table.table(), "t"), table).compared(key.place()).stream())
                    .map(column -> questions.dialect().textIndex(((Expression.ColumnOf) column).column()))
                    .findFirst()
                    .orElse(TextIndex.WHOLE);
        }

        boolean isExact() {
            return !byBeginning;
        }

        /** Whether a value may go on behind what was read of it. */
        boolean isCutOff(Object[] value) {
            return byBeginning && (value[0] instanceof String text
                    ? text.codePointCount(0, text.length()) == questions.dialect().beginning()
                    : ((byte[]) value[0]).length == questions.dialect().beginning());
        }

        /** The first in the order of the key, or of its values' beginnings. */
        List<Valued> first(long most) {
            List<Valued> found = new ArrayList<>();
            for (ClassTable table : tables(root)) {
                Joined joined = join(table);
                if (joined != null) {
                    List<Expression> sorted = sorted(joined);
                    Select.Order[] orders = sorted.stream().map(one -> new Select.Order(one, key.descending(), true)).toArray(Select.Order[]::new);
                    Select all = joined.select().selecting(selected(joined, byBeginning ? sorted : joined.columns()));
                    Select present = byBeginning && walked ? all.where(Predicates.notNull(sorted.get(0))) : all;
                    Select select = present.orderBy(orders).limit(most, 0);
                    questions.search("first " + table.type() + " by " + key, select, most, row -> found.add(read(row)));
                }
            }
            found.sort(Comparator.comparing(Valued::value, order));
            return found.subList(0, (int) Math.min(most, found.size()));
        }

        private List<Expression> sorted(Joined joined) {
            return byBeginning
                    ? List.of(new Expression.Beginning((Expression.ColumnOf) joined.columns().get(0)))
                    : Cut.sorted(key, joined.end());
        }

        private static List<Expression> selected(Joined joined, List<Expression> values) {
            List<Expression> selected = new ArrayList<>(List.of(joined.root().id()));
            selected.addAll(values);
            return selected;
        }

        private Valued read(dev.espalier.jdbc.Row row) throws java.sql.SQLException {
            Object[] value = new Object[key.place().columnTypes().size()];
            for (int i = 0; i < value.length; i++) {
                value[i] = row.get(i + 2, key.place().columnTypes().get(i));
            }
            return new Valued(row.getLong(1), value);
        }

        /** The first of those whose values begin so, by their whole values. */
        List<Valued> beginningLike(Object[] beginning, long most) {
            PriorityQueue<Valued> latestFirst = new PriorityQueue<>(Comparator.comparing(Valued::value, order.reversed()));
            for (ClassTable table : tables(root)) {
                Joined joined = join(table);
                if (joined != null) {
                    Expression.Beginning read = new Expression.Beginning((Expression.ColumnOf) joined.columns().get(0));
                    Expression.Bind wanted = new Expression.Bind(key.place().columnTypes().get(0), beginning[0]);
                    Select select = joined.select()
                            .selecting(selected(joined, joined.columns()))
                            .where(new Predicate.Compare(read, Operator.EQUAL, wanted));
                    questions.all(table.type() + " that begin alike by " + key, select, -1, row -> {
                        latestFirst.add(read(row));
                        if (latestFirst.size() > most) {
                            latestFirst.remove();
                        }
                    });
                }
            }
            return latestFirst.stream().sorted(Comparator.comparing(Valued::value, order)).toList();
        }

        /** The objects of a table that come in question, joined with the rows on the way to the key. */
        private Joined join(ClassTable table) {
            SqlConditions sql = new SqlConditions(schema, questions.dialect().limits().nullCharacter(), results);
            List<Row.OfObject> rows = new ArrayList<>(List.of((Row.OfObject) sql.row(table)));
            List<Predicate> links = new ArrayList<>();
            for (Step.Follow step : key.steps()) {
                List<Expression> reference = rows.get(rows.size() - 1).compared(step.reference());
                Row.OfObject target = (Row.OfObject) sql.row(schema.table(step.target().concreteClasses().get(0)));
                if (reference.isEmpty()) {
                    return null;
                }
                links.add(new Predicate.Compare(target.id(), Operator.EQUAL, reference.get(0)));
                rows.add(target);
            }
            Row.OfObject end = rows.get(rows.size() - 1);
            List<Expression> columns = end.compared(key.place());
            if (columns.isEmpty()) {
                return null;
            }
            Predicate later = this.end.map(value -> sql.predicate(KeyConditions.later(key, value), end))
                    .orElse(SqlConditions.isNullable(columns.get(0)) ? Predicates.notNull(columns.get(0)) : Predicates.TRUE);
            Predicate both = Predicates.and(sql.predicate(condition, rows.get(0)), later);
            Select select = walked ? fromEnd(rows, links) : fromRoot(rows, links);
            return both.equals(Predicates.FALSE) ? null : new Joined(both.equals(Predicates.TRUE) ? select : select.where(both), rows.get(0), end, columns);
        }

        private static Select fromRoot(List<Row.OfObject> rows, List<Predicate> links) {
            Select select = Select.of(rows.get(0).source(), rows.get(0).id());
            for (int i = 0; i < links.size(); i++) {
                select = select.join(rows.get(i + 1).source(), links.get(i));
            }
            return select;
        }

        /** The values of the key come in the order of its index, and with each the objects that lead to it. */
        private static Select fromEnd(List<Row.OfObject> rows, List<Predicate> links) {
            Select select = Select.of(rows.get(rows.size() - 1).source(), rows.get(0).id());
            for (int i = links.size() - 1; i >= 0; i--) {
                select = select.joinAfter(rows.get(i).source(), links.get(i));
            }
            return select;
        }
    }

    /**
     * @param root the row of the object that is wanted
     * @param end the row in which the key's value stands
     * @param columns of the key in it
     */
    private record Joined(Select select, Row.OfObject root, Row.OfObject end, List<Expression> columns) {
    }
}

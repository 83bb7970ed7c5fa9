package dev.espalier.search;

import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Schema;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Query;
import dev.espalier.sql.Select;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Searches by one statement for each concrete class of the root.
 *
 * <pre>
 * EXISTS      SELECT m1.id FROM m1 WHERE EXISTS (... joined from m1.id to n3.value = 976) AND EXISTS (...) AND EXISTS (...)
 * INTERSECT   SELECT m1_m2.owner FROM m1_m2 JOIN ... WHERE n3.value = 976  INTERSECT  SELECT ...  INTERSECT  SELECT ...
 * </pre>
 */
final class OneStatement {

    private final Schema schema;
    private final Questions questions;
    private final Sizes sizes;
    private final Results results;

    OneStatement(Schema schema, Questions questions, Sizes sizes, Results results) {
        this.schema = schema;
        this.questions = questions;
        this.sizes = sizes;
        this.results = results;
    }

    /**
     * The objects of a class that fulfil a condition.
     *
     * @param cut where some of them are enough
     */
    IdSet find(Condition condition, PersistentClass type, Way way, Optional<Cut> cut) {
        IdSet found = new IdSet();
        for (ClassTable root : tables(type)) {
            double all = sizes.objects(condition, root);
            double expected = cut.map(some -> Math.min(all, some.most())).orElse(all);
            if (way == Way.INTERSECT) {
                questions.all("find " + root.type(), intersection(condition, root, cut), expected, row -> found.add(row.getLong(1)));
            } else {
                questions.search("find " + root.type(), exists(condition, root, cut), expected, row -> found.add(row.getLong(1)));
            }
        }
        return found;
    }

    /** How many objects of a class fulfil a condition. */
    long count(Condition condition, PersistentClass type) {
        long[] count = new long[1];
        for (ClassTable root : tables(type)) {
            questions.search("count " + root.type(), selected(condition, root, row -> new Expression.CountAll()), 1,
                    row -> count[0] += row.getLong(1));
        }
        return count[0];
    }

    private List<ClassTable> tables(PersistentClass type) {
        return type.concreteClasses().stream().map(schema::table).toList();
    }

    /** How many tables, and values, the statement for the largest class would name. */
    Size size(Condition condition, PersistentClass type) {
        Size largest = new Size(0, 0);
        for (ClassTable root : tables(type)) {
            SqlConditions sql = conditions();
            sql.predicate(condition, sql.row(root));
            largest = new Size(Math.max(largest.tables(), sql.tables()), Math.max(largest.binds(), sql.binds()));
        }
        return largest;
    }

    /** The size of a statement. */
    record Size(int tables, int binds) {
    }

    private SqlConditions conditions() {
        return new SqlConditions(schema, questions.dialect().limits().nullCharacter(), results);
    }

    private Select exists(Condition condition, ClassTable root, Optional<Cut> cut) {
        Select all = selected(condition, root, Row::id);
        Row row = new Row.OfObject(all.from().first(), root);
        return cut.map(some -> some.of(all, row)).orElse(all);
    }

    private Select selected(Condition condition, ClassTable root, Function<Row, Expression> column) {
        SqlConditions sql = conditions();
        Row.OfObject row = (Row.OfObject) sql.row(root);
        Predicate predicate = sql.predicate(condition, row);
        Select select = Select.of(row.source(), column.apply(row));
        return predicate.equals(Predicates.TRUE) ? select : select.where(predicate);
    }

    /** Cut by id only: an intersection knows nothing else of its objects. */
    private Query intersection(Condition condition, ClassTable root, Optional<Cut> cut) {
        if (!isConjunctionOfPaths(condition)) {
            return exists(condition, root, cut);
        }
        SqlConditions sql = conditions();
        List<Select> selects = parts(condition).stream().map(part -> sql.along(part, root)).toList();
        Optional<Cut> byId = cut.filter(some -> some.keys().isEmpty());
        return selects.size() == 1
                ? selects.get(0)
                : new Query.Combined(Query.Combination.INTERSECT, selects, byId.map(Cut::sorted).orElse(false), byId.map(Cut::most).orElse(null));
    }

    private static List<Condition> parts(Condition condition) {
        return condition instanceof Condition.And and ? and.parts() : List.of(condition);
    }

    /** Whether each part finds its objects by itself. */
    static boolean isConjunctionOfPaths(Condition condition) {
        return parts(condition).stream().allMatch(part -> part instanceof Condition.Some || part instanceof Condition.Compare || part instanceof Condition.InSet
                || part instanceof Condition.Match || part instanceof Condition.InResult);
    }
}

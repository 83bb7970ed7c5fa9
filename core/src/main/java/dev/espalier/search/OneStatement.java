package dev.espalier.search;

import dev.espalier.plan.Condition;
import dev.espalier.plan.Plan;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Schema;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Query;
import dev.espalier.sql.Select;
import java.util.List;

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

    OneStatement(Schema schema, Questions questions) {
        this.schema = schema;
        this.questions = questions;
    }

    IdSet find(Plan plan, Way way) {
        IdSet found = new IdSet();
        plan.root().concreteClasses().stream().map(schema::table).forEach(root -> {
            if (way == Way.INTERSECT) {
                questions.all("find " + root.type(), intersection(plan.condition(), root), -1, row -> found.add(row.getLong(1)));
            } else {
                questions.search("find " + root.type(), exists(plan.condition(), root), -1, row -> found.add(row.getLong(1)));
            }
        });
        return found;
    }

    /** How many tables, and values, the statement for the largest class would name. */
    Size size(Plan plan) {
        Size largest = new Size(0, 0);
        for (ClassTable root : plan.root().concreteClasses().stream().map(schema::table).toList()) {
            SqlConditions sql = conditions();
            sql.predicate(plan.condition(), sql.row(root));
            largest = new Size(Math.max(largest.tables(), sql.tables()), Math.max(largest.binds(), sql.binds()));
        }
        return largest;
    }

    /** The size of a statement. */
    record Size(int tables, int binds) {
    }

    private SqlConditions conditions() {
        return new SqlConditions(schema, questions.dialect().limits().nullCharacter());
    }

    private Select exists(Condition condition, ClassTable root) {
        SqlConditions sql = conditions();
        Row.OfObject row = (Row.OfObject) sql.row(root);
        Predicate predicate = sql.predicate(condition, row);
        Select select = Select.of(row.source(), row.id());
        return predicate.equals(Predicates.TRUE) ? select : select.where(predicate);
    }

    private Query intersection(Condition condition, ClassTable root) {
        if (!isConjunctionOfPaths(condition)) {
            return exists(condition, root);
        }
        SqlConditions sql = conditions();
        List<Condition> parts = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        List<Select> selects = parts.stream().map(part -> sql.along(part, root)).toList();
        return selects.size() == 1 ? selects.get(0) : new Query.Combined(Query.Combination.INTERSECT, selects);
    }

    /** Whether each part finds its objects by itself. */
    static boolean isConjunctionOfPaths(Condition condition) {
        List<Condition> parts = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        return parts.stream().allMatch(part -> part instanceof Condition.Some || part instanceof Condition.Compare || part instanceof Condition.InSet
                || part instanceof Condition.Match);
    }
}

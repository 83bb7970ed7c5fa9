package dev.espalier.internal.search;

import dev.espalier.internal.dialect.TextIndex;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.search.condition.ReferenceJoins;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.StatementScope;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The statements that give each object of a plan once, one for each concrete class: their caller can select more of the object's columns, so that no search comes
 * before the reading. There are none if another search finds the objects faster.
 */
final class RootStatements {

    /** Objects of more classes are searched first: their tables cost a statement each. */
    private static final int MOST_CLASSES = 16;

    /** More objects than these are many: a statement that reads them takes longer than the planning and counting of a search in steps. */
    private static final long MANY = 1_000;

    private final Execution search;
    private final Plan plan;

    RootStatements(Execution search, Plan plan) {
        this.search = search;
        this.plan = plan;
    }

    /** Whether one statement may find the first objects behind an id. */
    static boolean haveFirst(Plan plan, Optional<Strategy> wanted) {
        return plan.root().concreteClasses().size() == 1 && isById(plan) && plan.offset() == 0 && areIn(plan, wanted);
    }

    /** Whether the condition is about the objects' own rows alone, or about these and those that references lead to. */
    static boolean isOfOneRow(Plan plan, Optional<Strategy> wanted) {
        return isOfOwnRows(plan, wanted) || isAlongReferences(plan, wanted);
    }

    private static boolean isOfOwnRows(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan) && isById(plan) && readsOwnRows(plan.condition(), wanted);
    }

    private static boolean readsOwnRows(Condition condition, Optional<Strategy> wanted) {
        return wanted.orElse(Strategy.EXISTS) == Strategy.EXISTS && RowAccess.ONLY_ROW.isEnoughFor(condition);
    }

    /** Whether references alone lead to what the condition is about, so that joins along them have one row for each root. */
    private static boolean isAlongReferences(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan) && isById(plan) && wanted.isEmpty() && OneStatement.followsReferences(plan.condition());
    }

    private static boolean isPlain(Plan plan) {
        return plan.variables().isEmpty()
                && plan.ancestors().isEmpty()
                && plan.parts().size() == 1;
    }

    private static boolean isById(Plan plan) {
        return plan.keys().size() == 1;
    }

    /** Whether one statement for each class may find the objects of a plan, whatever limit and offset it has. */
    static boolean areIn(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan)
                && plan.root().concreteClasses().size() <= MOST_CLASSES
                && (readsOwnRows(plan.condition(), wanted)
                        || wanted.isEmpty()
                                && (OneStatement.hasOnePath(plan.condition())
                                        || OneStatement.followsReferences(plan.condition())
                                        || RowAccess.ONE_STATEMENT_WITHOUT_RECURSION.isEnoughFor(plan.condition())));
    }

    /** Returns the statements for all objects that fulfil the condition, in any order and without a limit. */
    Optional<List<Select>> unsorted() {
        return unsorted(plan.condition());
    }

    private Optional<List<Select>> unsorted(Condition condition) {
        return unsorted(condition, true);
    }

    /** Returns the statements for the ids alone. If the condition is nothing but a path, they are read along it, so that one may come several times. */
    Optional<List<Select>> ids() {
        return unsorted(plan.condition(), false);
    }

    private Optional<List<Select>> unsorted(Condition condition, boolean once) {
        return condition.equals(Condition.NEVER)
                ? Optional.empty()
                : RowAccess.ONLY_ROW.isEnoughFor(condition) ? ofTables(condition) : alongPath(condition, once);
    }

    /**
     * Returns the statements for the objects of the answer. There is one class if they have to come in an order that is not that of their ids, or if there is a limit.
     *
     * @param position a value for each key, each in the objects' own rows: only objects behind it; an empty list for all
     */
    Optional<RootSelects> answer(List<Optional<Constant>> position) {
        if (isById(plan) && plan.limit().isEmpty() && plan.offset() == 0) {
            return unsorted().map(all -> new RootSelects(all, 0));
        }
        if (plan.hasComputedKeys() || plan.limit().isEmpty() && plan.offset() > 0) {
            return Optional.empty();
        }
        long most = plan.limit().orElse(Long.MAX_VALUE);
        boolean isSorted = plan.fields().stream().allMatch(key -> TopN.isFieldSortedBy(search.session.dialect(), key));
        if (most == 0 || !isSorted || plan.root().concreteClasses().size() > 1) {
            return Optional.empty();
        }
        boolean early = search.chooser.isLargePart(plan.condition(), plan.root());
        if (!isById(plan) && plan.limit().isPresent() && early) {
            Plan.Order key = plan.fields().get(0);
            if (!key.steps().isEmpty()) {
                return Optional.empty();
            }
            if (search.keyRangeScan.isIndexed(plan.root(), key)) {
                return walked(key, most, position);
            }
        }
        TopN cut = new TopN(most, plan.offset(), plan.fields(), early);
        return unsorted(Condition.and(plan.condition(), KeyConditions.behind(plan.fields(), position)))
                .flatMap(all -> sorted(all.get(0), cut))
                .map(select -> new RootSelects(List.of(select), 0));
    }

    /** Joins what references of sort keys lead to. Empty if an object has no such reference, or if one leads to several tables. */
    private Optional<Select> sorted(Select select, TopN cut) {
        ReferenceJoins joins = new ReferenceJoins(search.schema, StatementScope.ofKeys());
        SqlRow row = row(select);
        Map<Plan.Order, SqlRow> rows = new HashMap<>();
        for (Plan.Order key : cut.keys()) {
            Optional<SqlRow> end = joins.row(row, List.copyOf(key.steps()), false);
            if (end.isEmpty()) {
                return Optional.empty();
            }
            rows.put(key, end.get());
        }
        return Optional.of(cut.of(joins.joined(select), rows::get));
    }

    /**
     * Follows the index on the first key. It begins with the objects that have a value: they come first, and an engine that has to ask whether one is missing
     * does not follow the index. If there are fewer than wanted, those without a value are missing.
     */
    private Optional<RootSelects> walked(Plan.Order key, long most, List<Optional<Constant>> position) {
        if (!RowAccess.ONLY_ROW.isEnoughFor(plan.condition())
                || !search.keyRangeScan.isFollowedInOrder(plan.root(), key)) {
            return Optional.empty();
        }
        if (plan.fields().stream().anyMatch(other -> !other.steps().isEmpty())) {
            return Optional.empty();
        }
        TopN cut = new TopN(most, plan.offset(), plan.fields(), true);
        Column column = column(key);
        boolean isPair = !position.isEmpty() && isPair(plan.fields(), column);
        Condition behind =
                position.isEmpty() || isPair ? Condition.ALWAYS : KeyConditions.presentBehind(plan.fields(), position);
        return ofTables(Condition.and(plan.condition(), Condition.present(key.field()), behind))
                .map(all -> isPair ? behind(all.get(0), position) : all.get(0))
                .map(select ->
                        new RootSelects(List.of(cut.ofPresent(select, row(select))), column.nullable() ? most : 0));
    }

    /** The first column of a key of the objects' own rows. */
    private Column column(Plan.Order key) {
        ClassTable table = search.schema.table(plan.root().concreteClasses().get(0));
        return ((Expression.ColumnOf) new SqlRow.OfObject(new Source(table.table(), "t"), table)
                        .compared(key.field())
                        .get(0))
                .column();
    }

    /** Whether an index finds a place by the first key and the id together: both rise or fall, and the index has the first one as it is. */
    private boolean isPair(List<Plan.Order> keys, Column column) {
        Plan.Order key = keys.get(0);
        return keys.size() == 2
                && key.descending() == keys.get(1).descending()
                && key.field().columnTypes().size() == 1
                && switch (column.type()) {
                    case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP -> true;
                    case TEXT -> search.session.dialect().textIndex(column) == TextIndex.WHOLE;
                    case DOUBLE, DECIMAL, INTEGRAL, NAME, BOOLEAN, BINARY, UUID -> false;
                };
    }

    private Select behind(Select select, List<Optional<Constant>> position) {
        SqlRow row = row(select);
        Plan.Order key = plan.fields().get(0);
        return select.where(new Predicate.Behind(
                List.of(row.compared(key.field()).get(0), row.id()),
                key.descending(),
                List.of(
                        bind(key.field().columnTypes().get(0), position.get(0)),
                        bind(ColumnType.BIGINT, position.get(1)))));
    }

    private static Expression.Bind bind(ColumnType type, Optional<Constant> value) {
        return new Expression.Bind(type, value.orElseThrow().columns().get(0));
    }

    /** The row of the only class. */
    private SqlRow row(Select select) {
        return new SqlRow.OfObject(
                select.from().first(),
                search.schema.table(plan.root().concreteClasses().get(0)));
    }

    /** Returns the statement for the objects of the only class that are behind a position. */
    Optional<Select> behind(Condition position, TopN cut) {
        return unsorted(KeyConditions.and(plan.condition(), position)).map(all -> cut.of(all.get(0), row(all.get(0))));
    }

    /**
     * Returns the statements for all objects of any plan.
     *
     * @param anyOrder whether the objects may come in any order; else there is one class, so that the statement can sort them by id
     */
    Optional<List<Select>> all(boolean anyOrder) {
        if (!isPlain(plan)
                || !isById(plan)
                || plan.limit().isPresent()
                || plan.offset() > 0
                || plan.keys().get(0).descending()
                || search.wanted.orElse(Strategy.EXISTS) != Strategy.EXISTS
                || !anyOrder && plan.root().concreteClasses().size() > 1) {
            return Optional.empty();
        }
        if (plan.condition().equals(Condition.NEVER)) {
            return Optional.of(List.of());
        }
        if (isAlongReferences(plan, search.wanted)) {
            Optional<List<Select>> along = unsorted();
            if (along.isPresent()) {
                return along;
            }
        }
        boolean isOneStatement = RowAccess.ONLY_ROW.isEnoughFor(plan.condition())
                || search.choose(plan, plan.condition()) == Strategy.EXISTS;
        return isOneStatement ? ofTables(plan.condition()) : Optional.empty();
    }

    /** Empty if one of the classes has none. */
    private Optional<List<Select>> ofTables(Condition condition) {
        List<Select> all = new ArrayList<>();
        for (PersistentClass type : plan.root().concreteClasses()) {
            search.oneStatement.ofOneTable(condition, search.schema.table(type)).ifPresent(all::add);
        }
        return all.size() == plan.root().concreteClasses().size() ? Optional.of(all) : Optional.empty();
    }

    /**
     * Joins along references, or reads what else one path leads to in a subquery, if one statement is chosen because of indexes, or, for references, because
     * the engine reads each table once. Indexes need not lead along every part: the others are looked at in the rows of the objects.
     *
     * @param once whether each object must come once
     */
    private Optional<List<Select>> alongPath(Condition condition, boolean once) {
        return switch (way(condition)) {
            case JOINED -> ofTables(condition);
            case ALONG ->
                Optional.of(
                        !once && condition instanceof Condition.Some
                                ? select(table -> search.oneStatement.along(condition, table))
                                : inPaths(condition, List.of(OneStatement.path(condition))));
            case LOOKED_UP -> lookedUp(condition).map(parts -> inPaths(condition, parts.read));
            case STEPS -> Optional.empty();
        };
    }

    /** How the objects of a condition with paths are found. */
    private enum Way {
        JOINED,
        ALONG,
        LOOKED_UP,
        STEPS
    }

    private Way way(Condition condition) {
        Strategy strategy = search.chooser
                .choose(condition, plan.root(), search.oneStatement)
                .strategy();
        boolean joins = OneStatement.followsReferences(condition);
        boolean hasOnePath = OneStatement.hasOnePath(condition);
        boolean isChosen = strategy == Strategy.INTERSECT || strategy == Strategy.EXISTS && joins;
        boolean isFound = strategy == Strategy.STEPS
                && (joins || hasOnePath)
                && search.chooser.isFoundByIndex(
                        condition, joins ? condition : OneStatement.path(condition), plan.root(), search.oneStatement);
        if (isChosen || isFound) {
            return joins ? Way.JOINED : hasOnePath ? Way.ALONG : Way.LOOKED_UP;
        }
        return strategy == Strategy.NARROWED ? Way.STEPS : Way.LOOKED_UP;
    }

    /**
     * The parts of a condition by which indexes find objects.
     *
     * @param fewest the one that is expected to find the fewest
     * @param read those whose objects are read along their paths; the others are looked at in the rows
     */
    private record IndexedParts(Condition fewest, List<Condition> read) {}

    /**
     * Finds few objects by an index on one part of the condition, and looks at the other parts in their rows. Other paths of which indexes find the objects are read
     * for all objects, unless the few are those that refer to one object: the estimate for a value may be wrong.
     */
    private Optional<IndexedParts> lookedUp(Condition condition) {
        PersistentClass root = plan.root();
        return search.chooser.fewest(condition, root, search.oneStatement).map(fewest -> {
            List<Condition> read = Condition.conjuncts(condition).stream()
                    .filter(part -> !OneStatement.followsReferences(part))
                    .filter(part -> part == fewest || search.chooser.isReadForAll(part, fewest, root))
                    .toList();
            return new IndexedParts(fewest, read);
        });
    }

    /**
     * Returns statements of which one gives a row if the values of a moment lead to many objects. The search in steps counts what each part finds, and begins with
     * the fewest; an engine that does not know how common a value is would read them all.
     */
    List<Select> looksAhead() {
        Condition condition = plan.condition();
        if (search.session.dialect().knowsCommonValues()
                || condition.equals(Condition.NEVER)
                || RowAccess.ONLY_ROW.isEnoughFor(condition)
                || way(condition) != Way.LOOKED_UP) {
            return List.of();
        }
        List<Select> looks = new ArrayList<>();
        lookedUp(condition).ifPresent(parts -> {
            for (Condition part : parts.read) {
                List<Condition> any = part instanceof Condition.Or or ? or.parts() : List.of(part);
                any.forEach(one -> looks.addAll(select(table -> search.oneStatement.along(one, table))));
            }
            if (!parts.read.contains(parts.fewest)) {
                looks.addAll(inPaths(parts.fewest, List.of()));
            }
        });
        return looks.stream().map(select -> select.limit(1L, MANY)).toList();
    }

    private List<Select> inPaths(Condition condition, List<Condition> read) {
        List<Condition> others = Condition.conjuncts(condition).stream()
                .filter(part -> !read.contains(part))
                .toList();
        return select(table -> search.oneStatement.inPaths(read, others, table));
    }

    private List<Select> select(Function<ClassTable, Select> ofTable) {
        return plan.root().concreteClasses().stream()
                .map(search.schema::table)
                .map(ofTable)
                .toList();
    }
}

package dev.espalier.internal.search;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements that give each object of a plan once, one for each concrete class: their caller can select more of the object's columns, so that no search comes
 * before the reading. There are none if another search finds the objects faster.
 */
final class RootStatements {

    /** Objects of more classes are searched first: their tables cost a statement each. */
    private static final int MOST_CLASSES = 16;

    private final Execution search;
    private final Plan plan;

    RootStatements(Execution search, Plan plan) {
        this.search = search;
        this.plan = plan;
    }

    /** Whether one statement may find the first objects behind an id. */
    static boolean haveFirst(Plan plan, Optional<Strategy> wanted) {
        return plan.root().concreteClasses().size() == 1 && isById(plan) && areIn(plan, wanted);
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

    /** Whether one statement for each class may find the objects of a plan. */
    static boolean areIn(Plan plan, Optional<Strategy> wanted) {
        return plan.offset() == 0 && areInAnyPart(plan, wanted);
    }

    /** Whether one statement for each class may find the objects of a plan, whatever limit and offset it has. */
    static boolean areInAnyPart(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan)
                && plan.root().concreteClasses().size() <= MOST_CLASSES
                && (readsOwnRows(plan.condition(), wanted)
                        || wanted.isEmpty()
                                && (OneStatement.hasOnePath(plan.condition())
                                        || OneStatement.followsReferences(plan.condition())));
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

    /** Returns the statements for the objects of the answer. There is one class if they have to come in an order that is not that of their ids, or if there is a limit. */
    Optional<RootSelects> answer() {
        if (isById(plan) && plan.limit().isEmpty()) {
            return unsorted().map(all -> new RootSelects(all, 0));
        }
        if (plan.hasComputedKeys()) {
            return Optional.empty();
        }
        long most = plan.limit().orElse(Long.MAX_VALUE);
        boolean isSorted = plan.fields().stream().allMatch(key -> TopN.isSortedBy(search.session.dialect(), key));
        if (most == 0 || !isSorted || plan.root().concreteClasses().size() > 1) {
            return Optional.empty();
        }
        boolean early = search.chooser.isLargePart(plan.condition(), plan.root());
        if (!isById(plan) && plan.limit().isPresent() && early) {
            Plan.Order key = plan.fields().get(0);
            if (search.keyRangeScan.isIndexed(plan.root(), key)) {
                return walked(key, most);
            }
        }
        TopN cut = new TopN(most, 0, plan.fields(), early);
        return unsorted().map(all -> {
            Select select = all.get(0);
            return new RootSelects(List.of(cut.of(select, row(select))), 0);
        });
    }

    /**
     * Follows the index on the first key. It begins with the objects that have a value: they come first, and an engine that has to ask whether one is missing
     * does not follow the index. If there are fewer than wanted, those without a value are missing.
     */
    private Optional<RootSelects> walked(Plan.Order key, long most) {
        if (!RowAccess.ONLY_ROW.isEnoughFor(plan.condition())
                || !search.keyRangeScan.isFollowedInOrder(plan.root(), key)) {
            return Optional.empty();
        }
        TopN cut = new TopN(most, 0, plan.fields(), true);
        return ofTables(Condition.and(plan.condition(), Condition.present(key.field())))
                .map(all -> all.get(0))
                .map(select -> new RootSelects(List.of(cut.ofPresent(select, row(select))), most));
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
        Strategy strategy = search.chooser
                .choose(condition, plan.root(), search.oneStatement)
                .strategy();
        boolean joins = OneStatement.followsReferences(condition);
        boolean isChosen = strategy == Strategy.INTERSECT || strategy == Strategy.EXISTS && joins;
        boolean isFound = strategy == Strategy.STEPS
                && search.chooser.isFoundByIndex(
                        condition, joins ? condition : OneStatement.path(condition), plan.root(), search.oneStatement);
        if (!isChosen && !isFound) {
            return Optional.empty();
        }
        if (joins) {
            return ofTables(condition);
        }
        boolean isAlong = !once && condition instanceof Condition.Some;
        return Optional.of(plan.root().concreteClasses().stream()
                .map(search.schema::table)
                .<Select>map(table -> isAlong
                        ? search.oneStatement.along(condition, table)
                        : search.oneStatement.inPath(condition, table))
                .toList());
    }
}

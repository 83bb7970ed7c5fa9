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

    /** Whether one statement that reads one table finds the first objects in order. */
    static boolean isOfOneTable(Plan plan, Optional<Strategy> wanted) {
        return plan.root().concreteClasses().size() == 1 && isOfOwnRows(plan, wanted);
    }

    /** Whether the condition is about the objects' own rows alone, or about these and those that references lead to. */
    static boolean isOfOneRow(Plan plan, Optional<Strategy> wanted) {
        return isOfOwnRows(plan, wanted) || isAlongReferences(plan, wanted);
    }

    private static boolean isOfOwnRows(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan)
                && wanted.orElse(Strategy.EXISTS) == Strategy.EXISTS
                && RowAccess.ONLY_ROW.isEnoughFor(plan.condition());
    }

    /** Whether references alone lead to what the condition is about, so that joins along them have one row for each root. */
    private static boolean isAlongReferences(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan) && wanted.isEmpty() && OneStatement.followsReferences(plan.condition());
    }

    private static boolean isPlain(Plan plan) {
        return plan.variables().isEmpty()
                && plan.ancestors().isEmpty()
                && plan.parts().size() == 1
                && plan.keys().size() == 1;
    }

    /** Whether all objects of a plan are found so, in any order. */
    static boolean areAll(Plan plan, Optional<Strategy> wanted) {
        return isOfOneRow(plan, wanted) && plan.root().concreteClasses().size() <= MOST_CLASSES && plan.offset() == 0;
    }

    /** Returns the statements for such a plan. */
    Optional<List<Select>> all() {
        return plan.condition().equals(Condition.NEVER)
                ? Optional.empty()
                : RowAccess.ONLY_ROW.isEnoughFor(plan.condition()) ? ofOwnRows() : alongReferences();
    }

    /** Returns the statement for the objects of one class that are behind a position. */
    Optional<Select> behind(Condition position, TopN cut) {
        Condition both = KeyConditions.and(plan.condition(), position);
        return both.equals(Condition.NEVER)
                ? Optional.empty()
                : search.oneStatement.ofOneTable(
                        both, search.schema.table(plan.root().concreteClasses().get(0)), Optional.of(cut));
    }

    /**
     * Returns the statements for all objects of any plan.
     *
     * @param anyOrder whether the objects may come in any order; else there is one class, so that the statement can sort them by id
     */
    Optional<List<Select>> all(boolean anyOrder) {
        if (!isPlain(plan)
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
            Optional<List<Select>> along = all();
            if (along.isPresent()) {
                return along;
            }
        }
        boolean isOneStatement = RowAccess.ONLY_ROW.isEnoughFor(plan.condition())
                || search.choose(plan, plan.condition()) == Strategy.EXISTS;
        return isOneStatement ? ofOwnRows() : Optional.empty();
    }

    /** Empty if one of the classes has none. */
    private Optional<List<Select>> ofOwnRows() {
        List<Select> all = new ArrayList<>();
        for (PersistentClass type : plan.root().concreteClasses()) {
            search.oneStatement
                    .ofOneTable(plan.condition(), search.schema.table(type), Optional.empty())
                    .ifPresent(all::add);
        }
        return all.size() == plan.root().concreteClasses().size() ? Optional.of(all) : Optional.empty();
    }

    /** Joins along references, if one statement is chosen because of indexes, or because the engine reads each table once. */
    private Optional<List<Select>> alongReferences() {
        Strategy strategy = search.chooser
                .choose(plan.condition(), plan.root(), search.oneStatement)
                .strategy();
        if (strategy == Strategy.STEPS || strategy == Strategy.NARROWED) {
            return Optional.empty();
        }
        return Optional.of(plan.root().concreteClasses().stream()
                .map(type -> search.oneStatement.along(plan.condition(), search.schema.table(type)))
                .toList());
    }
}

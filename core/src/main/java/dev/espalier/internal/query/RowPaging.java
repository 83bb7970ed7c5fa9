package dev.espalier.internal.query;

import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.SortKey;
import dev.espalier.internal.rows.RowMaker;
import dev.espalier.internal.search.Position;
import dev.espalier.internal.search.ResultPage;
import dev.espalier.internal.search.RowPages;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/** Makes one page of rows: of some objects behind the last one, or of all objects. */
final class RowPaging {

    /** The number of objects that are searched at once, if those before have made too few rows. */
    private static final long MOST_OBJECTS = 5_000;

    private RowPaging() {}

    /**
     * In a plan whose rows come in the order of the objects. Objects are read until they have made one row more than the page holds.
     *
     * @param end the position before the page; empty for the first page
     */
    static RowMaker.Page ofSomeObjects(RowPages search, RowPlan plan, int size, Optional<RowPageKey.End> end) {
        RowMaker rows = RowMaker.ofPage(plan, size, end.map(RowPageKey.End::row), id -> true);
        boolean mayGoOn = RowMaker.places(plan) > 0;
        Optional<Position> after =
                end.flatMap(RowPageKey.End::object).map(object -> mayGoOn ? before(object, plan.roots()) : object);
        long objects = size + (after.isPresent() && mayGoOn ? 2L : 1L);
        do {
            ResultPage found = search.objects(objects, after);
            search.rows(found.ids(), rows);
            after = found.end();
            objects = Math.max(objects, Math.min(2 * objects, MOST_OBJECTS));
        } while (after.isPresent() && rows.made() <= size);
        return rows.page(size);
    }

    /** Returns the position just before an object: of its rows, some may be behind the page. */
    private static Position before(Position object, Plan plan) {
        List<SortKey> keys = plan.keys();
        boolean descending = keys.get(keys.size() - 1).descending();
        return new Position(object.part(), object.values(), object.id() + (descending ? 1 : -1));
    }

    /**
     * In any plan. All rows are made, and those kept that are behind the position.
     *
     * @param end the position before the page; empty for the first page
     */
    static RowMaker.Page ofAll(RowPages search, RowPlan plan, int size, Optional<RowPageKey.End> end) {
        RowMaker rows = RowMaker.ofPage(
                plan,
                size,
                end.map(RowPageKey.End::row),
                end.flatMap(RowPageKey.End::object)
                        .map(object -> behind(search, plan.roots(), object))
                        .orElse(id -> true));
        search.rows(rows);
        return rows.page(size);
    }

    /** Returns which objects come behind one that may be gone. */
    private static LongPredicate behind(RowPages search, Plan plan, Position object) {
        if (plan.parts().size() == 1 && plan.orders().isEmpty()) {
            return id -> id > object.id();
        }
        long[] ids = search.objects(Integer.MAX_VALUE, Optional.of(object)).ids();
        Arrays.sort(ids);
        return id -> Arrays.binarySearch(ids, id) >= 0;
    }
}

package dev.espalier;

import static dev.espalier.error.ErrorCode.PAGED_LIMIT;

import dev.espalier.error.QueryException;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.internal.rql.Value;
import java.util.Locale;
import java.util.Optional;

/** Refuses pages of what has a limit or an offset of its own. */
final class PageLimits {

    private PageLimits() {}

    static void refuse(Plan plan, String rql) {
        if (plan.query().isCut()) {
            throw limited(rql, plan.query().limit(), "roots", "query");
        }
    }

    static void refuse(RowPlan plan) {
        refuse(plan.roots(), plan.roots().query().text());
        RqlSelection selection = plan.selection();
        if (selection.limit().isPresent() || selection.offset().isPresent()) {
            throw limited(selection.text(), selection.limit(), "rows", "selection");
        }
    }

    private static QueryException limited(String text, Optional<Value> limit, String wanted, String of) {
        int value = limit.map(Value::position).orElse(1);
        int position = text.substring(0, value - 1).toUpperCase(Locale.ROOT).lastIndexOf("LIMIT") + 1;
        return new QueryException(
                PAGED_LIMIT,
                text,
                position,
                "a page says itself how many " + wanted + " it wants and behind which they come; expected the " + of
                        + " without LIMIT and OFFSET");
    }
}

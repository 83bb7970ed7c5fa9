package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Explanation;
import java.util.Locale;

/** How a query was answered, as the page draws it. */
final class ExplanationJson {

    private ExplanationJson() {}

    static ObjectNode of(Explanation explanation) {
        Explanation.Search search = explanation.search();
        ObjectNode json = Json.object().put("query", explanation.query()).put("plan", explanation.plan());
        ObjectNode found = json.putObject("search")
                .put("strategy", search.strategy().name().toLowerCase(Locale.ROOT))
                .put("form", search.form())
                .put("reason", search.reason())
                .put("found", search.found())
                .put("micros", search.time().toNanos() / 1_000);
        ArrayNode steps = found.putArray("steps");
        for (Explanation.Step step : search.steps()) {
            ObjectNode one = steps.addObject()
                    .put("title", step.title())
                    .put("sql", step.sql())
                    .put("statements", step.statements())
                    .put("ids", step.ids())
                    .put("rows", step.rows())
                    .put("micros", step.time().toNanos() / 1_000);
            step.expectedRows().ifPresent(rows -> one.put("expectedRows", Math.round(rows)));
            step.enginePlan().ifPresent(plan -> one.put("enginePlan", plan));
        }
        ObjectNode load = json.putObject("load")
                .put("roots", explanation.load().roots())
                .put("statements", explanation.load().statements())
                .put("micros", explanation.load().time().toNanos() / 1_000);
        ObjectNode objects = load.putObject("objects");
        explanation.load().objects().forEach(objects::put);
        ArrayNode advice = json.putArray("advice");
        for (Explanation.Advice one : explanation.advice()) {
            advice.addObject()
                    .put("step", one.step())
                    .put("place", one.place())
                    .put("statement", one.statement())
                    .put("rowsRead", one.rowsRead())
                    .put("rowsExpected", one.rowsExpected());
        }
        return json;
    }
}

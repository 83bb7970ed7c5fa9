package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.evolution.SchemaPlan;
import java.util.Locale;

/** The changes that opening the database for another model would make, as the page shows them. */
final class PlanJson {

    private PlanJson() {}

    static ObjectNode of(SchemaPlan plan) {
        ObjectNode json = Json.object();
        ArrayNode steps = json.putArray("steps");
        for (SchemaPlan.Step step : plan.steps()) {
            ArrayNode statements = steps.addObject()
                    .put("description", step.description())
                    .put("cost", step.cost().name().toLowerCase(Locale.ROOT))
                    .put("rows", step.rows())
                    .putArray("statements");
            step.statements().forEach(statements::add);
        }
        return json;
    }
}

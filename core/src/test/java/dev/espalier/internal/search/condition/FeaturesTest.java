package dev.espalier.internal.search.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.search.Garage;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class FeaturesTest {

    private static final ObjectModel MODEL =
            ObjectModel.of(Garage.Person.class, Garage.SuperCar.class, Garage.Bike.class);

    private static Condition condition(String text) {
        return new Planner(MODEL)
                .plan(Rql.parse(text), Objects.requireNonNull(MODEL.find(Garage.Person.class)), Map.of())
                .condition();
    }

    /** Twice the work at each level would take longer than anybody waits. */
    @Test
    void countsWithinCountsAreReadOnce() {
        String text = "COUNT(friends) > 1";
        for (int level = 0; level < 60; level++) {
            text = "COUNT(friends(" + text + ")) > 1";
        }
        Condition nested = condition(text);
        assertThat(RowAccess.ONE_STATEMENT.isEnoughFor(nested)).isTrue();
        assertThat(RowAccess.WALKED_ONCE.isEnoughFor(nested)).isFalse();
        assertThat(RowAccess.ONLY_ID.isEnoughFor(nested)).isTrue();
    }

    @Test
    void conditionsBehindAStepTakeNothingAtTheRow() {
        Condition behind = condition("friends.age > 1");
        assertThat(RowAccess.ONLY_ID.isEnoughFor(behind)).isTrue();
        assertThat(RowAccess.ONLY_ROW.isEnoughFor(behind)).isFalse();
        Condition here = condition("age > 1");
        assertThat(RowAccess.ONLY_ID.isEnoughFor(here)).isFalse();
        assertThat(RowAccess.ONLY_ROW.isEnoughFor(here)).isTrue();
        assertThat(RowAccess.ONLY_ID.isEnoughFor(condition("partner.age > 1"))).isFalse();
    }
}

package dev.espalier.internal.catalog.change;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What a finish plans, without any database: {@code src/test/resources/finishes} has a file for each topic. The database has had all models of a case, the last one
 * is that of the finish. {@code -Despalier.changes.write=true} rewrites the plans; read the diff.
 */
@Tag("pure")
class FinishPlannerTest {

    @TestFactory
    Stream<DynamicContainer> planIsThatOfTheFile() {
        return PlanCases.of(
                Path.of("src/test/resources/finishes"),
                one -> ImaginedFinish.of(one).plan(ModelText.read(one.lastModel())));
    }
}

package dev.espalier.internal.catalog.change;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What an opening plans, without any database: {@code src/test/resources/changes} has a file for each topic. {@code -Despalier.changes.write=true} rewrites the plans;
 * read the diff.
 */
@Tag("pure")
class ChangePlannerTest {

    @TestFactory
    Stream<DynamicContainer> planIsThatOfTheFile() {
        return PlanCases.of(
                Path.of("src/test/resources/changes"),
                one -> ImaginedDatabase.of(one).plan(ModelText.read(one.lastModel())));
    }
}

package dev.espalier.internal.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.testing.CaseFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What an opening plans, without any database: {@code src/test/resources/changes} has a file for each topic. {@code -Despalier.changes.write=true} rewrites the plans;
 * read the diff.
 */
@Tag("pure")
class ChangePlannerTest {

    private static final boolean WRITE = Boolean.getBoolean("espalier.changes.write");

    @TestFactory
    Stream<DynamicContainer> planIsThatOfTheFile() {
        return ChangeCase.files().stream()
                .map(file ->
                        DynamicContainer.dynamicContainer(file.getFileName().toString(), cases(file)));
    }

    private static List<DynamicTest> cases(Path file) {
        List<DynamicTest> tests = new ArrayList<>();
        Map<String, String> written = new LinkedHashMap<>();
        List<ChangeCase> read = ChangeCase.read(file);
        for (ChangeCase one : read) {
            tests.add(DynamicTest.dynamicTest(one.title(), () -> {
                String plan = planned(one);
                written.put(one.title(), one.with(plan));
                if (!WRITE) {
                    assertThat(plan).isEqualTo(one.golden());
                }
            }));
        }
        if (WRITE) {
            tests.add(DynamicTest.dynamicTest("is written", () -> {
                assertThat(written).as("all cases have a plan").hasSameSizeAs(read);
                CaseFile.write(file, written);
            }));
        }
        return tests;
    }

    private static String planned(ChangeCase one) {
        ImaginedDatabase database = new ImaginedDatabase(one.headers());
        int last = one.models().size() - 1;
        one.models().subList(0, last).forEach(model -> database.open(ModelText.read(model)));
        return database.plan(ModelText.read(one.models().get(last)));
    }
}

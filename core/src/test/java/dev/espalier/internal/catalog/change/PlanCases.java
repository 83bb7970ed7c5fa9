package dev.espalier.internal.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.testing.CaseFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/** Compares the plans of a folder of cases with those that it has. {@code -Despalier.changes.write=true} rewrites them; read the diff. */
final class PlanCases {

    private static final boolean WRITE = Boolean.getBoolean("espalier.changes.write");

    private PlanCases() {}

    static Stream<DynamicContainer> of(Path folder, Function<ChangeCase, String> planned) {
        return CaseFile.in(folder, ".txt").stream()
                .map(file ->
                        DynamicContainer.dynamicContainer(file.getFileName().toString(), tests(file, planned)));
    }

    private static List<DynamicTest> tests(Path file, Function<ChangeCase, String> planned) {
        List<DynamicTest> tests = new ArrayList<>();
        Map<String, String> written = new LinkedHashMap<>();
        List<ChangeCase> read = ChangeCase.read(file);
        for (ChangeCase one : read) {
            tests.add(DynamicTest.dynamicTest(one.title(), () -> {
                String plan = planned.apply(one);
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
}

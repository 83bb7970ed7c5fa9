package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** TiDB, which is slow, runs few tests in a build: those of what it does differently from MySQL. */
@Tag("pure")
class TiDbTestsTest {

    private static final int AT_MOST = 80;
    private static final Path TESTS = Path.of("src/test/java");

    @Test
    void fewTestsRunOnTiDbInABuild() throws Exception {
        assertThat(tests().stream().filter(test -> isMarked(test) || isAboutTiDbAlone(test)))
                .hasSizeBetween(1, AT_MOST);
    }

    @Test
    void eachMarkHasAReasonAndATestThatTiDbMayRun() throws Exception {
        assertThat(tests().stream().filter(TiDbTestsTest::isMarked))
                .isNotEmpty()
                .allSatisfy(test -> {
                    assertThat(test.getAnnotation(AlsoOnTiDb.class).value())
                            .as("%s", test)
                            .isNotBlank();
                    OnEveryEngine about = test.getAnnotation(OnEveryEngine.class);
                    assertThat(about).as("%s", test).isNotNull();
                    assertThat(about.value().length == 0
                                    || List.of(about.value()).contains(Engine.TIDB))
                            .as("%s", test)
                            .isTrue();
                    assertThat(about.except()).as("%s", test).doesNotContain(Engine.TIDB);
                });
    }

    private static boolean isMarked(Method test) {
        return test.isAnnotationPresent(AlsoOnTiDb.class);
    }

    private static boolean isAboutTiDbAlone(Method test) {
        OnEveryEngine about = test.getAnnotation(OnEveryEngine.class);
        return about != null && List.of(about.value()).equals(List.of(Engine.TIDB));
    }

    /** The methods of the classes that have such annotations. */
    private static List<Method> tests() throws IOException, ClassNotFoundException {
        List<Method> tests = new ArrayList<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file : files.filter(file -> file.toString().endsWith("Test.java"))
                    .sorted()
                    .toList()) {
                String text = Files.readString(file);
                if (text.contains("@OnEveryEngine") || text.contains("@AlsoOnTiDb")) {
                    String name = TESTS.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace(file.getFileSystem().getSeparator(), ".");
                    tests.addAll(List.of(Class.forName(name, false, TiDbTestsTest.class.getClassLoader())
                            .getDeclaredMethods()));
                }
            }
        }
        return tests;
    }
}

package dev.espalier.lint;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of the packages, as ARCHITECTURE shows it: of the compiled classes, so that a name written in full or a returned type counts, too. */
@Tag("pure")
class ArchitectureTest {

    /** In reading order: a package uses only packages above it; the one without a name is the face, in the root package. */
    private static final List<String> PACKAGES = List.of(
            "internal",
            "annotation",
            "error",
            "verification",
            "internal.model",
            "internal.schema",
            "internal.sql",
            "internal.dialect",
            "internal.engine",
            "internal.engine.sqlite",
            "internal.engine.mysql",
            "internal.engine.postgresql",
            "internal.engine.h2",
            "internal.engine.duckdb",
            "internal.jdbc",
            "internal.handwritten",
            "internal.catalog.tables",
            "internal.catalog.index",
            "internal.lease",
            "internal.catalog.match",
            "internal.catalog.change",
            "internal.catalog",
            "internal.catalog.copy",
            "internal.repair",
            "internal.rql",
            "typed",
            "internal.plan",
            "internal.formula",
            "internal.search.ids",
            "internal.search.condition",
            "internal.search.explanation",
            "internal.search.total",
            "internal.search.selection",
            "internal.search",
            "internal.rows",
            "internal.graph",
            "internal.write",
            "internal.restore",
            "internal.transaction",
            "internal.query",
            "internal.store",
            "internal.migration",
            "internal.opening",
            "",
            "health",
            "evolution");

    private static final String ROOT = "dev.espalier";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void packagesUseOnlyPackagesAboveThem() {
        classes()
                .should(new ArchCondition<>("use only packages above theirs") {
                    @Override
                    public void check(JavaClass user, ConditionEvents events) {
                        for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                            JavaClass used = dependency.getTargetClass();
                            if (isOurs(used) && PACKAGES.indexOf(packageOf(used)) > PACKAGES.indexOf(packageOf(user))) {
                                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                            }
                        }
                    }
                })
                .check(CLASSES);
    }

    @Test
    void everyPackageIsInTheOrderAndDocumented() throws IOException {
        TreeSet<String> packages = new TreeSet<>();
        CLASSES.stream().filter(ArchitectureTest::isOurs).forEach(type -> packages.add(packageOf(type)));
        assertThat(packages).containsExactlyInAnyOrderElementsOf(PACKAGES);
        for (String name : packages) {
            assertThat(Path.of("src/main/java/dev/espalier", name.split("\\.")).resolve("package-info.java"))
                    .content()
                    .contains("<b>In:</b>")
                    .contains("<b>Out:</b>");
        }
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    private static String packageOf(JavaClass type) {
        return type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
    }
}

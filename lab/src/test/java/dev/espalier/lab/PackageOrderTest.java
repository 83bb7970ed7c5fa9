package dev.espalier.lab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of the lab's packages: of the compiled classes, so that a name written in full or a returned type counts, too. */
@Tag("pure")
class PackageOrderTest {

    /** In reading order: a package uses only packages above it. */
    private static final List<String> ORDER = List.of(
            "spec",
            "workload",
            "target",
            "store",
            "subject",
            "load",
            "measure",
            "result",
            "report",
            "agent",
            "isolation",
            "torture",
            "everyday",
            "evolution");

    private static final String ROOT = "dev.espalier.lab.";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target/classes"));

    @Test
    void packagesUseOnlyPackagesAboveThem() {
        classes()
                .that(describe("are in a package", PackageOrderTest::isInAPackage))
                .should(new ArchCondition<>("use only packages above theirs") {
                    @Override
                    public void check(JavaClass user, ConditionEvents events) {
                        for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                            JavaClass used = dependency.getTargetClass();
                            if (isInAPackage(used) && place(used) > place(user)) {
                                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                            }
                        }
                    }
                })
                .check(CLASSES);
    }

    @Test
    void everyPackageIsInTheOrder() {
        TreeSet<String> packages = new TreeSet<>();
        CLASSES.stream().filter(PackageOrderTest::isInAPackage).forEach(type -> packages.add(packageOf(type)));
        assertThat(packages).containsExactlyInAnyOrderElementsOf(ORDER);
    }

    private static boolean isInAPackage(JavaClass type) {
        return type.getPackageName().startsWith(ROOT);
    }

    private static int place(JavaClass type) {
        return ORDER.indexOf(packageOf(type));
    }

    /** The first package below the root: a package within it is its own matter. */
    private static String packageOf(JavaClass type) {
        return type.getPackageName().substring(ROOT.length()).replaceFirst("\\..*", "");
    }
}

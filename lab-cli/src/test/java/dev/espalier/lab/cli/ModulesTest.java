package dev.espalier.lab.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import dev.espalier.Database;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The other modules use only the packages that core exports, as users do; one module may use more, which core exports to it. */
@Tag("pure")
class ModulesTest {

    private static final List<String> OTHERS = List.of("bench", "cli", "console", "lab", "yaml");

    /** The lab names files of embedded databases as core's engines do, which users need not know. */
    private static final String EXCEPT = "dev.espalier.lab.target.EmbeddedFiles";

    @Test
    void otherModulesUseWhatCoreExports() throws Exception {
        JavaClasses all = new ClassFileImporter()
                .withImportOption(location -> !isOfTests(location))
                .importPackages("dev.espalier");
        URI core = Database.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        Set<String> exported = exports(core);
        assertThat(exported)
                .isEqualTo(all.stream()
                        .filter(type -> isOf(core, type) && !type.getName().startsWith("dev.espalier.internal."))
                        .map(JavaClass::getPackageName)
                        .filter(name -> !name.isEmpty()) // module-info
                        .collect(Collectors.toSet()));
        assertThat(all.stream().map(ModulesTest::module)).containsAll(OTHERS);
        noClasses()
                .that(describe(
                        "are of other modules",
                        type -> OTHERS.contains(module(type)) && !type.getName().equals(EXCEPT)))
                .should()
                .dependOnClassesThat(describe(
                        "are internal to core", type -> isOf(core, type) && !exported.contains(type.getPackageName())))
                .check(all);
    }

    private static boolean isOfTests(Location location) {
        return location.contains("/test-classes/");
    }

    private static boolean isOf(URI core, JavaClass type) {
        return type.getSource()
                .map(source -> source.getUri().toString().contains(core.getRawPath()))
                .orElse(false);
    }

    private static String module(JavaClass type) {
        return type.getPackageName().replaceFirst("^dev\\.espalier\\.?", "").replaceFirst("\\..*", "");
    }

    private static Set<String> exports(URI core) throws IOException {
        String place = core.getPath().endsWith(".jar") ? "jar:" + core + "!/" : core.toString();
        try (InputStream in = URI.create(place + "module-info.class").toURL().openStream()) {
            Set<Exports> exports = ModuleDescriptor.read(in).exports();
            assertThat(exports).flatExtracting(Exports::targets).containsOnly("dev.espalier.transfer");
            return exports.stream()
                    .filter(one -> !one.isQualified())
                    .map(Exports::source)
                    .collect(Collectors.toSet());
        }
    }
}

package dev.espalier.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Model;
import dev.espalier.yaml.YamlModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A real Maven runs the plugin in a project of one class. */
class MavenPluginTest {

    private static final String VERSION = System.getProperty("espalier.version");

    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
              <properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
              <dependencies><dependency><groupId>dev.espalier</groupId><artifactId>espalier</artifactId><version>%1$s</version></dependency></dependencies>
              <build><plugins>
                <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>%2$s</version></plugin>
                <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>%3$s</version></plugin>
                <plugin>
                  <groupId>dev.espalier</groupId><artifactId>espalier-maven-plugin</artifactId><version>%1$s</version>
                  <configuration><classes><class>shop.Order</class></classes></configuration>
                  <executions><execution><goals><goal>check</goal></goals></execution></executions>
                </plugin>
              </plugins></build>
            </project>
            """;

    /** Not a temporary folder of JUnit, which warns of links that lead out of it. */
    private static final Path FOLDER = Path.of("target", "maven plugin").toAbsolutePath();

    private record Run(int code, String text) {}

    @Test
    void theBuildFailsWithEachDifferenceUntilTheFileIsWritten() throws Exception {
        remove(FOLDER);
        Path project = Files.createDirectories(FOLDER.resolve("shop"));
        Path source =
                Files.createDirectories(project.resolve("src/main/java/shop")).resolve("Order.java");
        Files.writeString(
                project.resolve("pom.xml"),
                POM.formatted(
                        VERSION,
                        System.getProperty("espalier.compiler-plugin"),
                        System.getProperty("espalier.resources-plugin")));
        Files.writeString(
                source,
                "package shop; public class Order { long id; String customer; java.util.List<Line> lines; static class Line { long id; int count; } }\n");
        Path repository = repository();

        Run missing = maven(project, repository, "process-classes");
        assertThat(missing.text())
                .contains(
                        "espalier-model.yaml: found no such file; expected a model file. Write it: mvn espalier:write");
        assertThat(missing.code()).isNotZero();

        Run written = maven(project, repository, "espalier:write");
        assertThat(written.code()).as(written.text()).isZero();
        Path file = project.resolve("espalier-model.yaml");
        assertThat(Files.readString(file))
                .contains("customer: String", "lines: List<")
                .doesNotContain("note");

        Files.writeString(
                source,
                "package shop; public class Order { long id; String note; String customer; java.util.List<Line> lines; static class Line { long id; long count; } }\n");
        Run different = maven(project, repository, "process-classes");
        assertThat(different.text()).contains("differs from the classes:", "note", "count", "mvn espalier:write");
        assertThat(different.code()).isNotZero();

        Files.writeString(file, "# of the shop\n" + Files.readString(file));
        Run all = maven(project, repository, "espalier:write", "process-classes");
        assertThat(all.text()).contains("espalier-model.yaml is the model of the classes");
        assertThat(all.code()).as(all.text()).isZero();
        assertThat(Files.readString(file)).startsWith("# of the shop\n").contains("note: String");

        Files.writeString(file, Files.readString(file).replace("attributes:", "atributes:"));
        Run mistaken = maven(project, repository, "process-classes");
        assertThat(mistaken.text())
                .contains("found the key 'atributes'")
                .containsPattern("espalier-model\\.yaml:[0-9]+:[0-9]+: found");
        assertThat(mistaken.code()).isNotZero();
    }

    @Test
    void theDescriptorNamesWhatIsThere() throws Exception {
        NodeList goals;
        try (InputStream in = CheckMojo.class.getResourceAsStream("/META-INF/maven/plugin.xml")) {
            Element plugin = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
            assertThat(text(plugin, "version")).isEqualTo(VERSION);
            goals = plugin.getElementsByTagName("mojo");
        }
        assertThat(goals.getLength()).isEqualTo(2);
        for (int i = 0; i < goals.getLength(); i++) {
            Element goal = (Element) goals.item(i);
            Class<?> type = Class.forName(text(goal, "implementation"));
            assertThat(type.getDeclaredConstructor().newInstance()).isInstanceOf(ModelFileMojo.class);
            NodeList parameters = goal.getElementsByTagName("parameter");
            List<String> named = new ArrayList<>();
            for (int j = 0; j < parameters.getLength(); j++) {
                Element parameter = (Element) parameters.item(j);
                named.add(text(parameter, "name") + " " + text(parameter, "type"));
                assertThat(((Element) goal.getElementsByTagName("configuration").item(0))
                                .getElementsByTagName(text(parameter, "name"))
                                .getLength())
                        .isEqualTo(1);
            }
            assertThat(named)
                    .containsExactlyInAnyOrderElementsOf(Stream.of(ModelFileMojo.class.getDeclaredFields())
                            .filter(field -> !field.isSynthetic())
                            .map(field ->
                                    field.getName() + " " + field.getType().getName())
                            .toList());
        }
    }

    private static String text(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }

    private static Run maven(Path project, Path repository, String... goals) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-o",
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(goals));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        // Options of the build that runs this test.
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
        builder.environment()
                .put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // most of so short a run is compilation
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), text);
    }

    /** A local repository with the artifacts of this build in place of those that somebody has installed; what others have made is that of the build. */
    private static Path repository() throws IOException {
        Path all = Path.of(System.getProperty("espalier.repository"));
        Path repository = Files.createDirectories(FOLDER.resolve("repository"));
        link(all, repository, "dev");
        link(all.resolve("dev"), Files.createDirectories(repository.resolve("dev")), "espalier");
        Path modules = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
        put(repository, "espalier-parent", modules.resolve("pom.xml"), null);
        put(repository, "espalier", modules.resolve("core/pom.xml"), classes(Model.class));
        put(repository, "espalier-yaml", modules.resolve("yaml/pom.xml"), classes(YamlModel.class));
        put(repository, "espalier-maven-plugin", modules.resolve("maven-plugin/pom.xml"), classes(CheckMojo.class));
        return repository;
    }

    /** What a link leads to stays. */
    private static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }

    private static void link(Path from, Path to, String except) throws IOException {
        if (Files.isDirectory(from)) {
            try (Stream<Path> children = Files.list(from)) {
                for (Path child : children.filter(
                                child -> !child.getFileName().toString().equals(except))
                        .toList()) {
                    Files.createSymbolicLink(to.resolve(child.getFileName()), child);
                }
            }
        }
    }

    private static Path classes(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static void put(Path repository, String artifact, Path pom, @Nullable Path classes) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("dev/espalier").resolve(artifact).resolve(VERSION));
        Files.copy(pom, folder.resolve(artifact + "-" + VERSION + ".pom"));
        Path jar = folder.resolve(artifact + "-" + VERSION + ".jar");
        if (classes != null && Files.isRegularFile(classes)) {
            Files.copy(classes, jar);
        } else if (classes != null) {
            try (OutputStream out = Files.newOutputStream(jar);
                    JarOutputStream entries = new JarOutputStream(out);
                    Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    entries.putNextEntry(
                            new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                    Files.copy(file, entries);
                    entries.closeEntry();
                }
            }
        }
    }
}

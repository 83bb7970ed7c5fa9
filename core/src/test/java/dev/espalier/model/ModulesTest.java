package dev.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Model;
import dev.espalier.error.ModelException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs with other modules than the tests have: each is a process of its own. */
class ModulesTest {

    static class Order {
        long id;
        String buyer;
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
        int count;

        Line(int count) {
            this.count = count;
        }
    }

    /** Tells what is wrong with classes of which one has no constructor without parameters. */
    static final class InAnImage {

        private InAnImage() {}

        /** @param arguments none */
        public static void main(String[] arguments) {
            try {
                Model.of(Order.class, Line.class);
                System.out.println("read");
            } catch (ModelException e) {
                System.out.println(e.code() + "\n" + e.getMessage());
            }
        }
    }

    @Test
    void imageWithoutTheModuleThatMakesObjectsRefusesAClassWithoutConstructor() throws Exception {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(java("--limit-modules", "java.base,java.sql,java.logging", "-cp", path, InAnImage.class.getName()))
                .isEqualTo("""
                        no-constructor
                        Line: found no constructor without parameters; expected one, as this Java runtime lacks the module \
                        jdk.unsupported, which makes objects without calling a constructor. Give Line one, of any visibility, or add \
                        jdk.unsupported to the modules of the runtime image
                        """);
        assertThat(java("-cp", path, InAnImage.class.getName())).isEqualTo("read\n");
    }

    /** All that the program says. */
    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}

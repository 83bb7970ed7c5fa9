package dev.espalier.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is compiled again, or elsewhere, or by others. */
class BuildsTest {

    private static final String ORDER = """
            package shop;

            @dev.espalier.annotation.Typed
            public class Order {
                public Line line;
            }
            """;
    private static final String LINE = """
            package shop;

            public class Line {
                int count;
            }
            """;
    private static final String USE = """
            package shop;

            class Use {
                Object selection = Order_.line().count().eq(2);
                Object backwards = Line_.orderWithLine().id().eq(2);
            }
            """;

    @TempDir
    Path folder;

    @Test
    void nothingIsGeneratedWithoutTheAnnotation() {
        Compilation compilation = new Compilation(folder).options("-Xlint:processing");
        assertThat(compilation.compile(LINE)).isEmpty();
        assertThat(compilation.generated("shop.Line_")).isNull();
    }

    @Test
    void orderOfTheSourcesDoesNotMatter() {
        Compilation one = new Compilation(folder.resolve("one"));
        Compilation other = new Compilation(folder.resolve("other"));
        assertThat(one.compile(ORDER, LINE, USE)).isEmpty();
        assertThat(other.compile(USE, LINE, ORDER)).isEmpty();
        assertThat(one.generated("shop.Line_"))
                .isEqualTo(other.generated("shop.Line_"))
                .isNotNull();
        assertThat(one.generated("shop.Order_"))
                .isEqualTo(other.generated("shop.Order_"))
                .isNotNull();
    }

    @Test
    void singleRecompiledClassFitsTheOthers() {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile(ORDER, LINE, USE)).isEmpty();
        String line = compilation.generated("shop.Line_");

        assertThat(compilation.compile(ORDER.replace("public Line line;", "public Line line; int number;")))
                .isEmpty();
        assertThat(compilation.generated("shop.Order_")).contains(" number()", " line()");
        assertThat(compilation.generated("shop.Line_")).isEqualTo(line);
        assertThat(compilation.compile(LINE)).isEmpty();
        assertThat(compilation.compile(USE)).isEmpty();
    }

    @Test
    void fullRecompilationReplacesTheGeneratedClasses() {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile(ORDER, LINE, USE)).isEmpty();
        assertThat(compilation.compile(ORDER, LINE.replace("int count;", "int count; int weight;"), USE))
                .isEmpty();
        assertThat(compilation.generated("shop.Line_")).contains(" weight()");
    }

    @Test
    void libraryClassHasAGeneratedClassOrGetsOne() {
        Compilation typed = new Compilation(folder.resolve("typed"));
        assertThat(typed.compile(LINE.replace("public class", "@dev.espalier.annotation.Typed public class")))
                .isEmpty();
        Compilation usesIt = new Compilation(folder.resolve("uses")).with(typed.classes());
        assertThat(usesIt.compile(ORDER, USE.replaceAll(".*backwards.*\n", ""))).isEmpty();
        assertThat(usesIt.generated("shop.Line_")).isNull();

        Compilation plain = new Compilation(folder.resolve("plain"));
        assertThat(plain.compile(LINE)).isEmpty();
        Compilation makesIt = new Compilation(folder.resolve("makes")).with(plain.classes());
        assertThat(makesIt.compile(ORDER, USE)).isEmpty();
        assertThat(makesIt.generated("shop.Line_")).isNotNull();
    }

    /** Writes the class {@code Line} in its first round. */
    @SupportedAnnotationTypes("*")
    private static final class LineWriter extends AbstractProcessor {

        private boolean isWritten;

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latest();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            if (!isWritten) {
                isWritten = true;
                try (Writer writer =
                        processingEnv.getFiler().createSourceFile("shop.Line").openWriter()) {
                    writer.write(LINE);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return false;
        }
    }

    @Test
    void processorWaitsForClassesOfAnotherProcessor() {
        Compilation compilation = new Compilation(folder).processors(TypedProcessor::new, LineWriter::new);
        assertThat(compilation.compile(ORDER, USE)).isEmpty();
        assertThat(compilation.generated("shop.Line_")).contains(" count()");
    }

    @Test
    void compilerReportsAMissingClass() {
        assertThat(new Compilation(folder).compile(ORDER, USE))
                .containsExactly(
                        "ERROR Order.java:5 cannot find symbol",
                        "WARNING File for type 'shop.Order_' created in the last round will not be subject to annotation processing.");
    }

    @Test
    void moduleNeedsOnlyTheLibrary() {
        Compilation compilation =
                new Compilation(folder).options("--module-path", System.getProperty("java.class.path"));
        assertThat(compilation.compile("module shop { requires dev.espalier; }", ORDER, LINE, USE))
                .isEmpty();
        assertThat(compilation.generated("shop.Order_")).doesNotContain("@javax.annotation.processing.Generated");
    }

    @Test
    void packageAnnotationMayNameTheClasses() {
        Compilation compilation = new Compilation(folder);
        assertThat(compilation.compile(
                        "@dev.espalier.annotation.Typed(Order.class) package shop;",
                        ORDER.replaceAll("@.*\n", ""),
                        LINE,
                        USE))
                .isEmpty();
    }

    @Test
    void classesOfEqualNamesAreDistinguishedByTheirFullNames() {
        assertThat(new Compilation(folder).compile("""
                import dev.espalier.typed.Condition;
                import java.util.List;

                @dev.espalier.annotation.Typed
                class Route {
                    String name;
                    List<Stop> stops;

                    static class Stop { Route route; long field; }
                    static class Express extends Route { Other.Stop last; }

                    static Condition<Route> last() {
                        return Route_.stops().route().as_Route_Express().last().at().eq("x");
                    }
                }

                class Other {
                    static class Stop { String at; Route route; }
                    static class Express extends Route {}

                    static Condition<Route> stops() {
                        return Route_.Route_StopWithRoute().field().eq(1).and(Route_.Other_StopWithRoute().at().eq("x"));
                    }
                }
                """)).isEmpty();
    }
}

package dev.espalier.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query of text would be refused for when it is asked, the compiler refuses. */
class WrongUsesTest {

    private static Compilation town;

    @BeforeAll
    static void compileTheModel(@TempDir Path folder) throws IOException {
        town = new Compilation(folder);
        try (InputStream source = Optional.ofNullable(WrongUsesTest.class.getResourceAsStream("/Town.java"))
                .orElseThrow()) {
            assertThat(town.compile(new String(source.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
    }

    @Test
    void correctUsesCompile(@TempDir Path folder) {
        for (String right : List.of(
                "Person_.age().eq(36)",
                "Person_.friends().age().lt(Person_.age())",
                "any(Person_.cars(), Car_.price().gt(5))",
                "any(Person_.cars().asSuperCar(), Car_.price().gt(5))",
                "max(Person_.name()).eq(\"x\")",
                "Person_.mentor().in(variable(\"Q2\", Boss.class))",
                "Person_.name().eq(\"x\").orderBy(Person_.age())")) {
            assertThat(said(folder, right)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Person_.age().eq(\"x\")",
                "Person_.name().eq(36)",
                "Person_.name().lt(Person_.age())",
                "Person_.born().gt(\"2026-12-01\")",
                "Person_.colour().eq(Colour.RED)",
                "Car_.colour().eq(\"RED\")",
                "Car_.colour().eq(Thread.State.NEW)",
                "Person_.happy().lt(true)",
                "Person_.age().match(\"3%\")",
                "Person_.address().eq(Person_.address())",
                "Person_.partner().eq(Person_.cars())",
                "Person_.partner().lt(Person_.partner())",
                "Person_.partner().name().eq(Car_.colour())",
                "Person_.age().gt(Car_.modelYear())",
                "Person_.age().eq(36).and(Car_.modelYear().eq(1976))",
                "any(Person_.cars(), Person_.age().eq(36))",
                "any(Person_.tags(), Person_.age().eq(36))",
                "any(Person_.cars(), SuperCar_.power().gt(5))",
                "all(Person_.cars())",
                "Person_.cars().power().gt(5)",
                "Person_.cars().asBoss()",
                "Person_.cars().is(Person.class)",
                "sum(Person_.name()).gt(5)",
                "max(Person_.happy()).eq(true)",
                "max(Car_.colour()).eq(Colour.RED)",
                "max(Person_.name()).eq(5)",
                "count(Person_.cars()).eq(\"2\")",
                "Person_.partner().in(variable(\"Q2\", Car.class))",
                "Person_.mentor().in(variable(\"Q2\", Person.class))",
                "Person_.age().in(\"x\", \"y\")",
                "Person_.age().in(from(\"a\").to(\"b\"))",
                "Person_.born().in(from(1970))",
                "Person_.tags().plus()",
                "Person_.address().plus()",
                "Person_.partner().steps(Car_.personWithCars())",
                "Person_.name().eq(\"x\").orderBy(Car_.modelYear())",
                "Person_.name().eq(\"x\").orderBy(Person_.partner())",
                "Person_.friends().asBoss().bonus().eq(5).and(Boss_.bonus().eq(5))",
                "Person_.carsWithPerson()",
                "Car_.id().eq(1)",
                "orderBy(Car_.id())",
            })
    void theCompilerRefuses(String wrong, @TempDir Path folder) {
        assertThat(said(folder, wrong))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("ERROR Use.java:8 "), "an error at the place");
    }

    private static List<String> said(Path folder, String expression) {
        return new Compilation(folder).with(town.classes()).processors().compile("""
                package town;

                import static dev.espalier.typed.Words.*;

                class Use {
                    static dev.espalier.typed.Selection<? super Person> selection() {
                        return
                                %s;
                    }
                }
                """.formatted(expression));
    }
}

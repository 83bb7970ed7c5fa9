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
                "Person_.name().eq(\"x\").orderBy(Person_.age())",
                "Person_.name().eq(\"x\").orderBy(count(Person_.cars()).descending(), length(Person_.name()))")) {
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
                .allMatch(line -> line.startsWith("ERROR Use.java:9 "), "an error at the place");
    }

    @Test
    void correctSelectionsCompile(@TempDir Path folder) {
        for (String right : List.of(
                "columns(Person_.name(), count().as(\"n\"))",
                "columns(plus(Person_.age(), Person_.mentor().bonus()).as(\"n\"))",
                "columns(coalesce(Person_.age(), 0), coalesce(value(0), Person_.age()))",
                "columns(concat(value(\"x\"), Person_.name()))",
                "columns(when(count().gt(1).and(Person_.age().gt(3)), 1).when(Person_.mentor().bonus().gt(1), Person_.age()))",
                "columns(count().as(\"n\")).having(count().gt(avg(Person_.age())).or(Person_.name().isNull()))",
                "columns(year(Person_.born()), hour(Person_.seen())).orderBy(Person_.name(), count().descending())",
                "columns(times(Person_.age(), parameter(\"factor\")), coalesce(Person_.name(), parameter(\"name\")))",
                "columns(min(Person_.born()), max(lower(Person_.name())), sum(Person_.cars().price()))")) {
            assertThat(rows(folder, right)).as(right).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "columns(Car_.price())",
                "columns(Person_.age(), Car_.price())",
                "columns(Person_.friends())",
                "columns(Person_.age().eq(36))",
                "columns()",
                "columns(\"name\")",
                "columns(plus(Person_.name(), 1))",
                "columns(plus(Person_.age(), Person_.name()))",
                "columns(plus(Person_.age(), \"1\"))",
                "columns(minus(Person_.born(), Person_.born()))",
                "columns(times(Person_.age(), Car_.price()))",
                "columns(times(Person_.age(), value(\"x\")))",
                "columns(dividedBy(Person_.happy(), 2))",
                "columns(negated(Person_.name()))",
                "columns(year(Person_.name()))",
                "columns(hour(Person_.age()))",
                "columns(lower(Person_.age()))",
                "columns(length(Person_.born()))",
                "columns(substring(Person_.age(), 1))",
                "columns(substring(Person_.name(), Person_.name()))",
                "columns(concat(Person_.name(), Person_.age()))",
                "columns(coalesce(Person_.age(), Person_.name()))",
                "columns(coalesce(Person_.age(), \"x\"))",
                "columns(round(Person_.name()))",
                "columns(when(Person_.age().gt(1), 1).otherwise(\"x\"))",
                "columns(when(Person_.age().gt(1), 1).when(Car_.price().gt(1), 2))",
                "columns(when(Car_.price().gt(1), Person_.age()))",
                "columns(when(Person_.age(), 1))",
                "columns(sum(Person_.name()))",
                "columns(sum(lower(Person_.name())))",
                "columns(avgDistinct(Person_.name()))",
                "columns(max(Person_.happy()))",
                "columns(min(Car_.colour()))",
                "columns(count(plus(Person_.age(), 1)))",
                "columns(Person_.name()).having(Car_.price().gt(1))",
                "columns(Person_.name()).having(sum(Person_.age()))",
                "columns(Person_.name()).having(sum(Person_.age()).gt(\"x\"))",
                "columns(Person_.name()).having(year(Person_.born()).eq(\"x\"))",
                "columns(Person_.name()).having(lower(Person_.name()).eq(Person_.age()))",
                "columns(Person_.name()).having(match(Person_.age(), \"x\"))",
                "columns(Person_.name()).having(count().gt(1).and(Car_.price().gt(1)))",
                "columns(Person_.name()).orderBy(Car_.price())",
                "columns(Person_.name()).orderBy(Person_.partner())",
                "columns(Person_.name()).limit(\"1\")",
                "columns(Boss_.bonus())",
            })
    void theCompilerRefusesWrongSelections(String wrong, @TempDir Path folder) {
        assertThat(rows(folder, wrong))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("ERROR Use.java:9 "), "an error at the place");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "year(Person_.born()).eq(1990)",
                "Person_.age().gt(plus(Person_.age(), 1))",
                "Person_.age().gt(1).and(year(Person_.born()).eq(1990))",
                "not(count().gt(1))",
            })
    void whatIsComputedIsNoCondition(String wrong, @TempDir Path folder) {
        assertThat(said(folder, wrong))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("ERROR Use.java:9 "), "an error at the place");
    }

    private static List<String> rows(Path folder, String expression) {
        return said(folder, "Columns", expression);
    }

    private static List<String> said(Path folder, String expression) {
        return said(folder, "Selection", expression);
    }

    private static List<String> said(Path folder, String type, String expression) {
        return new Compilation(folder).with(town.classes()).processors().compile("""
                package town;

                import static dev.espalier.typed.Functions.*;
                import static dev.espalier.typed.Words.*;

                class Use {
                    static dev.espalier.typed.%s<? super Person> selection() {
                        return
                                %s;
                    }
                }
                """.formatted(type, expression));
    }
}

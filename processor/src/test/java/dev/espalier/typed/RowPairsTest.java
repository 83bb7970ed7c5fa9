package dev.espalier.typed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.RowQuery;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each pair in {@code row-pairs.txt}, a selection as text and the same in Java, is one selection. */
class RowPairsTest {

    private static final Pattern TEXT = Pattern.compile("(\\w+)  (.+?)(?:  with (.*))?");

    private record Pair(String root, String text, Map<String, Object> parameters, String java, Columns<?> typed) {}

    private static CompiledTown town;
    private static List<Pair> pairs;

    @BeforeAll
    static void compileThePairs(@TempDir Path folder) {
        List<String> lines = CompiledTown.lines("row-pairs.txt");
        town = new CompiledTown(folder, program(lines));
        pairs = pairs(lines);
    }

    /** A method for each second line. */
    private static String program(List<String> lines) {
        StringBuilder program = new StringBuilder("""
                package town;

                import static dev.espalier.typed.Functions.*;
                import static dev.espalier.typed.Words.*;

                import dev.espalier.Database;
                import dev.espalier.Row;
                import dev.espalier.typed.Column;
                import dev.espalier.typed.Columns;
                import dev.espalier.typed.Parameter;
                import java.math.BigDecimal;
                import java.time.LocalDate;
                import java.util.List;

                public class RowPairs {
                    public record Hobby(String hobby, long persons) {}

                    public static List<Hobby> hobbies(Database db) {
                        Column<Object, Number> persons = count().as("persons");
                        Parameter<Number> least = parameter("least");
                        return db.query(Person.class, Person_.age().gt(10))
                                .select(
                                        Hobby.class,
                                        columns(Person_.hobby(), persons)
                                                .having(persons.ge(least).and(Person_.hobby().isNotNull()))
                                                .orderBy(persons.descending()))
                                .with(least, 2)
                                .list();
                    }

                """);
        for (int i = 1; i < lines.size(); i += 2) {
            String root = lines.get(i - 1).substring(0, lines.get(i - 1).indexOf(' '));
            program.append("    public static Columns<? super ")
                    .append(root)
                    .append("> pair")
                    .append(i / 2)
                    .append("() {\n        return ")
                    .append(lines.get(i).strip())
                    .append(";\n    }\n");
        }
        return program.append("}\n").toString();
    }

    private static List<Pair> pairs(List<String> lines) {
        List<Pair> all = new ArrayList<>();
        for (int i = 1; i < lines.size(); i += 2) {
            Matcher parts = TEXT.matcher(lines.get(i - 1));
            assertThat(parts.matches()).as(lines.get(i - 1)).isTrue();
            all.add(new Pair(
                    parts.group(1),
                    parts.group(2),
                    CompiledTown.parameters(parts.group(3)),
                    lines.get(i).strip(),
                    (Columns<?>) town.call("town.RowPairs", "pair" + i / 2)));
        }
        return all;
    }

    @Test
    void textAndTypedSelectionGiveTheSameTree() {
        for (Pair pair : pairs) {
            assertThat(withoutPositions(pair.typed.tree()))
                    .as(pair.java)
                    .isEqualTo(withoutPositions(Rql.selection(pair.text)));
        }
    }

    @Test
    void printedTypedSelectionParsesToTheSameTree() {
        for (Pair pair : pairs) {
            assertThat(withoutPositions(Rql.selection(pair.typed.rql())))
                    .as(pair.java)
                    .isEqualTo(withoutPositions(pair.typed.tree()));
        }
    }

    private static String withoutPositions(RqlSelection selection) {
        return new RqlSelection(
                        "",
                        selection.distinct(),
                        selection.columns(),
                        selection.having(),
                        selection.orders(),
                        selection.limit(),
                        selection.offset())
                .toString()
                .replaceAll("position=\\d+", "position");
    }

    @Test
    void textAndTypedSelectionGiveTheSameRows(@TempDir Path folder) throws ClassNotFoundException {
        try (Database db = town.open(folder)) {
            List<String> found = new ArrayList<>();
            for (Pair pair : pairs) {
                Query<?> query = db.query(town.type(pair.root), "");
                String byText = answer(query.select(pair.text), pair);
                assertThat(answer(typed(query, pair.typed), pair)).as(pair.java).isEqualTo(byText);
                found.add(byText);
            }
            assertThat(found).filteredOn(rows -> rows.endsWith(" []")).hasSizeLessThan(pairs.size() / 10);
        }
    }

    @Test
    void recordsParametersAndColumnsAreTyped(@TempDir Path folder) throws ReflectiveOperationException {
        try (Database db = town.open(folder)) {
            Object said =
                    town.type("RowPairs").getMethod("hobbies", Database.class).invoke(null, db);
            assertThat(said).hasToString("[Hobby[hobby=golf, persons=2]]");
        }
    }

    /** That the root class fits was checked when the pairs were compiled. */
    @SuppressWarnings("unchecked")
    private static <T> RowQuery<?> typed(Query<T> query, Columns<?> columns) {
        return query.select((Columns<? super T>) columns);
    }

    private static String answer(RowQuery<?> query, Pair pair) {
        RowQuery<?> complete = query;
        for (Map.Entry<String, Object> parameter : pair.parameters.entrySet()) {
            complete = complete.with(parameter.getKey(), parameter.getValue());
        }
        return complete.columns() + " " + complete.list();
    }
}

package dev.espalier.typed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each pair in {@code pairs.txt}, a query as text and the same in Java, is one query. */
class PairsTest {

    private static final Pattern TEXT = Pattern.compile("(\\w+)  (.+?)(?:  with (.*?))?(?:  where (.*))?");

    private static final Pattern VARIABLE = Pattern.compile("(\\S+) of (\\w+): ?(.*)");

    /**
     * @param variables {@code Q2 of Person: age > 40}
     */
    private record Pair(
            String root,
            String text,
            Map<String, Object> parameters,
            List<String> variables,
            String java,
            Selection<?> typed) {}

    private static CompiledTown town;
    private static List<Pair> pairs;

    @BeforeAll
    static void compileThePairs(@TempDir Path folder) {
        List<String> lines = CompiledTown.lines("pairs.txt");
        town = new CompiledTown(folder, program(lines));
        pairs = pairs(lines);
    }

    /** A method for each second line. */
    private static String program(List<String> lines) {
        StringBuilder program = new StringBuilder("""
                package town;

                import static dev.espalier.typed.Words.*;

                import dev.espalier.Database;
                import dev.espalier.typed.Selection;
                import java.math.BigDecimal;
                import java.time.Duration;
                import java.time.Instant;
                import java.time.LocalDate;
                import java.util.UUID;

                public class Pairs {
                    public static String bounded(Database db) {
                        Person top = db.query(Person.class, Person_.name().eq("Dan").orderBy(Person_.name().descending()).limit(1)).topmost(Person_.friends())
                                .only(Person_.friends(), Person_.homes().owner()).stopAt(Person_.friends()).one();
                        return top.name + ", " + top.friends + ", " + top.homes.get(0).owner().name;
                    }

                """);
        for (int i = 1; i < lines.size(); i += 2) {
            String root = lines.get(i - 1).substring(0, lines.get(i - 1).indexOf(' '));
            program.append("    public static Selection<? super ")
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
            Selection<?> typed = (Selection<?>) town.call("town.Pairs", "pair" + i / 2);
            all.add(new Pair(
                    parts.group(1),
                    parts.group(2),
                    CompiledTown.parameters(parts.group(3)),
                    parts.group(4) == null ? List.of() : List.of(parts.group(4).split("; ")),
                    lines.get(i).strip(),
                    typed));
        }
        return all;
    }

    @Test
    void textAndTypedQueryGiveTheSameTree() {
        for (Pair pair : pairs) {
            assertThat(withoutPositions(pair.typed.tree()))
                    .as(pair.java)
                    .isEqualTo(withoutPositions(Rql.parse(pair.text)));
        }
    }

    @Test
    void printedTypedQueryParsesToTheSameTree() {
        for (Pair pair : pairs) {
            assertThat(withoutPositions(Rql.parse(pair.typed.rql())))
                    .as(pair.java)
                    .isEqualTo(withoutPositions(pair.typed.tree()));
        }
    }

    /** Records print all their components, so nothing of a tree is missing here. */
    private static String withoutPositions(RqlQuery query) {
        return new RqlQuery("", query.condition(), query.orders(), query.limit(), query.offset())
                .toString()
                .replaceAll("position=\\d+", "position");
    }

    @Test
    void textAndTypedQueryGiveTheSameAnswer(@TempDir Path folder) throws ClassNotFoundException {
        try (Database db = town.open(folder)) {
            List<String> found = new ArrayList<>();
            for (Pair pair : pairs) {
                String byText = answer(db.query(town.type(pair.root), pair.text), pair);
                assertThat(answer(typed(db, town.type(pair.root), pair.typed), pair))
                        .as(pair.java)
                        .isEqualTo(byText);
                found.add(byText);
            }
            // Most conditions are fulfilled by some objects: a comparison of nothing with nothing would show little.
            assertThat(found).filteredOn("[]"::equals).hasSizeLessThan(pairs.size() / 10);
        }
    }

    @Test
    void boundsAndRootsTakeTypedPaths(@TempDir Path folder) throws ReflectiveOperationException {
        try (Database db = town.open(folder)) {
            Object said =
                    town.type("Pairs").getMethod("bounded", Database.class).invoke(null, db);
            assertThat(said).isEqualTo("eve, [not loaded], Cyd");
        }
    }

    /** That the root class fits was checked when the pairs were compiled. */
    @SuppressWarnings("unchecked")
    private static <T> Query<T> typed(Database db, Class<T> root, Selection<?> selection) {
        return db.query(root, (Selection<? super T>) selection);
    }

    private static String answer(Query<?> query, Pair pair) throws ClassNotFoundException {
        Query<?> complete = query;
        for (Map.Entry<String, Object> parameter : pair.parameters.entrySet()) {
            complete = complete.with(parameter.getKey(), parameter.getValue());
        }
        for (String one : pair.variables) {
            Matcher variable = VARIABLE.matcher(one);
            assertThat(variable.matches()).as(one).isTrue();
            complete = complete.define(variable.group(1), town.type(variable.group(2)), variable.group(3));
        }
        return Arrays.toString(complete.ids());
    }
}

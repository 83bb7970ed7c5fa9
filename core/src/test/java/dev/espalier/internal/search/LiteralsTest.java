package dev.espalier.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.differential.Construct;
import dev.espalier.differential.Question;
import dev.espalier.differential.RandomQueries;
import dev.espalier.differential.RandomValues;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.testing.Seeds;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a query compares with travels beside the statement, never in it. */
@Tag("pure")
@NullUnmarked // its classes are in the model
class LiteralsTest {

    private static final int ALL = 2_000;

    /** Digits and letters that no name, alias or number of a statement has. */
    private static final List<String> MARKS = List.of("7391", "zqxj");

    private static final RandomValues DISTINCTIVE = new RandomValues() {

        @Override
        public Object of(Class<?> any, Random random) {
            Class<?> type = MethodType.methodType(any).wrap().returnType();
            return type == String.class
                    ? "zqxj'" + random.nextInt(10)
                    : type == Integer.class
                            ? (Object) (73_910 + random.nextInt(10))
                            : type == Long.class
                                    ? (Object) (739_100L + random.nextInt(10))
                                    : type == Double.class
                                            ? (Object) (7_391.5 + random.nextInt(10))
                                            : type == BigDecimal.class
                                                    ? (Object) new BigDecimal("7391.25")
                                                    : super.of(any, random);
        }

        @Override
        public String pattern(Random random) {
            return "zqxj%" + random.nextInt(10) + "_";
        }
    };

    @TempDir
    Path folder;

    @Test
    void noStatementContainsALiteral() {
        Seeds.runs("LiteralsTest", ALL).forEach(this::ask);
    }

    private void ask(Seeds.Run run) {
        Random random = new Random(run.seed());
        int marked = 0;
        try (RandomDatabase database = new RandomDatabase(
                        "jdbc:sqlite:" + folder.resolve("literals" + run.seed() + ".db"),
                        new Indexing("both", true, true),
                        random,
                        12,
                        Garage.Person.class,
                        Garage.SuperCar.class,
                        Garage.Bike.class);
                Session session = database.source.session()) {
            Search search = new Search(database.schema, database.statistics());
            List<Class<?>> roots = database.model.classes().stream()
                    .<Class<?>>map(PersistentClass::javaClass)
                    .toList();
            Set<Construct> constructs = WaysAgreeTest.CONSTRUCTS;
            RandomQueries queries = new RandomQueries(random, roots, List.of(), constructs, DISTINCTIVE);
            for (int i = 0; i < run.amount(); i++) {
                Question question = queries.question();
                marked += MARKS.stream().anyMatch(question.text()::contains) ? 1 : 0;
                Plan plan = new Planner(database.model)
                        .plan(Rql.parse(question.text()), database.model.find(question.root()), question.parameters());
                for (Strategy way : Strategy.values()) {
                    for (Explanation.Stage stage :
                            search.find(session, plan, way).explanation().stages()) {
                        assertThat(MARKS)
                                .as("seed %d, query %d: %s\n%s", run.seed(), i, question.text(), stage.sql())
                                .noneMatch(stage.sql()::contains);
                    }
                }
            }
        }
        assertThat(marked).as("queries with such literals").isGreaterThan(run.amount() / 5);
    }
}

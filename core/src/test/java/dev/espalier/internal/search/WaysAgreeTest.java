package dev.espalier.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.differential.Construct;
import dev.espalier.differential.Question;
import dev.espalier.differential.RandomQueries;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way finds the same, whatever the query, the data and the indexes. */
@Tag("pure")
@NullUnmarked // its classes are in the model
class WaysAgreeTest {

    private static final int ALL = 1_000;
    private static final Integer WANTED = Integer.getInteger("espalier.cases");

    /** What a plan alone can say. */
    static final Set<Construct> CONSTRUCTS = Construct.ANSWERED.stream()
            .filter(Set.of(
                    Construct.REPEATED_STEPS,
                    Construct.AGGREGATES,
                    Construct.COUNT_AGAINST_PATHS,
                    Construct.COUNT_OF_RECORDS)::contains)
            .collect(Collectors.toSet());

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"none,false,false", "both,true,true"})
    void everyWayFindsTheSame(String level, boolean values, boolean relations) {
        for (Seeds.Run run : Seeds.runs("WaysAgreeTest", WANTED == null ? Sample.of(ALL) : WANTED, ALL)) {
            ask(new Indexing(level, values, relations), run);
        }
    }

    private void ask(Indexing indexing, Seeds.Run run) {
        Random random = new Random(run.seed());
        int finding = 0;
        try (RandomDatabase database = new RandomDatabase(
                        "jdbc:sqlite:" + folder.resolve(indexing.name() + run.seed() + ".db"),
                        indexing,
                        random,
                        12,
                        Garage.Person.class,
                        Garage.SuperCar.class,
                        Garage.Bike.class);
                Session session = database.source.session()) {
            Planner planner = new Planner(database.model);
            Search search = new Search(database.schema, database.statistics());
            List<Class<?>> roots = database.model.classes().stream()
                    .<Class<?>>map(PersistentClass::javaClass)
                    .toList();
            RandomQueries queries = new RandomQueries(random, roots, List.of(), CONSTRUCTS, RandomDatabase.VALUES);
            for (int i = 0; i < run.amount(); i++) {
                Question question = queries.question();
                String label = "seed " + run.seed() + ", query " + i + " on " + question;
                try {
                    Plan plan = planner.plan(
                            Rql.parse(question.text()), database.model.find(question.root()), question.parameters());
                    long[] expected =
                            search.find(session, plan, Strategy.EXISTS).ids();
                    for (Strategy way : Strategy.values()) {
                        assertThat(search.find(session, plan, way).ids())
                                .as(way + ", " + label + "\n" + plan)
                                .isEqualTo(expected);
                    }
                    assertThat(search.find(session, plan).ids()).as(label).isEqualTo(expected);
                    assertThat(search.count(session, plan, Optional.empty()))
                            .as(label)
                            .isEqualTo(expected.length);
                    assertThat(search.exists(session, plan, Optional.empty()))
                            .as(label)
                            .isEqualTo(expected.length > 0);
                    finding += expected.length > 0 ? 1 : 0;
                } catch (RuntimeException e) {
                    throw new AssertionError(label, e);
                }
            }
        }
        assertThat(finding).as("queries that find something").isGreaterThan(run.amount() / 5);
    }
}

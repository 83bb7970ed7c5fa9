package dev.espalier.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("pure")
@NullUnmarked // its classes are in the model
class NarrowingTest {

    private static final int OBJECTS = 300;
    private static final String THREE_PATHS =
            "friends.age IN (0, 1, 2, 3) AND partner.friends.age IN (0, 1, 2) AND friends.friends.age IN (0, 1, 2, 3)";

    @TempDir
    Path folder;

    private RandomDatabase database;
    private Session session;

    @BeforeEach
    void open() {
        database = new RandomDatabase(
                "jdbc:sqlite:" + folder.resolve("garage.db"),
                new Indexing("both", true, true),
                new Random(1),
                OBJECTS,
                Garage.Person.class,
                Garage.SuperCar.class,
                Garage.Bike.class);
        session = database.source.session();
        session.execute("ANALYZE");
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    @Test
    void narrowingFollowsALongPathFromTheRemainingCandidates() {
        haveEngineEstimate(1_000_000);

        SearchResult found = find(THREE_PATHS, Optional.empty());

        assertThat(found.explanation().strategy()).isEqualTo(Strategy.NARROWED);
        assertThat(titles(found)).containsExactly("find Person", "verify Person");
        assertThat(found.ids())
                .isEqualTo(find(THREE_PATHS, Optional.of(Strategy.EXISTS)).ids())
                .isNotEmpty();
    }

    @Test
    void pathIsSearchedFromItsEndWhenThatIsCheaper() {
        SearchResult found = find(THREE_PATHS, Optional.of(Strategy.NARROWED));

        assertThat(titles(found)).containsExactly("find Person", "find Person");
        assertThat(found.ids())
                .isEqualTo(find(THREE_PATHS, Optional.of(Strategy.EXISTS)).ids())
                .isNotEmpty();
    }

    @Test
    void emptyCandidatesEndTheSearch() {
        SearchResult found = find(
                "friends.name = 'Anna' AND friends.name = 'Nobody' AND friends.friends.name = 'Anna'",
                Optional.of(Strategy.NARROWED));

        assertThat(titles(found)).containsExactly("find Person");
        assertThat(found.ids()).isEmpty();
    }

    @Test
    void narrowingIsNotChosenForSmallTables() {
        assertThat(find(THREE_PATHS, Optional.empty()).explanation().strategy()).isEqualTo(Strategy.INTERSECT);
    }

    @Test
    void narrowingIsNotChosenForTwoPaths() {
        haveEngineEstimate(1_000_000);

        assertThat(find("partner.name = 'Anna' AND friends.name = 'Anna'", Optional.empty())
                        .explanation()
                        .strategy())
                .isEqualTo(Strategy.INTERSECT);
    }

    @Test
    void narrowingCountsItsResult() {
        haveEngineEstimate(1_000_000);

        assertThat(new Search(database.schema, database.statistics())
                        .count(session, plan(THREE_PATHS), Optional.empty()))
                .isEqualTo(find(THREE_PATHS, Optional.of(Strategy.EXISTS)).ids().length);
    }

    /** The engine's estimates are what it has written down at ANALYZE. */
    private void haveEngineEstimate(int rows) {
        session.execute("UPDATE sqlite_stat1 SET stat = '" + rows + " 1'");
    }

    private SearchResult find(String text, Optional<Strategy> way) {
        Search search = new Search(database.schema, database.statistics());
        return way.map(one -> search.find(session, plan(text), one)).orElseGet(() -> search.find(session, plan(text)));
    }

    private Plan plan(String text) {
        return new Planner(database.model).plan(Rql.parse(text), database.model.find(Garage.Person.class), Map.of());
    }

    private static List<String> titles(SearchResult found) {
        return found.explanation().stages().stream()
                .map(Explanation.Stage::title)
                .toList();
    }
}

package dev.espalier.internal.search.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.StandardDialect;
import dev.espalier.internal.jdbc.Rehearsal;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.Search;
import dev.espalier.internal.search.explanation.Strategy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The terms with which PostgreSQL compares a text, whose index holds its beginning. */
@Tag("pure")
@NullUnmarked // its classes are in the model
class TextBeginningTest {

    /** Each takes two units. */
    private static final String SUPPLEMENTARY = "\ud83d\ude00";

    private static final Dialect POSTGRES = StandardDialect.engines().stream()
            .filter(engine -> engine.name().equals("PostgreSQL"))
            .findFirst()
            .orElseThrow();

    static class Author {
        long id;

        @dev.espalier.annotation.Unique
        String pseudonym;

        String name;
    }

    private final Schema schema = Schema.of(ObjectModel.of(Author.class));

    @Test
    void shorterTextIsComparedWithTheBeginningAlone() {
        assertThat(indexed("name = :v", "ASIA")).isEqualTo("LEFT(t0.\"name\", 200) = ?{ASIA}");
        assertThat(indexed("name < :v", "ASIA")).isEqualTo("LEFT(t0.\"name\", 200) < ?{ASIA}");
        assertThat(indexed("name >= :v", "")).isEqualTo("LEFT(t0.\"name\", 200) >= ?{}");
        String shorter = "a".repeat(199);
        assertThat(indexed("name = :v", shorter)).isEqualTo("LEFT(t0.\"name\", 200) = ?{" + shorter + "}");
    }

    @Test
    void charactersAreCountedByCodePoint() {
        String shorter = SUPPLEMENTARY.repeat(199);
        String longer = SUPPLEMENTARY.repeat(200);
        assertThat(indexed("name = :v", shorter)).isEqualTo("LEFT(t0.\"name\", 200) = ?{" + shorter + "}");
        assertThat(indexed("name = :v", longer))
                .isEqualTo("(LEFT(t0.\"name\", 200) = ?{" + longer + "} AND t0.\"name\" = ?{" + longer + "})");
    }

    @Test
    void longerTextIsComparedToItsEnd() {
        String cut = "b".repeat(200);
        assertThat(indexed("name < :v", cut + "c"))
                .isEqualTo("(LEFT(t0.\"name\", 200) <= ?{" + cut + "} AND t0.\"name\" < ?{" + cut + "c})");
        assertThat(indexed("name IN (:v, 'ASIA')", cut + "c"))
                .isEqualTo("(LEFT(t0.\"name\", 200) IN (?{" + cut + "}, ?{ASIA}) AND t0.\"name\" IN (?{" + cut
                        + "c}, ?{ASIA}))");
    }

    @Test
    void indexFindsEachTextOfAList() {
        assertThat(indexed("name IN (:v, 'ASIA')", "")).isEqualTo("LEFT(t0.\"name\", 200) IN (?{}, ?{ASIA})");
    }

    @Test
    void textWithoutAnIndexIsComparedAsItIs() {
        assertThat(bare("name = :v", "ASIA")).isEqualTo("t0.\"name\" = ?{ASIA}");
        assertThat(bare("name IN (:v, 'ASIA')", "")).isEqualTo("t0.\"name\" IN (?{}, ?{ASIA})");
        assertThat(bare("name MATCH :v", "AS%")).isEqualTo("(t0.\"name\" >= ?{AS} AND t0.\"name\" < ?{AT})");
        assertThat(bare("name MATCH :v", "AS%A")).isEqualTo("t0.\"name\" LIKE ?{AS%A} ESCAPE '\\'");
    }

    @Test
    void uniqueTextIsComparedAsItIs() {
        assertThat(indexed("pseudonym = :v", "ASIA")).isEqualTo("t0.\"pseudonym\" = ?{ASIA}");
        assertThat(indexed("pseudonym MATCH :v", "AS%A"))
                .isEqualTo("((t0.\"pseudonym\" >= ?{AS} AND t0.\"pseudonym\" < ?{AT}) AND t0.\"pseudonym\" LIKE ?{AS%A}"
                        + " ESCAPE '\\')");
    }

    @Test
    void indexFindsTheRangeOfAPattern() {
        assertThat(indexed("name MATCH :v", "AS%"))
                .isEqualTo("(LEFT(t0.\"name\", 200) >= ?{AS} AND LEFT(t0.\"name\", 200) < ?{AT})");
        assertThat(indexed("name MATCH :v", "AS%A"))
                .isEqualTo("((LEFT(t0.\"name\", 200) >= ?{AS} AND LEFT(t0.\"name\", 200) < ?{AT}) AND t0.\"name\" LIKE"
                        + " ?{AS%A} ESCAPE '\\')");
    }

    private String indexed(String query, String value) {
        return condition(schema.indexes(true, true), query, value);
    }

    private String bare(String query, String value) {
        return condition(List.of(), query, value);
    }

    private String condition(List<Index> standing, String query, String value) {
        Plan plan = new Planner(schema.model())
                .plan(Rql.parse(query), schema.model().find(Author.class), Map.of("v", value));
        Rehearsal rehearsal = new Rehearsal(POSTGRES);
        new Search(schema, new Statistics(() -> standing, () -> 0)).find(rehearsal.session(), plan, Strategy.EXISTS);
        List<Rehearsal.Asked> asked = rehearsal.asked();
        String last = asked.get(asked.size() - 1).withValues();
        return last.substring(last.indexOf(" WHERE ") + " WHERE ".length()).replaceFirst(" ORDER BY .*", "");
    }
}

package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.contract.Library.Author;
import dev.espalier.contract.Library.Book;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.Map;

/** An explanation says what was asked of the database and what came of it; the engine's own plans go with it where they are wanted. */
@EngineIndependent
class ExplanationContractTest {

    private static Database library(TestDatabase database) {
        Database db = database.open(Author.class);
        db.store(Author.of("Austen", Book.of("Emma"), Book.of("Persuasion")));
        db.store(Author.of("Lem", Book.of("Solaris")));
        return db;
    }

    @OnEveryEngine
    void explanationShowsSearchAndLoad(TestDatabase database) {
        Explanation how = library(database)
                .query(Author.class, " books.title='Emma'  and name Match 'A%' ")
                .explain();

        assertThat(how.query()).isEqualTo("books.title = 'Emma' AND name MATCH 'A%'");
        assertThat(how.plan()).startsWith("Author\n  all of\n    some books\n");
        assertThat(how.search().reason()).isNotBlank();
        assertThat(how.search().found()).isEqualTo(1);
        assertThat(how.search().steps()).isNotEmpty().allSatisfy(step -> {
            assertThat(step.sql()).startsWith("SELECT ");
            assertThat(step.statements()).isPositive();
            assertThat(step.time()).isPositive();
            assertThat(step.enginePlan()).isEmpty();
        });
        assertThat(how.search().statements())
                .isGreaterThanOrEqualTo(how.search().steps().size());
        assertThat(how.search().time()).isPositive();
        assertThat(how.load().objects()).isEqualTo(Map.of("Author", 1L, "Book", 2L));
        assertThat(how.load().total()).isEqualTo(3);
        assertThat(how.load().statements()).isPositive();
    }

    @OnEveryEngine
    void eachExecutorIsExplained(TestDatabase database) {
        Query<Author> query = library(database).query(Author.class, "books.title = 'Emma', name != 'x'");

        assertThat(query.strategy(SearchStrategy.STEPS).explain().search())
                .returns(SearchStrategy.STEPS, Explanation.Search::strategy)
                .returns("STEPS", Explanation.Search::form)
                .returns("asked for", Explanation.Search::reason);
        assertThat(query.strategy(SearchStrategy.STATEMENT).explain().search())
                .returns(SearchStrategy.STATEMENT, Explanation.Search::strategy)
                .returns(1, search -> search.steps().size());
        assertThat(query.strategy(SearchStrategy.STEPS).explain().search().steps())
                .extracting(Explanation.Step::title)
                .anyMatch(title -> title.startsWith("back by"));
    }

    @OnEveryEngine
    void queryWithoutStatementsExplainsNoSteps(TestDatabase database) {
        Explanation how = library(database).query(Author.class, "name = NULL").explain();

        assertThat(how.search().steps()).isEmpty();
        assertThat(how.load()).returns(Map.of(), Explanation.Load::objects).returns(0, Explanation.Load::statements);
        assertThat(how.toString()).contains("load: nothing by 0 statements");
    }

    @OnEveryEngine
    @AlsoOnTiDb("EXPLAIN ANALYZE answers with nine columns")
    void enginePlansComeWithActualFiguresFromAReadOnlySnapshot(TestDatabase database) {
        Database db = library(database);
        Query<Author> query = db.query(
                        Author.class, "books.title = :title AND name IN (:names) ORDER BY name DESC LIMIT 1")
                .with("title", "it's Emma?")
                .with("names", java.util.List.of("Austen", "?", "; DROP TABLE book"));
        for (SearchStrategy strategy : SearchStrategy.values()) {
            Explanation how = query.strategy(strategy).explainWithEnginePlans();

            assertThat(how.search().steps())
                    .isNotEmpty()
                    .allSatisfy(step -> assertThat(step.enginePlan()).hasValueSatisfying(plan -> {
                        assertThat(plan).isNotBlank();
                        assertThat(plan.contains(saysWhatItCounts(database.engine())))
                                .as(plan)
                                .isTrue();
                    }));
            assertThat(how.toString())
                    .contains(how.search()
                            .steps()
                            .get(0)
                            .enginePlan()
                            .orElseThrow()
                            .lines()
                            .findFirst()
                            .orElseThrow()
                            .strip());
        }
        assertThat(db.query(Book.class, "").count()).isEqualTo(3);
    }

    private static String saysWhatItCounts(Engine engine) {
        return switch (engine) {
            case SQLITE -> "S";
            case MYSQL -> "rows=";
            case MARIADB -> "r_total_time_ms";
            case POSTGRES -> "Execution Time";
            case TIDB -> " rows (";
            case H2 -> "scanCount";
            case DUCKDB -> "Total Time";
        };
    }

    @OnEveryEngine(Engine.SQLITE)
    void textShowsTheWholeExplanation(TestDatabase database) {
        Database db = library(database);
        String how = db.query(Author.class, "books.title = 'Emma' ORDER BY name")
                .strategy(SearchStrategy.STEPS)
                .explainWithEnginePlans()
                .toString()
                .replaceAll("[0-9.]+ ms", "... ms");

        assertThat(how).isEqualTo("""
                query
                  books.title = 'Emma' ORDER BY name
                plan
                  Author
                    some books
                      some member
                        title = Emma
                  by name
                search: STEPS, asked for
                  1. find Book: 1 row in ... ms
                     SELECT t0."id" FROM "book" t0 WHERE t0."title" = ?
                       SEARCH t0 USING COVERING INDEX ix_book_title (title=?)
                  2. back by author_books: 1 row from 1 id in ... ms
                     SELECT t0."owner" FROM "author_books" t0 WHERE t0."target" IN (SELECT value FROM json_each(?))
                       SEARCH t0 USING COVERING INDEX ix_author_books_target (target=?)
                       LIST SUBQUERY 1
                         SCAN json_each VIRTUAL TABLE INDEX 1:
                  1 found by 2 statements in ... ms
                load: 1 Author, 2 Book by 4 statements in ... ms
                """);
    }
}

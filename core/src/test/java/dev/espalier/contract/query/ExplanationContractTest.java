package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.LimitException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An explanation says what was asked of the database and what came of it; the engine's own plans go with it where they are wanted. */
@EngineIndependent
@LocaleDependent
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

    static class Leaf {
        static final AtomicInteger MADE = new AtomicInteger();

        long id;
        int number;

        Leaf() {
            MADE.incrementAndGet();
        }
    }

    static class Twig {
        static final AtomicInteger MADE = new AtomicInteger();

        long id;
        int number;
        Leaf leaf;

        Twig() {
            MADE.incrementAndGet();
        }
    }

    private static final int TWIGS = 2_500;

    private static Database tree(TestDatabase database) {
        Database db = database.open(Twig.class);
        List<Twig> twigs = new ArrayList<>();
        for (int i = 0; i < TWIGS; i++) {
            Twig twig = new Twig();
            twig.number = i;
            twig.leaf = new Leaf();
            twigs.add(twig);
        }
        db.storeAll(twigs);
        return db;
    }

    @OnEveryEngine
    void thousandRootsAreLoadedOfAnyNumberFound(TestDatabase database) {
        Database db = tree(database);
        for (String rql : List.of(
                "", "number >= 0 ORDER BY number DESC", "leaf != NULL LIMIT 2000", "number >= 0 MERGE leaf != NULL")) {
            for (SearchStrategy strategy : SearchStrategy.values()) {
                Query<Twig> query = db.query(Twig.class, rql).strategy(strategy);
                long found = query.count();
                Twig.MADE.set(0);
                Leaf.MADE.set(0);

                Explanation how = query.explain();

                assertThat(List.of(Twig.MADE.get(), Leaf.MADE.get())).as(rql).containsExactly(1_000, 1_000);
                assertThat(how.search().found()).as(rql).isEqualTo(found).isGreaterThanOrEqualTo(2_000);
                assertThat(how.load())
                        .returns(1_000L, Explanation.Load::roots)
                        .returns(Map.of("Leaf", 1_000L, "Twig", 1_000L), Explanation.Load::objects);
            }
        }
    }

    @OnEveryEngine
    void textSaysHowManyRootsWereLoaded(TestDatabase database) {
        Database db = tree(database);

        assertThat(db.query(Twig.class, "").explain().toString())
                .contains("load of the first 1,000 of 2,500 roots: 1,000 Leaf, 1,000 Twig by ");
        assertThat(db.query(Twig.class, "LIMIT 1000").explain().toString())
                .contains("load: 1,000 Leaf, 1,000 Twig by ");
        assertThat(db.query(Twig.class, "LIMIT 1000 OFFSET 2499").explain().toString())
                .contains("load: 1 Leaf, 1 Twig by ");
    }

    @OnEveryEngine
    void explanationOfNodesLoadsAThousandRoots(TestDatabase database) {
        tree(database).close();

        try (Database db = database.openCatalog()) {
            assertThat(db.nodes().query("Twig", "number >= 0").explain().load())
                    .returns(1_000L, Explanation.Load::roots)
                    .returns(Map.of("Leaf", 1_000L, "Twig", 1_000L), Explanation.Load::objects);
            assertThat(db.nodes()
                            .query("Twig", "number >= 0")
                            .depth(0)
                            .explain()
                            .load()
                            .objects())
                    .isEqualTo(Map.of("Twig", 1_000L));
        }
    }

    /** Whoever asks why a query has too many objects gets an answer. */
    @OnEveryEngine
    void queryWithTooManyRootsIsExplained(TestDatabase database) {
        Query<Twig> query = tree(database).query(Twig.class, "").maxObjects(2_000);

        assertThatThrownBy(query::list).isInstanceOf(LimitException.class);
        assertThat(query.explain().search().found()).isEqualTo(TWIGS);
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
                .with("names", List.of("Austen", "?", "; DROP TABLE book"));
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

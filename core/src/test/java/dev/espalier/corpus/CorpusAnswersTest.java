package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.naive.Variable;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class CorpusAnswersTest {

    /** In which a query is asked: by each strategy and by an explanation without indexes, by each strategy and in pages with all of them. */
    private static final int WAYS = 8;

    @Test
    void naiveEvaluatorFindsTheGoldenAnswers() {
        List<String> wrong = new ArrayList<>();
        for (CorpusModel model : CorpusModel.ALL) {
            Population population = model.populate().get();
            for (CorpusCase query : CorpusCase.queries(model)) {
                wrong.addAll(differences(query, population, "naive", () -> naive(query, population)));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> naive(CorpusCase query, Population population) {
        Map<String, Variable> variables = new HashMap<>();
        query.variables()
                .forEach((name, variable) ->
                        variables.put(name, new Variable(variable.type(), Rql.parse(variable.text()))));
        NaiveEvaluator naive = new NaiveEvaluator(population.objects(), population::id, Map.of())
                .with(query.parameters(population), variables);
        RqlQuery tree = Rql.parse(query.text());
        List<?> answer = query.owners().isPresent()
                ? naive.owners(query.owners().get(), query.root(), tree)
                : query.relations().isPresent()
                        ? naive.resolvedRoots(
                                query.root(),
                                tree,
                                query.relations().get().stream().map(Rql::path).toList())
                        : naive.answer(query.root(), tree);
        return population.names(answer.stream().mapToLong(population::id).toArray());
    }

    @OnEveryEngine
    @AlsoOnTiDb("its optimizer is its own: INTERSECT, derived tables, hash semi-joins, WITH RECURSIVE, LIMIT")
    void everyExecutorFindsTheGoldenAnswers(TestDatabase database) {
        List<String> wrong = new ArrayList<>();
        int first = 0;
        for (CorpusModel model : CorpusModel.ALL) {
            List<CorpusCase> queries = CorpusCase.queries(model);
            for (IndexLevel level : List.of(IndexLevel.NONE, IndexLevel.BOTH)) {
                Population population = model.populate().get();
                Database db = database.open(
                        Model.of(model.array()), database.settings().indexes(level));
                db.storeAll(population.objects());
                for (int i = 0; i < queries.size(); i++) {
                    int place = WAYS * (first + i) + (level == IndexLevel.NONE ? 0 : WAYS / 2);
                    wrong.addAll(differences(
                            queries.get(i),
                            population,
                            db,
                            level,
                            way -> Sample.has("corpus", database.engine(), place + way)));
                }
                database.clear();
            }
            first += queries.size();
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> differences(
            CorpusCase query, Population population, Database db, IndexLevel level, IntPredicate isAsked) {
        List<String> differences = new ArrayList<>();
        int way = 1;
        for (SearchStrategy strategy : SearchStrategy.values()) {
            if (isAsked.test(way++)) {
                String by = strategy + " with indexes " + level;
                differences.addAll(differences(
                        query,
                        population,
                        by,
                        () -> found(query.ask(db, population).strategy(strategy), population, level)));
            }
        }
        if (isAsked.test(way) && level == IndexLevel.NONE) {
            differences.addAll(differences(
                    query,
                    population,
                    "explanation",
                    () -> explained(query.ask(db, population).depth(0), population)));
        }
        if (isAsked.test(way)
                && level == IndexLevel.BOTH
                && !Rql.parse(query.text()).limit().isPresent()) {
            differences.addAll(differences(
                    query,
                    population,
                    "pages",
                    () -> paged(db, query.ask(db, population).depth(0), population)));
        }
        return differences;
    }

    /** The names, where they are as many as an explanation says. */
    private static List<String> explained(Query<?> query, Population population) {
        List<String> names = population.names(query.ids());
        long explained = query.explain().search().found();
        return explained == names.size() ? names : List.of(names + ", but explained that there are " + explained);
    }

    private static List<String> paged(Database db, Query<?> query, Population population) {
        List<String> names = new ArrayList<>();
        String next = null;
        do {
            Page<?> page = query.page(3, next);
            names.addAll(
                    population.names(page.objects().stream().mapToLong(db::idOf).toArray()));
            next = page.next();
        } while (next != null);
        return names;
    }

    /** The names, where they are as many as are counted. */
    private static List<String> found(Query<?> query, Population population, IndexLevel level) {
        List<String> names = population.names(query.ids());
        // Once is enough for the engines that take long for each statement.
        if (level == IndexLevel.NONE) {
            return names;
        }
        long counted = query.count();
        boolean exists = query.exists();
        return counted == names.size() && exists == counted > 0
                ? names
                : List.of(names + ", but counted " + counted
                        + (exists ? ", and there are some" : ", and there are none"));
    }

    /** How a query is answered. */
    private interface Answer {
        List<String> names();
    }

    private static List<String> differences(CorpusCase query, Population population, String by, Answer answer) {
        List<String> expected = query.answer(population);
        String found;
        try {
            List<String> names = answer.names();
            if (names.equals(expected)) {
                return List.of();
            }
            found = String.join(", ", names);
        } catch (RuntimeException e) {
            found = e.toString();
        }
        return List.of("\n" + query + ": " + query.text() + "\n  expected " + String.join(", ", expected)
                + "\n  found    " + found + " by " + by);
    }
}

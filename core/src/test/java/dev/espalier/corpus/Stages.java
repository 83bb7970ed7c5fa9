package dev.espalier.corpus;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.StandardDialect;
import dev.espalier.internal.jdbc.Rehearsal;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.plan.Request;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.TokenText;
import dev.espalier.internal.rql.TreeText;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.Search;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every stage makes of a query, as one text. */
final class Stages {

    private final CorpusCase query;
    private final Schema schema;
    private final Plan plan;
    private final RqlQuery tree;

    private Stages(CorpusCase query) {
        this.query = query;
        schema = query.model().schema();
        Population population = query.model().populate().get();
        tree = Rql.parse(query.text());
        plan = new Planner(schema.model()).plan(request(population));
    }

    private Request request(Population population) {
        Map<String, Request.Definition> variables = new LinkedHashMap<>();
        query.variables()
                .forEach((name, variable) -> variables.put(
                        name,
                        new Request.Definition(schema.model().find(variable.type()), Rql.parse(variable.text()))));
        Request.Answer answer = query.owners()
                .<Request.Answer>map(
                        type -> new Request.Answer.Owners(schema.model().find(type)))
                .or(() -> query.relations()
                        .map(paths -> new Request.Answer.Roots(
                                paths.stream().map(Rql::path).toList(), true)))
                .orElseGet(Request.Answer.Hits::new);
        Map<String, Object> parameters = query.parameters(population);
        parameters.replaceAll((name, value) -> value instanceof List<?> several
                ? several.stream().map(one -> stored(one, population)).toList()
                : stored(value, population));
        return new Request(tree, schema.model().find(query.root()), variables, answer, parameters);
    }

    private Object stored(Object value, Population population) {
        PersistentClass type = value == null ? null : schema.model().find(value.getClass());
        return type == null ? value : new Request.Stored(type, population.id(value));
    }

    static String of(CorpusCase query) {
        return new Stages(query).text();
    }

    static Plan plan(CorpusCase query) {
        return new Stages(query).plan;
    }

    private String text() {
        StringBuilder printed = new StringBuilder(Rql.print(tree) + "\n");
        query.variables()
                .forEach((name, variable) -> printed.append(name)
                        .append(" is ")
                        .append(variable.type().getSimpleName())
                        .append(": ")
                        .append(Rql.print(Rql.parse(variable.text())))
                        .append('\n'));
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("tokens", TokenText.of(query.text()));
        sections.put("tree", TreeText.of(tree));
        sections.put("printed", printed.toString());
        sections.put("plan", plan.toString());
        sections.putAll(sql());
        StringBuilder text = new StringBuilder();
        sections.forEach((title, content) ->
                text.append("== ").append(title).append('\n').append(content));
        return text.toString();
    }

    /** By ways, then the differences by engines. */
    private Map<String, String> sql() {
        Dialect standard = new StandardDialect();
        Map<String, String> sections = new LinkedHashMap<>();
        Map<Strategy, List<String>> standards = new LinkedHashMap<>();
        Map<String, String> titles = new LinkedHashMap<>();
        for (Strategy way : List.of(Strategy.EXISTS, Strategy.INTERSECT)) {
            List<String> searches = searches(standard, way);
            standards.put(way, searches);
            String shown = searches.isEmpty() ? "nothing is asked\n" : String.join("\n", searches) + "\n";
            titles.merge(shown, way.toString(), (a, b) -> a + ", " + b);
        }
        titles.forEach((shown, ways) -> sections.put(ways, shown));
        Map<String, String> engines = new LinkedHashMap<>();
        for (Dialect engine : StandardDialect.engines()) {
            Map<String, String> differences = new LinkedHashMap<>();
            standards.forEach((way, searches) -> SqlDifference.of(searches, searches(engine, way), differences));
            if (!differences.isEmpty()) {
                engines.merge(String.join("", differences.values()), engine.name(), (a, b) -> a + ", " + b);
            }
        }
        engines.forEach((differences, names) -> sections.put(names, differences));
        return sections;
    }

    /** Where there are several, each behind what it is for. */
    private List<String> searches(Dialect dialect, Strategy way) {
        Rehearsal rehearsal = new Rehearsal(dialect);
        Explanation explanation = new Search(schema, new Statistics(List::of, () -> 0))
                .find(rehearsal.session(), plan, way)
                .explanation();
        if (explanation.strategy() != way) {
            return List.of("in steps only");
        }
        List<String> searches = new ArrayList<>();
        Iterator<Rehearsal.Asked> asked = rehearsal.asked().iterator();
        for (Explanation.Stage stage : explanation.stages()) {
            Rehearsal.Asked search = asked.next();
            while (!search.text().startsWith(stage.sql().replaceFirst(" \\.\\.\\.$", ""))) {
                search = asked.next();
            }
            searches.add((explanation.stages().size() > 1 ? stage.title() + ": " : "") + search.withValues());
        }
        return searches;
    }
}

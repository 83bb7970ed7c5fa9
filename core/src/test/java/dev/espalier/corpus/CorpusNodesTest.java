package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.NodeGraphs;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;

/** A program without classes gets the answers of the corpus, and its errors. */
@EngineIndependent
class CorpusNodesTest {

    /** On a server the statements are those of a program with classes, which {@link CorpusAnswersTest} asks there: a share of the queries is enough. */
    @OnEveryEngine
    void withoutClassesAnswersAndStructuresAreTheGoldenOnes(TestDatabase database) {
        SoftAssertions all = new SoftAssertions();
        int place = 0;
        for (CorpusModel model : CorpusModel.ALL) {
            Population population = model.populate().get();
            Database db = database.open(model.array());
            db.storeAll(population.objects());
            Database byCatalog = database.openCatalog();
            for (CorpusCase one : CorpusCase.queries(model)) {
                if (!Sample.has("corpus without classes", database.engine(), ++place)
                        && database.engine() != Engine.SQLITE) {
                    continue;
                }
                try {
                    Query<Node> query = ask(one, byCatalog, population);
                    all.assertThat(population.names(query.ids()))
                            .as("%s: %s", one, one.text())
                            .isEqualTo(one.answer(population));
                    all.assertThat(paged(query))
                            .as("pages of %s", one)
                            .isEqualTo(Arrays.stream(query.ids()).boxed().toList());
                } catch (QueryException e) {
                    all.assertThat(e.code()).as("%s: %s", one, e.getMessage()).isEqualTo("paged-limit");
                }
            }
            for (Class<?> type : model.classes()) {
                List<?> loaded = db.query(type, "").list();
                List<Node> nodes = byCatalog.nodes().query(name(type), "").list();
                all.assertThat(nodes).hasSameSizeAs(loaded);
                for (int i = 0; i < nodes.size(); i++) {
                    all.assertThat(NodeGraphs.difference(loaded.get(i), nodes.get(i), model.array()))
                            .as("%s of %s", type, model)
                            .isNull();
                }
            }
            database.clear();
        }
        all.assertAll();
    }

    @OnEveryEngine(Engine.SQLITE)
    void mistakesHaveTheSameErrors(TestDatabase database) {
        SoftAssertions all = new SoftAssertions();
        for (CorpusModel model : CorpusModel.ALL) {
            Population population = model.populate().get();
            Database db = database.open(model.array());
            db.storeAll(population.objects());
            Database byCatalog = database.openCatalog();
            for (CorpusCase one : CorpusCase.mistakes()) {
                if (one.model() == model
                        && one.all("page").isEmpty()
                        && one.all("page behind").isEmpty()
                        && isAboutNoJavaClass(one)) {
                    QueryException expected =
                            catchThrowableOfType(QueryException.class, () -> one.find(one.ask(db, population)));
                    QueryException found =
                            catchThrowableOfType(QueryException.class, () -> one.find(ask(one, byCatalog, population)));
                    all.assertThat(found == null ? null : found.getMessage())
                            .as("%s: %s", one, one.text())
                            .isEqualTo(expected.getMessage());
                }
            }
            database.clear();
        }
        all.assertAll();
    }

    /** A constant of a Java enum is a name here. */
    private static boolean isAboutNoJavaClass(CorpusCase one) {
        return one.all("with").stream().noneMatch(parameter -> parameter.contains("Colour "));
    }

    private static List<Long> paged(Query<Node> query) {
        List<Long> ids = new ArrayList<>();
        String next = null;
        do {
            Page<Node> page = query.depth(0).page(3, next);
            page.objects().forEach(node -> ids.add(node.id()));
            next = page.next();
        } while (next != null);
        return ids;
    }

    private static Query<Node> ask(CorpusCase one, Database db, Population population) {
        Query<Node> query = db.nodes().query(name(one.root()), one.text());
        for (Map.Entry<String, Object> parameter : one.parameters(population).entrySet()) {
            query = query.with(parameter.getKey(), value(parameter.getValue(), db, population));
        }
        for (Map.Entry<String, CorpusCase.Variable> variable : one.variables().entrySet()) {
            query = query.define(
                    variable.getKey(),
                    name(variable.getValue().type()),
                    variable.getValue().text());
        }
        if (!one.all("refuseCycles").isEmpty()) {
            query = query.refuseCycles();
        }
        if (one.relations().isPresent()) {
            query = query.topmost(one.relations().get().toArray(String[]::new));
        }
        return one.owners().isPresent() ? query.owners(name(one.owners().get())) : query;
    }

    private static String name(Class<?> type) {
        return type.getCanonicalName();
    }

    private static Object value(Object value, Database db, Population population) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(one -> value(one, db, population));
        }
        if (value instanceof List<?> several) {
            List<Object> values = new ArrayList<>();
            several.forEach(one -> values.add(value(one, db, population)));
            return values;
        }
        if (value == null || value.getClass().getPackageName().startsWith("java")) {
            return value;
        }
        long id = population.id(value);
        return id == 0 ? db.nodes().newNode(name(value.getClass())) : db.nodes().reference(name(value.getClass()), id);
    }
}

package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.health.Counters;
import dev.espalier.health.Health;
import dev.espalier.verification.Finding;
import dev.espalier.verification.Verification;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The operations that the page's scripts call. Each reads one request and answers with one object of JSON. No operation names a URL, a driver, a file or a command.
 * Only {@link Changes} change the database; a console that may not write does not have them. Safe for any number of threads.
 */
final class Api implements Operations {

    private static final int PAGE = 50;
    private static final int FOUND = 20;

    private static final Set<String> WRITING = Set.of("edit", "check", "store");

    private final Database database;
    private final ModelView model;
    private final ConsoleOptions options;
    private final NodeJson nodes;
    private final SlowQueries slow = new SlowQueries();
    private final Neighbours neighbours;
    private final ShownBounds bounds;
    private final Map<String, Operation> operations = new HashMap<>(Map.of(
            "model", this::model,
            "count", this::count,
            "query", this::query,
            "object", this::object,
            "members", this::members,
            "referrers", this::referrers,
            "graph", this::graph,
            "explain", this::explain,
            "health", this::health,
            "verify", this::verify));
    private final Verifications verifications = new Verifications();
    private final String place;
    private final boolean hasPlan;

    /** One operation. */
    interface Operation {
        JsonNode answer(Request request);
    }

    Api(Database database, ModelView model, ConsoleOptions options, @Nullable Supplier<SchemaPlan> plan, String place) {
        this.database = database;
        this.model = model;
        this.options = options;
        this.place = place;
        this.hasPlan = plan != null;
        this.nodes = new NodeJson(Math.min(options.rows(), 200));
        this.neighbours = new Neighbours(database, model);
        this.bounds = new ShownBounds(model);
        operations.put("sizes", this::sizes);
        operations.put("value", this::value);
        operations.put("cell", this::cell);
        operations.put("find", this::find);
        operations.put("progress", verifications::progress);
        if (plan != null) {
            operations.put("plan", request -> PlanJson.of(plan.get()));
        }
        if (options.lab() != null) {
            operations.put("lab", new LiveLab(options.lab())::figures);
        }
        if (options.isWritable()) {
            Editable editable = new Editable(database, model, neighbours, options.rows());
            Changes changes = new Changes(database, model, editable);
            operations.putAll(Map.of("edit", editable::edit, "check", changes::check, "store", changes::store));
        }
    }

    /** Whether the operation exists only in a console that may write. */
    static boolean isWriting(String name) {
        return WRITING.contains(name);
    }

    @Override
    public @Nullable Operation find(String name) {
        return operations.get(name);
    }

    private ObjectNode model(Request request) {
        return model.json()
                .put("database", database.name())
                .put("place", place)
                .put("isWritable", options.isWritable())
                .put("readOnlyReason", database.readOnlyReason().orElse(null))
                .put("hasPlan", hasPlan)
                .put("hasLogIn", options.remote() != null)
                .put("hasLab", options.lab() != null);
    }

    private ObjectNode count(Request request) {
        return Json.object()
                .put("count", database.nodes().query(className(request), "").count());
    }

    /** A page of the objects that a query finds, in rows; with a selection, of its rows. */
    private ObjectNode query(Request request) {
        String className = className(request);
        String rql = request.text("rql");
        String selection = selection(request);
        int size = request.count("size", PAGE, options.rows());
        String after = request.textOrNull("after");
        long start = System.nanoTime();
        ObjectNode json = selection == null
                ? objects(className, bounds.withReferences(className, asked(request, className, rql)), size, after)
                : selected(request, selection).page(size, after);
        long nanos = System.nanoTime() - start;
        slow.add(className, rql, selection, nanos, json.path("rows").size());
        return json.put("micros", nanos / 1_000);
    }

    private ObjectNode objects(String className, Query<Node> query, int size, @Nullable String after) {
        List<ModelView.Attribute> columns = model.attributesBelow(className).stream()
                .filter(attribute -> attribute.kind() != ModelView.Kind.OBJECTS)
                .toList();
        Found<Node> page = Found.of(() -> query.page(size, after), query::stream, options.rows());
        ObjectNode json = Json.object().put("next", page.next()).put("isCut", page.isCut());
        Map<String, Map<String, ModelView.Attribute>> own = attributesByClass(className);
        json.set("columns", columns(columns, own));
        ArrayNode rows = json.putArray("rows");
        page.found().forEach(node -> rows.add(row(node, columns, own.getOrDefault(node.className(), Map.of()))));
        return json;
    }

    /** The text of a selection; null if objects are asked for. */
    private static @Nullable String selection(Request request) {
        String selection = request.textOrNull("select");
        return selection == null || selection.isBlank() ? null : selection;
    }

    private SelectedRows selected(Request request, String selection) {
        String rql = request.text("rql");
        return new SelectedRows(asked(request, className(request), rql), rql, selection, nodes, options.rows());
    }

    /** The whole value of a row of a selection. */
    private ObjectNode cell(Request request) {
        JsonNode value = selected(request, request.text("select"))
                .value(
                        request.textOrNull("after"),
                        request.count("row", 1, options.rows()),
                        request.count("column", 1, Integer.MAX_VALUE));
        return Json.object().set("value", value);
    }

    /** Each column has the shapes of the classes in which its attribute has another type. */
    private ArrayNode columns(List<ModelView.Attribute> columns, Map<String, Map<String, ModelView.Attribute>> own) {
        ArrayNode json = Json.object().putArray("columns");
        for (ModelView.Attribute column : columns) {
            ObjectNode one = json.addObject()
                    .put("name", column.name())
                    .put("type", column.draft().type());
            one.set("shape", model.shape(column).json());
            ObjectNode shapes = one.putObject("shapes");
            own.forEach((type, attributes) -> {
                ModelView.Attribute attribute = attributes.getOrDefault(column.name(), column);
                if (!attribute.draft().type().equals(column.draft().type())) {
                    shapes.set(type, model.shape(attribute).json());
                }
            });
        }
        return json;
    }

    /** The attributes of a class and its subclasses, by class and name: classes side by side may have one of the same name and another type. */
    private Map<String, Map<String, ModelView.Attribute>> attributesByClass(String className) {
        return model.withSubclasses(className).stream()
                .collect(Collectors.toMap(
                        type -> type,
                        type -> model.attributes(type).stream()
                                .collect(Collectors.toMap(ModelView.Attribute::name, attribute -> attribute))));
    }

    /** @param attributes of the node's class, by their names */
    private ObjectNode row(Node node, List<ModelView.Attribute> columns, Map<String, ModelView.Attribute> attributes) {
        ObjectNode row = NodeJson.reference(node);
        ArrayNode cells = row.putArray("cells");
        Set<String> has = Set.copyOf(node.attributes());
        columns.forEach(column -> cells.add(
                has.contains(column.name())
                        ? value(node, attributes.getOrDefault(column.name(), column))
                        : Json.object().put("none", true)));
        return row;
    }

    private JsonNode value(Node node, ModelView.Attribute attribute) {
        return nodes.value(node, attribute.name(), attribute.kind() == ModelView.Kind.MAP);
    }

    /** An object with its values and what it refers to; of its collections of objects the numbers of members. */
    private ObjectNode object(Request request) {
        String className = className(request);
        Node node = withoutMembers(className, request.id());
        ObjectNode json = NodeJson.reference(node);
        ArrayNode attributes = json.putArray("attributes");
        for (ModelView.Attribute attribute : model.attributes(node.className())) {
            ObjectNode one = attributes
                    .addObject()
                    .put("name", attribute.name())
                    .put("type", attribute.draft().type())
                    .put("kind", attribute.kind().name().toLowerCase(java.util.Locale.ROOT))
                    .put("target", attribute.target());
            if (attribute.kind() == ModelView.Kind.OBJECTS) {
                one.put("count", neighbours.countMembers(node, attribute));
            } else {
                one.set("value", value(node, attribute));
            }
        }
        return json;
    }

    /** A few objects of a class whose name, title or else first text begins with a text, in any case; or that have it as their id. Each subclass has a text of its own. */
    private ObjectNode find(Request request) {
        String className = className(request);
        String text = request.text("text");
        Map<Long, Node> found = new LinkedHashMap<>();
        String id = text.substring(text.lastIndexOf(' ') + 1);
        if (id.matches("\\d{1,18}")) {
            add(found, className, database.nodes().query(className, "id = :id").with("id", Long.parseLong(id)));
        }
        String pattern = text.replaceAll("([%_\\\\])", "\\\\$1") + "%";
        model.textsBelow(className).entrySet().stream()
                .takeWhile(one -> found.size() < FOUND)
                .forEach(one -> add(
                        found,
                        one.getKey(),
                        database.nodes()
                                .query(one.getKey(), one.getValue() + " MATCH :pattern IGNORE CASE")
                                .with("pattern", pattern)));
        ObjectNode json = Json.object();
        ArrayNode objects = json.putArray("objects");
        found.values().stream().limit(FOUND).forEach(node -> objects.add(NodeJson.reference(node)));
        return json;
    }

    private void add(Map<Long, Node> found, String className, Query<Node> query) {
        bounds.alone(className, query).page(FOUND, null).objects().forEach(node -> found.putIfAbsent(node.id(), node));
    }

    /** The whole value of an attribute: each text, all bytes and members. An answer that is too large for the memory of all answers is refused, as any other. */
    private ObjectNode value(Request request) {
        String className = className(request);
        Node node = withoutMembers(className, request.id());
        ModelView.Attribute attribute = model.attributes(node.className()).stream()
                .filter(one -> one.name().equals(request.textOrNull("attribute")))
                .filter(one -> one.kind() != ModelView.Kind.OBJECTS)
                .findFirst()
                .orElseThrow(() -> new RequestException("attribute: expected one of " + className + " with a value"));
        return Json.object()
                .set("value", nodes.whole().value(node, attribute.name(), attribute.kind() == ModelView.Kind.MAP));
    }

    private Node withoutMembers(String className, long id) {
        return database.nodes().get(className, id, read -> bounds.withReferences(className, read));
    }

    /** A page of the members of a collection of objects, each once, in the order of their ids. */
    private ObjectNode members(Request request) {
        String className = className(request);
        ModelView.Attribute attribute = model.attributes(className).stream()
                .filter(one -> one.name().equals(request.textOrNull("attribute")))
                .filter(one -> one.kind() == ModelView.Kind.OBJECTS)
                .findFirst()
                .orElseThrow(() -> new RequestException("attribute: expected a collection of objects of " + className));
        Page<Node> page = neighbours
                .members(className, request.id(), attribute)
                .page(request.count("size", PAGE, options.rows()), request.textOrNull("after"));
        return page(page);
    }

    private static ObjectNode page(Page<Node> page) {
        ObjectNode json = Json.object().put("next", page.next());
        ArrayNode objects = json.putArray("objects");
        page.objects().forEach(node -> objects.add(NodeJson.reference(node)));
        return json;
    }

    /** How many objects refer to an object, by relation, if a query can count them; or, for one of these, a page of them. */
    private ObjectNode referrers(Request request) {
        String className = className(request);
        long id = request.id();
        List<ModelView.Relation> relations = model.relationsTo(className);
        String wanted = request.textOrNull("relation");
        if (wanted != null) {
            ModelView.Relation relation = relations.stream()
                    .filter(one -> !one.isKey() && one.name().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> new RequestException(
                            "relation: found '" + wanted + "'; expected a relation that leads to " + className));
            return page(neighbours
                    .referrers(relation, id)
                    .page(request.count("size", PAGE, options.rows()), request.textOrNull("after")));
        }
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("relations");
        for (ModelView.Relation relation : relations) {
            all.addObject()
                    .put("name", relation.name())
                    .put("class", relation.owner())
                    .put("path", relation.path())
                    .put(
                            "count",
                            relation.isKey()
                                    ? null
                                    : neighbours.referrers(relation, id).count());
        }
        return json;
    }

    /** An object's neighbours, as many as can be seen. */
    private ObjectNode graph(Request request) {
        String className = className(request);
        return neighbours.graph(className, request.id(), request.count("size", 20, 100));
    }

    private ObjectNode explain(Request request) {
        String className = className(request);
        String selection = selection(request);
        boolean withEnginePlans = request.json().path("engine").asBoolean();
        if (selection != null) {
            return ExplanationJson.of(selected(request, selection).explain(withEnginePlans));
        }
        Query<Node> query = bounds.withReferences(className, asked(request, className, request.text("rql")));
        return ExplanationJson.of(withEnginePlans ? query.explainWithEnginePlans() : query.explain());
    }

    private ObjectNode health(Request request) {
        Counters counters = Health.of(database).counters();
        ObjectNode json = Json.object()
                .put("sizeBytes", Health.of(database).sizeBytes())
                .put("commits", counters.commits())
                .put("lookUps", counters.lookUps())
                .put("unknownOutcomes", counters.unknownOutcomes());
        Health.of(database)
                .pool()
                .ifPresent(pool -> json.putObject("pool")
                        .put("size", pool.size())
                        .put("open", pool.open())
                        .put("inUse", pool.inUse())
                        .put("waiting", pool.waiting()));
        ArrayNode open = json.putArray("programs");
        SchemaAdmin.of(database).programs().forEach(program -> open.add(program.toString()));
        json.set("slow", slow.json());
        return json;
    }

    private ObjectNode sizes(Request request) {
        ObjectNode json = Json.object();
        ArrayNode tables = json.putArray("tables");
        Health.of(database)
                .tableSizes()
                .forEach(size -> tables.addObject()
                        .put("table", size.table())
                        .put("rowBytes", size.rowBytes())
                        .put("indexBytes", size.indexBytes()));
        return json;
    }

    private ObjectNode verify(Request request) {
        Verification verification = verifications.verify(request.textOrNull("run"), Health.of(database)::verify);
        ObjectNode json = Json.object().put("isClean", verification.isClean());
        ArrayNode findings = json.putArray("findings");
        verification.findings().stream()
                .map(Finding::toString)
                .limit(options.rows())
                .forEach(findings::add);
        return json;
    }

    private String className(Request request) {
        return model.checkedName(request.text("class"));
    }

    private Query<Node> asked(Request request, String className, String rql) {
        Query<Node> query = database.nodes().query(className, rql);
        for (Map.Entry<String, String> parameter : request.texts("with").entrySet()) {
            query = query.with(parameter.getKey(), value(parameter.getKey(), parameter.getValue()));
        }
        return query;
    }

    private static @Nullable Object value(String parameter, String text) {
        try {
            return ParameterText.read(text);
        } catch (IllegalArgumentException e) {
            throw new RequestException(":" + parameter + ": " + e.getMessage());
        }
    }
}

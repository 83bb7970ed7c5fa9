package dev.espalier;

import static dev.espalier.error.ErrorCode.MIGRATION;
import static dev.espalier.error.ErrorCode.TOO_LONG;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.QueryException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.SqlValue;
import dev.espalier.internal.write.Registry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives objects the values of attributes that they are without. Reads each object as a {@link Node}, with its former attributes, computes the new ones, and
 * stores the object of the program's class, if nobody has changed the object meanwhile; otherwise reads it again.
 *
 * <p>Each batch is a transaction of its own. An attribute that has a value already is left alone: an interrupted run goes on where it was, and two programs
 * that fill the same attributes at the same time do not disturb each other. For one opening, by one thread.
 */
final class MigrationRunner {

    private static final Logger LOG = LoggerFactory.getLogger(MigrationRunner.class);

    /** More objects hold locks for longer; fewer need more round trips for each. */
    private static final int BATCH = 500;

    /** So many ids a message lists. */
    private static final int LISTED = 5;

    private final ConnectionSource source;
    private final Database nodes;
    private final List<Migration<?>> migrations;
    private final Settings settings;
    private final Place place;

    /** @param nodes the same database without Java classes */
    MigrationRunner(ConnectionSource source, Database nodes, Settings settings) {
        this.source = source;
        this.nodes = nodes;
        this.settings = settings;
        this.migrations = settings.migrations();
        this.place = source.place();
    }

    /**
     * Checks that the classes have the attributes that migrations compute.
     *
     * @throws SchemaException {@code migration} if not
     */
    static void checkNames(List<Migration<?>> migrations, ObjectModel model) {
        for (Migration<?> migration : migrations) {
            List<PersistentClass> types =
                    model.classes().stream().filter(migration::isFor).toList();
            if (types.isEmpty()) {
                throw new SchemaException(
                        MIGRATION,
                        migration + ": found " + migration.className()
                                + "; expected a class of the model or one above");
            }
            migration.paths().forEach((attribute, expression) -> {
                try {
                    Rql.operand(expression);
                } catch (QueryException e) {
                    throw new SchemaException(MIGRATION, migration + ": " + attribute + ": " + e.getMessage(), e);
                }
            });
            for (String attribute : migration.names()) {
                if (types.stream().noneMatch(type -> type.attribute(attribute) != null)) {
                    throw new SchemaException(
                            MIGRATION,
                            migration + ": found the attribute " + attribute + "; expected one of "
                                    + types.get(0).attributes().stream()
                                            .map(Attribute::name)
                                            .toList());
                }
            }
        }
    }

    /** The attributes that the migrations compute, whatever objects hold now. */
    List<Fill> computed(Schema schema) {
        List<Fill> fills = new ArrayList<>();
        for (PersistentClass type : schema.model().classes()) {
            type.attributes().stream()
                    .filter(attribute -> Migration.isComputed(migrations, type, attribute.name()))
                    .forEach(attribute -> fills.add(Fill.computed(type, attribute, schema.nameOf(type))));
        }
        return fills;
    }

    /** Whether statements fill the attribute, so far as it can be told without looking at the objects. */
    static boolean isByStatement(List<Migration<?>> migrations, Fill fill) {
        String attribute = fill.attribute().name();
        return Migration.expression(migrations, fill.type(), attribute) != null
                || Migration.path(migrations, fill.type(), attribute) != null
                || Migration.function(migrations, fill.type(), attribute) == null && ColumnFill.isOfWholeNumbers(fill);
    }

    // ---- before anything is changed

    /**
     * Computes all values, and writes nothing.
     *
     * @throws SchemaException {@code migration} if one cannot be computed
     */
    void check(Schema schema, List<Fill> fills) {
        fills.forEach(this::planned);
        Map<Fill, Failures> failures = new LinkedHashMap<>();
        Map<Fill, ColumnFill> byStatement = byStatement(schema, fills, false);
        byStatement.entrySet().removeIf(one -> isPath(one.getKey()) && !isComputable(one.getValue()));
        byStatement.forEach((fill, statements) -> {
            long count = isPath(fill) ? 0 : statements.failures();
            if (count > 0) {
                failures.put(fill, new Failures(count, statements.failing(LISTED)));
            }
        });
        AttributeConversion conversion = new AttributeConversion((type, node) -> null);
        for (Map.Entry<Fill, Map<String, List<Fill>>> root :
                roots(byObject(fills, byStatement)).entrySet()) {
            long last = 0;
            for (List<Node> batch = batch(root.getKey(), last); !batch.isEmpty(); batch = batch(root.getKey(), last)) {
                Values values = values(root.getValue(), batch);
                for (Node node : batch) {
                    for (Fill fill : root.getValue().getOrDefault(node.className(), List.of())) {
                        try {
                            computed(fill, node, values, conversion);
                        } catch (RuntimeException e) {
                            failures.computeIfAbsent(fill, f -> new Failures()).add(node.id(), e);
                        }
                    }
                    last = node.id();
                }
            }
        }
        if (!failures.isEmpty()) {
            List<String> lines = new ArrayList<>();
            failures.forEach((fill, found) -> lines.add(fill.description() + ": " + found));
            throw new SchemaException(
                    MIGRATION,
                    place + ":\n  " + String.join("\n  ", lines)
                            + "\nNothing was changed. Correct the objects, or compute the attribute by a "
                            + "Migration",
                    failures.values().iterator().next().first);
        }
    }

    private boolean isPath(Fill fill) {
        return Migration.path(migrations, fill.type(), fill.attribute().name()) != null;
    }

    /** Whether statements can compute all values; where they cannot, the program says why. */
    private static boolean isComputable(ColumnFill statements) {
        try {
            return statements.failures() == 0;
        } catch (DatabaseException e) { // SQLite fails where a sum is beyond 64 bits
            LOG.debug("values are computed by the program: {}", e.getMessage());
            return false;
        }
    }

    private static final class Failures {

        private final List<Long> ids;
        private long count;
        private @Nullable RuntimeException first;

        Failures() {
            this(0, new ArrayList<>());
        }

        Failures(long count, List<Long> ids) {
            this.count = count;
            this.ids = ids;
        }

        void add(long id, RuntimeException failure) {
            count++;
            if (ids.size() < LISTED) {
                ids.add(id);
            }
            if (first == null) {
                first = failure;
            }
        }

        @Override
        public String toString() {
            return count + (count == 1 ? " object has" : " objects have") + " no value for it, the ids are " + ids
                    + (count > LISTED ? " and others" : "") + "; " + ids.get(0) + ": "
                    + (first == null
                            ? "found null, or a number beyond the type"
                            : first instanceof IllegalArgumentException ? first.getMessage() : first);
        }
    }

    // ---- filling

    /**
     * Gives all objects the attributes that they are without.
     *
     * @throws SchemaException {@code migration} if a value cannot be computed; the objects of earlier batches have theirs
     */
    void fill(Database database, List<Fill> fills) {
        run(database, fills, false);
    }

    /**
     * Requires that no expression reads, of other objects, what the migration computes: some of them would have the new value already, others not yet.
     *
     * @throws SchemaException {@code migration}
     */
    void requireIndependent(List<Fill> fills) {
        for (Fill fill : fills) {
            PlannedValue planned = fill.type().isAbstract() ? null : planned(fill);
            for (Fill other : fills) {
                if (planned != null
                        && planned.mayReadOfOthers(
                                requireNonNull(nodes.catalog().schema().model().find(other.className())),
                                other.path())) {
                    throw new SchemaException(
                            MIGRATION,
                            fill.description() + ": found " + planned.text() + ", which reads " + other.name()
                                    + " of other objects; expected an attribute"
                                    + " that the same migration does not compute, because it computes objects one after the other. Compute a second attribute, and then this one from it");
                }
            }
        }
    }

    /** Computes the attributes of all objects, whatever they hold. */
    void compute(Database database, List<Fill> fills) {
        database.catalog().beforeWrite();
        run(database, fills, true);
    }

    private void run(Database database, List<Fill> fills, boolean replaces) {
        Map<Fill, ColumnFill> byStatement = byStatement(database.catalog().schema(), fills, replaces);
        // Once more: older programs may have stored since the check, and SQLite takes any number.
        byStatement.entrySet().removeIf(one -> isPath(one.getKey()) && !isComputable(one.getValue()));
        for (Map.Entry<Fill, ColumnFill> one : List.copyOf(byStatement.entrySet())) {
            try {
                if (!run(database.catalog(), one.getKey(), one.getValue(), replaces)) {
                    return; // another program has filled them
                }
            } catch (EspalierException e) {
                boolean isPath = isPath(one.getKey()) && (e instanceof DatabaseException || e.errorCode() == TOO_LONG);
                if (!isPath
                        && (e.errorCode() != TOO_LONG
                                || Migration.expression(
                                                migrations,
                                                one.getKey().type(),
                                                one.getKey().attribute().name())
                                        != null)) {
                    throw e;
                }
                LOG.info(
                        "{}: {} is computed by the program: {}",
                        place.url(),
                        one.getKey().name(),
                        e.getMessage());
                byStatement.remove(one.getKey());
            }
        }
        for (Map.Entry<Fill, Map<String, List<Fill>>> root :
                roots(byObject(fills, byStatement)).entrySet()) {
            Fill top = root.getKey();
            List<String> attributes = root.getValue().values().stream()
                    .flatMap(List::stream)
                    .map(fill -> fill.attribute().name())
                    .distinct()
                    .toList();
            long total = nodes.query(top.className(), "").count();
            long start = System.nanoTime();
            long done = 0;
            long last = 0;
            LOG.info("{}: computing {} of {} objects of {}", place.url(), attributes, total, top.type());
            for (List<Node> batch = batch(top, last); !batch.isEmpty(); batch = batch(top, last)) {
                if (!fill(database, top, root.getValue(), batch, replaces)) {
                    return; // another program has filled them
                }
                last = batch.get(batch.size() - 1).id();
                done += batch.size();
                settings.onMigration()
                        .accept(new MigrationProgress(
                                top.type().name(),
                                attributes,
                                done,
                                Math.max(done, total),
                                Duration.ofNanos(System.nanoTime() - start)));
            }
            keepRate(Rates.Kind.PROGRAM, done, start);
            LOG.info("{}: computed {} of {} objects of {}", place.url(), attributes, done, top.type());
        }
    }

    private boolean run(Catalog catalog, Fill fill, ColumnFill statements, boolean replaces) {
        long total = statements.objects();
        long start = System.nanoTime();
        LOG.info("{}: computing {} of {} objects", place.url(), fill.name(), total);
        boolean isDone = statements.run(
                catalog::requireCurrent,
                replaces,
                done -> settings.onMigration()
                        .accept(new MigrationProgress(
                                fill.type().name(),
                                List.of(fill.attribute().name()),
                                done,
                                Math.max(done, total),
                                Duration.ofNanos(System.nanoTime() - start))));
        if (isDone) {
            keepRate(Rates.Kind.STATEMENT, total, start);
        }
        return isDone;
    }

    private void keepRate(Rates.Kind kind, long rows, long start) {
        long nanos = System.nanoTime() - start;
        try (Session session = source.writer()) {
            Rates.keep(session, kind, rows, nanos);
        } catch (EspalierException e) { // no failure of the change, which is done
            LOG.debug("{}: the rate of {} is not kept: {}", place.url(), kind, e.getMessage());
        }
    }

    /** Fills the objects of one batch. False if another program has filled all objects meanwhile. */
    private boolean fill(
            Database database, Fill top, Map<String, List<Fill>> fills, List<Node> batch, boolean replaces) {
        Map<Long, Node> left = byId(batch);
        long first = batch.get(0).id();
        long last = batch.get(batch.size() - 1).id();
        while (!left.isEmpty()) {
            Map<Long, Node> now = left;
            Values values = values(fills, now.values());
            Optional<Collection<Long>> done =
                    database.<Optional<Collection<Long>>, RuntimeException>inTransaction(transaction -> {
                        if (!replaces
                                && !database.objects()
                                        .scope()
                                        .<Boolean>read(snapshot -> ColumnFill.isStillToFill(snapshot.session(), top))) {
                            return Optional.empty();
                        }
                        return Optional.of(fill(database, fills, now, values, first, last, replaces));
                    });
            if (done.isEmpty()) {
                return false;
            }
            left = new HashMap<>(left);
            left.keySet().removeAll(done.get());
            if (!left.isEmpty()) { // changed since they were read
                Map<Long, Node> again =
                        byId(window(nodes.query(top.className(), "id >= :first, id <= :last"), first, last));
                again.keySet().retainAll(left.keySet());
                left = again;
            }
        }
        return true;
    }

    /** Fills those objects of a batch that have not changed since the nodes were read, in the transaction of this thread. */
    private Collection<Long> fill(
            Database database,
            Map<String, List<Fill>> fills,
            Map<Long, Node> batch,
            Values values,
            long first,
            long last,
            boolean replaces) {
        AttributeConversion conversion = new AttributeConversion((type, node) -> object(database, node));
        Map<Long, Node> done = new HashMap<>(batch); // those that are gone need nothing
        List<Object> changed = new ArrayList<>();
        for (List<Fill> ofClass : fills.values()) {
            PersistentClass type = ofClass.get(0).type();
            String[] relations = relations(ofClass);
            Query<Object> query =
                    database.query(named(type), "id >= :first, id <= :last").depth(relations.length == 0 ? 0 : 1);
            for (Object object : window(relations.length == 0 ? query : query.only(relations), first, last)) {
                long id = database.idOf(object);
                Node node = batch.get(id);
                if (node == null || !node.className().equals(ofClass.get(0).className())) {
                    continue; // one of a subclass
                }
                if (version(database, object) != version(nodes, node)) {
                    done.remove(id);
                } else if (set(object, node, ofClass, values, conversion, replaces)) {
                    changed.add(object);
                }
            }
        }
        database.storeAll(changed);
        return done.keySet();
    }

    private boolean set(
            Object object,
            Node node,
            List<Fill> fills,
            Values values,
            AttributeConversion conversion,
            boolean replaces) {
        boolean isChanged = false;
        for (Fill fill : fills) {
            if (replaces || isEmpty(fill.attribute().access().get(object))) {
                try {
                    fill.attribute().access().set(object, computed(fill, node, values, conversion));
                } catch (IllegalArgumentException e) {
                    throw new SchemaException(
                            MIGRATION, fill.description() + ": object " + node.id() + ": " + e.getMessage(), e);
                }
                isChanged = true;
            }
        }
        return isChanged;
    }

    private static boolean isEmpty(@Nullable Object value) {
        return value == null
                || value instanceof Number number && number.doubleValue() == 0
                || value.equals(false)
                || value.equals('\0')
                || value instanceof Collection<?> collection && collection.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value.getClass().isArray() && java.lang.reflect.Array.getLength(value) == 0;
    }

    private @Nullable Object computed(Fill fill, Node node, Values values, AttributeConversion conversion) {
        if (fill.type().isRecord()) {
            throw new IllegalArgumentException("found a record, whose components are final; expected a class");
        }
        Function<Node, @Nullable Object> function =
                Migration.function(migrations, fill.type(), fill.attribute().name());
        boolean isByPath =
                Migration.path(migrations, fill.type(), fill.attribute().name()) != null;
        String from = fill.from();
        Object value;
        if (function != null) {
            value = function.apply(node);
        } else if (isByPath) {
            value = values.of(fill, node.id());
        } else if (from != null) {
            value = node.get(from);
        } else {
            throw new IllegalArgumentException(
                    "found no migration that computes it, but another program has begun to; expected the same migration in these settings");
        }
        return conversion
                .withNames(function == null ? fill.components() : Map.of())
                .convert(
                        fill.attribute(),
                        value,
                        Migration.fill(migrations, fill.type(), fill.attribute().name()));
    }

    /** The values of expressions of the query language for the objects of one batch. */
    private record Values(Map<Fill, Map<Long, Object>> byFill) {
        @Nullable
        Object of(Fill fill, long id) {
            return byFill.getOrDefault(fill, Map.of()).get(id);
        }
    }

    /** Reads the values of all expressions for the objects of one batch, from one snapshot. */
    private Values values(Map<String, List<Fill>> fills, Collection<Node> batch) {
        Map<Fill, Map<Long, Object>> values = new HashMap<>();
        for (List<Fill> ofClass : fills.values()) {
            for (Fill fill : ofClass) {
                PlannedValue planned = planned(fill);
                if (planned == null) {
                    continue;
                }
                long[] ids = batch.stream()
                        .filter(node -> node.className().equals(fill.className()))
                        .mapToLong(Node::id)
                        .toArray();
                if (ids.length > 0) {
                    Map<Long, Object> read = new HashMap<>(nodes.objects()
                            .scope()
                            .read(snapshot -> nodes.objects().runner().values(snapshot, planned, ids)));
                    if (planned.aggregation() == Condition.Aggregation.AVG) {
                        read.replaceAll((id, average) -> storable(average));
                    }
                    values.put(fill, read);
                }
            }
        }
        return new Values(values);
    }

    /** An average with as many digits after the point as the engine keeps. */
    private Object storable(Object average) {
        int digits = source.dialect().limits().decimalScale();
        return average instanceof BigDecimal number && number.scale() > digits
                ? number.setScale(digits, RoundingMode.HALF_EVEN)
                : average;
    }

    /** The expression of an attribute; null for one that is computed otherwise. */
    private @Nullable PlannedValue planned(Fill fill) {
        String expression =
                Migration.path(migrations, fill.type(), fill.attribute().name());
        if (expression == null) {
            return null;
        }
        if (!(fill.attribute() instanceof ValueAttribute)) {
            throw new SchemaException(
                    MIGRATION,
                    fill.description() + ": found the expression " + expression
                            + "; expected a function, because the attribute is no value");
        }
        try {
            return nodes.objects().runner().value(NamedClass.of(fill.className()), expression);
        } catch (QueryException e) {
            throw new SchemaException(MIGRATION, fill.description() + ": " + e.getMessage(), e);
        }
    }

    private static Object object(Database database, Node node) {
        Schema schema = database.catalog().schema();
        PersistentClass type = schema.model().classes().stream()
                .filter(one -> schema.nameOf(one).equals(node.className()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "found an object of " + node.className() + ", which is no class of this program"));
        NamedClass named = named(type);
        return type.isRecord()
                ? database.getAll(named, List.of(node.id()), bounds -> bounds.depth(0))
                        .get(0)
                : database.objects().reference(named, node.id());
    }

    private static NamedClass named(PersistentClass type) {
        return type.hasJavaClass() ? NamedClass.of(type.javaClass()) : NamedClass.of(type.name());
    }

    private static int version(Database database, Object object) {
        Registry.State known = database.objects().scope().registry().find(object);
        return known == null ? 0 : known.version();
    }

    // ---- which objects

    /**
     * The attributes that statements can fill.
     *
     * @param replaces whether objects that have their values already must be told from others. Then an attribute that is computed by another one of the same
     *     objects must not be written first: all are computed from what an object was before
     */
    private Map<Fill, ColumnFill> byStatement(Schema schema, List<Fill> fills, boolean replaces) {
        Map<Fill, ColumnFill> byStatement = new LinkedHashMap<>();
        for (Fill fill : fills) {
            String expression = Migration.expression(
                    migrations, fill.type(), fill.attribute().name());
            boolean isOther =
                    Migration.function(migrations, fill.type(), fill.attribute().name()) != null;
            if (!fill.type().isAbstract() && isPath(fill)) {
                sameInSql(schema, fill)
                        .filter(statements -> !replaces
                                || statements.tellsChanges()
                                        && fills.stream().noneMatch(other -> mayRead(schema, other, fill)))
                        .ifPresent(statements -> byStatement.put(fill, statements));
            } else if (!fill.type().isAbstract() && (expression != null || !isOther)) {
                try {
                    ColumnFill statements = ColumnFill.of(
                            source,
                            schema,
                            fill,
                            expression,
                            Migration.fill(
                                    migrations, fill.type(), fill.attribute().name()));
                    if (statements != null) {
                        byStatement.put(fill, statements);
                    }
                } catch (IllegalArgumentException e) {
                    throw new SchemaException(MIGRATION, fill.description() + ": " + e.getMessage(), e);
                }
            }
        }
        return byStatement;
    }

    /** Whether what computes an attribute may read another one of the same object. A name in the text counts as reading, and nobody knows what a function reads. */
    private boolean mayRead(Schema schema, Fill reader, Fill read) {
        if (reader.equals(read) || !reader.className().equals(read.className())) {
            return false;
        }
        String attribute = reader.attribute().name();
        String path = Migration.path(migrations, reader.type(), attribute);
        String sql = Migration.expression(migrations, reader.type(), attribute);
        return Migration.function(migrations, reader.type(), attribute) != null
                || path != null && names(path, read.path())
                || sql != null
                        && schema.columnsOf(read.type(), read.attribute().name()).stream()
                                .anyMatch(column -> names(sql, column));
    }

    private static boolean names(String text, String name) {
        return Pattern.compile("(?iU)(?<!\\w)" + Pattern.quote(name) + "(?!\\w)")
                .matcher(text)
                .find();
    }

    /** The statements that compute what an expression of the query language means, where engines compute the same. */
    private Optional<ColumnFill> sameInSql(Schema schema, Fill fill) {
        PlannedValue planned = planned(fill);
        PersistentClass stored = nodes.catalog().schema().model().find(fill.className());
        if (planned == null
                || stored == null
                || stored.isAbstract()
                || !(fill.attribute() instanceof ValueAttribute attribute)) { // nothing to read
            return Optional.empty();
        }
        Object nothing = Migration.fill(migrations, fill.type(), attribute.name());
        String alias = ColumnFill.alias(source, schema, fill);
        try {
            return SqlValue.of(nodes.catalog().schema(), stored, planned, alias, attribute.type())
                    .map(value -> ColumnFill.computed(
                            source,
                            schema,
                            fill,
                            alias,
                            value.expression(),
                            value.mayBeNull(),
                            value.mayBeBeyond(),
                            nothing));
        } catch (IllegalArgumentException e) { // what stands in place of null is not of the type
            throw new SchemaException(MIGRATION, fill.description() + ": " + e.getMessage(), e);
        }
    }

    /** The others, which only the program can compute. */
    private static List<Fill> byObject(List<Fill> fills, Map<Fill, ColumnFill> byStatement) {
        List<Fill> others =
                fills.stream().filter(fill -> !byStatement.containsKey(fill)).toList();
        return others.stream()
                .filter(fill -> !fill.type().isAbstract()
                        || others.stream()
                                .anyMatch(other -> other.attribute()
                                                .name()
                                                .equals(fill.attribute().name())
                                        && !other.type().isAbstract()
                                        && other.type().isSubclassOf(fill.type())))
                .toList();
    }

    /** The topmost classes; for each the attributes by the database's names of its classes. */
    private static Map<Fill, Map<String, List<Fill>>> roots(List<Fill> fills) {
        Map<Fill, Map<String, List<Fill>>> roots = new LinkedHashMap<>();
        for (Fill fill : fills) {
            Fill top = fills.stream()
                    .filter(other -> fill.type().isSubclassOf(other.type()))
                    .reduce(fill, (a, b) -> a.type().isSubclassOf(b.type()) && a.type() != b.type() ? b : a);
            Fill known = roots.keySet().stream()
                    .filter(root -> root.type() == top.type())
                    .findFirst()
                    .orElse(top);
            roots.computeIfAbsent(known, f -> new LinkedHashMap<>())
                    .computeIfAbsent(fill.className(), name -> new ArrayList<>())
                    .add(fill);
        }
        return roots;
    }

    private List<Node> batch(Fill top, long last) {
        return nodes.query(top.className(), "id > :last ORDER BY id LIMIT " + BATCH)
                .with("last", last)
                .depth(1)
                .list();
    }

    private static <T> List<T> window(Query<T> query, long first, long last) {
        return query.with("first", first).with("last", last).list();
    }

    private static Map<Long, Node> byId(List<Node> batch) {
        Map<Long, Node> byId = new LinkedHashMap<>();
        batch.forEach(node -> byId.put(node.id(), node));
        return byId;
    }

    /** The attributes that have to be loaded to tell whether they are empty. */
    private static String[] relations(List<Fill> fills) {
        return fills.stream()
                .map(Fill::attribute)
                .filter(attribute -> attribute instanceof ReferenceAttribute
                        || attribute instanceof CollectionAttribute collection
                                && collection.element() instanceof Element.Reference)
                .map(Attribute::name)
                .toArray(String[]::new);
    }
}

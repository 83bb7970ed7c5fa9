package dev.espalier;

import dev.espalier.internal.model.PersistentClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Computes attributes of the stored objects of a class, where the classes of a program have changed. Immutable and safe for concurrent use: each method
 * that configures it returns a new migration.
 *
 * <pre>{@code
 * Migration<Order> migration = Migration.of(Order.class)
 *         .set("total", "SUM(lines.price)")
 *         .set("label", order -> order.get("customer") + ", " + order.get("due"))
 *         .fill("discount", 0);
 * Database db = Database.open(url, model, Settings.defaults().schema(SchemaMode.APPLY).migrations(migration));
 * }</pre>
 *
 * <p>{@link Settings#migrations} names the migrations with which a database is opened; they may stay there after they have run. {@link Database#migrate} runs
 * one on an open database.
 *
 * @param <T> the class
 */
public final class Migration<T> {

    private final @Nullable Class<T> type;
    private final String className;
    private final Map<String, Function<Node, @Nullable Object>> functions;
    private final Map<String, String> paths;
    private final Map<String, String> expressions;
    private final Map<String, Object> fills;

    private Migration(
            @Nullable Class<T> type,
            String className,
            Map<String, Function<Node, @Nullable Object>> functions,
            Map<String, String> paths,
            Map<String, String> expressions,
            Map<String, Object> fills) {
        this.type = type;
        this.className = className;
        this.functions = Map.copyOf(functions);
        this.paths = Map.copyOf(paths);
        this.expressions = Map.copyOf(expressions);
        this.fills = Map.copyOf(fills);
    }

    /**
     * Creates a migration that computes nothing yet.
     *
     * @param <T> the class
     * @param type the class of the objects; objects of its subclasses are among them
     * @return the migration
     */
    public static <T> Migration<T> of(Class<T> type) {
        return new Migration<>(type, type.getSimpleName(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /**
     * Creates a migration that computes nothing yet, for a model without Java classes.
     *
     * @param className the class of the objects, as the model calls it; objects of its subclasses are among them
     * @return the migration
     */
    public static Migration<Node> of(String className) {
        return new Migration<>(null, Objects.requireNonNull(className), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /**
     * Computes an attribute from the stored object.
     *
     * <p>The function gets the object as a {@link Node}, with all attributes that the database stores, those too that the class does not have any more. The
     * attributes have their names in the database, which {@link StoredSchema#classes} tells: the name that a field had first. The objects that it refers
     * to are loaded too, and nothing beyond.
     *
     * <p>The function returns what the field holds: a value, a record, an object, or a collection of them. A node stands for the object that it is; new
     * objects are stored. It is called more than once for an object, and by the thread that opens the database; it must not use the database.
     *
     * @param attribute the name of the field
     * @param value computes the value
     * @return a new migration
     */
    public Migration<T> set(String attribute, Function<Node, @Nullable Object> value) {
        Map<String, Function<Node, @Nullable Object>> more = new LinkedHashMap<>(functions);
        more.put(Objects.requireNonNull(attribute), Objects.requireNonNull(value));
        return new Migration<>(
                type, className, more, without(paths, attribute), without(expressions, attribute), fills);
    }

    /**
     * Computes an attribute by an expression of the query language. The expression is a path that leads to one value at most, such as {@code
     * buyer.country}, or an aggregate over a path: {@code COUNT}, {@code SUM}, {@code MIN}, {@code MAX} or {@code AVG}.
     *
     * <pre>{@code Migration.of(Order.class).set("total", "SUM(lines.price)").fill("total", 0)}</pre>
     *
     * <p>Names are those of the database, as for a function. As in a query, an aggregate takes each object once, however many ways lead to it, and leaves out
     * what is missing. {@code COUNT} may have a condition: {@code COUNT(lines(price > 100))}. Without any value, all but {@code COUNT} are null, in place of
     * which {@link #fill} sets a value. An average is rounded to 30 digits after the point, on DuckDB to 18.
     *
     * @param attribute the name of the field; it holds a value
     * @param expression the path or the aggregate
     * @return a new migration
     */
    public Migration<T> set(String attribute, String expression) {
        Map<String, String> more = new LinkedHashMap<>(paths);
        more.put(Objects.requireNonNull(attribute), Objects.requireNonNull(expression));
        return new Migration<>(
                type, className, without(functions, attribute), more, without(expressions, attribute), fills);
    }

    private static <V> Map<String, V> without(Map<String, V> all, String attribute) {
        Map<String, V> left = new LinkedHashMap<>(all);
        left.remove(attribute);
        return left;
    }

    /**
     * Computes an attribute by an SQL expression. The database computes it in batches of rows, much faster than a function does. Whether it reads the former
     * or the new value of another attribute that this migration computes by SQL is not defined; {@link #set(String, String)} and a function read the former.
     *
     * <pre>{@code Migration.of(Order.class).setSql("total", "price * count")}</pre>
     *
     * @param attribute the name of a field with a value that is kept in one column: no embedded record, no reference, no collection, no {@code Instant}
     * @param expression in the SQL of the engine, over the columns of the class's table, which {@link StoredSchema#classes} tells. It is sent as it is: never
     *     make it of what a user has typed
     * @return a new migration
     */
    public Migration<T> setSql(String attribute, String expression) {
        Map<String, String> more = new LinkedHashMap<>(expressions);
        more.put(Objects.requireNonNull(attribute), Objects.requireNonNull(expression));
        return new Migration<>(type, className, without(functions, attribute), without(paths, attribute), more, fills);
    }

    /**
     * Sets the value of an attribute for objects that have null in the attribute from which it is converted. An example is an {@code Integer} that becomes
     * an {@code int}.
     *
     * @param attribute the name of the field
     * @param value the value, of the field's type
     * @return a new migration
     */
    public Migration<T> fill(String attribute, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fills);
        more.put(Objects.requireNonNull(attribute), Objects.requireNonNull(value));
        return new Migration<>(type, className, functions, paths, expressions, more);
    }

    /** The name of the class, for messages. */
    String className() {
        return type == null ? className : type.getName();
    }

    /** The attributes that it computes or fills. */
    Set<String> names() {
        Set<String> names = computed();
        names.addAll(fills.keySet());
        return names;
    }

    private Set<String> computed() {
        Set<String> names = new TreeSet<>(functions.keySet());
        names.addAll(paths.keySet());
        names.addAll(expressions.keySet());
        return names;
    }

    /** The expressions of the query language by their attributes. */
    Map<String, String> paths() {
        return paths;
    }

    /** Whether the migration is for objects of that class. */
    boolean isFor(PersistentClass other) {
        return type != null
                ? other.hasJavaClass() && type.isAssignableFrom(other.javaClass())
                : !other.hasJavaClass()
                        && other.model().classes().stream()
                                .anyMatch(above -> above.name().equals(className) && other.isSubclassOf(above));
    }

    /** The first migration that computes an attribute of a class. */
    private static Optional<Migration<?>> first(List<Migration<?>> migrations, PersistentClass type, String attribute) {
        return migrations.stream()
                .filter(migration ->
                        migration.isFor(type) && migration.computed().contains(attribute))
                .findFirst();
    }

    /** The function that computes an attribute, or null. */
    static @Nullable Function<Node, @Nullable Object> function(
            List<Migration<?>> migrations, PersistentClass type, String attribute) {
        return first(migrations, type, attribute)
                .map(migration -> migration.functions.get(attribute))
                .orElse(null);
    }

    /** The expression of the query language that computes an attribute, or null. */
    static @Nullable String path(List<Migration<?>> migrations, PersistentClass type, String attribute) {
        return first(migrations, type, attribute)
                .map(migration -> migration.paths.get(attribute))
                .orElse(null);
    }

    /** The SQL expression that computes an attribute, or null. */
    static @Nullable String expression(List<Migration<?>> migrations, PersistentClass type, String attribute) {
        return first(migrations, type, attribute)
                .map(migration -> migration.expressions.get(attribute))
                .orElse(null);
    }

    /** Whether one of them computes an attribute. */
    static boolean isComputed(List<Migration<?>> migrations, PersistentClass type, String attribute) {
        return first(migrations, type, attribute).isPresent();
    }

    /** The value in place of null, or null. */
    static @Nullable Object fill(List<Migration<?>> migrations, PersistentClass type, String attribute) {
        return migrations.stream()
                .filter(migration -> migration.isFor(type) && migration.fills.containsKey(attribute))
                .map(migration -> migration.fills.get(attribute))
                .findFirst()
                .orElse(null);
    }

    /** Returns the class and the attributes. */
    @Override
    public String toString() {
        return "Migration[" + className + ", set=" + computed() + ", fill=" + fills.keySet() + "]";
    }
}

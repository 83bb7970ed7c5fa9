package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.migration.Computation;
import dev.espalier.internal.migration.Formula;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Computes attributes of the stored objects of a class when the classes of a program have changed. Immutable and safe for concurrent use: each method
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

    private final Computation computation;

    private Migration(Computation computation) {
        this.computation = computation;
    }

    /**
     * Creates a migration that computes nothing yet.
     *
     * @param <T> the class
     * @param type the class of the objects; objects of its subclasses are among them
     * @return the migration
     */
    public static <T> Migration<T> of(Class<T> type) {
        return new Migration<>(Computation.of(type));
    }

    /**
     * Creates a migration that computes nothing yet, for a model without Java classes.
     *
     * @param className the class of the objects, as the model calls it; objects of its subclasses are among them
     * @return the migration
     */
    public static Migration<Node> of(String className) {
        return new Migration<>(Computation.of(Arguments.required("className", className, "the name of a class")));
    }

    /**
     * Computes an attribute from the stored object.
     *
     * <p>The function gets the object as a {@link Node}, with all attributes that the database stores, those too that the class does not have any more. The
     * attributes have their names in the database, which {@link dev.espalier.evolution.SchemaAdmin#classes} returns: the name that a field had first. The objects that it refers
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
        Arguments.required("value", value, "a function");
        return with(attribute, new Formula.ByFunction(node -> value.apply((Node) node)));
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
        return with(attribute, new Formula.ByPath(Arguments.required("expression", expression, "an expression")));
    }

    /**
     * Computes an attribute by an SQL expression. The database computes it in batches of rows, much faster than a function does. Whether it reads the former
     * or the new value of another attribute that this migration computes by SQL is not defined; {@link #set(String, String)} and a function read the former.
     *
     * <pre>{@code Migration.of(Order.class).setSql("total", "price * count")}</pre>
     *
     * @param attribute the name of a field with a value that is kept in one column: no embedded record, no reference, no collection, no {@code Instant}
     * @param expression in the SQL of the engine, over the columns of the class's table, which {@link dev.espalier.evolution.SchemaAdmin#classes} returns. It is sent as it is: never
     *     make it of what a user has typed
     * @return a new migration
     */
    public Migration<T> setSql(String attribute, String expression) {
        return with(attribute, new Formula.BySql(Arguments.required("expression", expression, "an expression")));
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
        return new Migration<>(computation.filledWith(
                Arguments.required("attribute", attribute, "a name"), Arguments.required("value", value, "a value")));
    }

    private Migration<T> with(String attribute, Formula formula) {
        return new Migration<>(computation.with(Arguments.required("attribute", attribute, "a name"), formula));
    }

    Computation computation() {
        return computation;
    }

    /** Returns the class and the attributes. */
    @Override
    public String toString() {
        return computation.toString();
    }
}

package dev.espalier.internal.migration;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How an attribute is computed. */
public sealed interface Formula {

    /**
     * By the program.
     *
     * @param function from the stored object, as a node, to what the attribute holds
     */
    record ByFunction(Function<Object, @Nullable Object> function) implements Formula {}

    /**
     * By an expression of the query language.
     *
     * @param expression a path that leads to one value at most, or an aggregate
     */
    record ByPath(String expression) implements Formula {}

    /**
     * By the database.
     *
     * @param expression in the SQL of the engine
     */
    record BySql(String expression) implements Formula {}
}

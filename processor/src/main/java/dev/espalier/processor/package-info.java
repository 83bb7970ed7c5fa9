/**
 * Generates the classes for typed queries while the model is compiled.
 *
 * <p><b>In:</b> the sources of classes marked {@code @Typed}, and all classes reachable from their fields, by the rules of {@code
 * Model.of}. <b>Out:</b> a class {@code Order_} for each class {@code Order}, with a method for each field, and compile errors for
 * unsupported fields.
 *
 * <p>Example: {@code class Order { long id; LocalDate due; List<Line> lines; }} gives
 *
 * <pre>{@code
 * public final class Order_ {
 *     public static OrderedPath<Order, Number> id() ...
 *     public static OrderedPath<Order, LocalDate> due() ...
 *     public static Line_.Path<Order> lines() ...
 *
 *     public static final class Path<R> extends ObjectPath<R, Order, Path<R>> {
 *         public OrderedPath<R, LocalDate> due() ...
 *     }
 * }
 * }</pre>
 *
 * <p>{@code ModelScan} finds the classes, {@code MetamodelReader} reads their fields, {@code MetamodelSource} prints the classes; the
 * compiler calls {@code TypedProcessor}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.processor;

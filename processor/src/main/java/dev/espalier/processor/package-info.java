/**
 * Writes the classes that typed queries are made of, while the model is compiled.
 *
 * <p><b>In:</b> the sources of classes marked {@code @Typed}, and all that can be reached from their fields, by the rules of {@code
 * Model.of}. <b>Out:</b> a class {@code Order_} for each class {@code Order}, with a method for each field, and compile errors for what
 * cannot be kept.
 *
 * <p>Example: of {@code class Order { long id; LocalDate due; List<Line> lines; }} comes
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
 * <p>{@code ModelScan} finds the classes, {@code MetamodelReader} reads their fields, {@code MetamodelSource} spells them out; {@code
 * TypedProcessor} is what the compiler calls.
 */
package dev.espalier.processor;

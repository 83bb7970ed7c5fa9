/**
 * Java classes become a model: classes, attributes, relations, subclasses; and objects are read and built fast.
 *
 * <p><b>In:</b> the classes a user names. <b>Out:</b> one unchanging {@link dev.espalier.internal.model.ObjectModel}: every reachable
 * {@link dev.espalier.internal.model.PersistentClass} with its {@link dev.espalier.internal.model.Attribute}s, or a {@link
 * dev.espalier.error.ModelException} that names class, field and reason. The same model can be made of a catalog's {@link
 * dev.espalier.internal.model.ClassDescription}s. Then its objects are {@link dev.espalier.internal.model.Nodes}, and everything behind the model works as ever.
 *
 * <p>Example: {@code class Order { long id; LocalDate due; List<Line> lines; Customer buyer; }} becomes the class {@code Order}
 * with the value {@code due}, the collection {@code lines} of {@code Line} and the reference {@code buyer} to {@code
 * Customer}; {@code Line} and {@code Customer} are found by themselves.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.model;

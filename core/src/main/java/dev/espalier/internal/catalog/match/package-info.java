/**
 * Matches the classes, attributes and constants of a program with the stored ones. Reads no table.
 *
 * <p><b>In:</b> a model and what {@link dev.espalier.internal.catalog.tables} has read. <b>Out:</b> the names that the database has for the model's, the {@link
 * dev.espalier.internal.catalog.match.Fill}s that objects are without, and questions that only a person can answer. For example the stored {@code Order.due} and the
 * new {@code Order.deadline} with {@code @Was("due")} are one attribute.
 *
 * <p>{@code ClassMatch} comes first: {@code ClassClaims} finds the stored class of each class, by {@code ClassLikeness} if names do not decide, and {@code
 * CollectionClaims} the stored collections.
 *
 * <p>{@code AttributeMatch} goes through the classes. For each, {@code ClassAttributes} descends into records and collections: {@code AttributeClaims} finds the
 * stored attributes, {@code TypeComparison} compares the types, and {@code UnclaimedAttributes} are filled, new, or asked for. {@code WasAnswers} and {@code
 * ConversionRule} say what an answer means.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog.match;

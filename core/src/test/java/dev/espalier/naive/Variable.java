package dev.espalier.naive;

import dev.espalier.internal.rql.RqlQuery;

/**
 * A query that others name.
 *
 * @param type the class that it is on
 * @param query the query, order and bounds included
 */
public record Variable(Class<?> type, RqlQuery query) {}

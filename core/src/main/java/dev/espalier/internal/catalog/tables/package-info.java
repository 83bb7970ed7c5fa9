/**
 * The tables in which a database describes itself, as values.
 *
 * <p><b>In:</b> a session. <b>Out:</b> a {@link dev.espalier.internal.catalog.tables.Found}, what a database has at one moment; in it a {@link
 * dev.espalier.internal.catalog.tables.Description}, what it says of its model; a {@link dev.espalier.internal.catalog.tables.Layout}, the tables as the database
 * describes them, without any class. {@link dev.espalier.internal.catalog.tables.CatalogTables} alone reads and writes the rows.
 *
 * <p>Example: the library's own tables in a database:
 *
 * <pre>
 * espalier_meta(state, name, value)                         format, index level, digest and number of the rows below
 * espalier_attribute(state, number, kind, class, path, ...) classes, attributes, enums and constants with their permanent numbers
 * espalier_column(state, place, kind, class, path, ...)     the columns of the tables of objects and collections
 * espalier_fact(state, place, kind, ...)                    names in Java, what columns mean, indexes, what was dropped
 * espalier_ids(name, next)                                  the first id that was not given to an object yet
 * espalier_loads(first, count, purpose, ...)                ids of bulk loads that have not ended
 * espalier_commits(slot, number, touched)                   the last committed transaction of each slot
 * espalier_programs(id, name, host, ..., lease)             the programs that have the database open
 * espalier_known(program, first, last)                      the permanent numbers that each of them knows, consecutive ones in a row
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog.tables;

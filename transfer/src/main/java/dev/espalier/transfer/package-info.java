/**
 * Carries whole databases: to files and back, and to another engine. Needs the catalog only, no class of the program's.
 *
 * <p><b>In:</b> a snapshot of a database, or the files of an export. <b>Out:</b> rows with their ids and versions in an empty database, or files with one
 * object in each line. Also a checksum of all rows, which is the same on every engine.
 *
 * <p>Everything works on rows, page by page in the order of the primary keys, in constant memory. A structure is never built, so cycles, shared objects
 * and collections of any size need no care.
 *
 * <pre>{@code
 * Transfer.Result copied = new Transfer().copy("jdbc:sqlite:shop.db", Settings.defaults(), "jdbc:postgresql://db.example/shop", settings);
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.transfer;

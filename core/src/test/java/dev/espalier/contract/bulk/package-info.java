/**
 * Loads of many new objects from many threads.
 *
 * <p><b>In:</b> objects, and programs that open, undo or repair the database meanwhile. <b>Out:</b> all objects of a load, or none of them.
 *
 * <p>Example: a load that was undone because its lease had ended is refused at its next heartbeat or commit.
 */
package dev.espalier.contract.bulk;

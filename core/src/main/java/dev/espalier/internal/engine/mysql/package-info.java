/**
 * MySQL and its relatives MariaDB, Galera and TiDB. Each relative has files of its own for what it does differently from MySQL.
 *
 * <p><b>In:</b> the tree of a query, a driver's error, a URL. <b>Out:</b> the SQL, the meaning and the settings that the server and the driver want.
 *
 * <p>Example: ids stand in the text, {@code `o`.`id` IN (3,5)}, because the drivers write values into the text anyway.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.engine.mysql;

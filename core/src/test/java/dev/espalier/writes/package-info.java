/** Golden files for writes: the SQL that stores, deletions, definitions, the catalog and repairs send to each engine. */
package dev.espalier.writes;

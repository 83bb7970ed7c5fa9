package dev.espalier.internal.repair;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.sql.Query;
import dev.espalier.verification.Damage;
import java.util.List;

/**
 * Finds one kind of damage in one place.
 *
 * @param table that may be damaged
 * @param part the column, or empty
 * @param rows a query with a row for each damage, whose only column is an id
 * @param count a query with one number, 0 if there is no damage
 * @param finer the checks that say more if this one finds something; empty if it says all itself
 */
record Check(Damage damage, String table, String part, Query rows, Query count, List<Check> finer) {
    Check {
        requireNonNull(damage);
        requireNonNull(table);
        requireNonNull(part);
        requireNonNull(rows);
        requireNonNull(count);
        finer = List.copyOf(finer);
    }

    Check(Damage damage, String table, String part, Query rows) {
        this(damage, table, part, rows, List.of());
    }

    Check(Damage damage, String table, String part, Query rows, List<Check> finer) {
        this(damage, table, part, rows, new Query.Counted(rows), finer);
    }
}

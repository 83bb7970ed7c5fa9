package dev.espalier.internal.catalog.change;

import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Table;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers questions that the catalog cannot answer: about rows, open programs, running loads and names in use. A planner asks only if the plan depends on the answer. */
interface Facts {

    /** Whether a table has any row. */
    boolean hasRows(Table table);

    /** The number of rows. */
    long count(Table table);

    /** Whether any row has a value in a column. */
    boolean hasValues(Table table, Column column);

    /** Whether any row has one of these names of constants in a column. */
    boolean hasConstants(Table table, Column column, Set<String> constants);

    /** The number of rows whose column has the id of a row of the other table. */
    long countLeading(Table table, Column column, Table target);

    /**
     * An object of a relation that has another owner, too.
     *
     * @param all the relations in which it may have one
     */
    @Nullable
    SharedPart sharedPart(PartLink link, List<PartLink> all);

    /**
     * A part of two owners.
     *
     * @param other where the second owner has it
     */
    record SharedPart(long part, long owner, PartLink other, long otherOwner) {}

    /** The names in the database, in small letters, that no table of the library has but that a new one cannot take. */
    Set<String> takenNames();

    /** The programs that have the database open, or had it open when they died. */
    List<ProgramRows.Row> programs();

    /** Whether a bulk load is running that builds indexes at its end. */
    boolean areIndexesBuilt();
}

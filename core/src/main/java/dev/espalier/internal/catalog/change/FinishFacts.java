package dev.espalier.internal.catalog.change;

import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Answers the questions of a finish that the catalog cannot answer: about rows and open programs. A planner asks only if the plan depends on the answer. */
interface FinishFacts {

    /** At most so many rows are named. */
    int NAMED = 5;

    /**
     * Rows that use what would be dropped.
     *
     * @param first the objects of the first {@link #NAMED} of them, in any order
     */
    record Users(long count, List<Long> first) {

        public Users {
            first = List.copyOf(first);
        }

        /** Names them, as the beginning of a sentence. */
        String described() {
            return count + " rows, of the objects "
                    + first.stream().sorted().distinct().map(Object::toString).collect(Collectors.joining(", "))
                    + (count > NAMED ? " and others" : "") + ",";
        }
    }

    /** The number of rows. */
    long count(Table table);

    /** The number of rows that have a value in a column. */
    long countValues(Table table, Column column);

    /**
     * The rows whose column has the id of a row of another table.
     *
     * @param goneOwners the tables of owners whose members do not count
     */
    Users leading(Table table, Column column, Table target, List<Table> goneOwners);

    /** The rows that have one of these names of constants in a column. */
    Users having(Table table, Column column, SortedSet<String> constants);

    /** The programs that have the database open, or had it open when they died. */
    List<ProgramRows.Row> programs();
}

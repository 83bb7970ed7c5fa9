package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import java.util.List;

/** A statement that creates or drops a table or an index. */
public sealed interface Definition {

    /** The table that is defined, or whose columns or indexes are. */
    Table table();

    /** Creates a table with indexes, unless there is one of that name. */
    record CreateTable(Table table, List<Index> indexes) implements Definition {
        public CreateTable {
            requireNonNull(table);
            indexes = List.copyOf(indexes);
        }

        /** A table without indexes beside its primary key. */
        public CreateTable(Table table) {
            this(table, List.of());
        }
    }

    /** Adds a column to a table that has rows; they have zero in it if it is never null, else null. */
    record AddColumn(Table table, Column column) implements Definition {
        public AddColumn {
            requireNonNull(table);
            requireNonNull(column);
        }
    }

    /** Changes the type of a column, or lets it be null. */
    record ChangeColumn(Table table, Column before, Column after) implements Definition {
        public ChangeColumn {
            requireNonNull(table);
            requireNonNull(before);
            requireNonNull(after);
        }
    }

    /** Drops a column. */
    record DropColumn(Table table, Column column) implements Definition {
        public DropColumn {
            requireNonNull(table);
            requireNonNull(column);
        }
    }

    /** Drops a table. */
    record DropTable(Table table) implements Definition {
        public DropTable {
            requireNonNull(table);
        }
    }

    /** Creates one index, as a person would. */
    record CreateIndex(Index index) implements Definition {
        public CreateIndex {
            requireNonNull(index);
        }

        @Override
        public Table table() {
            return index.table();
        }
    }

    /** Creates several indexes of one table, by one statement if the engine then reads the table once for all. */
    record CreateIndexes(Table table, List<Index> indexes) implements Definition {
        public CreateIndexes {
            requireNonNull(table);
            indexes = List.copyOf(indexes);
        }
    }

    /** Creates several indexes of one table while others write to it, if the engine can; on some engines outside of transactions only. */
    record BuildIndexes(Table table, List<Index> indexes) implements Definition {
        public BuildIndexes {
            requireNonNull(table);
            indexes = List.copyOf(indexes);
        }
    }

    /** Drops an index while others use the table, if the engine can; on some engines outside of transactions only. */
    record RemoveIndex(Index index) implements Definition {
        public RemoveIndex {
            requireNonNull(index);
        }

        @Override
        public Table table() {
            return index.table();
        }
    }

    /** Drops an index. */
    record DropIndex(Index index) implements Definition {
        public DropIndex {
            requireNonNull(index);
        }

        @Override
        public Table table() {
            return index.table();
        }
    }
}

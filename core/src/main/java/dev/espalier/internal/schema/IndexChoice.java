package dev.espalier.internal.schema;

import static dev.espalier.error.ErrorCode.TOO_MANY_INDEXES;
import static dev.espalier.error.ErrorCode.UNIQUE_BYTES;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.NameList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The indexes of a level, as many as the engine allows in a table: first those that single fields ask for, then those on relations, then those on
 * values, each in the order of the fields.
 *
 * @param chosen those that shall stand
 * @param left those that the level wants and the table has no room for
 */
public record IndexChoice(List<Index> chosen, Set<Index> left) {

    public IndexChoice {
        chosen = List.copyOf(chosen);
        left = Set.copyOf(left);
    }

    /**
     * Chooses.
     *
     * @param most how many indexes a table has at most beside its primary key
     * @throws SchemaException {@code too-many-indexes} if the fields of one table ask for more; it names them
     */
    public static IndexChoice of(Schema schema, boolean values, boolean relations, int most) {
        List<Index> wanted = schema.indexes(values, relations);
        if (haveRoom(wanted, most)) {
            return new IndexChoice(wanted, Set.of());
        }
        List<Index> asked = schema.indexes(false, false);
        Set<Index> byWeight = new LinkedHashSet<>(asked);
        if (relations) {
            byWeight.addAll(schema.indexes(false, true));
        }
        byWeight.addAll(wanted);
        Set<Index> left = new LinkedHashSet<>();
        byWeight.stream().collect(Collectors.groupingBy(Index::table)).forEach((table, indexes) -> {
            if (indexes.size() > most) {
                refuse(
                        schema,
                        asked.stream()
                                .filter(index -> index.table().equals(table))
                                .toList(),
                        most);
                left.addAll(indexes.subList(most, indexes.size()));
            }
        });
        List<Index> chosen = new ArrayList<>(wanted);
        chosen.removeAll(left);
        return new IndexChoice(chosen, left);
    }

    private static boolean haveRoom(List<Index> wanted, int most) {
        Map<Table, Integer> counts = new HashMap<>();
        for (Index index : wanted) {
            if (counts.merge(index.table(), 1, Integer::sum) > most) {
                return false;
            }
        }
        return true;
    }

    /**
     * Refuses unique indexes of bytes.
     *
     * @param engine which has none
     * @throws SchemaException {@code unique-bytes}; it names the fields
     */
    public static void refuseUniqueBytes(Schema schema, String engine) {
        List<String> places = schema.indexes(false, false).stream()
                .filter(Index::unique)
                .filter(index -> index.columns().get(0).type() == ColumnType.BINARY)
                .map(index -> IndexedPlace.of(schema, index))
                .toList();
        if (!places.isEmpty()) {
            throw new SchemaException(
                    UNIQUE_BYTES,
                    NameList.of(places) + ": found @Unique on a byte[]; expected another type, as " + engine
                            + " has no unique index of bytes. Keep a String, for example of hexadecimal digits, or a UUID,"
                            + " or remove the annotation");
        }
    }

    private static void refuse(Schema schema, List<Index> asked, int most) {
        if (asked.size() > most) {
            throw new SchemaException(
                    TOO_MANY_INDEXES,
                    asked.get(0).table().name() + ": found " + asked.size()
                            + " fields with @Index or @Unique in one class;"
                            + " expected at most " + most
                            + ", as many indexes as this engine allows in a table. Take the annotation from some of "
                            + NameList.of(asked.stream()
                                    .map(index -> IndexedPlace.of(schema, index))
                                    .toList()));
        }
    }
}

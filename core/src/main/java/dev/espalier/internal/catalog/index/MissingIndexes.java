package dev.espalier.internal.catalog.index;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builds and drops indexes, while other programs may build or drop the same ones. */
public final class MissingIndexes {

    private MissingIndexes() {}

    /** The indexes of the connection's database, each as table and name, in lower case. */
    private static Set<String> standing(Session session) {
        Set<String> standing = new HashSet<>();
        session.query(
                Statement.of(session.dialect().indexQuery()),
                row -> standing.add(key(row.getString(1), row.getString(2))));
        return standing;
    }

    private static String key(String table, String index) {
        return (table + "." + index).toLowerCase(Locale.ROOT);
    }

    private static List<Index> of(Session session, List<Index> wanted) {
        Set<String> standing = standing(session);
        return wanted.stream()
                .filter(index -> !standing.contains(key(index.table().name(), index.name())))
                .toList();
    }

    /** Builds the indexes of several tables that do not exist. */
    public static void build(Session session, List<Index> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        Map<Table, List<Index>> missing = of(session, wanted).stream()
                .collect(Collectors.groupingBy(Index::table, LinkedHashMap::new, Collectors.toList()));
        // One that fails ends the transaction.
        if (session.inTransaction() && session.engine().definesInTransactions()) {
            session.define(missing.entrySet().stream()
                    .flatMap(table ->
                            session
                                    .dialect()
                                    .render(new Definition.CreateIndexes(table.getKey(), table.getValue()))
                                    .stream())
                    .toList());
            return;
        }
        missing.forEach((table, indexes) ->
                build(session, indexes, indexes, left -> new Definition.CreateIndexes(table, left)));
    }

    /** Builds the indexes of one table that do not exist. */
    public static void build(Session session, Table table, List<Index> wanted) {
        build(
                session,
                wanted,
                wanted.isEmpty() ? wanted : of(session, wanted),
                missing -> new Definition.CreateIndexes(table, missing));
    }

    /**
     * The same while others write to the table, if the engine can. What an interrupted build has left is built again. The caller is the only builder, and has seen
     * that they do not exist.
     */
    static void buildOnline(Session session, Table table, List<Index> wanted) {
        Set<String> invalid = invalid(session);
        for (Index index : wanted) {
            if (invalid.contains(key(table.name(), index.name()))) {
                session.dialect().render(new Definition.RemoveIndex(index)).forEach(session::execute);
            }
        }
        build(session, wanted, wanted, missing -> new Definition.BuildIndexes(table, missing));
    }

    /** The indexes of which only a part was built, as their tables and names in lower case. */
    public static Set<String> invalid(Session session) {
        Set<String> invalid = new HashSet<>();
        String query = session.dialect().invalidIndexQuery();
        if (query != null) {
            session.query(Statement.of(query), row -> invalid.add(key(row.getString(1), row.getString(2))));
        }
        return invalid;
    }

    private static void build(
            Session session, List<Index> wanted, List<Index> seen, Function<List<Index>, Definition> definition) {
        List<Index> missing = seen;
        while (!missing.isEmpty()) {
            try {
                session.dialect().render(definition.apply(missing)).forEach(session::execute);
                return;
            } catch (EspalierException e) {
                List<Index> left = leftAfter(e, session, wanted);
                if (left.size() == missing.size()) {
                    throw e;
                }
                missing = left;
            }
        }
    }

    private static List<Index> leftAfter(EspalierException failure, Session session, List<Index> wanted) {
        try {
            return of(session, wanted);
        } catch (EspalierException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    /** Builds all indexes that should stand, also those of classes that this program does not know. */
    public static void build(Session session, Layout layout) {
        build(
                session,
                layout.indexes().stream()
                        .filter(index ->
                                index.isWanted() && layout.isWhole(index.index().table()))
                        .map(Layout.LevelIndex::index)
                        .toList());
    }

    /** Drops the existing ones among these indexes. */
    public static void drop(Session session, List<Index> indexes) {
        Set<String> standing = standing(session);
        for (Index index : indexes) {
            if (standing.contains(key(index.table().name(), index.name()))) {
                try {
                    session.dialect().render(new Definition.DropIndex(index)).forEach(session::execute);
                } catch (EspalierException e) {
                    if (of(session, List.of(index)).isEmpty()) {
                        throw e;
                    }
                }
            }
        }
    }
}

package dev.espalier.internal.catalog.index;

import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The indexes of a model in an opened database: those that stand, and those that should. Safe for any number of threads. */
public final class SchemaIndexes {

    private final Schema schema;
    private final Dialect dialect;
    private final List<Indexing> levels;
    /** As the level wants them that was read last: another program may change it. */
    private volatile List<Index> wanted;

    private volatile Set<Index> standing;

    /** Those that searches count on: no bulk load depends on them. */
    private volatile Set<Index> searched;

    /**
     * @param levels all that there are
     * @param wanted the indexes that should stand
     * @param standing those that do, also if somebody else has built them under the name that they get here
     */
    public SchemaIndexes(
            Schema schema, Dialect dialect, List<Indexing> levels, List<Index> wanted, Collection<Index> standing) {
        this.schema = schema;
        this.dialect = dialect;
        this.levels = List.copyOf(levels);
        this.wanted = List.copyOf(wanted);
        this.standing = Set.copyOf(standing);
        this.searched = this.standing;
    }

    /**
     * Returns the indexes of a model that stand.
     *
     * @param all the names of all indexes of the database, as {@link Listing#indexes} gives them
     */
    public static Set<Index> standing(Schema schema, Set<String> all) {
        return schema.indexes(true, true).stream()
                .filter(index -> Listing.stands(all, index))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The indexes that stand now, those too that somebody else has built on a field or a relation under the name that it gets here. */
    public Set<Index> standing() {
        return standing;
    }

    /** The same, or what was found since then. The same object as long as nothing else is found. */
    public Set<Index> searched() {
        return searched;
    }

    /** Finds indexes that somebody else has built or dropped. */
    public void find(Session session) {
        Set<Index> found = standing(schema, Listing.indexes(session));
        if (!found.equals(searched)) {
            searched = found;
        }
    }

    /** The indexes that should stand and do not. */
    public List<Index> missing() {
        return wanted.stream().filter(index -> !standing.contains(index)).toList();
    }

    /** Drops the indexes that a load can do without: all that are not unique. Those built by hand stay: no later opening would miss them. */
    public void dropForLoad(Session session) {
        readLevel(session);
        List<Index> dropped = standing.stream()
                .filter(index -> !index.unique() && wanted.contains(index))
                .toList();
        gone(dropped);
        MissingIndexes.drop(session, dropped);
    }

    private void readLevel(Session session) {
        String name = CatalogTables.level(session);
        levels.stream()
                .filter(level -> level.name().equals(name))
                .findFirst()
                .ifPresent(level -> wanted = wanted(level));
    }

    private List<Index> wanted(Indexing level) {
        return IndexChoice.of(
                        schema,
                        level.values(),
                        level.relations(),
                        dialect.limits().indexesPerTable())
                .chosen();
    }

    /** Reads what stands after the level was changed. */
    public void changed(Session session, Indexing level) {
        Set<String> all = Listing.indexes(session);
        synchronized (this) {
            wanted = wanted(level);
            stand(standing(schema, all));
        }
    }

    private synchronized void gone(List<Index> dropped) {
        Set<Index> left = new LinkedHashSet<>(standing);
        dropped.forEach(left::remove);
        stand(left);
    }

    /** Builds indexes, those of one table by one statement if the engine can. Those that stand are left. */
    public void create(Session session, List<Index> missing) {
        Map<Table, List<Index>> byTable = missing.stream().collect(Collectors.groupingBy(Index::table));
        byTable.forEach((table, ofTable) -> {
            MissingIndexes.build(session, table, ofTable);
            built(ofTable);
        });
    }

    private synchronized void built(List<Index> more) {
        Set<Index> all = new LinkedHashSet<>(standing);
        all.addAll(more);
        stand(all);
    }

    private void stand(Set<Index> now) {
        standing = Set.copyOf(now);
        searched = standing;
    }

    /** Builds the missing indexes of one table, and updates its statistics for the planner. */
    public void finishLoad(Session session, Table table) {
        readLevel(session);
        create(
                session,
                missing().stream().filter(index -> index.table() == table).toList());
        session.execute(dialect.analyze(table));
    }
}

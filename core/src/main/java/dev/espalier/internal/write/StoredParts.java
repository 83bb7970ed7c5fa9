package dev.espalier.internal.write;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Asks the database which objects are parts of which, by its own layout: it may have relations that the program does not know. Ids are asked by sets. For one
 * transaction, by one thread.
 */
final class StoredParts {

    private final Schema schema;
    private final Session session;
    private final Layout layout;

    /**
     * @param layout the tables of all programs
     */
    StoredParts(Schema schema, Session session, Layout layout) {
        this.schema = schema;
        this.session = session;
        this.layout = layout;
    }

    /**
     * An owner of a part.
     *
     * @param link where the database says so
     */
    record Owner(PartLink link, long id) {}

    /** The owners of objects, with the tables in which they may be. */
    Map<Long, List<Owner>> owners(Map<Long, Set<String>> parts) {
        Map<Long, List<Owner>> owners = new TreeMap<>();
        session.query(ownersOf(parts, owners));
        return owners;
    }

    /**
     * The queries for the owners of objects.
     *
     * @param parts ids with the tables in which they may be
     * @param owners takes them
     */
    List<Reading> ownersOf(Map<Long, Set<String>> parts, Map<Long, List<Owner>> owners) {
        List<Reading> readings = new ArrayList<>();
        Set<String> tables = new HashSet<>();
        parts.values().forEach(tables::addAll);
        for (PartLink link : layout.parts()) {
            if (!Collections.disjoint(link.parts(), tables)) {
                Source source = new Source(link.table(), "t");
                RowLocks.chunks(
                        session,
                        parts.keySet(),
                        ids -> readings.add(new Reading(
                                session.dialect()
                                        .render(Select.of(
                                                        source, source.column(link.owner()), source.column(link.part()))
                                                .where(Predicate.InIds.lookup(source.column(link.part()), ids))),
                                row -> {
                                    long owner = row.getLong(1);
                                    if (!row.wasNull()) {
                                        owners.computeIfAbsent(row.getLong(2), id -> new ArrayList<>())
                                                .add(new Owner(link, owner));
                                    }
                                })));
            }
        }
        return readings;
    }

    /**
     * The parts of objects, with the tables in which they may be.
     *
     * @param named these are not looked for, unless they refer to their owners
     */
    Map<Long, Set<String>> parts(Map<DeletedTable, Set<Long>> owners, Set<Long> named) {
        Map<Long, Set<String>> parts = new TreeMap<>();
        session.query(partsOf(owners, named, parts));
        return parts;
    }

    /**
     * The queries for the parts of objects.
     *
     * @param named these are not looked for, unless they refer to their owners
     * @param parts takes them, with the tables in which they may be
     */
    List<Reading> partsOf(Map<DeletedTable, Set<Long>> of, Set<Long> named, Map<Long, Set<String>> parts) {
        Map<String, Set<Long>> owners = named(of);
        List<Reading> readings = new ArrayList<>();
        for (PartLink link : layout.parts()) {
            Set<Long> ids = new TreeSet<>();
            link.owners().forEach(table -> ids.addAll(owners.getOrDefault(table, Set.of())));
            Source source = new Source(link.table(), "t");
            RowLocks.chunks(
                    session,
                    ids,
                    some -> readings.add(new Reading(
                            session.dialect()
                                    .render(Select.of(source, source.column(link.part()))
                                            .where(Predicate.InIds.lookup(source.column(link.owner()), some))),
                            row -> {
                                long part = row.getLong(1);
                                if (!row.wasNull() && (link.isInverse() || !named.contains(part))) {
                                    parts.computeIfAbsent(part, id -> new HashSet<>())
                                            .addAll(link.parts());
                                }
                            })));
        }
        return readings;
    }

    /** The objects with all the tables in which they may be, also those of classes that the program does not know. */
    Map<Long, Set<String>> ofAllPrograms(Map<Long, Set<String>> parts) {
        Map<Set<String>, Set<String>> all = new HashMap<>();
        Map<Long, Set<String>> wider = new TreeMap<>();
        parts.forEach((id, known) -> wider.put(id, all.computeIfAbsent(known, tables -> {
            Set<String> more = new TreeSet<>(tables);
            layout.parts().stream()
                    .filter(link -> !Collections.disjoint(link.parts(), tables))
                    .forEach(link -> more.addAll(link.parts()));
            return more;
        })));
        return wider;
    }

    /** The tables in which objects may be, with the ids that each may have. */
    Map<DeletedTable, Set<Long>> byTable(Map<Long, Set<String>> objects) {
        Map<String, Set<Long>> ids = byName(objects);
        Map<DeletedTable, Set<Long>> byTable = new TreeMap<>();
        layout.classes().stream()
                .filter(table -> ids.containsKey(table.name()))
                .forEach(table -> byTable.put(new DeletedTable(table, null), ids.get(table.name())));
        schema.classTables().stream()
                .filter(known -> ids.containsKey(known.table().name()))
                .forEach(known -> {
                    byTable.remove(DeletedTable.of(known));
                    byTable.put(DeletedTable.of(known), ids.get(known.table().name()));
                });
        return byTable;
    }

    /** The ids that each of the tables may have in which objects may be. */
    static Map<String, Set<Long>> byName(Map<Long, Set<String>> objects) {
        Map<String, Set<Long>> ids = new TreeMap<>();
        objects.forEach((id, tables) -> tables.forEach(
                table -> ids.computeIfAbsent(table, t -> new TreeSet<>()).add(id)));
        return ids;
    }

    /** Parts that have another owner than these. */
    static Set<Long> ownedByOthers(Map<Long, List<Owner>> ownersOfParts, Collection<Long> than) {
        Set<Long> owned = new HashSet<>();
        ownersOfParts.forEach((part, owners) -> {
            if (owners.stream().anyMatch(owner -> !than.contains(owner.id()))) {
                owned.add(part);
            }
        });
        return owned;
    }

    /** Owners by the names of their tables. */
    private static Map<String, Set<Long>> named(Map<DeletedTable, Set<Long>> byTable) {
        Map<String, Set<Long>> named = new HashMap<>();
        byTable.forEach((table, ids) -> named.put(table.table().name(), ids));
        return named;
    }

    /** The name of a relation, for messages. */
    String relation(PartLink link) {
        return schema.relation(link);
    }

    /** The class of an object, for messages. */
    String nameOf(Set<String> tables, long id) {
        for (String name : new TreeSet<>(tables)) {
            boolean[] found = {false};
            layout.classes().stream().filter(table -> table.name().equals(name)).forEach(table -> {
                Source source = new Source(table, "t");
                session.query(
                        session.dialect()
                                .render(Select.of(source, source.column(ClassTable.ID))
                                        .where(Predicate.InIds.lookup(source.column(ClassTable.ID), new long[] {id}))),
                        row -> found[0] = true);
            });
            if (found[0]) {
                return schema.classTables().stream()
                        .filter(table -> table.table().name().equals(name))
                        .map(table -> table.type().name())
                        .findFirst()
                        .orElse(name);
            }
        }
        return "object";
    }
}

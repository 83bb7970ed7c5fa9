package dev.espalier.internal.graph;

import dev.espalier.error.DatabaseException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Containers;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads objects with all that they lead to. Safe for any number of threads, each with sessions of its own.
 *
 * <p>One call is one answer: within it every database object is one Java object. Who has more roots than fit into memory calls
 * once for each thousand of them, and gets answers that share no objects.
 */
public final class GraphLoader {

    private static final Logger LOG = LoggerFactory.getLogger(GraphLoader.class);

    private final Schema schema;
    private final ModelLayout layout;
    private final ClassBounds classBounds;
    private final long maxObjects;
    private final boolean throwsIfNotLoaded;
    private final Map<Paths, PathState> states = new ConcurrentHashMap<>();
    private final LargeStructures large;

    /** A program with more bounds makes their states anew. */
    private static final int MOST_STATES = 1_000;

    private record Paths(
            PersistentClass root, boolean areOfClass, List<String> only, List<String> stopAt, List<String> follow) {}

    /**
     * @param classBounds those of reads that say none
     * @param maxObjects how many objects an answer may have whose bounds do not say it
     * @param throwsIfNotLoaded whether a collection that bounds leave out throws when it is used; else it is null
     */
    public GraphLoader(Schema schema, ClassBounds classBounds, long maxObjects, boolean throwsIfNotLoaded) {
        this.schema = schema;
        this.classBounds = classBounds;
        this.maxObjects = maxObjects;
        this.throwsIfNotLoaded = throwsIfNotLoaded;
        this.layout = new ModelLayout(schema);
        this.large = new LargeStructures(schema.model());
    }

    /** The bounds in force for a read of objects of that class: what was said, or those of the class. */
    public Bounds bounds(PersistentClass root, Bounds asked) {
        return classBounds.of(root, asked);
    }

    /** The bounds that the class adds to those that were said, as text; empty for nothing. */
    public String boundsOfClass(PersistentClass root, Bounds asked) {
        return classBounds.addition(root, asked);
    }

    /**
     * Loads the objects with these ids.
     *
     * @param root the class of the objects, or one above
     * @param ids in any order; one may stand there more than once
     * @return one object for each id, in the same order; null if there is none of that class
     * @throws dev.espalier.error.LimitException if there are more objects than the bounds allow
     * @throws dev.espalier.error.QueryException if a path of the bounds names a field that is not there
     */
    public Object[] load(Sessions sessions, PersistentClass root, long[] ids, Bounds asked, LoadContext context) {
        return load(sessions, root, ids, asked, true, context);
    }

    /**
     * Loads objects that the context has again. Those that had their inverse collections get them.
     *
     * @param root the class of the objects, or one above
     * @param ids in any order
     * @return one object for each id, in the same order; null if there is none of that class
     */
    public Object[] loadAgain(Sessions sessions, PersistentClass root, long[] ids, LoadContext context) {
        return load(sessions, root, ids, Bounds.NONE, false, context);
    }

    private Object[] load(
            Sessions sessions,
            PersistentClass root,
            long[] ids,
            Bounds asked,
            boolean withInverses,
            LoadContext context) {
        Bounds bounds = bounds(root, asked).orAtMost(maxObjects);
        PathState first = first(bounds, root, asked);
        Answer answer = new Answer(layout, bounds, context);
        if (withInverses) {
            answer.ask(ids);
        }
        new Levels(layout, sessions, bounds, answer).read(root, ids, first);
        complete(answer, bounds, throwsIfNotLoaded, sessions, context);
        report(root, ids.length, answer);
        Object[] roots = new Object[ids.length];
        for (int i = 0; i < ids.length; i++) {
            roots[i] = answer.isOf(root, ids[i]) ? answer.object(ids[i]) : null;
        }
        return roots;
    }

    private void report(PersistentClass root, int roots, Answer answer) {
        if (answer.size() - roots > LargeStructures.LARGE) {
            large.report(root.name(), roots, answer.size(), answer.grown()).ifPresent(LOG::info);
        }
    }

    /** Whether the rows of objects of that class, or of one below, are all that is read: nothing is followed from them. */
    public boolean needsRowsOnly(PersistentClass root, Bounds asked) {
        int depth = bounds(root, asked).depth();
        for (ClassLayout type : layout.concrete(root)) {
            if (!type.collections.isEmpty()
                    || depth > 0 && !(type.references.isEmpty() && type.composites.isEmpty())
                    || type.references.stream()
                            .anyMatch(reference -> reference.attribute().isPart())) {
                return false;
            }
        }
        return true;
    }

    /** @param asked what the read said; if it was nothing, the paths are those of a class, which were checked before */
    private PathState first(Bounds bounds, PersistentClass root, Bounds asked) {
        if (!bounds.namesPaths() && bounds.follow().isEmpty()) {
            return PathState.ALL;
        }
        boolean areOfClass = asked.fromClass() == Bounds.FromClass.ALL;
        Paths paths = new Paths(root, areOfClass, bounds.only(), bounds.stopAt(), bounds.follow());
        PathState known = states.get(paths);
        if (known == null) {
            known = areOfClass ? PathState.unchecked(bounds) : PathState.first(bounds, schema.model(), root);
            if (states.size() >= MOST_STATES) {
                states.clear();
            }
            states.put(paths, known);
        }
        return known;
    }

    /**
     * The objects that statements find.
     *
     * @param ids the ids in the order of the rows
     */
    public record Found(long[] ids, Object[] objects) {}

    /**
     * Finds objects and loads them, in one round trip as far as that can be.
     *
     * @param root their class, or one above
     * @param queries give their ids, one for each concrete class in turn
     * @param expected how many are expected
     * @throws dev.espalier.error.LimitException if there are more objects than the bounds allow
     * @throws dev.espalier.error.QueryException if a path of the bounds names a field that is not there
     */
    public Found find(
            Session session,
            PersistentClass root,
            List<RootQuery> queries,
            long expected,
            Bounds asked,
            LoadContext context) {
        Bounds bounds = bounds(root, asked).orAtMost(maxObjects);
        PathState first = first(bounds, root, asked);
        Answer answer = new Answer(layout, bounds, context);
        Sessions sessions = Sessions.of(session);
        long[] ids = new Levels(layout, sessions, bounds, answer).read(root, queries, expected, first);
        complete(answer, bounds, throwsIfNotLoaded, sessions, context);
        report(root, ids.length, answer);
        Object[] roots = new Object[ids.length];
        Arrays.setAll(roots, i -> answer.object(ids[i]));
        return new Found(ids, roots);
    }

    /**
     * The members of a collection of an object.
     *
     * @param owner the object's class, or one above
     * @param path the name of the collection
     * @throws dev.espalier.error.QueryException if the class has no collection of that name
     */
    public OwnedMembers members(PersistentClass owner, long id, String path) {
        return new OwnedMembers(new CollectionPath(layout, owner, path), layout.concrete(owner), id);
    }

    /** How many objects an answer may have at most, and how many members a page. */
    public long mostObjects(OwnedMembers members, Bounds asked) {
        return memberBounds(members.attribute(), asked).maxObjects();
    }

    /**
     * Loads what members refer to. Those whose objects cannot be found are left out.
     *
     * @throws dev.espalier.error.LimitException if there are more objects than the bounds allow
     * @throws dev.espalier.error.QueryException if a path of the bounds names a field that is not there
     */
    public Containers.Members load(
            Sessions sessions, OwnedMembers members, OwnedMembers.Page page, Bounds asked, LoadContext context) {
        MemberBatch batch = page.batch();
        Bounds bounds = memberBounds(members.attribute(), asked);
        PathState first = first(members.attribute(), bounds, asked);
        Answer answer = new Answer(layout, bounds, context);
        if (batch.layout.hasReferences) {
            read(new Levels(layout, sessions, bounds, answer), answer, batch, first);
            complete(answer, bounds, throwsIfNotLoaded, sessions, context);
            report(batch.layout.attribute.declaringClass(), batch.size, answer);
        }
        Assembly.Resolved resolved = Assembly.Members.ofPage(answer).resolved(batch, 0, batch.size);
        if (resolved.elements().length < batch.size && context.refusesGaps()) {
            refuseDeleted(members, page, sessions, context);
        }
        return new Containers.Members(resolved.keys(), resolved.elements());
    }

    private static void read(Levels levels, Answer answer, MemberBatch batch, PathState first) {
        long[] elements = batch.elements.isReference ? batch.elements.ids(batch.size) : new long[0];
        answer.ask(elements);
        if (batch.keys == null && batch.elements.isReference) {
            levels.read(batch.elements.target(), elements, first);
        } else {
            if (batch.keys != null && batch.keys.isReference) {
                answer.ask(batch.keys.ids(batch.size));
            }
            levels.read(
                    visitor -> batch.follow(true, first, visitor),
                    visitor -> batch.follow(false, first, visitor),
                    first);
        }
    }

    /** Those of the members' class; of a map, whose values are no objects, those of its keys. */
    private Bounds memberBounds(CollectionAttribute collection, Bounds asked) {
        PersistentClass root = root(collection);
        return (root == null ? asked : bounds(root, asked)).orAtMost(maxObjects);
    }

    private static @Nullable PersistentClass root(CollectionAttribute collection) {
        return collection.element() instanceof Element.Reference reference
                ? reference.target()
                : collection.key() instanceof Element.Reference reference ? reference.target() : null;
    }

    private PathState first(CollectionAttribute collection, Bounds bounds, Bounds asked) {
        List<Object> roots = new ArrayList<>(2);
        addRoot(collection.element(), roots);
        addRoot(collection.key(), roots);
        if (roots.size() == 1 && roots.get(0) instanceof PersistentClass root) {
            return first(bounds, root, asked);
        }
        return asked.namesPaths() || !asked.follow().isEmpty()
                ? PathState.first(bounds, schema.model(), roots)
                : PathState.unchecked(bounds);
    }

    private static void addRoot(@Nullable Element side, List<Object> roots) {
        if (side instanceof Element.Reference reference) {
            roots.add(reference.target());
        } else if (side instanceof Element.Embedded embedded) {
            roots.add(embedded.type());
        }
    }

    private static void refuseDeleted(
            OwnedMembers members, OwnedMembers.Page page, Sessions sessions, LoadContext context) {
        try {
            members.requireUnchanged(sessions.all().get(0), page);
        } catch (DatabaseException gap) {
            context.refused(gap);
            throw gap;
        }
    }

    /**
     * Begins to read objects whose rows are all that is needed; empty if the engine would hold all of them in this program's memory.
     *
     * @param root their only class, see {@link #needsRowsOnly}
     * @param roots gives their ids, in order; its first source is their table
     * @param fetchSize how many rows the driver holds
     */
    public Optional<RootCursor> cursor(
            Session session, PersistentClass root, Select roots, Bounds asked, int fetchSize) {
        ClassLayout type = layout.concrete(root).get(0);
        Source source = roots.from().first();
        Statement statement =
                session.dialect().render(roots.selecting(type.columns(source, source.column(ClassTable.ID))));
        return session.sortsInMemory(statement)
                ? Optional.empty()
                : Optional.of(new RootCursor(
                        session,
                        session.cursor(statement, fetchSize),
                        layout,
                        type,
                        bounds(root, asked).orAtMost(maxObjects)));
    }

    static void complete(
            Answer answer, Bounds bounds, boolean throwsIfNotLoaded, Sessions sessions, LoadContext context) {
        new Assembly(answer, bounds.leavesOut(), throwsIfNotLoaded).run();
        boolean mayHaveGaps = bounds.leavesOut() || answer.hasUnresolved() || answer.hasMerged();
        if (answer.hasUnresolved() && !bounds.leavesOut() && context.refusesGaps()) {
            refuseDeleted(answer, sessions, context);
        }
        handOut(answer, mayHaveGaps, context);
    }

    private static void refuseDeleted(Answer answer, Sessions sessions, LoadContext context) {
        try {
            new GapCheck(answer, sessions.all().get(0)).run();
        } catch (DatabaseException gap) {
            context.refused(gap);
            throw gap;
        }
    }

    /** The references of one row after the other. */
    private static final class RowReferences implements LoadContext.References {
        private final ObjectBatch batch;
        private int row;

        RowReferences(ObjectBatch batch) {
            this.batch = batch;
        }

        @Override
        public long id(int attribute) {
            return batch.references[batch.layout.referenceOf(attribute)][row];
        }
    }

    private static void handOut(Answer answer, boolean mayHaveGaps, LoadContext context) {
        for (ObjectBatch batch : answer.batches()) {
            RowReferences references = new RowReferences(batch);
            for (int row = 0; row < batch.size; row++) {
                if (batch.isKept(row)) {
                    continue;
                }
                Gaps gaps = mayHaveGaps ? answer.gaps(batch, row) : answer.gapsOfInverses(batch, row);
                if (!mayHaveGaps && batch.fill(row) == null && !batch.layout.isRecord) {
                    references.row = row;
                    context.loaded(
                            batch.layout.type,
                            batch.objects[row],
                            batch.ids[row],
                            batch.versions[row],
                            gaps,
                            references);
                } else {
                    context.loaded(batch.layout.type, batch.objects[row], batch.ids[row], batch.versions[row], gaps);
                }
            }
        }
        answer.members.forEach(members -> members.reportRows(context, answer));
    }
}

package dev.espalier.graph;

import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.Reading;
import dev.espalier.jdbc.Row;
import dev.espalier.jdbc.RowReader;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Slot;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Query;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import dev.espalier.sql.SqlOperator;
import dev.espalier.sql.Statement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One chunk of ids on the way: it runs on some session, maybe beside others, and only reads what the answer has so far; what it
 * found is added to the answer afterwards, by one thread.
 */
abstract sealed class Fetch {

    /** The beginning of the aliases of joined tables; those of a search are other ones. */
    private static final String JOINED = "j";

    final Answer answer;
    /** The relation that led here. */
    private final String relation;
    final List<Found> objects = new ArrayList<>();
    /** Ids that were asked for and not found. */
    final LongList unresolved = new LongList(0);
    private int found;

    /** What one relation has led to. */
    record Found(String relation, ObjectBatch batch) {}

    private Fetch(Answer answer, String relation) {
        this.answer = answer;
        this.relation = relation;
    }

    final ObjectBatch newBatch(ClassLayout layout) {
        return newBatch(relation, layout);
    }

    final ObjectBatch newBatch(String leading, ClassLayout layout) {
        objects.add(new Found(leading, new ObjectBatch(layout)));
        return objects.get(objects.size() - 1).batch();
    }

    /** The statement to be asked next, when the rows of the one before were read; null when there is none any more, however often. */
    abstract Reading next(Dialect dialect);

    final void read(ObjectBatch batch, Row row, int at, long id, int version) throws SQLException {
        batch.read(row, at, id, version, answer.context());
        answer.checkSize(++found, objects);
    }

    /** Puts an id into a statement that was rendered for another one. Where the id is part of the text, the statement is rendered anew. */
    static Statement byId(long id, Statement known, Supplier<Statement> rendering) {
        List<Expression.Bind> binds = known.binds();
        return binds.size() == 1 && binds.get(0).value() instanceof Long
                ? new Statement(known.text(), List.of(new Expression.Bind(binds.get(0).type(), id))) : rendering.get();
    }

    /**
     * Reads rows of one class's columns, then those of what it refers to. An object may come in both.
     *
     * @param rows how many are expected
     * @param ids takes the id of each row; null for nothing
     */
    final RowReader rowReader(ObjectBatch batch, JoinedReferences more, long rows, LongList ids) {
        IdMap seen = new IdMap((int) Math.min(rows * (1 + more.count()), 4_000));
        JoinedReferences.Reader reader = (into, row, at, id) -> readNew(into, seen, row, at, id) && !answer.context().has(id);
        return row -> {
            long id = row.getLong(1);
            if (ids != null) {
                ids.add(id);
            }
            if (reader.read(batch, row, 1, id)) {
                more.read(row, reader);
            }
        };
    }

    /** Reads an object that neither the answer nor this fetch has; a reference may lead to none. */
    final boolean readNew(ObjectBatch into, IdMap seen, Row row, int at, long id) throws SQLException {
        if (answer.has(id) || !seen.putIfAbsent(id, 0)) {
            return false;
        }
        int version = (int) row.getLong(at + ClassTable.VERSION);
        if (version == 0 && row.wasNull()) {
            unresolved.add(id);
            return false;
        }
        read(into, row, at, id, version);
        return true;
    }

    /** Objects of one class that a condition finds. */
    static final class Selected extends Fetch {
        private final ClassLayout layout;
        private final RootQuery query;
        private final long expected;
        private final LongList ids = new LongList();
        private JoinedReferences more;
        private boolean isAsked;

        /**
         * @param query gives their ids
         * @param rows how many are expected
         */
        Selected(Answer answer, ClassLayout layout, RootQuery query, PathState state, int depth, long rows) {
            super(answer, layout.type.name());
            this.layout = layout;
            this.query = query;
            this.expected = rows;
            this.more = new JoinedReferences(layout, layout.table.table().columns().size(), this::newBatch, state, depth, rows, JOINED, null);
        }

        /** The statement that gives the ids alone. */
        Select idsOnly() {
            Select select = query.select();
            return select.selecting(List.of(select.from().first().column(ClassTable.ID)));
        }

        RootQuery query() {
            return query;
        }

        /** The ids of all objects, in the order of their rows. */
        long[] ids() {
            return ids.toArray();
        }

        @Override
        Reading next(Dialect dialect) {
            if (isAsked) {
                if (more != null) {
                    more.observeMany();
                    more = null;
                }
                return null;
            }
            isAsked = true;
            JoinedReferences joined = more;
            Statement statement = query.statement(layout, joined.shape(), dialect, () -> {
                Source source = query.select().from().first();
                return joined.addTo(query.select().selecting(layout.columns(source, source.column(ClassTable.ID))), source);
            });
            return new Reading(statement, rowReader(newBatch(layout), joined, expected, ids));
        }
    }

    /** Objects by their ids: one statement for each class that they can be of, until all are found. */
    static final class Objects extends Fetch {
        private static final long[] NONE = {};

        private final List<ClassLayout> classes;
        private final long[] asked;
        private int next;
        private long[] ids;
        private ObjectBatch last;
        /** The references that are read in the same rows; null for none. */
        private JoinedReferences more;

        Objects(Answer answer, String relation, List<ClassLayout> classes, long[] ids) {
            super(answer, relation);
            this.classes = classes;
            this.asked = ids;
            this.ids = ids;
        }

        /** Reads what these objects of one class refer to in the same rows, as far as that is worth it. */
        void joinReferences(PathState state, int depth) {
            JoinedReferences joined = new JoinedReferences(classes.get(0), classes.get(0).table.table().columns().size(), this::newBatch, state, depth, ids.length, JOINED, null);
            more = joined.isEmpty() ? null : joined;
        }

        @Override
        Reading next(Dialect dialect) {
            if (last != null && more != null) {
                more.observeMany();
                more = null;
            }
            if (last != null) {
                ids = last.size == ids.length ? NONE : without(last);
                last = null;
            }
            if (next == classes.size() || ids.length == 0) {
                addUnresolved();
                return null;
            }
            ClassLayout layout = classes.get(next++);
            ObjectBatch batch = newBatch(layout);
            last = batch;
            JoinedReferences joined = more;
            Statement statement = ids.length > 1 ? render(dialect, layout, joined, ids)
                    : byId(ids[0], layout.texts.of(layout, joined == null ? List.of() : joined.shape(), () -> render(dialect, layout, joined, ids)),
                            () -> render(dialect, layout, joined, ids));
            return joined != null ? new Reading(statement, rowReader(batch, joined, ids.length, null))
                    : new Reading(statement, row -> read(batch, row, 1, row.getLong(1), (int) row.getLong(2)));
        }

        private static Statement render(Dialect dialect, ClassLayout layout, JoinedReferences joined, long[] ids) {
            Source source = layout.source();
            Expression id = source.column(ClassTable.ID);
            return joined == null ? dialect.renderByIds(source, layout.columns(id), id, ids)
                    : dialect.render(joined.addTo(Select.of(source, layout.columns(id)).where(Predicate.InIds.lookup(id, ids)), source));
        }

        /** The ids, in rising order. */
        long[] asked() {
            return asked;
        }

        /** The only class that the objects can be of. */
        Optional<ClassLayout> only() {
            return classes.size() == 1 ? Optional.of(classes.get(0)) : Optional.empty();
        }

        /** Whether nobody has something of one of them. */
        boolean areNew() {
            return Arrays.stream(asked).noneMatch(answer.context()::has);
        }

        private void addUnresolved() {
            for (long id : ids) {
                unresolved.add(id);
            }
            ids = NONE;
        }

        private long[] without(ObjectBatch batch) {
            IdMap found = new IdMap(batch.size);
            for (int i = 0; i < batch.size; i++) {
                found.putIfAbsent(batch.ids[i], i);
            }
            LongList rest = new LongList();
            for (long id : ids) {
                if (!found.contains(id)) {
                    rest.add(id);
                }
            }
            return rest.toArray();
        }
    }

    /** Objects of one class, and all that a reference among them leads to, however far. */
    static final class Way extends Fetch {
        /** No class has a table of this name. */
        private static final Source WAY = new Source(new Table("espalier_way", List.of(new Column("id", ColumnType.BIGINT, false, false)), 1), "w");

        final ClassLayout.Reference reference;
        private final ClassLayout layout;
        private final long[] ids;
        private boolean isAsked;
        private int seen;

        /** @param ids where the way begins */
        Way(Answer answer, ClassLayout layout, ClassLayout.Reference reference, long[] ids) {
            super(answer, reference.name());
            this.layout = layout;
            this.reference = reference;
            this.ids = ids;
        }

        /** How many objects lie on the way. */
        int objects() {
            return seen;
        }

        /** How many of them the answer did not have. */
        int newObjects() {
            return objects.get(0).batch().size;
        }

        @Override
        Reading next(Dialect dialect) {
            if (isAsked) {
                return null;
            }
            isAsked = true;
            ObjectBatch batch = newBatch(layout);
            Source source = layout.source();
            Expression id = source.column(ClassTable.ID);
            Expression following = source.column(reference.slot().at());
            Predicate atRow = new Predicate.Compare(id, SqlOperator.EQUAL, WAY.column(0));
            Query way = new Query.Recursive(WAY,
                    List.of(Select.of(source, id).where(Predicate.InIds.lookup(id, ids))),
                    Select.of(WAY, following).joinAfter(source, atRow).where(new Predicate.Not(new Predicate.IsNull(following))),
                    Select.of(WAY, layout.columns(id)).joinAfter(source, atRow));
            return new Reading(dialect.render(way), row -> {
                seen++;
                if (!answer.has(row.getLong(1))) {
                    read(batch, row, 1, row.getLong(1), (int) row.getLong(2));
                }
            });
        }
    }

    /** The members of a collection, with their own rows where these are joined. */
    static final class Members extends Fetch {
        final MemberBatch members;
        private final boolean joins;
        private final boolean followsReferences;
        private boolean isAsked;
        private ObjectBatch joinedObjects;
        /** Finds the owners, where they are not known yet; else null. */
        private final Selected owners;
        private final long expectedOwners;
        /** Until it has observed what came with the members; null where nothing does. */
        private JoinedReferences references;

        /**
         * @param owners in rising order
         * @param followsReferences whether what the members refer to shall come with them
         */
        Members(Answer answer, CollectionLayout layout, long[] owners, boolean followsReferences) {
            this(answer, layout, owners, null, owners.length, followsReferences);
        }

        private Members(Answer answer, CollectionLayout layout, long[] ids, Selected owners, long expectedOwners, boolean followsReferences) {
            super(answer, layout.name);
            this.owners = owners;
            this.expectedOwners = expectedOwners;
            this.followsReferences = followsReferences;
            this.members = new MemberBatch(layout, ids, answer.context().wantsRows());
            this.joins = layout.joins();
        }

        /**
         * The members of owners that a condition finds.
         *
         * @param owners is asked before
         * @param expected how many owners are expected
         */
        static Members of(Answer answer, CollectionLayout layout, Selected owners, long expected, boolean followsReferences) {
            return new Members(answer, layout, new long[0], owners, expected, followsReferences);
        }

        /** Whether the objects that the members refer to came with them. */
        boolean isJoined() {
            return joins;
        }

        /** How many objects came as members that the answer did not have. */
        int newMembers() {
            return joins ? joinedObjects.size : 0;
        }

        /** Visits every reference among the members, but those to objects that came with them. */
        void follow(PathState state, Parts.Visitor visitor) {
            if (!joins && members.layout.hasReferences) {
                members.follow(0, members.size, state, visitor);
            }
        }

        @Override
        Reading next(Dialect dialect) {
            if (isAsked) {
                if (references != null) {
                    references.observe();
                    references = null;
                }
                return null;
            }
            isAsked = true;
            return joins ? joined(dialect)
                    : new Reading(statement(dialect, List.of(), () -> select(columns(members.layout.table.element()))), members::read);
        }

        private Statement statement(Dialect dialect, List<JoinedReferences.Shape> shape, Supplier<Query> query) {
            Part part = new Part(members.layout, joins, members.hasPositions());
            if (owners != null) {
                return owners.query().statement(part, shape, dialect, query);
            }
            Supplier<Statement> rendering = () -> dialect.render(query.get());
            return members.asked.length != 1 ? rendering.get() : byId(members.asked[0], members.layout.texts.of(part, shape, rendering), rendering);
        }

        /** The properties that decide the form of the statement. */
        private record Part(CollectionLayout layout, boolean joins, boolean hasPositions) {}

        private Reading joined(Dialect dialect) {
            ClassLayout target = members.layout.joined;
            ObjectBatch batch = newBatch(target);
            joinedObjects = batch;
            IdMap seen = new IdMap(members.asked.length * 2);
            Source links = members.layout.source();
            Expression targetId = links.column(members.layout.table.element().at());
            int at = members.firstOfMember();
            int columns = at - 1 + target.table.table().columns().size();
            JoinedReferences more = followsReferences ? new JoinedReferences(target, columns, this::newBatch, members.layout.expected(expectedOwners), members.layout.attribute.inverseOf()) : null;
            Statement statement = statement(dialect, more == null ? List.of() : more.shape(), () -> {
                // An outer join: a list may hold null.
                Select select = select(target.columns(targetId)).leftJoin(
                        target.source(), new Predicate.Compare(target.source().column(ClassTable.ID), SqlOperator.EQUAL, targetId));
                return more == null ? select : more.addTo(select, target.source());
            });
            references = more;
            JoinedReferences.Reader reader = (into, row, from, id) -> readNew(into, seen, row, from, id);
            return new Reading(statement, row -> {
                long id = row.getLong(at);
                members.readJoined(row, id);
                if (id != 0 && reader.read(batch, row, at, id) && more != null) {
                    more.read(row, reader);
                }
            });
        }

        /** Selects the owner, the position where rows are wanted, the key and these columns, in the order of iteration. */
        private Select select(List<Expression> elementColumns) {
            LinkTable table = members.layout.table;
            Source links = members.layout.source();
            Expression owner = links.column(LinkTable.OWNER);
            List<Expression> columns = new ArrayList<>();
            columns.add(owner);
            if (members.hasPositions()) {
                columns.add(links.column(LinkTable.POS));
            }
            if (table.key() != null) {
                columns.addAll(columns(table.key()));
            }
            columns.addAll(elementColumns);
            return Select.of(links, columns)
                    .where(owners == null ? Predicate.InIds.lookup(owner, members.asked) : new Predicate.InQuery(owner, owners.idsOnly()))
                    .orderBy(owner, links.column(LinkTable.POS));
        }

        private List<Expression> columns(Slot slot) {
            List<Expression> columns = new ArrayList<>();
            for (int i = 0; i < slot.width(); i++) {
                columns.add(members.layout.source().column(slot.at() + i));
            }
            return columns;
        }
    }
}

package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Statement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

    final List<FoundObjects> objects = new ArrayList<>(4);
    /** Ids that were asked for and not found. */
    final LongList unresolved = new LongList(0);

    private int found;

    private Fetch(Answer answer, String relation) {
        this.answer = answer;
        this.relation = relation;
    }

    final ObjectBatch newBatch(ClassLayout layout, long expected) {
        return newBatch(relation, layout, expected);
    }

    final ObjectBatch newBatch(String leading, ClassLayout layout, long expected) {
        ObjectBatch batch = new ObjectBatch(layout, expected);
        objects.add(new FoundObjects(leading, batch));
        return batch;
    }

    /**
     * The statements to be asked next, when the rows of those before were read; none when there are none any more, however often.
     *
     * @param together whether several statements cost one round trip
     */
    abstract List<Reading> next(Dialect dialect, boolean together);

    /** Adds what was found to the answer, but objects that came on another way meanwhile; when no fetch of the level is on its way any more. */
    void addToAnswer() {
        answer.add(objects, unresolved);
    }

    final void read(ObjectBatch batch, Row row, int at, long id, int version) throws SQLException {
        batch.read(row, at, id, version, answer.context());
        answer.checkSize(++found, objects);
    }

    /**
     * Reads rows of one class's columns, then those of what it refers to. An object may come in both.
     *
     * @param rows how many are expected
     * @param ids takes the id of each row; null for nothing
     */
    final RowReader rowReader(ObjectBatch batch, JoinedReferences more, long rows, @Nullable LongList ids) {
        IdMap seen = new IdMap((int) Math.min(rows * (1 + more.count()), 4_000));
        JoinedReferences.Reader reader = (into, row, at, id) ->
                readNew(into, seen, row, at, id) && !answer.context().has(id);
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

    /** Reads an object that neither the answer nor this fetch has. */
    final boolean readNew(ObjectBatch into, IdMap seen, Row row, int at, long id) throws SQLException {
        if (answer.has(id) || !seen.putIfAbsent(id, 0)) {
            return false;
        }
        read(into, row, at, id, (int) row.getLong(at + ClassTable.VERSION));
        return true;
    }

    /** The same where a reference may lead to none. */
    final boolean readNewMember(ObjectBatch into, IdMap seen, Row row, int at, long id) throws SQLException {
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

    /** Objects from which an answer begins. */
    abstract static sealed class Roots extends Fetch {

        /** More tables are planned in time that grows faster than what is gained. */
        private static final int MOST_TABLES = 8;

        private @Nullable Members carried;

        private Roots(Answer answer, String relation) {
            super(answer, relation);
        }

        /** The references that are read in the same rows; null for none. */
        abstract @Nullable JoinedReferences joined();

        /** How many columns a row has of the roots and their references. */
        abstract int columns();

        /** Reads the members of a collection in the rows of their owners, if that is worth it: an owner's row stands there once for each member. */
        final boolean carry(Members members, ClassLayout layout, long rows) {
            JoinedReferences joined = joined();
            int tables = 1 + (joined == null ? 0 : joined.count());
            if (members.layout().comesWithOwners(layout, rows) && members.comeBehind(columns(), MOST_TABLES - tables)) {
                carried = members;
            }
            return carried != null;
        }

        final @Nullable Members carried() {
            return carried;
        }

        /** Adds the members to a statement that selects the roots. */
        final Select withMembers(Select roots, Source source) {
            return carried == null ? roots : carried.addTo(roots, source);
        }

        /** The form of the statement. */
        final Object part(ClassLayout layout) {
            return carried == null ? layout : carried.partWith(layout);
        }

        /** Reads the roots, each of which has several rows if it has several members. */
        final RowReader withMembers(RowReader roots) {
            Members members = carried;
            if (members == null) {
                return roots;
            }
            long[] last = {0};
            return row -> {
                long id = row.getLong(1);
                if (id != last[0]) {
                    last[0] = id;
                    roots.read(row);
                }
                members.readBeside(row);
            };
        }

        /** Remembers what was learnt from the rows. */
        final void observe(@Nullable ObjectBatch batch) {
            if (batch != null && batch.size > 0) {
                batch.layout.observeWidth(batch.lastWidth());
            }
            if (carried != null) {
                carried.observe();
            }
        }
    }

    /** Objects of one class that a condition finds. */
    static final class Selected extends Roots {
        private final ClassLayout layout;
        private final RootQuery query;
        private final long expected;
        private final LongList ids = new LongList();
        private final int columns;
        private @Nullable JoinedReferences more;
        private @Nullable ObjectBatch batch;

        /**
         * @param query gives their ids
         * @param rows how many are expected
         */
        Selected(Answer answer, ClassLayout layout, RootQuery query, PathState state, int depth, long rows) {
            super(answer, layout.type.name());
            this.layout = layout;
            this.query = query;
            this.expected = rows;
            JoinedReferences joined = new JoinedReferences(
                    layout, layout.table.table().columns().size(), this::newBatch, state, depth, rows, JOINED, null);
            this.columns = joined.end();
            this.more = joined;
        }

        @Override
        @Nullable
        JoinedReferences joined() {
            return more;
        }

        @Override
        int columns() {
            return columns;
        }

        RootQuery query() {
            return query;
        }

        /** The ids of all objects, in the order of their rows. */
        long[] ids() {
            return ids.toArray();
        }

        @Override
        List<Reading> next(Dialect dialect, boolean together) {
            if (batch != null) {
                if (more != null) {
                    more.observeMany();
                    more = null;
                    observe(batch);
                }
                return List.of();
            }
            batch = newBatch(layout, expected);
            JoinedReferences joined = requireNonNull(more);
            Statement statement = query.statement(part(layout), joined.shape(), dialect, () -> {
                Source source = query.select().from().first();
                return withMembers(
                        joined.addTo(
                                query.select().selecting(layout.columns(source, source.column(ClassTable.ID))), source),
                        source);
            });
            return List.of(new Reading(statement, withMembers(rowReader(batch, joined, expected, ids))));
        }
    }

    /** Objects by their ids: one statement for each class that they can be of, until all are found. */
    static final class Objects extends Roots {
        private static final long[] NONE = {};

        /** Of more ids one class after the other is asked for those that are left: they may all be of the first one. */
        private static final int FEW = 500;

        private final List<ClassLayout> classes;
        private final long[] asked;
        private int next;
        private long[] ids;
        /** Those that were read last. */
        private final List<ObjectBatch> last = new ArrayList<>(1);
        /** The references that are read in the same rows; null for none. */
        private @Nullable JoinedReferences more;

        Objects(Answer answer, String relation, List<ClassLayout> classes, long[] ids) {
            super(answer, relation);
            this.classes = classes;
            this.asked = ids;
            this.ids = ids;
        }

        /** Reads what these objects of one class refer to in the same rows, as far as that is worth it. */
        void joinReferences(PathState state, int depth) {
            JoinedReferences joined = new JoinedReferences(
                    classes.get(0),
                    classes.get(0).table.table().columns().size(),
                    this::newBatch,
                    state,
                    depth,
                    ids.length,
                    JOINED,
                    null);
            more = joined.isEmpty() ? null : joined;
        }

        @Override
        @Nullable
        JoinedReferences joined() {
            return more;
        }

        @Override
        int columns() {
            return more == null ? classes.get(0).table.table().columns().size() : more.end();
        }

        @Override
        List<Reading> next(Dialect dialect, boolean together) {
            if (!last.isEmpty() && more != null) {
                more.observeMany();
                more = null;
            }
            if (!last.isEmpty()) {
                observe(last.get(0));
            }
            for (ObjectBatch batch : last) {
                ids = batch.size == ids.length ? NONE : batch.size == 0 ? ids : without(batch);
            }
            last.clear();
            if (next == classes.size() || ids.length == 0) {
                addUnresolved();
                return List.of();
            }
            if (!together || next == classes.size() - 1 || ids.length > FEW) {
                return List.of(reading(dialect, classes.get(next++)));
            }
            List<Reading> readings = new ArrayList<>();
            while (next < classes.size()) {
                readings.add(reading(dialect, classes.get(next++)));
            }
            return readings;
        }

        private Reading reading(Dialect dialect, ClassLayout layout) {
            ObjectBatch batch = newBatch(layout, classes.size() == 1 ? ids.length : 0);
            last.add(batch);
            JoinedReferences joined = more;
            Supplier<Statement> rendering = () -> render(dialect, layout, joined, ids);
            Statement statement = ids.length > 1
                    ? rendering.get()
                    : layout.texts.byId(
                            ids[0], part(layout), joined == null ? List.of() : joined.shape(), rendering);
            return new Reading(
                    statement,
                    withMembers(
                            joined != null
                                    ? rowReader(batch, joined, ids.length, null)
                                    : row -> read(batch, row, 1, row.getLong(1), (int) row.getLong(2))));
        }

        private Statement render(Dialect dialect, ClassLayout layout, @Nullable JoinedReferences joined, long[] ids) {
            Source source = layout.source();
            Expression id = source.column(ClassTable.ID);
            if (joined == null && carried() == null) {
                return dialect.renderByIds(source, layout.columns(id), id, ids);
            }
            Select select = Select.of(source, layout.columns(id)).where(Predicate.InIds.lookup(id, ids));
            return dialect.render(withMembers(joined == null ? select : joined.addTo(select, source), source));
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
            for (long id : asked) {
                if (answer.context().has(id)) {
                    return false;
                }
            }
            return true;
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
    static final class Chain extends Fetch {
        /** No class has a table of this name. */
        private static final Source WAY = new Source(
                new Table("espalier_way", List.of(new Column("id", ColumnType.BIGINT, false, false)), 1), "w");

        final ClassLayout.Reference reference;
        private final ClassLayout layout;
        private final long[] ids;
        private boolean isAsked;
        private int seen;

        /** @param ids where the chain begins */
        Chain(Answer answer, ClassLayout layout, ClassLayout.Reference reference, long[] ids) {
            super(answer, reference.name());
            this.layout = layout;
            this.reference = reference;
            this.ids = ids;
        }

        /** How many objects lie on the chain. */
        int objects() {
            return seen;
        }

        /** How many of them the answer did not have. */
        int newObjects() {
            return objects.get(0).batch().size;
        }

        @Override
        List<Reading> next(Dialect dialect, boolean together) {
            if (isAsked) {
                return List.of();
            }
            isAsked = true;
            ObjectBatch batch = newBatch(layout, 0);
            Source source = layout.source();
            Expression id = source.column(ClassTable.ID);
            Expression following = source.column(reference.slot().at());
            Predicate atRow = new Predicate.Compare(id, SqlOperator.EQUAL, WAY.column(0));
            Query chain = new Query.Recursive(
                    WAY,
                    List.of(Select.of(source, id).where(Predicate.InIds.lookup(id, ids))),
                    Select.of(WAY, following)
                            .joinAfter(source, atRow)
                            .where(new Predicate.Not(new Predicate.IsNull(following))),
                    Select.of(WAY, layout.columns(id)).joinAfter(source, atRow));
            return List.of(new Reading(dialect.render(chain), row -> {
                seen++;
                if (!answer.has(row.getLong(1))) {
                    read(batch, row, 1, row.getLong(1), (int) row.getLong(2));
                }
            }));
        }
    }

    /** The members of a collection, with their own rows where these are joined. */
    static final class Members extends Fetch {
        /** The beginning of the aliases of members in the rows of their owners. */
        private static final String CARRIED = "m";

        private static final int MOST_SEEN = 4_000;

        final MemberBatch members;
        private final boolean joins;
        private final boolean followsReferences;
        private boolean isAsked;
        /** Whether they come in the rows of their owners. */
        private boolean isCarried;

        private @Nullable ObjectBatch joinedObjects;
        private @Nullable IdMap seen;
        /** Finds the owners, where they are not known yet; else null. */
        private final @Nullable RootQuery owners;

        private final long expectedOwners;
        /** Until it has observed what came with the members; null where nothing does. */
        private @Nullable JoinedReferences references;

        /**
         * @param owners in rising order
         * @param followsReferences whether what the members refer to shall come with them
         */
        Members(Answer answer, CollectionLayout layout, long[] owners, boolean followsReferences) {
            this(answer, layout, owners, null, owners.length, followsReferences);
        }

        private Members(
                Answer answer,
                CollectionLayout layout,
                long[] ids,
                @Nullable RootQuery owners,
                long expectedOwners,
                boolean followsReferences) {
            super(answer, layout.name);
            this.owners = owners;
            this.expectedOwners = expectedOwners;
            this.followsReferences = followsReferences;
            this.members = new MemberBatch(layout, ids, answer.context().wantsRows() && !layout.attribute.isInverse());
            this.joins = layout.joins();
        }

        /**
         * The members of owners that a condition finds.
         *
         * @param expected how many owners are expected
         */
        static Members of(
                Answer answer, CollectionLayout layout, RootQuery owners, long expected, boolean followsReferences) {
            return new Members(answer, layout, new long[0], owners, expected, followsReferences);
        }

        @Override
        void addToAnswer() {
            int newObjects = joinedObjects == null ? 0 : joinedObjects.size;
            super.addToAnswer();
            answer.add(members);
            CollectionLayout layout = members.layout;
            layout.observe(members.asked.length, members.size);
            if (layout.joined != null) {
                layout.choice.observe(members.size, joins ? newObjects : answer.unknown(members));
            }
        }

        /** Visits every reference among the members, but those to objects that came with them. */
        void follow(PathState state, Parts.Visitor visitor) {
            if (!joins && members.layout.hasReferences) {
                members.follow(0, members.size, state, visitor);
            }
        }

        CollectionLayout layout() {
            return members.layout;
        }

        @Override
        List<Reading> next(Dialect dialect, boolean together) {
            if (isCarried) {
                return List.of();
            }
            if (isAsked) {
                observe();
                if (members.layout.tables.size() > 1) {
                    members.sort();
                }
                return List.of();
            }
            isAsked = true;
            if (!joins) {
                return IntStream.range(0, members.layout.tables.size())
                        .mapToObj(table -> reading(dialect, table))
                        .toList();
            }
            start();
            Statement statement = statement(
                    dialect, 0, shape(), () -> withObjects(select(0, elements(ClassLayout.ALIAS)), ClassLayout.ALIAS));
            return List.of(new Reading(statement, this::read));
        }

        /** Remembers what came with the members. */
        void observe() {
            if (references != null) {
                references.observe();
                references = null;
            }
        }

        private Reading reading(Dialect dialect, int table) {
            return new Reading(
                    statement(
                            dialect,
                            table,
                            List.of(),
                            () -> select(table, columns(table, members.layout.table.element()))),
                    members::read);
        }

        private Statement statement(
                Dialect dialect, int table, List<JoinedReferences.Shape> shape, Supplier<Query> query) {
            Part part = new Part(null, members.layout, table, joins, members.hasPositions(), List.of());
            if (owners != null) {
                return owners.statement(part, shape, dialect, query);
            }
            Supplier<Statement> rendering = () -> dialect.render(query.get());
            return members.asked.length != 1
                    ? rendering.get()
                    : members.layout.texts.byId(members.asked[0], part, shape, rendering);
        }

        /**
         * The properties that decide the form of the statement.
         *
         * @param owners the class in whose rows the members stand; null for rows of their own
         * @param references what comes with members in the rows of their owners
         */
        private record Part(
                @Nullable ClassLayout owners,
                CollectionLayout layout,
                int table,
                boolean joins,
                boolean hasPositions,
                List<JoinedReferences.Shape> references) {}

        /** Makes the batch for the members' own objects, and the joins to the objects that these refer to. */
        private void start() {
            ClassLayout target = requireNonNull(members.layout.joined);
            long expected = members.layout.expected(expectedOwners);
            joinedObjects = newBatch(target, expected);
            seen = new IdMap((int) Math.min(expected, MOST_SEEN));
            int columns =
                    members.firstOfMember() - 1 + target.table.table().columns().size();
            references = followsReferences
                    ? new JoinedReferences(
                            target,
                            columns,
                            this::newBatch,
                            expected,
                            isCarried ? CARRIED : ClassLayout.ALIAS,
                            members.layout.attribute.inverseOf())
                    : null;
        }

        private List<JoinedReferences.Shape> shape() {
            return references == null ? List.of() : references.shape();
        }

        private void read(Row row) throws SQLException {
            if (!joins) {
                members.read(row);
                return;
            }
            ObjectBatch batch = requireNonNull(joinedObjects);
            IdMap known = requireNonNull(seen);
            int at = members.firstOfMember();
            long id = row.getLong(at);
            members.readJoined(row, id);
            if (id != 0 && readNewMember(batch, known, row, at, id) && references != null) {
                references.read(row, (into, member, from, referred) -> readNew(into, known, member, from, referred));
            }
        }

        // ---- in the rows of the owners

        /**
         * Makes the members come in the rows of their owners.
         *
         * @param columns how many columns of the owners stand before theirs
         * @param most how many tables they may take
         * @return false where they take more, so that they come in rows of their own
         */
        boolean comeBehind(int columns, int most) {
            isCarried = true;
            members.readBehind(columns);
            if (joins) {
                start();
            }
            if (1 + (joins && !members.layout.isInRowsOfMembers ? 1 : 0) + (references == null ? 0 : references.count())
                    > most) {
                isCarried = false;
                members.readBehind(0);
                objects.clear();
                references = null;
            }
            return isCarried;
        }

        Object partWith(ClassLayout layout) {
            return new Part(layout, members.layout, 0, joins, members.hasPositions(), shape());
        }

        /** Adds the members to a statement that selects their owners: an outer join, because an owner may have none. */
        Select addTo(Select select, Source owner) {
            Source links = members.layout.source(0);
            Expression id = owner.column(ClassTable.ID);
            List<Expression> columns = new ArrayList<>(select.columns());
            columns.addAll(columns(0, joins ? elements(CARRIED) : columns(0, members.layout.table.element())));
            Select sorted = new Select(
                    select.distinct(),
                    columns,
                    select.from(),
                    select.where(),
                    List.of(new Select.Order(id, false, true), new Select.Order(links.column(LinkTable.POS), false)),
                    null,
                    0);
            return withObjects(
                    sorted.leftJoin(links, new Predicate.Compare(links.column(LinkTable.OWNER), SqlOperator.EQUAL, id)),
                    CARRIED);
        }

        /** Reads the member of a row, if there is one. */
        void readBeside(Row row) throws SQLException {
            if (members.owner(row) != 0) {
                read(row);
            }
        }

        // ---- the parts of a statement

        /** The columns of the referred objects, the id first. */
        private List<Expression> elements(String alias) {
            ClassLayout target = requireNonNull(members.layout.joined);
            return target.columns(
                    objects(alias),
                    members.layout
                            .source(0)
                            .column(members.layout.table.element().at()));
        }

        /** The table of the referred objects. */
        private Source objects(String alias) {
            return new Source(
                    requireNonNull(members.layout.joined).table.table(),
                    members.layout.isInRowsOfMembers ? CollectionLayout.ALIAS : alias);
        }

        /** Joins the rows of the referred objects, and what they refer to. */
        private Select withObjects(Select select, String alias) {
            if (!joins) {
                return select;
            }
            Source objects = objects(alias);
            Expression target = members.layout
                    .source(0)
                    .column(members.layout.table.element().at());
            // An outer join: a list may hold null.
            Select joined = members.layout.isInRowsOfMembers
                    ? select
                    : select.leftJoin(
                            objects, new Predicate.Compare(objects.column(ClassTable.ID), SqlOperator.EQUAL, target));
            return references == null ? joined : references.addTo(joined, objects);
        }

        /** Selects the owner, the position where rows are wanted, the key and these columns, in the order of iteration. */
        private Select select(int at, List<Expression> elementColumns) {
            Source links = members.layout.source(at);
            Expression owner = links.column(LinkTable.OWNER);
            return Select.of(links, columns(at, elementColumns))
                    .where(
                            owners == null
                                    ? Predicate.InIds.lookup(owner, members.asked)
                                    : new Predicate.InQuery(owner, owners.idsOnly()))
                    .orderBy(owner, links.column(LinkTable.POS));
        }

        private List<Expression> columns(int at, List<Expression> elementColumns) {
            Source links = members.layout.source(at);
            List<Expression> columns = new ArrayList<>();
            columns.add(links.column(LinkTable.OWNER));
            if (members.hasPositions()) {
                columns.add(links.column(LinkTable.POS));
            }
            Slot key = members.layout.table.key();
            if (key != null) {
                columns.addAll(columns(at, key));
            }
            columns.addAll(elementColumns);
            return columns;
        }

        private List<Expression> columns(int at, Slot slot) {
            List<Expression> columns = new ArrayList<>();
            for (int i = 0; i < slot.width(); i++) {
                columns.add(members.layout.source(at).column(slot.at() + i));
            }
            return columns;
        }
    }
}

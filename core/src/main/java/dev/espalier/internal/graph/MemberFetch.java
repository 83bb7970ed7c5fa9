package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The members of a collection, with the rows of the objects that they refer to if these are joined. They come by statements of
 * their own, or in the rows of their owners, which another fetch reads. For one thread at a time.
 */
final class MemberFetch extends Fetch {

    private static final int MOST_SEEN = 4_000;

    private final MemberBatch members;
    /** Finds the owners, if they are not known yet; else null. */
    private final @Nullable RootQuery owners;

    private final long expectedOwners;
    private final boolean joins;
    private final boolean followsReferences;
    private boolean isAsked;
    /** The members within the rows of their owners, if they come so; else null. */
    private @Nullable MemberQuery withOwners;

    /** The objects that the members refer to, if they are joined. */
    private @Nullable ObjectBatch joinedObjects;

    private @Nullable IdMap seen;
    /** The references of these objects in the same rows; null if there are none, and after the first rows were observed. */
    private @Nullable JoinedReferences references;

    /**
     * @param owners in rising order
     * @param followsReferences whether what the members refer to shall come with them
     */
    MemberFetch(Answer answer, CollectionLayout layout, long[] owners, boolean followsReferences) {
        this(answer, layout, owners, null, owners.length, followsReferences);
    }

    private MemberFetch(
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
     * The members of owners that a condition finds; {@link #ownersAre} says later which these are.
     *
     * @param expected how many owners are expected
     */
    static MemberFetch of(
            Answer answer, CollectionLayout layout, RootQuery owners, long expected, boolean followsReferences) {
        return new MemberFetch(answer, layout, new long[0], owners, expected, followsReferences);
    }

    CollectionLayout layout() {
        return members.layout;
    }

    /** The owners, in rising order; not to be changed. */
    long[] owners() {
        return members.asked;
    }

    /** @param rising the owners that were found, in rising order */
    void ownersAre(long[] rising) {
        members.asked = rising;
    }

    /** Visits every reference among the members, but those to objects that came with them. */
    void follow(PathState state, Parts.Visitor visitor) {
        if (!joins && members.layout.hasReferences) {
            members.follow(0, members.size, state, visitor);
        }
    }

    @Override
    void addToAnswer() {
        int newObjects = joinedObjects == null ? 0 : joinedObjects.size;
        super.addToAnswer();
        if (withOwners != null) {
            members.sort();
        }
        answer.add(members);
        CollectionLayout layout = members.layout;
        layout.observe(members.asked.length, members.size);
        if (layout.joined != null) {
            layout.choice.observe(members.size, joins ? newObjects : answer.unknown(members));
        }
    }

    // ---- in rows of their own

    @Override
    List<Reading> next(Dialect dialect, boolean together) {
        if (withOwners != null) {
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
        if (joins) {
            start(MemberQuery.ALIAS);
            return List.of(new Reading(statement(dialect, 0), this::read));
        }
        return IntStream.range(0, members.layout.tables.size())
                .mapToObj(table -> new Reading(statement(dialect, table), members::read))
                .toList();
    }

    private Statement statement(Dialect dialect, int table) {
        MemberQuery query = query(null, table);
        RootQuery condition = owners;
        if (condition != null) {
            return condition.statement(
                    query,
                    List.of(),
                    dialect,
                    () -> query.select(new Predicate.InQuery(query.owner(), condition.idsOnly()), references));
        }
        Supplier<Statement> rendering =
                () -> dialect.render(query.select(Predicate.InIds.lookup(query.owner(), members.asked), references));
        return members.asked.length != 1
                ? rendering.get()
                : members.layout.texts.byId(members.asked[0], query, List.of(), rendering);
    }

    private MemberQuery query(@Nullable ClassLayout beside, int table) {
        return new MemberQuery(
                beside,
                members.layout,
                table,
                joins,
                members.hasPositions(),
                references == null ? List.of() : references.shape());
    }

    /**
     * Makes the batch for the objects that the members refer to, and the joins to those that these refer to.
     *
     * @param alias the beginning of the joined tables' aliases
     */
    private void start(String alias) {
        ClassLayout target = requireNonNull(members.layout.joined);
        long expected = members.layout.expected(expectedOwners);
        joinedObjects = newBatch(target, expected);
        seen = new IdMap((int) Math.min(expected, MOST_SEEN));
        int columns =
                members.firstOfMember() - 1 + target.table.table().columns().size();
        references = followsReferences
                ? new JoinedReferences(
                        target, columns, this::newBatch, expected, alias, members.layout.attribute.inverseOf())
                : null;
    }

    // ---- in the rows of the owners

    /**
     * Makes the members come in the rows of their owners.
     *
     * @param owner the owners' class
     * @param columns how many columns of the owners stand before theirs
     * @param most how many tables they may take
     * @return false if they take more, so that they come in rows of their own
     */
    boolean comeWithOwners(ClassLayout owner, int columns, int most) {
        members.readBehind(columns);
        if (joins) {
            start(MemberQuery.ALIAS_WITH_OWNERS);
        }
        if (tables() > most) {
            members.readBehind(0);
            dropBatches();
            references = null;
            return false;
        }
        withOwners = query(owner, 0);
        return true;
    }

    private int tables() {
        return 1 + (joins && !members.layout.isInRowsOfMembers ? 1 : 0) + (references == null ? 0 : references.count());
    }

    /** The query for the members in the rows of their owners. */
    MemberQuery withOwners() {
        return requireNonNull(withOwners);
    }

    Select addTo(Select select, Source owner) {
        return withOwners().addTo(select, owner, references);
    }

    /** Reads the member of a row, if there is one. */
    void readWithOwner(Row row) throws SQLException {
        if (members.owner(row) != 0) {
            read(row);
        }
    }

    // ---- what the rows contain

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

    /** Reads an object that neither the answer nor this fetch has, unless it is gone. */
    private boolean readNewMember(ObjectBatch into, IdMap known, Row row, int at, long id) throws SQLException {
        if (answer.has(id) || !known.putIfAbsent(id, 0)) {
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

    /** Remembers what came with the members. */
    void observe() {
        if (references != null) {
            references.observe();
            references = null;
        }
    }
}

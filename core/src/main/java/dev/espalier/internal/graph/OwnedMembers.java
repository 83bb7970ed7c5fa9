package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.CONFLICT;

import dev.espalier.error.DatabaseException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The members of a collection of one object, of which some are read, or their number. Members that are stored are found by their positions, those of an inverse
 * are counted in the order of their ids.
 */
public final class OwnedMembers {

    private final CollectionPath path;
    private final CollectionLayout collection;
    private final List<ClassLayout> owners;
    private final long id;

    OwnedMembers(CollectionPath path, List<ClassLayout> owners, long id) {
        this.path = path;
        this.collection = path.find();
        this.owners = owners;
        this.id = id;
    }

    /** The field that holds them. */
    public CollectionAttribute attribute() {
        return collection.attribute;
    }

    /**
     * Some members that follow each other.
     *
     * @param version how often their owner had been updated
     */
    public record Page(MemberBatch batch, ClassLayout owner, int version) {

        /** How many they are. */
        public int size() {
            return batch.size;
        }
    }

    /**
     * Reads the rows of members, in one round trip.
     *
     * @param from how many members stand before
     * @param most how many are read
     * @return null if there is no such owner
     * @throws dev.espalier.error.QueryException if the owner's class does not have the collection
     */
    public @Nullable Page read(Session session, long from, long most) {
        MemberBatch batch = new MemberBatch(collection, new long[] {id}, false);
        Reading members = collection.attribute.isInverse()
                ? new Reading(session.dialect().render(inverse(from, most)), row -> batch.add(id, row.getLong(1)))
                : new Reading(session.dialect().render(stored(from, most)), batch::read);
        Owner owner = new Owner();
        owner.readWith(session, List.of(members));
        ClassLayout type = owner.type;
        return type == null ? null : new Page(batch, type, owner.version);
    }

    /**
     * How many members there are, in one round trip; empty if there is no such owner.
     *
     * @throws dev.espalier.error.QueryException if the owner's class does not have the collection
     */
    public OptionalLong count(Session session) {
        long[] count = {0};
        List<Reading> readings = new ArrayList<>();
        if (collection.attribute.isInverse()) {
            for (int table = 0; table < collection.tables.size(); table++) {
                Select each = Select.of(collection.source(table), new Expression.CountAll());
                readings.add(new Reading(
                        session.dialect().render(each.where(isOwned(collection.source(table)))),
                        row -> count[0] += row.getLong(1)));
            }
        } else {
            Source source = collection.source(0);
            Expression position = source.column(LinkTable.POS);
            readings.add(new Reading(
                    session.dialect()
                            .render(Select.of(source, position)
                                    .where(isOwned(source))
                                    .orderBy(new Select.Order(position, true, true))
                                    .limit(1L, 0)),
                    row -> count[0] = row.getLong(1) + 1));
        }
        Owner owner = new Owner();
        owner.readWith(session, readings);
        return owner.type == null ? OptionalLong.empty() : OptionalLong.of(count[0]);
    }

    /**
     * Refuses members that were deleted while they were read. Who deletes one counts up its owner in the same transaction, but for an inverse, whose members are
     * found in their own tables: one that is missing was deleted.
     *
     * @throws DatabaseException {@code conflict} if the owner has changed since the page was read
     */
    void requireUnchanged(Session session, Page page) {
        if (collection.attribute.isInverse() || hasChanged(session, page)) {
            throw new DatabaseException(
                    CONFLICT,
                    page.owner().type + " " + id + "." + collection.attribute.name()
                            + ": a member was deleted while it was read");
        }
    }

    private boolean hasChanged(Session session, Page page) {
        Owner owner = new Owner();
        owner.readWith(session, List.of());
        return owner.type == null || owner.version != page.version();
    }

    // ---- statements

    private Select stored(long from, long most) {
        MemberQuery query = new MemberQuery(null, collection, 0, false, false, List.of());
        long first = Math.min(from, Integer.MAX_VALUE);
        Expression position = collection.source(0).column(LinkTable.POS);
        Predicate isInPage = new Predicate.Between(
                position, position(first), position(Math.min(first + most - 1, Integer.MAX_VALUE)));
        return query.select(Predicate.and(isOwned(collection.source(0)), isInPage), null);
    }

    /** The ids alone. */
    private Query inverse(long from, long most) {
        List<Select> parts = IntStream.range(0, collection.tables.size())
                .mapToObj(this::inverse)
                .toList();
        if (parts.size() > 1) {
            return new Query.Combined(Query.Combination.UNION, parts, true, most, from);
        }
        Select only = parts.get(0);
        return only.orderBy(new Select.Order(only.columns().get(0), false, true))
                .limit(most, from);
    }

    private Select inverse(int table) {
        Source source = collection.source(table);
        return Select.of(source, source.column(LinkTable.POS)).where(isOwned(source));
    }

    private Predicate isOwned(Source members) {
        return Predicate.equal(members.column(LinkTable.OWNER), new Bind(ColumnType.BIGINT, id));
    }

    private static Bind position(long position) {
        return new Bind(ColumnType.INTEGER, position);
    }

    // ---- the owner

    /** The object that has the collection, found beside its members. */
    private final class Owner {
        private @Nullable ClassLayout type;
        private int version;

        /** Finds it, and reads something else in the same round trip. */
        void readWith(Session session, List<Reading> others) {
            List<Reading> readings = new ArrayList<>();
            owners.forEach(one -> readings.add(reading(session.dialect(), one)));
            readings.addAll(others);
            session.query(readings);
            ClassLayout found = type;
            if (found != null && found.collections.stream().noneMatch(many -> many.layout() == collection)) {
                throw path.notOf(found.type, id);
            }
        }

        private Reading reading(Dialect dialect, ClassLayout one) {
            Source source = one.source();
            Select select = Select.of(source, source.column(ClassTable.VERSION))
                    .where(Predicate.equal(source.column(ClassTable.ID), new Bind(ColumnType.BIGINT, id)));
            return new Reading(dialect.render(select), row -> {
                type = one;
                version = (int) row.getLong(1);
            });
        }
    }
}

package dev.espalier.graph;

import dev.espalier.jdbc.Row;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Slot;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Operator;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One chunk of ids on the way: it runs on some session, maybe beside others, and only reads what the answer has so far; what it
 * found is added to the answer afterwards, by one thread.
 */
abstract sealed class Fetch {

    final Answer answer;
    /** For an error: the relation that led here. */
    final String relation;
    final List<ObjectBatch> objects = new ArrayList<>();
    private int found;

    private Fetch(Answer answer, String relation) {
        this.answer = answer;
        this.relation = relation;
    }

    /** Sends its statements and reads their rows. */
    abstract void run(Session session);

    final void read(ObjectBatch batch, Row row, int at, long id, int version) throws SQLException {
        answer.checkSize(++found, relation);
        batch.read(row, at, id, version, answer.recipient());
    }

    /** Objects by their ids: one statement for each class that they can be of, until all are found. */
    static final class Objects extends Fetch {
        private final List<ClassLayout> classes;
        private long[] ids;

        Objects(Answer answer, String relation, List<ClassLayout> classes, long[] ids) {
            super(answer, relation);
            this.classes = classes;
            this.ids = ids;
        }

        @Override
        void run(Session session) {
            for (ClassLayout layout : classes) {
                if (ids.length > 0) {
                    ObjectBatch batch = new ObjectBatch(layout);
                    Source source = layout.source();
                    Expression id = source.column(ClassTable.ID);
                    session.query(session.dialect().renderByIds(source, layout.columns(id), id, ids),
                            row -> read(batch, row, 1, row.getLong(1), (int) row.getLong(2)));
                    objects.add(batch);
                    ids = classes.size() == 1 ? ids : without(batch);
                }
            }
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

    /** The members of a collection, with their own rows where these are joined. */
    static final class Members extends Fetch {
        final MemberBatch members;
        private final boolean joins;

        /** @param owners in rising order */
        Members(Answer answer, CollectionLayout layout, long[] owners) {
            super(answer, layout.name);
            this.members = new MemberBatch(layout, owners);
            this.joins = layout.joins();
        }

        /** Whether the objects that the members refer to came with them. */
        boolean isJoined() {
            return joins;
        }

        /** Visits every reference among the members, but those to objects that came with them. */
        void follow(Step step, Parts.Visitor visitor) {
            if (!joins && members.layout.hasReferences) {
                members.follow(0, members.size, step, visitor);
            }
        }

        @Override
        void run(Session session) {
            if (joins) {
                runJoined(session);
            } else {
                Select select = select(columns(members.layout.table.element()));
                session.query(session.dialect().render(select), members::read);
            }
        }

        private void runJoined(Session session) {
            ClassLayout target = members.layout.joined;
            ObjectBatch batch = new ObjectBatch(target);
            IdMap seen = new IdMap(members.asked.length * 2);
            Source links = members.layout.source();
            Expression targetId = links.column(members.layout.table.element().at());
            // An outer join: a list may hold null.
            Select select = select(target.columns(targetId)).leftJoin(
                    target.source(), new Predicate.Compare(target.source().column(ClassTable.ID), Operator.EQUAL, targetId));
            int at = 2 + (members.keys == null ? 0 : members.keys.slot().width());
            session.query(session.dialect().render(select), row -> {
                long id = row.getLong(at);
                members.readJoined(row, id);
                if (id != 0 && !answer.has(id) && seen.putIfAbsent(id, 0)) {
                    int version = (int) row.getLong(at + ClassTable.VERSION);
                    if (version != 0 || !row.wasNull()) {
                        read(batch, row, at, id, version);
                    }
                }
            });
            objects.add(batch);
        }

        /** Selects the owner, the key and these columns, in the order of iteration. */
        private Select select(List<Expression> elementColumns) {
            LinkTable table = members.layout.table;
            Source links = members.layout.source();
            Expression owner = links.column(LinkTable.OWNER);
            List<Expression> columns = new ArrayList<>();
            columns.add(owner);
            if (table.key() != null) {
                columns.addAll(columns(table.key()));
            }
            columns.addAll(elementColumns);
            return Select.of(links, columns)
                    .where(new Predicate.InIds(owner, members.asked))
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

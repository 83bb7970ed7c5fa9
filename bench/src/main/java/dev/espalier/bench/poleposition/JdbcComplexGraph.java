package dev.espalier.bench.poleposition;

import dev.espalier.bench.Statements;
import dev.espalier.bench.poleposition.Holders.Holder0;
import dev.espalier.bench.poleposition.Holders.Holder1;
import dev.espalier.bench.poleposition.Holders.Holder2;
import dev.espalier.bench.poleposition.Holders.Holder3;
import dev.espalier.bench.poleposition.Holders.Holder4;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Complex by statements: for each 500 objects of a level one query for each collection and the members of all classes. */
final class JdbcComplexGraph implements ComplexGraph {

    private static final int CLASSES = 5;
    private static final String CHILDREN = "holder0_children";
    private static final String ARRAY = "holder0_array";
    /** The columns of an object of any class, from the joined tables {@code h0} to {@code h4}. */
    private static final String ANY =
            "CASE WHEN h0.id IS NOT NULL THEN 0 WHEN h1.id IS NOT NULL THEN 1 WHEN h2.id IS NOT NULL THEN 2 WHEN h3.id IS NOT NULL THEN 3 ELSE 4 END,"
                    + " COALESCE(h0._version, h1._version, h2._version, h3._version, h4._version), COALESCE(h0.name, h1.name, h2.name, h3.name, h4.name),"
                    + " COALESCE(h1.i1, h2.i1, h3.i1, h4.i1), COALESCE(h2.i2, h3.i2, h4.i2), COALESCE(h3.i3, h4.i3), h4.i4";

    private record Member(long owner, int position, long target) {}

    private final Statements sql;
    private final NewIds ids;
    private long root;

    JdbcComplexGraph(Statements sql, NewIds ids) {
        this.sql = sql;
        this.ids = ids;
    }

    private static String joined(String id) {
        StringBuilder joins = new StringBuilder();
        for (int type = 0; type < CLASSES; type++) {
            joins.append(" LEFT JOIN holder")
                    .append(type)
                    .append(" h")
                    .append(type)
                    .append(" ON h")
                    .append(type)
                    .append(".id = ")
                    .append(id);
        }
        return joins.toString();
    }

    /** Returns the object whose columns begin behind its id. */
    private static Holder0 object(ResultSet row, int id) throws SQLException {
        Holder0 object = Holders.ofLevel(row.getInt(id + 1));
        object.id = row.getLong(id);
        object.version = row.getInt(id + 2);
        object.name = row.getString(id + 3);
        if (object instanceof Holder1 holder) {
            holder.i1 = row.getInt(id + 4);
        }
        if (object instanceof Holder2 holder) {
            holder.i2 = row.getInt(id + 5);
        }
        if (object instanceof Holder3 holder) {
            holder.i3 = row.getInt(id + 6);
        }
        if (object instanceof Holder4 holder) {
            holder.i4 = row.getInt(id + 7);
        }
        return object;
    }

    @Override
    public void write(Holder0 first) {
        List<Holder0> objects = new ArrayList<>();
        first.visit(objects::add);
        objects.forEach(object -> object.id = ids.next());
        root = first.id;
        List<List<Holder0>> classes = classes(objects);
        for (int type = 0; type < CLASSES; type++) {
            int attributes = type;
            StringBuilder columns = new StringBuilder("id, _version, name");
            IntStream.rangeClosed(1, type)
                    .forEach(attribute -> columns.append(", i").append(attribute));
            sql.insert(
                    "holder" + type + " (" + columns + ")",
                    classes.get(type),
                    object -> Arrays.copyOf(values(object), 3 + attributes));
        }
        insert(CHILDREN, objects, object -> object.children);
        insert(ARRAY, objects, object -> object.array);
    }

    private static Object[] values(Holder0 object) {
        return new Object[] {
            object.id,
            object.version,
            object.name,
            object instanceof Holder1 one ? one.i1 : 0,
            object instanceof Holder2 two ? two.i2 : 0,
            object instanceof Holder3 three ? three.i3 : 0,
            object instanceof Holder4 four ? four.i4 : 0
        };
    }

    private static List<List<Holder0>> classes(List<Holder0> objects) {
        return IntStream.range(0, CLASSES)
                .mapToObj(type -> objects.stream()
                        .filter(object -> object.level() == type)
                        .toList())
                .toList();
    }

    private void insert(String table, List<Holder0> owners, Function<Holder0, List<Holder0>> members) {
        List<Member> all = owners.stream()
                .flatMap(owner -> IntStream.range(0, members.apply(owner).size())
                        .mapToObj(position -> new Member(
                                owner.id, position, members.apply(owner).get(position).id)))
                .toList();
        sql.insert(table + " (owner, pos, target)", all, member ->
                new Object[] {member.owner, member.position, member.target});
    }

    @Override
    public Holder0 root() {
        Holder0 first = sql.query(
                        "SELECT id, 0, _version, name, 0, 0, 0, 0 FROM holder0 WHERE id = ?",
                        row -> object(row, 1),
                        root)
                .get(0);
        Map<Long, Holder0> objects = new HashMap<>();
        objects.put(root, first);
        for (List<Long> level = List.of(root); !level.isEmpty(); ) {
            List<Long> next = new ArrayList<>();
            readMembers(CHILDREN, level, objects, next, owner -> owner.children);
            readMembers(ARRAY, level, objects, next, owner -> owner.array);
            level = next;
        }
        return first;
    }

    private void readMembers(
            String table,
            List<Long> level,
            Map<Long, Holder0> objects,
            List<Long> next,
            Function<Holder0, List<Holder0>> members) {
        IdChunks.each(
                level,
                owners -> sql.each(
                        "SELECT l.owner, l.target, " + ANY + " FROM " + table + " l" + joined("l.target")
                                + " WHERE l.owner IN " + IdChunks.IN + " ORDER BY l.owner, l.pos",
                        row -> {
                            Holder0 member = objects.get(row.getLong(2));
                            if (member == null) {
                                member = object(row, 2);
                                objects.put(member.id, member);
                                next.add(member.id);
                            }
                            members.apply(objects.get(row.getLong(1))).add(member);
                        },
                        owners));
    }

    /** One query for the object, one for the members of its collections. */
    @Override
    public List<Holder2> byI2(int value) {
        List<Holder2> found = sql.query(
                "SELECT id, 2, _version, name, i1, i2, 0, 0 FROM holder2 WHERE i2 = ? UNION ALL SELECT id, 3, _version, name, i1, i2, i3, 0"
                        + " FROM holder3 WHERE i2 = ? UNION ALL SELECT id, 4, _version, name, i1, i2, i3, i4 FROM holder4 WHERE i2 = ?",
                row -> (Holder2) object(row, 1),
                value,
                value,
                value);
        for (Holder2 object : found) {
            sql.each(
                    "SELECT l.collection, l.pos, l.target, " + ANY + " FROM (SELECT 0 AS collection, pos, target FROM "
                            + CHILDREN + " WHERE owner = ? UNION ALL" + " SELECT 1, pos, target FROM " + ARRAY
                            + " WHERE owner = ?) l" + joined("l.target") + " ORDER BY 1, 2",
                    row -> (row.getInt(1) == 0 ? object.children : object.array).add(object(row, 3)),
                    object.id,
                    object.id);
        }
        return found;
    }

    @Override
    public void update(List<Holder0> changed) {
        List<List<Holder0>> classes = classes(changed);
        for (int type = 0; type < CLASSES; type++) {
            sql.update(
                    "UPDATE holder" + type + " SET name = ?, _version = _version + 1 WHERE id = ? AND _version = ?",
                    classes.get(type),
                    object -> new Object[] {object.name, object.id, object.version});
        }
        sql.batch("DELETE FROM " + ARRAY + " WHERE owner = ?", changed, object -> new Object[] {object.id});
        insert(ARRAY, changed, object -> object.array);
    }

    @Override
    public void delete(List<Holder0> objects) {
        sql.batch("DELETE FROM " + CHILDREN + " WHERE owner = ?", objects, object -> new Object[] {object.id});
        sql.batch("DELETE FROM " + ARRAY + " WHERE owner = ?", objects, object -> new Object[] {object.id});
        List<List<Holder0>> classes = classes(objects);
        for (int type = 0; type < CLASSES; type++) {
            sql.update("DELETE FROM holder" + type + " WHERE id = ? AND _version = ?", classes.get(type), object ->
                    new Object[] {object.id, object.version});
        }
    }
}

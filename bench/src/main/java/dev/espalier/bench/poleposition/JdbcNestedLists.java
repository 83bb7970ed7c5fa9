package dev.espalier.bench.poleposition;

import dev.espalier.bench.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** NestedLists by statements: a query for each 500 nodes of a level and the members of their lists. */
record JdbcNestedLists(Statements sql, NewIds ids) implements NestedLists {

    private static final String MEMBERS =
            "SELECT l.owner, h.id, h._version, h.name FROM list_holder_list l JOIN list_holder h ON h.id = l.target WHERE l.owner IN "
                    + IdChunks.IN + " ORDER BY l.owner, l.pos";

    private record Member(long owner, int position, long target) {}

    @Override
    public void write(ListHolder root) {
        List<ListHolder> nodes = new ArrayList<>();
        root.visit(nodes::add);
        nodes.forEach(node -> node.id = ids.next());
        sql.insert("list_holder (id, _version, name)", nodes, node -> new Object[] {node.id, node.version, node.name});
        List<Member> members = nodes.stream()
                .flatMap(node -> IntStream.range(0, node.list.size())
                        .mapToObj(position -> new Member(node.id, position, node.list.get(position).id)))
                .toList();
        sql.insert("list_holder_list (owner, pos, target)", members, member ->
                new Object[] {member.owner, member.position, member.target});
    }

    @Override
    public List<ListHolder> roots() {
        List<ListHolder> roots = sql.query(
                "SELECT id, _version, name FROM list_holder WHERE name = ?", row -> node(row, 1), ListHolder.ROOT);
        Map<Long, ListHolder> nodes = new HashMap<>();
        roots.forEach(root -> nodes.put(root.id, root));
        for (List<Long> level = List.copyOf(nodes.keySet()); !level.isEmpty(); ) {
            List<Long> next = new ArrayList<>();
            IdChunks.each(
                    level,
                    owners -> sql.each(
                            MEMBERS,
                            row -> {
                                ListHolder member = nodes.get(row.getLong(2));
                                if (member == null) {
                                    member = node(row, 2);
                                    nodes.put(member.id, member);
                                    next.add(member.id);
                                }
                                Objects.requireNonNull(nodes.get(row.getLong(1)), "the owner is of the level above")
                                        .list
                                        .add(member);
                            },
                            owners));
            level = next;
        }
        return roots;
    }

    private static ListHolder node(ResultSet row, int id) throws SQLException {
        ListHolder node = new ListHolder();
        node.id = row.getLong(id);
        node.version = row.getInt(id + 1);
        node.name = row.getString(id + 2);
        return node;
    }

    @Override
    public void updateNames(List<ListHolder> changed) {
        sql.update(
                "UPDATE list_holder SET name = ?, _version = _version + 1 WHERE id = ? AND _version = ?",
                changed,
                node -> new Object[] {node.name, node.id, node.version});
    }

    @Override
    public void delete(List<ListHolder> nodes) {
        List<ListHolder> owners =
                nodes.stream().filter(node -> !node.list.isEmpty()).toList();
        sql.batch("DELETE FROM list_holder_list WHERE owner = ?", owners, node -> new Object[] {node.id});
        sql.update("DELETE FROM list_holder WHERE id = ? AND _version = ?", nodes, node ->
                new Object[] {node.id, node.version});
    }
}

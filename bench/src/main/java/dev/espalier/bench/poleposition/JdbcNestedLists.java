package dev.espalier.bench.poleposition;

import dev.espalier.bench.Statements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** NestedLists by statements: one recursive query for the nodes and the members of their lists. */
record JdbcNestedLists(Statements sql, NewIds ids) implements NestedLists {

    private static final String REACHED = "WITH RECURSIVE reached(id) AS (SELECT id FROM list_holder WHERE name = ?"
            + " UNION SELECT l.target FROM reached r JOIN list_holder_list l ON l.owner = r.id) ";

    private record Member(long owner, int position, long target) {}

    @Override
    public void write(ListHolder root) {
        List<ListHolder> nodes = new ArrayList<>();
        root.visit(nodes::add);
        nodes.forEach(node -> node.id = ids.next());
        sql.insert("list_holder (id, _version, name)", nodes, node -> new Object[] {node.id, node.version, node.name});
        List<Member> members = nodes.stream().flatMap(node -> IntStream.range(0, node.list.size())
                .mapToObj(position -> new Member(node.id, position, node.list.get(position).id))).toList();
        sql.insert("list_holder_list (owner, pos, target)", members, member -> new Object[] {member.owner, member.position, member.target});
    }

    @Override
    public List<ListHolder> roots() {
        Map<Long, ListHolder> nodes = new HashMap<>();
        List<ListHolder> roots = new ArrayList<>();
        sql.each(REACHED + "SELECT h.id, h._version, h.name, l.target FROM reached r JOIN list_holder h ON h.id = r.id LEFT JOIN list_holder_list l ON l.owner = h.id"
                + " ORDER BY h.id, l.pos", row -> {
                    ListHolder node = nodes.computeIfAbsent(row.getLong(1), key -> new ListHolder());
                    if (node.name == null) {
                        node.id = row.getLong(1);
                        node.version = row.getInt(2);
                        node.name = row.getString(3);
                        if (node.name.equals(ListHolder.ROOT)) {
                            roots.add(node);
                        }
                    }
                    long member = row.getLong(4);
                    if (member != 0) {
                        node.list.add(nodes.computeIfAbsent(member, key -> new ListHolder()));
                    }
                }, ListHolder.ROOT);
        return roots;
    }

    @Override
    public void updateNames(List<ListHolder> changed) {
        sql.update("UPDATE list_holder SET name = ?, _version = _version + 1 WHERE id = ? AND _version = ?", changed,
                node -> new Object[] {node.name, node.id, node.version});
    }

    @Override
    public void delete(List<ListHolder> nodes) {
        List<ListHolder> owners = nodes.stream().filter(node -> !node.list.isEmpty()).toList();
        sql.batch("DELETE FROM list_holder_list WHERE owner = ?", owners, node -> new Object[] {node.id});
        sql.update("DELETE FROM list_holder WHERE id = ? AND _version = ?", nodes, node -> new Object[] {node.id, node.version});
    }
}

package dev.espalier.bench.poleposition;

import java.util.ArrayList;
import java.util.List;

/** The laps of NestedLists: the nodes that can be reached from the root are written, read, renamed and deleted. */
record NestedListsLaps(PoleSize size) {

    List<Lap> all() {
        return Circuit.NESTED_LISTS.new Laps(program -> program.run(false, () -> read(program)))
                .writesOnce("create", this::create)
                .readsOnce("read", NestedListsLaps::read)
                .writes("update", NestedListsLaps::update)
                .writes("delete", NestedListsLaps::delete)
                .all();
    }

    /** PolePosition has no check sum here. */
    private long create(PoleProgram program) {
        program.nestedLists()
                .write(ListHolder.make(
                        size.lists().depth(), size.lists().width(), size.lists().reuse()));
        return 0;
    }

    private static long read(PoleProgram program) {
        return nodes(program.nestedLists().roots()).stream()
                .mapToLong(ListHolder::checkSum)
                .sum();
    }

    private static List<ListHolder> nodes(List<ListHolder> roots) {
        List<ListHolder> nodes = new ArrayList<>();
        roots.forEach(root -> root.visit(nodes::add));
        return nodes;
    }

    /** The root keeps its name. */
    private static long update(PoleProgram program) {
        List<ListHolder> nodes = nodes(program.nestedLists().roots());
        List<ListHolder> changed = nodes.subList(1, nodes.size());
        changed.forEach(node -> node.setName("updated " + node.name()));
        program.nestedLists().updateNames(changed);
        return nodes.size();
    }

    private static long delete(PoleProgram program) {
        List<ListHolder> nodes = nodes(program.nestedLists().roots());
        program.nestedLists().delete(nodes);
        return nodes.size();
    }
}

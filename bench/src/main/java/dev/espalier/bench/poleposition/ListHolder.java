package dev.espalier.bench.poleposition;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Transient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;

/** The object of the circuit NestedLists: a node with a list of others, some of which it shares with other nodes; one may be above it. */
@NullUnmarked // the subjects set the fields
public class ListHolder {

    static final String ROOT = "root";

    long id;

    @Transient
    int version;

    @Index
    String name;

    List<ListHolder> list = new ArrayList<>();

    /**
     * Makes a root with all that is below.
     *
     * @param depth levels, the root's included
     * @param width members of each list
     * @param reused so many of them are nodes that were made before
     */
    static ListHolder make(int depth, int width, int reused) {
        ListHolder root = make(new ArrayList<>(), depth, width, reused);
        root.name = ROOT;
        return root;
    }

    private static ListHolder make(List<ListHolder> made, int depth, int width, int reused) {
        ListHolder holder = new ListHolder();
        made.add(holder);
        for (int member = width - 1; member >= 0 && depth > 1; member--) {
            if (member < reused) {
                holder.list.add(made.get(Math.max(0, (made.size() - member) / 2)));
            } else {
                ListHolder child = make(made, depth - 1, width, reused);
                child.name = "child:" + depth + ":" + member;
                holder.list.add(child);
            }
        }
        return holder;
    }

    String name() {
        return name;
    }

    void setName(String changed) {
        name = changed;
    }

    List<ListHolder> list() {
        return list;
    }

    long checkSum() {
        return name.hashCode();
    }

    /** Visits this node and all that can be reached, each once, and returns how many. */
    int visit(Consumer<ListHolder> visitor) {
        Set<ListHolder> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        visit(visitor, visited);
        return visited.size();
    }

    private void visit(Consumer<ListHolder> visitor, Set<ListHolder> visited) {
        if (visited.add(this)) {
            visitor.accept(this);
            for (ListHolder member : list) {
                member.visit(visitor, visited);
            }
        }
    }
}

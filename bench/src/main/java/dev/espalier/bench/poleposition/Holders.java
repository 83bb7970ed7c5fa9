package dev.espalier.bench.poleposition;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Transient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * The classes of the circuit Complex: a tree whose levels are objects of five classes, one below the other, each node with a second collection of five leaves,
 * one of each class. That collection is PolePosition's array; it is a list here, because Hibernate loads arrays at once.
 */
@NullUnmarked // the subjects set the fields
final class Holders {

    private static final List<Supplier<Holder0>> CLASSES =
            List.of(Holder0::new, Holder1::new, Holder2::new, Holder3::new, Holder4::new);

    private Holders() {}

    /** Returns a new object of the class that stands so many below the topmost one. */
    static Holder0 ofLevel(int level) {
        return CLASSES.get(level).get();
    }

    /** The topmost class. */
    public static class Holder0 {
        long id;

        @Transient
        int version;

        String name;
        List<Holder0> children = new ArrayList<>();
        List<Holder0> array = new ArrayList<>();

        void setAll(int value) {}

        /** Returns how far the class stands below the topmost one. */
        int level() {
            return 0;
        }

        long ownCheckSum() {
            return name().hashCode();
        }

        String name() {
            return name;
        }

        void setName(String changed) {
            name = changed;
        }

        List<Holder0> children() {
            return children;
        }

        List<Holder0> array() {
            return array;
        }

        /** Visits all objects that can be reached, each once, this one last. */
        void visit(Consumer<Holder0> visitor) {
            visit(visitor, Collections.newSetFromMap(new IdentityHashMap<>()));
        }

        private void visit(Consumer<Holder0> visitor, Set<Holder0> visited) {
            if (visited.add(this)) {
                children().forEach(child -> child.visit(visitor, visited));
                array().forEach(child -> child.visit(visitor, visited));
                visitor.accept(this);
            }
        }
    }

    /** Adds an attribute. */
    public static class Holder1 extends Holder0 {
        int i1;

        @Override
        int level() {
            return 1;
        }

        @Override
        void setAll(int value) {
            i1 = value;
        }

        @Override
        long ownCheckSum() {
            return i1 + super.ownCheckSum();
        }
    }

    /** Adds the attribute that is asked for. */
    public static class Holder2 extends Holder1 {
        @Index
        int i2;

        @Override
        int level() {
            return 2;
        }

        @Override
        void setAll(int value) {
            super.setAll(value);
            i2 = value;
        }

        @Override
        long ownCheckSum() {
            return i2 + super.ownCheckSum();
        }
    }

    /** Adds an attribute. */
    public static class Holder3 extends Holder2 {
        int i3;

        @Override
        int level() {
            return 3;
        }

        @Override
        void setAll(int value) {
            super.setAll(value);
            i3 = value;
        }

        @Override
        long ownCheckSum() {
            return i3 + super.ownCheckSum();
        }
    }

    /** Adds an attribute. */
    public static class Holder4 extends Holder3 {
        int i4;

        @Override
        int level() {
            return 4;
        }

        @Override
        void setAll(int value) {
            super.setAll(value);
            i4 = value;
        }

        @Override
        long ownCheckSum() {
            return i4 + super.ownCheckSum();
        }
    }

    /** Makes a root with all that is below: each level has its class, from the topmost one on. */
    static Holder0 make(int depth, int width) {
        Holder0 root = new Holder0();
        root.name = "root";
        List<Holder0> level = List.of(root);
        int number = 0;
        for (int below = 0; below < depth - 1; below++) {
            List<Holder0> next = new ArrayList<>();
            for (Holder0 parent : level) {
                for (int child = 0; child < width; child++) {
                    Holder0 made = CLASSES.get(below % CLASSES.size()).get();
                    made.name = String.valueOf(number);
                    made.setAll(number);
                    addLeaves(made, number++);
                    parent.children.add(made);
                    next.add(made);
                }
            }
            level = next;
        }
        return root;
    }

    private static void addLeaves(Holder0 holder, int number) {
        for (int type = 0; type < CLASSES.size(); type++) {
            Holder0 leaf = CLASSES.get(type).get();
            leaf.name = "a" + number + "_" + type;
            holder.array.add(leaf);
        }
    }
}

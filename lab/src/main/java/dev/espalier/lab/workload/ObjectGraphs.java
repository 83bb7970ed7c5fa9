package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The object graphs of a block, for writers that take one after the other. The roots of the three chains come first, one of each in turn;
 * then all other objects, of which most have been stored with a root. {@link #graph} gives the part of a graph that no other writer has
 * taken. Thread-safe.
 */
public final class ObjectGraphs {

    private final Block block;
    private final List<List<?>> others;
    private final int rootsEach;
    private final int size;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicIntegerArray taken;
    private final long stored;

    /**
     * @param block the objects
     * @param stored how many of each class have lower ids; for {@link #graph}, which finds objects by their ids
     */
    public ObjectGraphs(Block block, long stored) {
        this.block = block;
        this.stored = stored;
        this.rootsEach = block.m1.size();
        this.others = List.of(block.n2, block.m2, block.s2, block.n3, block.m3, block.s3, block.n4, block.m4, block.s4);
        this.size = 3 * rootsEach + others.size() * rootsEach;
        this.taken = new AtomicIntegerArray(ObjectClass.values().length * rootsEach);
    }

    /** @return the next object whose graph is to be stored; null if there is none left */
    public @Nullable Object next() {
        int at = next.getAndIncrement();
        if (at >= size) {
            return null;
        }
        if (at < 3 * rootsEach) {
            List<?> roots = at % 3 == 0 ? block.n1 : at % 3 == 1 ? block.m1 : block.s1;
            return roots.get(at / 3);
        }
        int other = at - 3 * rootsEach;
        return others.get(other / rootsEach).get(other % rootsEach);
    }

    /**
     * Takes the objects of a graph that nobody has taken. They must have ids from {@code stored + 1} on in each class.
     *
     * @param root where the graph begins
     * @return the new objects, in the lists of their classes; they may refer to objects that others have taken
     */
    public Block graph(Object root) {
        Block part = Block.empty();
        List<Object> waiting = new ArrayList<>(List.of(root));
        while (!waiting.isEmpty()) {
            take(waiting.remove(waiting.size() - 1), part, waiting);
        }
        return part;
    }

    private boolean take(ObjectClass type, long id) {
        return taken.compareAndSet(type.ordinal() * rootsEach + (int) (id - stored - 1), 0, 1);
    }

    private void take(Object object, Block part, List<Object> waiting) {
        if (object instanceof N1 n1 && take(ObjectClass.N1, n1.id)) {
            part.n1.add(n1);
            waiting.addAll(n1.n2);
            waiting.add(n1.m2);
        } else if (object instanceof N2 n2 && take(ObjectClass.N2, n2.id)) {
            part.n2.add(n2);
            waiting.addAll(n2.n3);
        } else if (object instanceof N3 n3 && take(ObjectClass.N3, n3.id)) {
            part.n3.add(n3);
            waiting.addAll(n3.n4);
            waiting.add(n3.m4);
        } else if (object instanceof N4 n4 && take(ObjectClass.N4, n4.id)) {
            part.n4.add(n4);
        } else if (object instanceof M1 m1 && take(ObjectClass.M1, m1.id)) {
            part.m1.add(m1);
            waiting.addAll(m1.m2);
        } else if (object instanceof M2 m2 && take(ObjectClass.M2, m2.id)) {
            part.m2.add(m2);
            waiting.addAll(m2.m3);
            waiting.add(m2.n3);
        } else if (object instanceof M3 m3 && take(ObjectClass.M3, m3.id)) {
            part.m3.add(m3);
            waiting.addAll(m3.m4);
            waiting.add(m3.s4);
        } else if (object instanceof M4 m4 && take(ObjectClass.M4, m4.id)) {
            part.m4.add(m4);
        } else {
            takeOfS(object, part, waiting);
        }
    }

    private void takeOfS(Object object, Block part, List<Object> waiting) {
        if (object instanceof S1 s1 && take(ObjectClass.S1, s1.id)) {
            part.s1.add(s1);
            waiting.addAll(s1.s2);
        } else if (object instanceof S2 s2 && take(ObjectClass.S2, s2.id)) {
            part.s2.add(s2);
            waiting.addAll(s2.s3);
            waiting.add(s2.m3);
        } else if (object instanceof S3 s3 && take(ObjectClass.S3, s3.id)) {
            part.s3.add(s3);
            waiting.addAll(s3.s4);
        } else if (object instanceof S4 s4 && take(ObjectClass.S4, s4.id)) {
            part.s4.add(s4);
        }
    }

    /**
     * Returns the id of an object.
     *
     * @param object of one of the twelve classes
     * @return its id; 0 while it is not stored
     */
    public static long id(Object object) {
        if (object instanceof N1 n1) {
            return n1.id;
        } else if (object instanceof M1 m1) {
            return m1.id;
        } else if (object instanceof S1 s1) {
            return s1.id;
        } else if (object instanceof N2 n2) {
            return n2.id;
        } else if (object instanceof M2 m2) {
            return m2.id;
        } else if (object instanceof S2 s2) {
            return s2.id;
        } else if (object instanceof N3 n3) {
            return n3.id;
        } else if (object instanceof M3 m3) {
            return m3.id;
        } else if (object instanceof S3 s3) {
            return s3.id;
        } else if (object instanceof N4 n4) {
            return n4.id;
        } else if (object instanceof M4 m4) {
            return m4.id;
        }
        return ((S4) object).id;
    }
}

package dev.espalier.lab.workload;

import dev.espalier.lab.spec.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * 100,000 new objects of each of the twelve classes, linked among themselves: what a database is filled with, block after block. Every
 * block has the same values and links, so a database of n blocks holds exactly n times what one block answers.
 *
 * <p>A block is about 110 MB of ordinary objects. Nothing here keeps it: who makes one decides when it can go.
 */
public final class Block {

    /** Objects of each class. */
    public static final int OBJECTS_PER_CLASS = Sizes.BLOCK;
    /** Objects of all twelve classes. */
    public static final int OBJECTS = OBJECTS_PER_CLASS * ObjectClass.values().length;
    /** Found by {@code SeedSearch}, beside the tests: the first seed for which the published query finds exactly 4 roots in a block. */
    public static final long SEED = 34345L;

    /** Values run from 1 to this. */
    static final int VALUES = 1000;

    static final int LONGEST_LIST = 3;

    public final List<N1> n1;
    public final List<N2> n2;
    public final List<N3> n3;
    public final List<N4> n4;
    public final List<M1> m1;
    public final List<M2> m2;
    public final List<M3> m3;
    public final List<M4> m4;
    public final List<S1> s1;
    public final List<S2> s2;
    public final List<S3> s3;
    public final List<S4> s4;

    private final int size;

    /** Makes a block. Takes about a fifth of a second. */
    public Block() {
        this(OBJECTS_PER_CLASS);
    }

    /**
     * Makes a smaller block for a demonstration. The published query finds fewer roots in it, or none.
     *
     * @param size the number of objects of each class, at most {@link #OBJECTS_PER_CLASS}
     */
    public Block(int size) {
        this.size = size;
        Draws draws = new Draws(SEED);
        n1 = made(draws, ObjectClass.N1, N1::new, (object, value) -> object.value = value);
        n2 = made(draws, ObjectClass.N2, N2::new, (object, value) -> object.value = value);
        n3 = made(draws, ObjectClass.N3, N3::new, (object, value) -> object.value = value);
        n4 = made(draws, ObjectClass.N4, N4::new, (object, value) -> object.value = value);
        m1 = made(draws, ObjectClass.M1, M1::new, (object, value) -> object.value = value);
        m2 = made(draws, ObjectClass.M2, M2::new, (object, value) -> object.value = value);
        m3 = made(draws, ObjectClass.M3, M3::new, (object, value) -> object.value = value);
        m4 = made(draws, ObjectClass.M4, M4::new, (object, value) -> object.value = value);
        s1 = made(draws, ObjectClass.S1, S1::new, (object, value) -> object.value = value);
        s2 = made(draws, ObjectClass.S2, S2::new, (object, value) -> object.value = value);
        s3 = made(draws, ObjectClass.S3, S3::new, (object, value) -> object.value = value);
        s4 = made(draws, ObjectClass.S4, S4::new, (object, value) -> object.value = value);
        link(draws);
    }

    /** @return whether it has no object */
    public boolean isEmpty() {
        return Stream.of(n1, n2, n3, n4, m1, m2, m3, m4, s1, s2, s3, s4).allMatch(List::isEmpty);
    }

    /** @return a block without objects, to which objects of another one can be added */
    static Block empty() {
        return new Block(0);
    }

    private void link(Draws draws) {
        for (int row = 0; row < size; row++) {
            N1 owner = n1.get(row);
            owner.n2 = members(draws, Relation.N1_N2, row, n2);
            owner.m2 = m2.get(draws.member(Relation.N1_TO_M2, row, 0) % size);
        }
        for (int row = 0; row < size; row++) {
            N2 owner = n2.get(row);
            owner.n3 = members(draws, Relation.N2_N3, row, n3);
        }
        for (int row = 0; row < size; row++) {
            N3 owner = n3.get(row);
            owner.n4 = members(draws, Relation.N3_N4, row, n4);
            owner.m4 = m4.get(draws.member(Relation.N3_TO_M4, row, 0) % size);
        }
        for (int row = 0; row < size; row++) {
            M1 owner = m1.get(row);
            owner.m2 = members(draws, Relation.M1_M2, row, m2);
        }
        for (int row = 0; row < size; row++) {
            M2 owner = m2.get(row);
            owner.m3 = members(draws, Relation.M2_M3, row, m3);
            owner.n3 = n3.get(draws.member(Relation.M2_TO_N3, row, 0) % size);
        }
        for (int row = 0; row < size; row++) {
            M3 owner = m3.get(row);
            owner.m4 = members(draws, Relation.M3_M4, row, m4);
            owner.s4 = s4.get(draws.member(Relation.M3_TO_S4, row, 0) % size);
        }
        for (int row = 0; row < size; row++) {
            S1 owner = s1.get(row);
            owner.s2 = members(draws, Relation.S1_S2, row, s2);
        }
        for (int row = 0; row < size; row++) {
            S2 owner = s2.get(row);
            owner.s3 = members(draws, Relation.S2_S3, row, s3);
            owner.m3 = m3.get(draws.member(Relation.S2_TO_M3, row, 0) % size);
        }
        for (int row = 0; row < size; row++) {
            S3 owner = s3.get(row);
            owner.s4 = members(draws, Relation.S3_S4, row, s4);
        }
    }

    private <T> List<T> made(Draws draws, ObjectClass type, Supplier<T> constructor, ObjIntConsumer<T> setValue) {
        List<T> objects = new ArrayList<>(size);
        for (int row = 0; row < size; row++) {
            T object = constructor.get();
            setValue.accept(object, draws.value(type, row));
            objects.add(object);
        }
        return objects;
    }

    private static <T> List<T> members(Draws draws, Relation list, int row, List<T> targets) {
        int count = draws.size(list, row);
        List<T> members = new ArrayList<>(count);
        for (int position = 0; position < count; position++) {
            members.add(targets.get(draws.member(list, row, position) % targets.size()));
        }
        return members;
    }
}

package dev.espalier.bench.poleposition;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Transient;

/** The classes of the circuit InheritanceHierarchy: five levels, each with an attribute. The one in the middle has an index. */
final class Hierarchy {

    private Hierarchy() {}

    /** The topmost class. */
    public static class Hierarchy0 {
        long id;

        @Transient
        int version;

        int i0;
    }

    /** Adds an attribute. */
    public static class Hierarchy1 extends Hierarchy0 {
        int i1;
    }

    /** Adds the attribute that is asked for. */
    public static class Hierarchy2 extends Hierarchy1 {
        @Index
        int i2;
    }

    /** Adds an attribute. */
    public static class Hierarchy3 extends Hierarchy2 {
        int i3;
    }

    /** The class of all objects of the circuit. */
    public static class Hierarchy4 extends Hierarchy3 {
        int i4;

        static Hierarchy4 of(int number) {
            Hierarchy4 object = new Hierarchy4();
            object.i0 = number;
            object.i1 = number;
            object.i2 = number;
            object.i3 = number;
            object.i4 = number;
            return object;
        }

        long checkSum() {
            return i4;
        }
    }
}

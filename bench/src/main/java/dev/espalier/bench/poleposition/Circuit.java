package dev.espalier.bench.poleposition;

import dev.espalier.lab.spec.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The circuits. */
public enum Circuit {
    /** Objects with two indexed attributes. */
    FLAT_OBJECT("FlatObject"),
    /** Nodes with lists of nodes. */
    NESTED_LISTS("NestedLists"),
    /** Objects of a class with four above it. */
    INHERITANCE_HIERARCHY("InheritanceHierarchy"),
    /** A tree of objects of five classes. */
    COMPLEX("Complex");

    private final String title;

    Circuit(String title) {
        this.title = title;
    }

    /** @return the name as PolePosition writes it */
    public String title() {
        return title;
    }

    /** @return the name as it is written on the command line */
    public String word() {
        return Words.word(this);
    }

    List<Lap> laps(PoleSize size) {
        return switch (this) {
            case FLAT_OBJECT -> new FlatObjectLaps(size).all();
            case NESTED_LISTS -> new NestedListsLaps(size).all();
            case INHERITANCE_HIERARCHY -> new HierarchyLaps(size).all();
            case COMPLEX -> new ComplexLaps(size).all();
        };
    }

    /** Collects laps in their order. */
    final class Laps {
        private final List<Lap> laps = new ArrayList<>();
        private final ToLongFunction<PoleProgram> stored;

        Laps(ToLongFunction<PoleProgram> stored) {
            this.stored = stored;
        }

        /** Adds a lap of several transactions that write. */
        Laps transactions(String name, ToLongFunction<PoleProgram> work) {
            laps.add(new Lap(Circuit.this, name, laps.isEmpty(), true, work, stored));
            return this;
        }

        /** Adds a lap of one transaction that writes. */
        Laps writes(String name, ToLongFunction<PoleProgram> work) {
            return transactions(name, program -> program.run(true, () -> work.applyAsLong(program)));
        }

        /** Adds a lap that writes by one call. */
        Laps writesOnce(String name, ToLongFunction<PoleProgram> work) {
            return transactions(name, program -> program.runOneCall(true, () -> work.applyAsLong(program)));
        }

        /** Adds a lap that reads by one call. */
        Laps readsOnce(String name, ToLongFunction<PoleProgram> work) {
            laps.add(new Lap(
                    Circuit.this,
                    name,
                    laps.isEmpty(),
                    false,
                    program -> program.runOneCall(false, () -> work.applyAsLong(program)),
                    stored));
            return this;
        }

        /** Adds a lap of one transaction that reads. */
        Laps reads(String name, ToLongFunction<PoleProgram> work) {
            laps.add(new Lap(
                    Circuit.this,
                    name,
                    laps.isEmpty(),
                    false,
                    program -> program.run(false, () -> work.applyAsLong(program)),
                    stored));
            return this;
        }

        List<Lap> all() {
            return List.copyOf(laps);
        }
    }
}

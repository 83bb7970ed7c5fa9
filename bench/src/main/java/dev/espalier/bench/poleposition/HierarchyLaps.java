package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import java.util.List;
import java.util.stream.IntStream;

/** The laps of InheritanceHierarchy: objects are written, all read, found by an attribute of a class above, one query for each, and deleted. */
record HierarchyLaps(PoleSize size) {

    private static final int LEVELS = 5;

    List<Lap> all() {
        return Circuit.INHERITANCE_HIERARCHY.new Laps(program -> program.run(false, () -> read(program)))
                .writesOnce("write", this::write)
                .readsOnce("read", HierarchyLaps::read)
                .reads("query", this::query)
                .writes("delete", HierarchyLaps::delete)
                .all();
    }

    /** PolePosition has no check sum here. */
    private long write(PoleProgram program) {
        program.hierarchies()
                .write(IntStream.rangeClosed(1, size.hierarchy().objects())
                        .mapToObj(Hierarchy4::of)
                        .toList());
        return 0;
    }

    private static long read(PoleProgram program) {
        return checkSum(program.hierarchies().all());
    }

    private static long checkSum(List<Hierarchy4> objects) {
        return objects.stream().mapToLong(Hierarchy4::checkSum).sum();
    }

    private long query(PoleProgram program) {
        return IntStream.rangeClosed(1, size.hierarchy().selects())
                .mapToLong(value -> checkSum(program.hierarchies().byI2(value)))
                .sum();
    }

    private static long delete(PoleProgram program) {
        List<Hierarchy4> all = program.hierarchies().all();
        program.hierarchies().delete(all);
        return (long) LEVELS * all.size();
    }
}

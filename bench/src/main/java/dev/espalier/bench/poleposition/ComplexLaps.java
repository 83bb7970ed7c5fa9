package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Holders.Holder0;
import java.util.ArrayList;
import java.util.List;

/**
 * The laps of Complex: the tree is written and read, nodes of the third level are found by an attribute, one query for each, all objects are changed and
 * deleted. A change puts the children into the second collection: the leaves that were there stay, and nothing refers to them.
 */
record ComplexLaps(PoleSize size) {

    List<Lap> all() {
        return Circuit.COMPLEX.new Laps(program -> program.run(false, () -> queried(program, true)))
                .writesOnce("write", this::write)
                .readsOnce("read", ComplexLaps::read)
                .reads("query", program -> queried(program, false))
                .writes("update", ComplexLaps::update)
                .writes("delete", ComplexLaps::delete)
                .all();
    }

    private long write(PoleProgram program) {
        Holder0 root = Holders.make(size.complex().depth(), size.complex().width());
        long sum = checkSum(objects(root));
        program.complexGraph().write(root);
        return sum;
    }

    private static long read(PoleProgram program) {
        return checkSum(objects(program.complexGraph().root()));
    }

    private static List<Holder0> objects(Holder0 root) {
        List<Holder0> objects = new ArrayList<>();
        root.visit(objects::add);
        return objects;
    }

    private static long checkSum(List<Holder0> objects) {
        return objects.stream()
                .mapToLong(object -> Math.abs(object.ownCheckSum()))
                .sum();
    }

    private static long sum(List<? extends Holder0> objects) {
        return objects.stream().mapToLong(Holder0::ownCheckSum).sum();
    }

    /** The third level has as many nodes as the width to the power of three; behind the last one follows the first one again. */
    private long queried(PoleProgram program, boolean once) {
        int width = size.complex().width();
        int nodes = width * width * width;
        long sum = 0;
        for (int query = 0; query < (once ? nodes : size.complex().selects()); query++) {
            for (Holder0 found : program.complexGraph().byI2(width * width + width + query % nodes)) {
                sum += found.ownCheckSum() + sum(found.children()) + sum(found.array());
            }
        }
        return sum;
    }

    private static long update(PoleProgram program) {
        List<Holder0> objects = objects(program.complexGraph().root());
        long sum = sum(objects);
        for (Holder0 object : objects) {
            object.setName("updated");
            object.array().clear();
            object.array().addAll(object.children());
        }
        program.complexGraph().update(objects);
        return sum;
    }

    private static long delete(PoleProgram program) {
        List<Holder0> objects = objects(program.complexGraph().root());
        long sum = sum(objects);
        program.complexGraph().delete(objects);
        return sum;
    }
}

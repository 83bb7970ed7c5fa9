package dev.espalier.bench.poleposition;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The laps of FlatObject: objects are written in several transactions, found by each of two attributes, one query for each, updated and deleted. */
record FlatObjectLaps(PoleSize size) {

    List<Lap> all() {
        return Circuit.FLAT_OBJECT.new Laps(this::stored)
                .transactions("write", this::write)
                .reads("queryIndexedString", this::queryText)
                .reads("queryIndexedInt", this::queryNumber)
                .writes("update", this::update)
                .writes("delete", this::delete)
                .all();
    }

    private long write(PoleProgram program) {
        long sum = 0;
        for (int first = 1; first <= size.flat().objects(); first += size.flat().commitInterval()) {
            int last = Math.min(
                    first + size.flat().commitInterval() - 1, size.flat().objects());
            List<IndexedObject> objects = IntStream.rangeClosed(first, last)
                    .mapToObj(IndexedObject::new)
                    .toList();
            sum += program.runOneCall(true, () -> {
                program.flatObjects().write(objects);
                return checkSum(objects);
            });
        }
        return sum;
    }

    private static long checkSum(List<IndexedObject> objects) {
        return objects.stream().mapToLong(IndexedObject::checkSum).sum();
    }

    private long queryText(PoleProgram program) {
        return IntStream.rangeClosed(1, size.flat().selects())
                .mapToLong(number -> checkSum(program.flatObjects().byText(IndexedObject.textOf(number))))
                .sum();
    }

    private long queryNumber(PoleProgram program) {
        return IntStream.rangeClosed(1, size.flat().selects())
                .mapToLong(number -> checkSum(program.flatObjects().byNumber(number)))
                .sum();
    }

    private List<IndexedObject> someObjects(PoleProgram program) {
        List<IndexedObject> found = new ArrayList<>();
        for (int number = 1; number <= size.flat().updates(); number++) {
            found.addAll(program.flatObjects().byNumber(number));
        }
        return found;
    }

    private long update(PoleProgram program) {
        List<IndexedObject> changed = someObjects(program);
        List<String> before = changed.stream().map(IndexedObject::text).toList();
        changed.forEach(IndexedObject::toUpperCase);
        program.flatObjects().update(changed, before);
        return checkSum(changed);
    }

    private long delete(PoleProgram program) {
        List<IndexedObject> found = someObjects(program);
        program.flatObjects().delete(found);
        return checkSum(found);
    }

    /** The objects that laps change, and some behind them, by both indexes. */
    private long stored(PoleProgram program) {
        return program.run(
                false,
                () -> IntStream.rangeClosed(1, size.flat().updates() + 1)
                        .mapToLong(number -> hash(program.flatObjects().byNumber(number))
                                + 31 * hash(program.flatObjects().byText(IndexedObject.textOf(number))))
                        .sum());
    }

    private static long hash(List<IndexedObject> objects) {
        return objects.stream()
                .mapToLong(object -> object.number() * 31L + object.text().hashCode())
                .sum();
    }
}

package dev.espalier.bench.poleposition;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Consumer;

/** Ids as the parameters of a statement that takes so many of them at once. */
final class IdChunks {

    private static final int SIZE = 500;
    /** A list of as many parameters, always the same, so that the statement is prepared once. */
    static final String IN = "(" + String.join(", ", Collections.nCopies(SIZE, "?")) + ")";

    private IdChunks() {}

    /** The last chunk ends with one id several times. */
    static void each(Collection<Long> ids, Consumer<Object[]> use) {
        Iterator<Long> rest = ids.iterator();
        while (rest.hasNext()) {
            Object[] chunk = new Object[SIZE];
            Long id = null;
            for (int index = 0; index < SIZE; index++) {
                id = rest.hasNext() ? rest.next() : id;
                chunk[index] = id;
            }
            use.accept(chunk);
        }
    }
}

package dev.espalier.bench.poleposition;

import java.util.List;

/** The operations of the circuit FlatObject, one implementation for each subject. */
interface FlatObjects {

    /** Writes new objects. */
    void write(List<IndexedObject> objects);

    /** Returns the objects of a text. */
    List<IndexedObject> byText(String text);

    /** Returns the objects of a number. */
    List<IndexedObject> byNumber(int number);

    /**
     * Writes changed objects.
     *
     * @param before their texts before, for a subject that keeps its indexes itself
     */
    void update(List<IndexedObject> changed, List<String> before);

    /** Deletes objects. */
    void delete(List<IndexedObject> objects);
}

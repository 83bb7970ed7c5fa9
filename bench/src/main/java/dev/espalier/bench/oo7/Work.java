package dev.espalier.bench.oo7;

import dev.espalier.bench.oo7.Design.Assembly;
import dev.espalier.bench.oo7.Design.AtomicPart;
import dev.espalier.bench.oo7.Design.BaseAssembly;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Document;
import dev.espalier.bench.oo7.Design.Module;
import java.util.Collection;
import java.util.List;

/** The reads and writes of one operation: what a subject does in its own way. {@link Oo7Operation} says what is done with the objects. */
interface Work {

    /**
     * One row of the join of Q8.
     *
     * @param part the number of the atomic part
     * @param document the number of its document
     */
    record Pair(int part, int document) {}

    /** Returns the module with an extent; the objects of the operation before, if the program still holds them. */
    Module module(Extent extent);

    /** Returns the atomic parts of these numbers, flat. */
    List<AtomicPart> atomicParts(int[] numbers);

    /** Returns the atomic parts built in an interval, both ends included, flat. */
    List<AtomicPart> atomicPartsBuilt(int from, int to);

    /** Returns all atomic parts, flat. */
    List<AtomicPart> allAtomicParts();

    /** Returns the base assemblies that use the composite part of a document, flat. */
    List<BaseAssembly> usersOf(String title);

    /** Returns the base assemblies that use a younger composite part, flat. */
    List<BaseAssembly> baseAssembliesToMake();

    /** Returns the assemblies of both classes that use, at any depth, a younger composite part, flat. */
    List<Assembly> assembliesToMake();

    /** Returns atomic parts with the documents that they name by number, which no reference connects. */
    List<Pair> partsWithDocuments();

    /** Returns the base assemblies of these numbers, each with the composite parts that it uses. */
    List<BaseAssembly> baseAssemblies(int[] numbers);

    /** Writes the coordinates of atomic parts. */
    void updateCoordinates(Collection<AtomicPart> changed);

    /** Writes the dates of atomic parts. */
    void updateDates(Collection<AtomicPart> changed);

    /** Writes changed documents. */
    void updateDocuments(Collection<Document> changed);

    /** Writes new composite parts with all that belongs to them, and the base assemblies that use them. */
    void insert(List<CompositePart> parts, List<BaseAssembly> users);

    /** Removes composite parts with all that belongs to them, and from the assemblies that use them. */
    void delete(int[] numbers);
}

package dev.espalier.bench.oo7;

import dev.espalier.bench.oo7.Design.AtomicPart;
import dev.espalier.bench.oo7.Design.BaseAssembly;
import dev.espalier.bench.oo7.Design.ComplexAssembly;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Connection;
import dev.espalier.bench.oo7.Design.DesignObject;
import dev.espalier.bench.oo7.Design.Document;
import dev.espalier.bench.oo7.Design.Module;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The operations of OO7, by the names of the report (M. Carey, D. DeWitt, J. Naughton, "The OO7 Benchmark", CS-TR-93-1140, University of Wisconsin-Madison):
 * traversals in section 3.1, queries in 3.2, structural modifications in 3.3. Each is one transaction. The answer is a count, or a sum that depends on every
 * object that is returned.
 */
public enum Oo7Operation {

    /** Raw traversal speed: each atomic part of each use of a composite part. */
    T1(false, (work, draws) -> traverse(work.module(Extent.PARTS), part -> visitGraph(part, atomic -> {}))),
    /** Updates: the root part's coordinates are exchanged. */
    T2A(true, (work, draws) -> update(work, 1, true, AtomicPart::swap, Work::updateCoordinates)),
    /** Updates of each atomic part. */
    T2B(true, (work, draws) -> update(work, 1, false, AtomicPart::swap, Work::updateCoordinates)),
    /** Updates of each atomic part, four times. */
    T2C(true, (work, draws) -> update(work, 4, false, AtomicPart::swap, Work::updateCoordinates)),
    /** As T2a, of an attribute that has an index. */
    T3A(true, (work, draws) -> update(work, 1, true, AtomicPart::changeDate, Work::updateDates)),
    /** As T2b, of an attribute that has an index. */
    T3B(true, (work, draws) -> update(work, 1, false, AtomicPart::changeDate, Work::updateDates)),
    /** As T2c, of an attribute that has an index. */
    T3C(true, (work, draws) -> update(work, 4, false, AtomicPart::changeDate, Work::updateDates)),
    /** Each document is searched for a letter. */
    T4(
            false,
            (work, draws) -> traverse(
                    work.module(Extent.DOCUMENTS),
                    part -> count(part.documentation().text(), 'I'))),
    /** A phrase of each document is replaced, or put back. */
    T5(true, (work, draws) -> updateDocuments(work)),
    /** Sparse traversal speed: the root part of each use of a composite part. */
    T6(
            false,
            (work, draws) -> traverse(
                    work.module(Extent.ROOT_PARTS), part -> part.rootPart().x() >= 0 ? 1 : 0)),
    /** The manual is searched for a letter. */
    T8(false, (work, draws) -> count(work.module(Extent.MANUAL).manual().text(), 'I')),
    /** The first and the last letter of the manual are compared. */
    T9(false, (work, draws) -> endsAlike(work.module(Extent.MANUAL).manual().text())),

    /** Exact match lookup of ten atomic parts. */
    Q1(
            false,
            (work, draws) ->
                    sumOfParts(work.atomicParts(draws.numbers(10, draws.size().allAtomicParts())))),
    /** The newest hundredth of the dates. */
    Q2(false, (work, draws) -> sumOfParts(work.atomicPartsBuilt(1_990, 1_999))),
    /** The newest tenth of the dates. */
    Q3(false, (work, draws) -> sumOfParts(work.atomicPartsBuilt(1_900, 1_999))),
    /** Path lookup: the users of the composite parts of a hundred titles. */
    Q4(
            false,
            (work, draws) -> IntStream.of(draws.numbers(100, draws.size().compositeParts()))
                    .mapToLong(number -> sum(work.usersOf(DesignMaker.title(number))))
                    .sum()),
    /** Single-level make: base assemblies that use a younger composite part. */
    Q5(false, (work, draws) -> sum(work.baseAssembliesToMake())),
    /** Multi-level make: the same through all levels. */
    Q6(false, (work, draws) -> sum(work.assembliesToMake())),
    /** Scan of all atomic parts. */
    Q7(false, (work, draws) -> sumOfParts(work.allAtomicParts())),
    /** Ad-hoc join of atomic parts and documents. */
    Q8(
            false,
            (work, draws) -> work.partsWithDocuments().stream()
                    .mapToLong(pair -> 31L * pair.part() + pair.document())
                    .sum()),

    /** Structural modification 1: five new composite parts, used by ten base assemblies. */
    INSERT(true, (work, draws) -> insert(work, draws)),
    /** Structural modification 2: these parts are removed again. */
    DELETE(true, (work, draws) -> delete(work, draws));

    private static final int NEW_PARTS = 5;
    private static final int NEW_USERS = 10;

    private interface Definition {
        long on(Work work, Draws draws);
    }

    private final boolean writes;
    private final Definition definition;

    Oo7Operation(boolean writes, Definition definition) {
        this.writes = writes;
        this.definition = definition;
    }

    /** @return whether it changes the database */
    public boolean writes() {
        return writes;
    }

    /** @return whether it is a traversal, which is also measured warm */
    public boolean isTraversal() {
        return name().startsWith("T");
    }

    long on(Work work, Draws draws) {
        return definition.on(work, draws);
    }

    /** Visits the composite parts of each base assembly; one that several use is visited as often. */
    private static long traverse(Module module, ToLongFunction<CompositePart> visit) {
        return traverse(module.designRoot(), visit);
    }

    private static long traverse(ComplexAssembly assembly, ToLongFunction<CompositePart> visit) {
        long sum = 0;
        for (ComplexAssembly below : assembly.complexAssemblies()) {
            sum += traverse(below, visit);
        }
        for (BaseAssembly below : assembly.baseAssemblies()) {
            for (CompositePart part : below.components()) {
                sum += visit.applyAsLong(part);
            }
        }
        return sum;
    }

    /** Visits the atomic parts of a composite part depth first, each once, and returns how many. */
    private static long visitGraph(CompositePart part, Consumer<AtomicPart> visit) {
        Set<Integer> visited = new HashSet<>();
        visitGraph(part.rootPart(), visit, visited);
        return visited.size();
    }

    private static void visitGraph(AtomicPart part, Consumer<AtomicPart> visit, Set<Integer> visited) {
        if (visited.add(part.number())) {
            visit.accept(part);
            for (Connection connection : part.connections()) {
                visitGraph(connection.to(), visit, visited);
            }
        }
    }

    /** The answer is the number of updates. */
    private static long update(
            Work work,
            int times,
            boolean rootsOnly,
            Consumer<AtomicPart> change,
            BiConsumer<Work, Collection<AtomicPart>> write) {
        Map<Integer, AtomicPart> changed = new HashMap<>();
        long visited = traverse(
                work.module(Extent.PARTS),
                part -> visitGraph(part, atomic -> {
                    if (!rootsOnly || atomic.number() == part.rootPart().number()) {
                        for (int time = 0; time < times; time++) {
                            change.accept(atomic);
                        }
                        changed.put(atomic.number(), atomic);
                    }
                }));
        write.accept(work, changed.values());
        return visited * 31 + changed.size();
    }

    private static long updateDocuments(Work work) {
        Map<Integer, Document> changed = new HashMap<>();
        long replaced = traverse(work.module(Extent.DOCUMENTS), part -> {
            Document document = part.documentation();
            String before = document.text();
            String after =
                    before.contains("I am") ? before.replace("I am", "This is") : before.replace("This is", "I am");
            document.setText(after);
            changed.put(document.number(), document);
            return Math.abs(after.length() - before.length()) / 3;
        });
        work.updateDocuments(changed.values());
        return replaced;
    }

    private static long count(String text, char letter) {
        return text.chars().filter(character -> character == letter).count();
    }

    private static long endsAlike(String text) {
        return text.charAt(0) == text.charAt(text.length() - 1) ? 1 : 0;
    }

    private static long sumOfParts(Collection<AtomicPart> parts) {
        return parts.stream()
                .mapToLong(part -> ((part.number() * 31L + part.x()) * 31 + part.y()) * 31 + part.buildDate())
                .sum();
    }

    private static long sum(Collection<? extends DesignObject> objects) {
        return objects.stream()
                .mapToLong(object -> object.number() * 31L + object.buildDate())
                .sum();
    }

    private static long insert(Work work, Draws draws) {
        DesignMaker maker = new DesignMaker(draws.size(), draws.seed());
        List<CompositePart> parts = new ArrayList<>();
        for (int number : newNumbers(draws)) {
            parts.add(maker.compositePart(number));
        }
        List<BaseAssembly> users =
                work.baseAssemblies(draws.numbers(NEW_USERS, draws.size().baseAssemblies()));
        for (int user = 0; user < users.size(); user++) {
            users.get(user).components().add(parts.get(user % NEW_PARTS));
        }
        work.insert(parts, users);
        return sum(users);
    }

    private static long delete(Work work, Draws draws) {
        work.delete(newNumbers(draws));
        return NEW_PARTS;
    }

    private static int[] newNumbers(Draws draws) {
        return IntStream.rangeClosed(1, NEW_PARTS)
                .map(part -> draws.size().compositeParts() + part)
                .toArray();
    }
}

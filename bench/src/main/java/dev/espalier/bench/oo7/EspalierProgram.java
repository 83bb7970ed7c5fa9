package dev.espalier.bench.oo7;

import dev.espalier.Database;
import dev.espalier.LoadBounds;
import dev.espalier.Model;
import dev.espalier.bench.EspalierDatabases;
import dev.espalier.bench.oo7.Design.Assembly;
import dev.espalier.bench.oo7.Design.AtomicPart;
import dev.espalier.bench.oo7.Design.BaseAssembly;
import dev.espalier.bench.oo7.Design.ComplexAssembly;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Document;
import dev.espalier.bench.oo7.Design.Module;
import dev.espalier.lab.target.TargetDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** As a program with this library does it: bounds say how much of a module is loaded, changed objects are stored, and the library finds what has changed. */
final class EspalierProgram implements Oo7Program, Work {

    private static final Map<Extent, UnaryOperator<LoadBounds>> BOUNDS = Map.of(
            Extent.PARTS, bounds -> bounds.complete().stopAt("manual", "documentation"),
            Extent.ROOT_PARTS, bounds -> bounds.complete().stopAt("manual", "documentation", "parts", "connections"),
            Extent.DOCUMENTS, bounds -> bounds.complete().stopAt("manual", "parts", "rootPart"),
            Extent.MANUAL, bounds -> bounds.only("manual"));

    private final Database db;
    private final long module;
    private @Nullable Module held;

    EspalierProgram(TargetDatabase at) {
        db = EspalierDatabases.open(at, Model.of(Module.class));
        module = db.query(Module.class, "number = 1").ids()[0];
    }

    @Override
    public long run(boolean writes, ToLongFunction<Work> operation) {
        return operation.applyAsLong(this);
    }

    @Override
    public void forget() {
        held = null;
    }

    @Override
    public Module module(Extent extent) {
        if (held == null) {
            held = db.get(Module.class, module, Objects.requireNonNull(BOUNDS.get(extent)));
        }
        return held;
    }

    @Override
    public List<AtomicPart> atomicParts(int[] numbers) {
        List<AtomicPart> found = new ArrayList<>();
        for (int number : numbers) {
            found.add(db.query(AtomicPart.class, "number = :number")
                    .with("number", number)
                    .depth(0)
                    .one());
        }
        return found;
    }

    @Override
    public List<AtomicPart> atomicPartsBuilt(int from, int to) {
        return db.query(AtomicPart.class, "buildDate >= :from, buildDate <= :to")
                .with("from", from)
                .with("to", to)
                .depth(0)
                .list();
    }

    @Override
    public List<AtomicPart> allAtomicParts() {
        return db.query(AtomicPart.class, "").depth(0).list();
    }

    @Override
    public List<BaseAssembly> usersOf(String title) {
        return db.query(BaseAssembly.class, "components.documentation.title = :title")
                .with("title", title)
                .depth(0)
                .list();
    }

    @Override
    public List<BaseAssembly> baseAssembliesToMake() {
        return db.query(BaseAssembly.class, "components.buildDate > buildDate")
                .depth(0)
                .list();
    }

    @Override
    public List<Assembly> assembliesToMake() {
        List<Assembly> found = new ArrayList<>(baseAssembliesToMake());
        found.addAll(
                db.query(ComplexAssembly.class, "complexAssemblies*.baseAssemblies.components.buildDate > buildDate")
                        .depth(0)
                        .list());
        return found;
    }

    /** The library has no joins but along relations: the program joins by a map. */
    @Override
    public List<Pair> partsWithDocuments() {
        Map<Integer, Document> documents = db.query(Document.class, "").list().stream()
                .collect(Collectors.toMap(Document::number, Function.identity()));
        return allAtomicParts().stream()
                .filter(part -> documents.containsKey(part.docId()))
                .map(part -> new Pair(part.number(), part.docId()))
                .toList();
    }

    @Override
    public List<BaseAssembly> baseAssemblies(int[] numbers) {
        List<Integer> wanted = Arrays.stream(numbers).boxed().toList();
        return db.query(BaseAssembly.class, "number IN (:numbers) ORDER BY number")
                .with("numbers", wanted)
                .depth(1)
                .stopAt("module", "superAssembly")
                .list();
    }

    @Override
    public void updateCoordinates(Collection<AtomicPart> changed) {
        db.storeAll(changed);
    }

    @Override
    public void updateDates(Collection<AtomicPart> changed) {
        db.storeAll(changed);
    }

    @Override
    public void updateDocuments(Collection<Document> changed) {
        db.storeAll(changed);
    }

    /** The new parts are reached from their users. */
    @Override
    public void insert(List<CompositePart> parts, List<BaseAssembly> users) {
        db.storeAll(users);
    }

    /** A deletion also takes the parts out of the collections of their users. */
    @Override
    public void delete(int[] numbers) {
        List<Integer> wanted = Arrays.stream(numbers).boxed().toList();
        List<Object> all = new ArrayList<>();
        for (CompositePart part : db.query(CompositePart.class, "number IN (:numbers)")
                .with("numbers", wanted)
                .follow("connections")
                .list()) {
            all.add(part);
            all.add(part.documentation());
            for (AtomicPart atomic : part.parts()) {
                all.add(atomic);
                all.addAll(atomic.connections());
            }
        }
        db.deleteAll(all);
    }

    @Override
    public void close() {
        db.close();
    }
}

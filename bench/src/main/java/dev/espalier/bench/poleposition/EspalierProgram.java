package dev.espalier.bench.poleposition;

import dev.espalier.Database;
import dev.espalier.bench.EspalierDatabases;
import dev.espalier.lab.target.TargetDatabase;
import java.util.function.LongSupplier;

/** As a program with this library does it: laps are transactions, bounds say how much is loaded, and the library finds what has changed. */
final class EspalierProgram implements PoleProgram {

    private final TargetDatabase at;
    private final Database db;
    private final FlatObjects flatObjects;
    private final NestedLists nestedLists;
    private final Hierarchies hierarchies;
    private final ComplexGraph complexGraph;

    EspalierProgram(TargetDatabase at) {
        this.at = at;
        db = EspalierDatabases.open(at, PolePosition.MODEL);
        flatObjects = new EspalierFlatObjects(db);
        nestedLists = new EspalierNestedLists(db);
        hierarchies = new EspalierHierarchies(db);
        complexGraph = new EspalierComplexGraph(db);
    }

    @Override
    public long run(boolean writes, LongSupplier work) {
        return writes
                ? db.inTransaction(transaction -> work.getAsLong())
                : db.inSnapshot(transaction -> work.getAsLong());
    }

    /** Each call of the library is a transaction. */
    @Override
    public long runOneCall(boolean writes, LongSupplier work) {
        return work.getAsLong();
    }

    @Override
    public FlatObjects flatObjects() {
        return flatObjects;
    }

    @Override
    public NestedLists nestedLists() {
        return nestedLists;
    }

    @Override
    public Hierarchies hierarchies() {
        return hierarchies;
    }

    @Override
    public ComplexGraph complexGraph() {
        return complexGraph;
    }

    /** Nothing is held. */
    @Override
    public void forget() {}

    @Override
    public void clear() {
        PoleTables.clear(at);
    }

    @Override
    public void close() {
        db.close();
    }
}

package dev.espalier.bench.poleposition;

import java.util.function.LongSupplier;
import org.eclipse.store.storage.embedded.types.EmbeddedStorage;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/** As a program with EclipseStore does it: the graph of a circuit is loaded as a whole, maps of the program are its indexes, changed objects are stored by name. */
final class StoreProgram implements PoleProgram {

    private final StoreFolder folder;
    private EmbeddedStorageManager storage;
    private boolean loaded;

    StoreProgram(StoreFolder folder) {
        this.folder = folder;
        start();
    }

    private void start() {
        storage = EmbeddedStorage.start(folder.path());
        if (storage.root() == null) {
            storage.setRoot(new StoreRoot());
            storage.storeRoot();
        }
        loaded = false;
    }

    private StoreRoot root() {
        loaded = true;
        return (StoreRoot) storage.root();
    }

    /** Each write of a lap is committed by itself, at its end. */
    @Override
    public long run(boolean writes, LongSupplier work) {
        return work.getAsLong();
    }

    @Override
    public FlatObjects flatObjects() {
        return new StoreFlatObjects(storage, root().flat.get());
    }

    @Override
    public NestedLists nestedLists() {
        return new StoreNestedLists(storage, root().lists.get());
    }

    @Override
    public Hierarchies hierarchies() {
        return new StoreHierarchies(storage, root().hierarchy.get());
    }

    @Override
    public ComplexGraph complexGraph() {
        return new StoreComplexGraph(storage, root().graph.get());
    }

    /** A new start has loaded the root only. */
    @Override
    public void forget() {
        if (loaded) {
            storage.shutdown();
            start();
        }
    }

    @Override
    public void clear() {
        storage.shutdown();
        folder.recreate();
        start();
    }

    @Override
    public void close() {
        storage.shutdown();
    }
}

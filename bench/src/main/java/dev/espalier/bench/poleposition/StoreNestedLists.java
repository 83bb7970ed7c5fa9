package dev.espalier.bench.poleposition;

import java.util.List;
import java.util.stream.Stream;
import org.eclipse.serializer.persistence.types.Storer;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/** NestedLists with EclipseStore. */
record StoreNestedLists(EmbeddedStorageManager storage, StoreRoot.Lists lists) implements NestedLists {

    @Override
    public void write(ListHolder root) {
        lists.root = root;
        storage.store(lists);
    }

    @Override
    public List<ListHolder> roots() {
        return Stream.ofNullable(lists.root).toList();
    }

    @Override
    public void updateNames(List<ListHolder> changed) {
        Storer storer = storage.createStorer();
        changed.forEach(storer::store);
        storer.commit();
    }

    /** Nodes that nothing refers to are gone. */
    @Override
    public void delete(List<ListHolder> nodes) {
        lists.root = null;
        storage.store(lists);
    }
}

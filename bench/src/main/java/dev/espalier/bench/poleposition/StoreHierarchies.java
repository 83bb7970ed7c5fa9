package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/** InheritanceHierarchy with EclipseStore. */
record StoreHierarchies(EmbeddedStorageManager storage, StoreRoot.OfHierarchy hierarchy) implements Hierarchies {

    @Override
    public void write(List<Hierarchy4> objects) {
        objects.forEach(object -> hierarchy.byI2.put(object.i2, object));
        storage.store(hierarchy.byI2);
    }

    @Override
    public List<Hierarchy4> all() {
        return List.copyOf(hierarchy.byI2.values());
    }

    @Override
    public List<Hierarchy4> byI2(int value) {
        return Stream.ofNullable(hierarchy.byI2.get(value)).toList();
    }

    @Override
    public void delete(List<Hierarchy4> objects) {
        objects.forEach(object -> hierarchy.byI2.remove(object.i2));
        storage.store(hierarchy.byI2);
    }
}

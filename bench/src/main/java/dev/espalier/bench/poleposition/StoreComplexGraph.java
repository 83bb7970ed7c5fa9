package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Holders.Holder0;
import dev.espalier.bench.poleposition.Holders.Holder2;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.serializer.persistence.types.Storer;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/** Complex with EclipseStore. */
record StoreComplexGraph(EmbeddedStorageManager storage, StoreRoot.Graph graph) implements ComplexGraph {

    @Override
    public void write(Holder0 root) {
        graph.root = root;
        root.visit(object -> {
            if (object instanceof Holder2 holder) {
                graph.byI2
                        .computeIfAbsent(holder.i2, value -> new ArrayList<>())
                        .add(holder);
            }
        });
        storage.storeAll(graph, graph.byI2);
    }

    @Override
    public Holder0 root() {
        return Objects.requireNonNull(graph.root, "write() has set it");
    }

    @Override
    public List<Holder2> byI2(int value) {
        return graph.byI2.getOrDefault(value, List.of());
    }

    /** A list that was stored before is stored again by name only. */
    @Override
    public void update(List<Holder0> changed) {
        Storer storer = storage.createStorer();
        for (Holder0 object : changed) {
            storer.store(object);
            storer.store(object.array);
        }
        storer.commit();
    }

    /** Objects that nothing refers to are gone. */
    @Override
    public void delete(List<Holder0> objects) {
        graph.root = null;
        for (Holder0 object : objects) {
            if (object instanceof Holder2 holder) {
                graph.byI2.getOrDefault(holder.i2, List.of()).remove(holder);
            }
        }
        graph.byI2.values().removeIf(List::isEmpty);
        storage.storeAll(graph, graph.byI2);
    }
}

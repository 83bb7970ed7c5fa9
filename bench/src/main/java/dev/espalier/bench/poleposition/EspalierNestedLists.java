package dev.espalier.bench.poleposition;

import dev.espalier.Database;
import java.util.List;

/** NestedLists with the library: a stored object brings all that can be reached from it, a loaded one too. */
record EspalierNestedLists(Database db) implements NestedLists {

    @Override
    public void write(ListHolder root) {
        db.store(root);
    }

    @Override
    public List<ListHolder> roots() {
        return db.query(ListHolder.class, "name = :name")
                .with("name", ListHolder.ROOT)
                .list();
    }

    @Override
    public void updateNames(List<ListHolder> changed) {
        db.storeAll(changed);
    }

    @Override
    public void delete(List<ListHolder> nodes) {
        db.deleteAll(nodes);
    }
}

package dev.espalier.bench.poleposition;

import dev.espalier.Database;
import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import java.util.List;

/** InheritanceHierarchy with the library. */
record EspalierHierarchies(Database db) implements Hierarchies {

    @Override
    public void write(List<Hierarchy4> objects) {
        db.storeAll(objects);
    }

    @Override
    public List<Hierarchy4> all() {
        return db.query(Hierarchy4.class, "").list();
    }

    @Override
    public List<Hierarchy4> byI2(int value) {
        return db.query(Hierarchy4.class, "i2 = :value").with("value", value).list();
    }

    @Override
    public void delete(List<Hierarchy4> objects) {
        db.deleteAll(objects);
    }
}

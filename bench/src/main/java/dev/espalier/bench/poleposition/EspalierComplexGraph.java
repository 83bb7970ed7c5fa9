package dev.espalier.bench.poleposition;

import dev.espalier.Database;
import dev.espalier.bench.poleposition.Holders.Holder0;
import dev.espalier.bench.poleposition.Holders.Holder2;
import java.util.List;

/** Complex with the library: a query of a class finds objects of those below too, and a depth of one step brings the members of both collections. */
final class EspalierComplexGraph implements ComplexGraph {

    private final Database db;
    private long root;

    EspalierComplexGraph(Database db) {
        this.db = db;
    }

    @Override
    public void write(Holder0 first) {
        db.store(first);
        root = db.idOf(first);
    }

    @Override
    public Holder0 root() {
        return db.get(Holder0.class, root);
    }

    @Override
    public List<Holder2> byI2(int value) {
        return db.query(Holder2.class, "i2 = :value")
                .with("value", value)
                .depth(1)
                .list();
    }

    @Override
    public void update(List<Holder0> changed) {
        db.storeAll(changed);
    }

    @Override
    public void delete(List<Holder0> objects) {
        db.deleteAll(objects);
    }
}

package dev.espalier.bench.poleposition;

import dev.espalier.Database;
import java.util.List;

/** FlatObject with the library. */
record EspalierFlatObjects(Database db) implements FlatObjects {

    @Override
    public void write(List<IndexedObject> objects) {
        db.storeAll(objects);
    }

    @Override
    public List<IndexedObject> byText(String text) {
        return db.query(IndexedObject.class, "text = :text").with("text", text).list();
    }

    @Override
    public List<IndexedObject> byNumber(int number) {
        return db.query(IndexedObject.class, "number = :number")
                .with("number", number)
                .list();
    }

    @Override
    public void update(List<IndexedObject> changed, List<String> before) {
        db.storeAll(changed);
    }

    @Override
    public void delete(List<IndexedObject> objects) {
        db.deleteAll(objects);
    }
}

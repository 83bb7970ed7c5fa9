package dev.espalier.bench.poleposition;

import java.util.List;
import java.util.stream.Stream;
import org.eclipse.serializer.persistence.types.Storer;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/** FlatObject with EclipseStore. */
record StoreFlatObjects(EmbeddedStorageManager storage, StoreRoot.Flat flat) implements FlatObjects {

    /** The maps bring the new objects. */
    @Override
    public void write(List<IndexedObject> objects) {
        for (IndexedObject object : objects) {
            flat.byNumber.put(object.number, object);
            flat.byText.put(object.text, object);
        }
        storage.storeAll(flat.byNumber, flat.byText);
    }

    @Override
    public List<IndexedObject> byText(String text) {
        return Stream.ofNullable(flat.byText.get(text)).toList();
    }

    @Override
    public List<IndexedObject> byNumber(int number) {
        return Stream.ofNullable(flat.byNumber.get(number)).toList();
    }

    @Override
    public void update(List<IndexedObject> changed, List<String> before) {
        before.forEach(flat.byText::remove);
        Storer storer = storage.createStorer();
        for (IndexedObject object : changed) {
            flat.byText.put(object.text, object);
            storer.store(object);
        }
        storer.store(flat.byText);
        storer.commit();
    }

    @Override
    public void delete(List<IndexedObject> objects) {
        for (IndexedObject object : objects) {
            flat.byNumber.remove(object.number);
            flat.byText.remove(object.text);
        }
        storage.storeAll(flat.byNumber, flat.byText);
    }
}

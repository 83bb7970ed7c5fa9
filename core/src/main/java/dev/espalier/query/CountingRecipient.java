package dev.espalier.query;

import dev.espalier.graph.Gaps;
import dev.espalier.graph.Recipient;
import dev.espalier.model.PersistentClass;
import java.util.HashMap;
import java.util.Map;

/** Counts the objects that are handed on to another recipient. For one load. */
final class CountingRecipient implements Recipient {

    private final Recipient recipient;
    private final Map<String, Long> objects = new HashMap<>();

    CountingRecipient(Recipient recipient) {
        this.recipient = recipient;
    }

    /** How many of each class. */
    Map<String, Long> objects() {
        return objects;
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int version, Gaps gaps) {
        objects.merge(type.name(), 1L, Long::sum);
        recipient.loaded(type, object, id, version, gaps);
    }

    @Override
    public Held held(PersistentClass type, long id, int version) {
        return recipient.held(type, id, version);
    }

    @Override
    public Object standIn(PersistentClass type, long id) {
        return recipient.standIn(type, id);
    }

    @Override
    public boolean has(long id) {
        return recipient.has(id);
    }
}

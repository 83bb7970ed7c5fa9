package dev.espalier.internal.query;

import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.graph.LoadContext;
import dev.espalier.internal.model.PersistentClass;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the objects that are handed on to another context. For one load. */
final class CountingContext implements LoadContext {

    private final LoadContext context;
    private final Map<String, Long> objects = new HashMap<>();

    CountingContext(LoadContext context) {
        this.context = context;
    }

    /** How many of each class. */
    Map<String, Long> objects() {
        return objects;
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int version, @Nullable Gaps gaps) {
        objects.merge(type.name(), 1L, Long::sum);
        context.loaded(type, object, id, version, gaps);
    }

    @Override
    public @Nullable Held held(PersistentClass type, long id, int version, boolean withInverses) {
        return context.held(type, id, version, withInverses);
    }

    @Override
    public @Nullable Object standIn(PersistentClass type, long id) {
        return context.standIn(type, id);
    }

    @Override
    public boolean hasLeftOut() {
        return context.hasLeftOut();
    }

    @Override
    public boolean has(long id) {
        return context.has(id);
    }
}

package dev.espalier.internal.migration;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.query.Question;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.write.KnownState;
import java.util.List;

/** The stored objects as objects of the program's classes. */
final class ProgramObjects implements AttributeConversion.References {

    private final ObjectStore store;
    private final FormerObjects former;

    ProgramObjects(ObjectStore store, FormerObjects former) {
        this.store = store;
        this.former = former;
    }

    ObjectStore store() {
        return store;
    }

    /**
     * The objects of a class with ids from the first to the last one.
     *
     * @param relations the relations that are loaded
     */
    Object[] window(PersistentClass type, long first, long last, List<String> relations) {
        Question question = FormerObjects.window(named(type), first, last);
        Bounds bounds = relations.isEmpty()
                ? Bounds.NONE.withDepth(0)
                : Bounds.NONE.withDepth(1).withOnly(relations);
        return store.list(question.withBounds(bounds.withMaxObjects(Bounds.ANY_NUMBER)));
    }

    /**
     * The object for which a node stands: an object that has its id and nothing else, but for a record, or if its values are compared.
     *
     * @throws IllegalArgumentException if the program does not have its class
     */
    @Override
    public Object find(PersistentClass declared, Object node, boolean isCompared) {
        Schema schema = store.schema();
        String className = former.className(node);
        long id = former.id(node);
        PersistentClass type = schema.model().classes().stream()
                .filter(one -> schema.nameOf(one).equals(className))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "found an object of " + className + ", which is no class of this program"));
        return isCompared || type.isRecord()
                ? store.get(named(type), new long[] {id}, Bounds.NONE.withDepth(0))[0]
                : store.reference(named(type), id);
    }

    @Override
    public boolean areComplete() {
        return true;
    }

    long id(Object object) {
        return store.scope().identity().idOf(object);
    }

    /** Whether nobody has changed an object between the reads of it and of its node. */
    boolean isSameVersion(Object object, Object node) {
        return version(store, object) == version(former.store(), node);
    }

    private static int version(ObjectStore store, Object object) {
        KnownState known = store.scope().registry().find(object);
        return known == null ? 0 : known.version();
    }

    private static NamedClass named(PersistentClass type) {
        return type.hasJavaClass() ? NamedClass.of(type.javaClass()) : NamedClass.of(type.name());
    }
}

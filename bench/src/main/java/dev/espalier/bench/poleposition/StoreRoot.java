package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import dev.espalier.bench.poleposition.Holders.Holder0;
import dev.espalier.bench.poleposition.Holders.Holder2;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.serializer.reference.Lazy;
import org.jspecify.annotations.Nullable;

/** The root of EclipseStore's objects. Indexes are maps of the program; each circuit is loaded when it is first asked for. */
final class StoreRoot {

    final Lazy<Flat> flat = Lazy.Reference(new Flat());
    final Lazy<Lists> lists = Lazy.Reference(new Lists());
    final Lazy<OfHierarchy> hierarchy = Lazy.Reference(new OfHierarchy());
    final Lazy<Graph> graph = Lazy.Reference(new Graph());

    /** The objects of FlatObject. */
    static final class Flat {
        final Map<Integer, IndexedObject> byNumber = new HashMap<>();
        final Map<String, IndexedObject> byText = new HashMap<>();
    }

    /** The root of NestedLists. */
    static final class Lists {
        @Nullable
        ListHolder root;
    }

    /** The objects of InheritanceHierarchy. */
    static final class OfHierarchy {
        final Map<Integer, Hierarchy4> byI2 = new HashMap<>();
    }

    /** The root of Complex. */
    static final class Graph {
        @Nullable
        Holder0 root;

        final Map<Integer, List<Holder2>> byI2 = new HashMap<>();
    }
}

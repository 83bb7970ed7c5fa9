package dev.espalier.internal.write;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** The sets and maps of Java whose members, or keys, are distinct as those of a loaded one are, unless a member was changed. */
final class DistinctMembers {

    private static final Set<Class<?>> BY_EQUALS = Set.of(
            HashSet.class,
            LinkedHashSet.class,
            ConcurrentHashMap.KeySetView.class,
            Set.of().getClass(),
            Set.of(1).getClass(),
            Collections.emptySet().getClass(),
            Collections.singleton(1).getClass(),
            HashMap.class,
            LinkedHashMap.class,
            Hashtable.class,
            ConcurrentHashMap.class,
            Map.of().getClass(),
            Map.of(1, 1).getClass(),
            Collections.emptyMap().getClass(),
            Collections.singletonMap(1, 1).getClass());

    private static final Set<Class<?>> SORTED =
            Set.of(TreeSet.class, ConcurrentSkipListSet.class, TreeMap.class, ConcurrentSkipListMap.class);

    private DistinctMembers() {}

    static boolean areIn(Object container) {
        if (BY_EQUALS.contains(container.getClass()) || container instanceof EnumSet || container instanceof EnumMap) {
            return true;
        }
        return SORTED.contains(container.getClass())
                && (container instanceof SortedSet<?> set
                                ? set.comparator()
                                : ((SortedMap<?, ?>) container).comparator())
                        == null;
    }
}

package dev.espalier.search;

import dev.espalier.plan.Condition;
import java.util.HashMap;
import java.util.Map;

/** What the variables of one search have found. */
final class VariableResults {

    private final Map<String, IdSet> byName = new HashMap<>();

    void put(String name, IdSet found) {
        byName.put(name, found);
    }

    /** Not to be changed. */
    IdSet of(Condition.InResult in) {
        IdSet found = byName.get(in.name());
        if (found == null) {
            throw new IllegalStateException(in.name() + " was not found before it was asked for");
        }
        return found;
    }

    /** How many objects are in the largest of them. */
    long largest() {
        return byName.values().stream().mapToLong(IdSet::size).max().orElse(0);
    }
}

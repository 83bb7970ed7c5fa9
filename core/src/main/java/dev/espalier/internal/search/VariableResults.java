package dev.espalier.internal.search;

import dev.espalier.internal.plan.Condition;
import java.util.HashMap;
import java.util.Map;

/** The results of the variables of one search. */
final class VariableResults {

    private final Map<String, IdSet> byName = new HashMap<>();

    void put(String name, IdSet found) {
        byName.put(name, found);
    }

    /** Returns the result of a variable, which must not be changed. */
    IdSet of(Condition.InResult in) {
        IdSet found = byName.get(in.name());
        if (found == null) {
            throw new IllegalStateException(in.name() + " was not found before it was asked for");
        }
        return found;
    }

    /** Returns the size of the largest result. */
    long largest() {
        return byName.values().stream().mapToLong(IdSet::size).max().orElse(0);
    }
}

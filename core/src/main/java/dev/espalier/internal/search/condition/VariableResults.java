package dev.espalier.internal.search.condition;

import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.search.ids.IdSet;
import java.util.HashMap;
import java.util.Map;

/** The results of the variables of one search. */
public final class VariableResults {

    private final Map<String, IdSet> byName = new HashMap<>();

    public void put(String name, IdSet found) {
        byName.put(name, found);
    }

    /** Returns the result of a variable, which must not be changed. */
    public IdSet of(Condition.InResult in) {
        IdSet found = byName.get(in.name());
        if (found == null) {
            throw new IllegalStateException(in.name() + " was not found before it was asked for");
        }
        return found;
    }

    /** Returns the size of the largest result. */
    public long largest() {
        return byName.values().stream().mapToLong(IdSet::size).max().orElse(0);
    }
}

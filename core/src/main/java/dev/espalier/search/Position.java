package dev.espalier.search;

import dev.espalier.plan.Constant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where in the order of a plan an object stands, or would stand: it need not be there any more.
 *
 * @param part which of the plan's parts found it
 * @param values of the plan's keys but the id, each as the columns of its place hold it; empty where it is missing
 * @param id of the object
 */
public record Position(int part, List<Optional<Constant>> values, long id) {

    public Position {
        values = List.copyOf(values);
        if (part < 0) {
            throw new IllegalArgumentException("part " + part);
        }
    }

    /** The values and behind them the id, one for each of the plan's keys. */
    List<Optional<Constant>> keys() {
        List<Optional<Constant>> keys = new java.util.ArrayList<>(values);
        keys.add(Optional.of(new Constant(List.of(id))));
        return Objects.requireNonNull(keys);
    }
}

package dev.espalier.internal.search;

import dev.espalier.internal.plan.Constant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The position of an object in the order of a plan. The object may have been deleted since.
 *
 * @param part the number of the plan's part that found it
 * @param values the values of the plan's keys without the id, in the form of the field's columns; empty for null
 * @param id the object's id
 */
public record Position(int part, List<Optional<Constant>> values, long id) {

    public Position {
        values = List.copyOf(values);
        if (part < 0) {
            throw new IllegalArgumentException("part " + part);
        }
    }

    /** Returns the values and the id, one for each of the plan's keys. */
    List<Optional<Constant>> keys() {
        List<Optional<Constant>> keys = new java.util.ArrayList<>(values);
        keys.add(Optional.of(new Constant(List.of(id))));
        return Objects.requireNonNull(keys);
    }
}

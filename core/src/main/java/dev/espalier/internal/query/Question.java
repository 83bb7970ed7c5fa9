package dev.espalier.internal.query;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.search.explanation.Strategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that was said to a query.
 *
 * @param asked the class that the conditions are asked of
 * @param variables the queries that others use, by name
 * @param answer which objects are wanted
 * @param bounds how far the objects are loaded
 * @param strategy how the roots are searched; empty for the one of least cost
 * @param cycles whether the members of a circle may stand for the root that it lacks
 */
public record Question(
        NamedClass asked,
        String rql,
        Map<String, Variable> variables,
        Answer answer,
        boolean cycles,
        Map<String, @Nullable Object> parameters,
        Bounds bounds,
        Optional<Strategy> strategy) {

    /** A query that others use. */
    public record Variable(NamedClass root, String rql) {}

    /** Which objects are wanted. */
    public sealed interface Answer {

        /** Those that fulfil the condition. */
        record Hits() implements Answer {}

        /**
         * Those above them.
         *
         * @param relations paths; none for all there are
         */
        record Roots(List<String> relations) implements Answer {}

        /** Those of another class whose structure contains them. */
        record Owners(NamedClass type) implements Answer {}
    }

    public static Question of(NamedClass asked, String rql) {
        return new Question(asked, rql, Map.of(), new Answer.Hits(), true, Map.of(), Bounds.UNSAID, Optional.empty());
    }

    public Question withVariable(String name, Variable variable) {
        Map<String, Variable> more = new HashMap<>(variables);
        more.put(name, variable);
        return new Question(asked, rql, more, answer, cycles, parameters, bounds, strategy);
    }

    public Question withAnswer(Answer other) {
        return new Question(asked, rql, variables, other, cycles, parameters, bounds, strategy);
    }

    public Question withCycles(boolean resolved) {
        return new Question(asked, rql, variables, answer, resolved, parameters, bounds, strategy);
    }

    public Question withParameter(String name, @Nullable Object value) {
        Map<String, @Nullable Object> more = new HashMap<>(parameters);
        more.put(name, value);
        return new Question(asked, rql, variables, answer, cycles, more, bounds, strategy);
    }

    public Question withBounds(Bounds other) {
        return new Question(asked, rql, variables, answer, cycles, parameters, other, strategy);
    }

    public Question withStrategy(Optional<Strategy> other) {
        return new Question(asked, rql, variables, answer, cycles, parameters, bounds, other);
    }
}

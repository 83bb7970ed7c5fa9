package dev.espalier;

import dev.espalier.graph.Bounds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that was said to a query.
 *
 * @param asked the class that the conditions are asked of
 * @param variables the queries that others use, by name
 * @param answer which objects are wanted
 * @param cycles whether the members of a circle may stand for the root that it lacks
 */
record Question(Class<?> asked, String rql, Map<String, Variable> variables, Answer answer, boolean cycles, Map<String, Object> parameters,
        Bounds bounds, SearchStrategy strategy) {

    /** A query that others use. */
    record Variable(Class<?> root, String rql) {
    }

    /** Which objects are wanted. */
    sealed interface Answer {

        /** Those that fulfil the condition. */
        record Hits() implements Answer {
        }

        /**
         * Those above them.
         *
         * @param relations paths; none for all there are
         */
        record Roots(List<String> relations) implements Answer {
        }

        /** Those of another class whose structure contains them. */
        record Owners(Class<?> type) implements Answer {
        }
    }

    static Question of(Class<?> asked, String rql) {
        return new Question(asked, rql, Map.of(), new Answer.Hits(), true, Map.of(), Bounds.NONE, SearchStrategy.AUTO);
    }

    Question withVariable(String name, Variable variable) {
        Map<String, Variable> more = new HashMap<>(variables);
        more.put(name, variable);
        return new Question(asked, rql, more, answer, cycles, parameters, bounds, strategy);
    }

    Question withAnswer(Answer other) {
        return new Question(asked, rql, variables, other, cycles, parameters, bounds, strategy);
    }

    Question withCycles(boolean resolved) {
        return new Question(asked, rql, variables, answer, resolved, parameters, bounds, strategy);
    }

    Question withParameter(String name, Object value) {
        Map<String, Object> more = new HashMap<>(parameters);
        more.put(name, value);
        return new Question(asked, rql, variables, answer, cycles, more, bounds, strategy);
    }

    Question withBounds(Bounds other) {
        return new Question(asked, rql, variables, answer, cycles, parameters, other, strategy);
    }

    Question withStrategy(SearchStrategy other) {
        return new Question(asked, rql, variables, answer, cycles, parameters, bounds, other);
    }
}

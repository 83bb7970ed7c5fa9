package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RqlQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A query with its variables and parameters.
 *
 * @param root the class of the objects that the condition applies to
 * @param variables by name, {@code Q2} or {@code @late}
 * @param answer the kind of result
 * @param parameters the parameter values by name, shared by the query and its variables; those of question marks, which only the query
 *     itself may have, by {@code "1"}, {@code "2"} ...; objects of the model as {@link Stored}
 */
public record Request(
        RqlQuery query,
        PersistentClass root,
        Map<String, Definition> variables,
        Answer answer,
        Map<String, Object> parameters) {

    public Request {
        Objects.requireNonNull(query);
        Objects.requireNonNull(root);
        variables = Map.copyOf(variables);
        Objects.requireNonNull(answer);
        Objects.requireNonNull(parameters);
    }

    /** Returns a request for the objects of the query's own class, without variables. */
    public static Request of(RqlQuery query, PersistentClass root, Map<String, Object> parameters) {
        return new Request(query, root, Map.of(), new Answer.Hits(), parameters);
    }

    /**
     * An object of the model as a parameter.
     *
     * @param id 0 if it is not stored
     */
    public record Stored(PersistentClass type, long id) {

        public Stored {
            Objects.requireNonNull(type);
        }
    }

    /** The query of a variable. */
    public record Definition(PersistentClass root, RqlQuery query) {

        public Definition {
            Objects.requireNonNull(root);
            Objects.requireNonNull(query);
        }
    }

    /** The kind of result. */
    public sealed interface Answer {

        /** The objects that fulfil the condition. */
        record Hits() implements Answer {}

        /**
         * The topmost owners of the same class.
         *
         * @param relations paths from the class back to itself; empty for all
         * @param cycles whether cycles without an owner are accepted
         */
        record Roots(List<Path> relations, boolean cycles) implements Answer {

            public Roots {
                relations = List.copyOf(relations);
            }
        }

        /** The objects of another class whose structure contains a hit. */
        record Owners(PersistentClass type) implements Answer {

            public Owners {
                Objects.requireNonNull(type);
            }
        }
    }
}

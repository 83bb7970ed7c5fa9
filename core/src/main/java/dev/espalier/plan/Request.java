package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import dev.espalier.rql.Path;
import dev.espalier.rql.RqlQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A query and what was given beside its text.
 *
 * @param root the class whose objects its conditions are asked of
 * @param variables by name, {@code Q2} or {@code @late}
 * @param answer which objects are wanted
 * @param parameters the values of the parameters by name, shared by the query and its variables; those of question marks, which only the
 *     query itself may have, by {@code "1"}, {@code "2"} ...; objects of the model as {@link Stored}
 */
public record Request(
        RqlQuery query, PersistentClass root, Map<String, Definition> variables, Answer answer, Map<String, Object> parameters) {

    public Request {
        Objects.requireNonNull(query);
        Objects.requireNonNull(root);
        variables = Map.copyOf(variables);
        Objects.requireNonNull(answer);
        Objects.requireNonNull(parameters);
    }

    /** A query for the objects of its own class without variables. */
    public static Request of(RqlQuery query, PersistentClass root, Map<String, Object> parameters) {
        return new Request(query, root, Map.of(), new Answer.Hits(), parameters);
    }

    /**
     * An object of the model as a parameter.
     *
     * @param id 0 where it does not stand in the database
     */
    public record Stored(PersistentClass type, long id) {

        public Stored {
            Objects.requireNonNull(type);
        }
    }

    /** What a variable stands for. */
    public record Definition(PersistentClass root, RqlQuery query) {

        public Definition {
            Objects.requireNonNull(root);
            Objects.requireNonNull(query);
        }
    }

    /** Which objects are wanted. */
    public sealed interface Answer {

        /** Those that fulfil the condition. */
        record Hits() implements Answer {
        }

        /**
         * Those of the same class above them.
         *
         * @param relations paths from the class back to it; none for all there are
         * @param cycles whether circles without a root may stand for it
         */
        record Roots(List<Path> relations, boolean cycles) implements Answer {

            public Roots {
                relations = List.copyOf(relations);
            }
        }

        /** Those of another class whose structure contains them. */
        record Owners(PersistentClass type) implements Answer {

            public Owners {
                Objects.requireNonNull(type);
            }
        }
    }
}

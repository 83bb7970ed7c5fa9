package dev.espalier.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.error.QueryException;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.rql.Corpus;
import dev.espalier.rql.Rql;
import dev.espalier.search.Garage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanCorpusTest {

    private static final ObjectModel MODEL = ObjectModel.of(Garage.Person.class, Garage.SuperCar.class, Garage.Bike.class);
    private static final PersistentClass PERSON = MODEL.find(Garage.Person.class);

    static List<Corpus.Case> queries() {
        return Corpus.in("plan");
    }

    static List<Corpus.Case> mistakes() {
        return Corpus.in("plan-errors");
    }

    @ParameterizedTest
    @MethodSource("queries")
    void plans(Corpus.Case query) {
        String plan = plan(query.query(), Map.of()).toString();

        assertThat(plan).isEqualTo(query.expected("plan", plan));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void saysWhatIsWrong(Corpus.Case mistake) {
        QueryException thrown = mistake(mistake.query(), Map.of());

        assertThat(thrown).as("no error from: %s", mistake.query()).isNotNull();
        assertThat(thrown.getMessage() + "\n").isEqualTo(mistake.expected("error", thrown.getMessage() + "\n"));
    }

    @Test
    void takesParametersOfTheFieldsTypeOrWhatBecomesIt() {
        assertThat(plan("name = :n, age IN (:ages), partner = :p, age > ?",
                Map.of("n", "Eva", "ages", List.of(1, 2L), "p", person(7), "1", 2.5))).hasToString("""
                Person
                  all of
                    name = Eva
                    age in (1, 2)
                    partner = 7
                    age > 2
                """);
    }

    @Test
    void refusesParametersThatDoNotFit() {
        assertThat(mistake("age = :age", Map.of("age", "old"))).hasMessageStartingWith(
                "wrong type at 7: found a String 'old' for age; expected a number such as 42");
        assertThat(mistake("partner = :p", Map.of("p", "Eva"))).hasMessageStartingWith(
                "wrong type at 11: found a String for partner; expected an object of Person");
        assertThat(mistake("age = 1", Map.of("age", 1))).hasMessageStartingWith(
                "surplus parameter at 8: a value is given for :age, which the query does not have");
    }

    private static Garage.Person person(long id) {
        return Garage.person(id);
    }

    private static Plan plan(String query, Map<String, Object> parameters) {
        return new Planner(MODEL).plan(Rql.parse(query), PERSON, parameters);
    }

    private static QueryException mistake(String query, Map<String, Object> parameters) {
        return catchThrowableOfType(QueryException.class, () -> plan(query, parameters));
    }
}

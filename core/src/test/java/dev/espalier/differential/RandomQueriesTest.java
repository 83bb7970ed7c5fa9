package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class RandomQueriesTest {

    /** Else a number that is negated got the text that another condition is about. */
    @Test
    void aParameterAfterOnesThatWereTakenBackHasANameOfItsOwn() {
        RandomQueries queries = new RandomQueries(
                new Random(1), ModelClasses.town().roots(), List.of(), Construct.ANSWERED, new RandomValues());
        queries.parameter("taken back");
        String kept = queries.parameter(-7);
        queries.keepParameters(Set.of(kept.substring(1)));

        String next = queries.parameter("*");

        assertThat(queries.parameters()).isEqualTo(Map.of(kept.substring(1), -7, next.substring(1), "*"));
    }
}

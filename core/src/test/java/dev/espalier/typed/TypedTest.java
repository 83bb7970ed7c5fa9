package dev.espalier.typed;

import static dev.espalier.typed.Words.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.internal.rql.Rql;
import java.math.BigDecimal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What generated classes do not show: they are tested in their own module, beside the texts that mean the same. */
@Tag("pure")
class TypedTest {

    private static final class People extends ObjectPath<Object, Object, People> {

        People(Route<Object> route) {
            super(route);
        }

        @Override
        protected People at(Route<Object> route) {
            return new People(route);
        }

        People friends() {
            return new People(field("friends"));
        }

        People bosses() {
            return new People(only("Boss"));
        }
    }

    private static final People FRIENDS = new People(Route.<Object>start().field("friends"));
    private static final OrderedPath<Object, Number> AGE =
            new OrderedPath<>(Route.<Object>start().field("age"));
    private static final TextPath<Object> NAME =
            new TextPath<>(Route.<Object>start().field("name"));

    @Test
    void textStaysWithinItsQuotes() {
        String evil = "' OR 1 = 1 -- \\ '' \n\u0000 :p ? Q2";
        assertThat(NAME.eq(evil).rql()).isEqualTo("name = '" + evil.replace("'", "''") + "'");
        assertThat(Rql.print(Rql.parse(NAME.eq(evil).rql())))
                .isEqualTo(NAME.eq(evil).rql());
    }

    @Test
    void onlyValidNamesAreAccepted() {
        for (String name : new String[] {"", "a b", "a) OR (b", "1", "a.b", "a'"}) {
            assertThatThrownBy(() -> parameter(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("'" + name + "' is no name");
            assertThatThrownBy(() -> variable(name, Object.class)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> FRIENDS.field(name)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> variable("Q2x", Object.class)).hasMessage("'Q2x' is no name");
        assertThatThrownBy(() -> variable("late", Object.class)).hasMessage("'late' is no name");
        assertThatThrownBy(() -> FRIENDS.only("a..b")).hasMessage("'a..b' is no name");
        assertThat(variable("@late", Object.class).rql()).isEqualTo("@late");
    }

    @Test
    void numbersMustBeFinite() {
        assertThat(AGE.eq(-1.5e-7)
                        .or(AGE.eq(new BigDecimal("-1.5E+3")))
                        .or(AGE.eq(Long.MIN_VALUE))
                        .rql())
                .isEqualTo("age = -1.5E-7 OR age = -1.5E+3 OR age = -9223372036854775808");
        assertThatThrownBy(() -> AGE.eq(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("NaN is no number that a query can have; expected a finite one");
        assertThatThrownBy(() -> AGE.in(1, Float.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void pathOwnerIsASingleObject() {
        assertThat(AGE.eq(1).or(AGE.eq(2)).and(AGE.eq(3)).rql()).isEqualTo("(age = 1 OR age = 2) AND age = 3");
        assertThat(AGE.eq(1).and(AGE.eq(2).and(AGE.eq(3))).and(AGE.eq(4)).rql())
                .isEqualTo("age = 1 AND age = 2 AND age = 3 AND age = 4");
        assertThat(not(AGE.eq(1).and(AGE.eq(2))).merge(AGE.eq(3)).rql())
                .isEqualTo("NOT (age = 1 AND age = 2) MERGE age = 3");
    }

    @Test
    void stepIsRepeatedAtMostOnceAndNarrowedBefore() {
        assertThat(FRIENDS.bosses().plus().friends().star().isNull().rql())
                .isEqualTo("friends[Boss]+.friends* IS NULL");
        assertThatThrownBy(() -> FRIENDS.plus().star())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the step is repeated already");
        assertThatThrownBy(() -> FRIENDS.plus().bosses()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> FRIENDS.times(4, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void stepsInBracketsAreRepeatedAsAWhole() {
        assertThat(steps(FRIENDS.friends()).plus().friends().isNull().rql())
                .isEqualTo("(friends.friends)+.friends IS NULL");
        assertThat(FRIENDS.steps(FRIENDS.bosses().friends())
                        .times(1, 2)
                        .isNull()
                        .rql())
                .isEqualTo("friends.(friends[Boss].friends){1..2} IS NULL");
        assertThat(FRIENDS.steps(FRIENDS.friends()).isNull().rql()).isEqualTo("friends.friends.friends IS NULL");
        assertThat(FRIENDS.steps(FRIENDS.friends()).friends().plus().isNull().rql())
                .isEqualTo("friends.friends.friends.friends+ IS NULL");
    }

    @Test
    void eachCallReturnsANewQuery() {
        Selection<Object> all = AGE.gt(1);
        assertThat(all.limit(5, 10).orderBy(AGE.descending(), NAME).rql())
                .isEqualTo("age > 1 ORDER BY age DESC, name LIMIT 5 OFFSET 10");
        assertThat(all.limit(Words.<Integer>parameter("most")).rql()).isEqualTo("age > 1 LIMIT :most");
        assertThat(all.limit(Words.<Integer>parameter("most"), Words.<Long>parameter("skipped"))
                        .rql())
                .isEqualTo("age > 1 LIMIT :most OFFSET :skipped");
        assertThat(Words.limit(Words.<Integer>parameter("most")).rql()).isEqualTo("LIMIT :most");
        assertThat(all.rql()).isEqualTo("age > 1").isEqualTo(all.toString());
        assertThatThrownBy(() -> all.limit(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}

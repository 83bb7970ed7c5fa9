package dev.espalier.typed;

import static dev.espalier.typed.Functions.*;
import static dev.espalier.typed.Words.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.RqlSelection;
import java.math.BigDecimal;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
    void objectsAreSortedByWhatIsComputed() {
        assertThat(all(FRIENDS, AGE.gt(1))
                        .orderBy(count(FRIENDS.friends()).descending(), lower(NAME), plus(sum(AGE), 1))
                        .rql())
                .isEqualTo("ALL friends(age > 1) ORDER BY COUNT(friends.friends) DESC, lower(name), SUM(age) + 1");
        Column<Object, Number> column = AGE.as("years");
        Selection<Object> all = AGE.gt(1);
        assertThatThrownBy(() -> all.orderBy(negated(column)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found the column years in the order of objects");
    }

    @Test
    void conditionsAreMadeOfWhatIsComputed() {
        assertThat(holds(lower(NAME).eq("eve")).and(AGE.gt(3)).rql()).isEqualTo("lower(name) = 'eve' AND age > 3");
        assertThat(holds(plus(AGE, 1).gt(5).and(AGE.lt(9)).or(NAME.isNull())).rql())
                .isEqualTo("age + 1 > 5 AND age < 9 OR name IS NULL");
        assertThat(holds(not(plus(AGE, 1).in(1, 2))).rql()).isEqualTo("NOT age + 1 IN (1, 2)");
        assertThat(any(FRIENDS, holds(length(NAME).gt(AGE))).rql()).isEqualTo("friends(length(name) > age)");
        assertThat(holds(sum(times(AGE, 2)).gt(count(FRIENDS))).rql()).isEqualTo("SUM(age * 2) > COUNT(friends)");
        Condition<Object> condition = AGE.gt(1);
        assertThat(holds(condition)).isSameAs(condition);
        assertThatThrownBy(() -> holds(AGE.as("years").gt(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found the column years in a condition of objects");
    }

    @Test
    void computedConditionsAreTheTreesOfTheirTexts() {
        for (String name : new String[] {"age", "not", "Is", "in", "MATCH", "case", "any", "count", "order", "and"}) {
            OrderedPath<Object, Number> field =
                    new OrderedPath<>(Route.<Object>start().field(name));
            for (Condition<Object> all : List.<Condition<Object>>of(
                    holds(minus(field, 5).isNull()),
                    holds(minus(field, 5).gt(field)),
                    holds(sum(field).gt(plus(field, 1))),
                    holds(sum(plus(field, 1)).gt(3)),
                    holds(sum(value(5)).gt(1)),
                    holds(plus(value(5), 1).gt(1)),
                    holds(plus(sum(field), 1).eq(count(FRIENDS, field.gt(1)))),
                    holds(minus(field, 5).gt(1).and(field.gt(3).and(field.in(1, 2)))),
                    holds(not(field.gt(3).or(plus(field, field).ne(3)))),
                    holds(field.lt(plus(field, 2))).merge(field.isNotNull()))) {
                String text = all.rql();
                assertThat(withoutPositions(Rql.parse(text))).as(text).isEqualTo(withoutPositions(all.tree()));
            }
        }
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

    @Test
    void columnIsItsNameWhateverTheNameIs() {
        for (String name : new String[] {
            "and",
            "or",
            "not",
            "merge",
            "in",
            "match",
            "ignore",
            "CASE",
            "is",
            "empty",
            "any",
            "all",
            "no",
            "count",
            "sum",
            "order",
            "by",
            "asc",
            "desc",
            "limit",
            "offset",
            "distinct",
            "as",
            "having",
            "WHEN",
            "then",
            "else",
            "end",
            "Q2",
            "größe",
            "$",
            "_",
            "month"
        }) {
            Column<Object, Number> column = times(AGE, 2).as(name);
            Columns<Object> all = columns(column, AGE)
                    .having(column.gt(1)
                            .and(not(column.isNull()))
                            .and(column.in(1, 2).or(plus(column, 1).lt(column))))
                    .orderBy(column, column.descending(), negated(column).descending());
            String text = all.rql();
            assertThat(text).startsWith("age * 2 AS " + name + ", age HAVING " + name + " > 1 AND ");
            assertThat(withoutPositions(Rql.selection(text))).as(text).isEqualTo(withoutPositions(all.tree()));
            assertThat(column.name()).isEqualTo(name);
        }
    }

    @Test
    void fieldIsOneWhateverItsNameIs() {
        for (String name : new String[] {"not", "Is", "in", "MATCH", "case", "when", "then", "else", "end", "and"}) {
            OrderedPath<Object, Number> field =
                    new OrderedPath<>(Route.<Object>start().field(name));
            for (Columns<Object> all : List.of(
                    columns(AGE).having(minus(field, 5).isNull()),
                    columns(AGE)
                            .having(minus(minus(field, AGE), parameterOfNumbers())
                                    .in(1, -5)),
                    columns(AGE).having(not(field.isNull()).and(not(not(field.in(1, 2))))),
                    columns(AGE).having(not(minus(field, 5).gt(field))),
                    columns(when(AGE.gt(1), field)
                            .when(field.gt(AGE), plus(AGE, field))
                            .when(AGE.isNull(), field)),
                    columns(when(AGE.gt(1), field).otherwise(field)).orderBy(field, field.descending()))) {
                String text = all.rql();
                assertThat(withoutPositions(Rql.selection(text))).as(text).isEqualTo(withoutPositions(all.tree()));
            }
        }
    }

    private static Parameter<Number> parameterOfNumbers() {
        return parameter("p");
    }

    private static String withoutPositions(RqlQuery query) {
        return (query.condition() + " " + query.orders()).replaceAll("position=\\d+", "position");
    }

    private static String withoutPositions(RqlSelection selection) {
        return (selection.columns() + " " + selection.having() + " " + selection.orders())
                .replaceAll("position=\\d+", "position");
    }

    @Test
    void onlyNamesOfColumnsAreAccepted() {
        for (String name : new String[] {"", "a b", "a, b", "1", "a.b", "a'", "a--"}) {
            assertThatThrownBy(() -> AGE.as(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("'" + name + "' is no name");
        }
        for (String name : new String[] {"null", "True", "FALSE"}) {
            assertThatThrownBy(() -> AGE.as(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("'" + name + "' is a constant in HAVING and ORDER BY; expected another name");
        }
    }

    @Test
    void columnStandsForItsNameOnlyBehindTheColumns() {
        Column<Object, Number> twice = times(AGE, 2).as("twice");
        assertThatThrownBy(() -> columns(twice, plus(twice, 1).as("more")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "found column twice within the column twice + 1; a column is its name in HAVING and ORDER BY only");
        assertThatThrownBy(() -> columns(when(twice.gt(1), 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> columns(sum(twice))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> columns(twice.as("again"))).isInstanceOf(IllegalArgumentException.class);
        Columns<Object> others = columns(NAME, times(AGE, 3).as("twice"));
        assertThatThrownBy(() -> others.having(twice.gt(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found column age * 2 AS twice; expected one of the selection: name, age * 3 AS twice");
        assertThatThrownBy(() -> others.having(AGE.gt(1)).having(not(twice.gt(1).or(AGE.isNull()))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> others.orderBy(NAME, negated(twice).descending()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fieldBehindTheNameOfAnotherColumnIsRefused() {
        Column<Object, Number> age = negated(AGE).as("age");
        Columns<Object> all = columns(age, NAME.as("name"));
        for (ThrowingCallable hidden : List.<ThrowingCallable>of(
                () -> all.orderBy(AGE),
                () -> all.orderBy(NAME, AGE.descending()),
                () -> all.orderBy(plus(AGE, 1)),
                () -> all.having(NAME.isNull().or(not(AGE.gt(1)))))) {
            assertThatThrownBy(hidden)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("found the field age, but the name is that of the column -age AS age in HAVING and"
                            + " ORDER BY; expected the column, or another name of it");
        }
        assertThat(all.having(age.gt(1)).orderBy(age.descending(), NAME))
                .hasToString("-age AS age, name AS name HAVING age > 1 ORDER BY age DESC, name");
        assertThat(columns(sum(AGE).as("age")).having(sum(AGE).gt(5)).orderBy(sum(plus(AGE, 1))))
                .hasToString("SUM(age) AS age HAVING SUM(age) > 5 ORDER BY SUM(age + 1)");
    }

    @Test
    void testOfARowIsAConditionOfValues() {
        for (Condition<Object> wrong : List.of(
                any(FRIENDS),
                no(FRIENDS),
                variable("Q2", Object.class),
                NAME.isEmpty(),
                AGE.eq(1).merge(AGE.eq(2)),
                FRIENDS.is(String.class),
                FRIENDS.in(variable("Q2", Object.class)),
                AGE.gt(1).and(not(AGE.eq(1).or(any(FRIENDS, AGE.gt(2))))))) {
            assertThatThrownBy(() -> columns(AGE).having(wrong))
                    .as(wrong.rql())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith(
                            " in a test of a row; expected comparisons, IN, MATCH and IS NULL, joined by AND, OR and NOT");
        }
    }

    @Test
    void constantStaysWithinItsQuotes() {
        String evil = "' AS x, (SELECT 1) -- \\ '' \n\u0000 :p ? Q2";
        String text = columns(value(evil), coalesce(NAME, evil), when(match(lower(NAME), evil), evil))
                .rql();
        assertThat(Rql.print(Rql.selection(text))).isEqualTo(text);
        assertThatThrownBy(() -> value(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> times(AGE, Float.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Words.<Object>value((Object) AGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found age; expected a value, of which the text is made");
        assertThatThrownBy(() -> columns(AGE).limit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> columns(AGE).limit(1, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersOfAnySignAndSizeAreRead() {
        for (Number number : new Number[] {
            -1, 0, Long.MIN_VALUE, Long.MAX_VALUE, -1.5e-7, 1e300, new BigDecimal("-1.5E+3"), -0.0, Float.MIN_VALUE
        }) {
            Columns<Object> all = columns(
                    plus(AGE, number),
                    minus(AGE, number),
                    minus(value(number), AGE),
                    times(negated(value(number)), dividedBy(AGE, number)),
                    negated(negated(plus(value(number), number))));
            assertThat(withoutPositions(Rql.selection(all.rql()))).isEqualTo(withoutPositions(all.tree()));
        }
    }

    @Test
    void eachCallReturnsANewSelection() {
        Columns<Object> all = columns(NAME);
        assertThat(all.having(AGE.gt(1)).distinct().orderBy(AGE.descending()).limit(5, 0))
                .hasToString("DISTINCT name HAVING age > 1 ORDER BY age DESC LIMIT 5 OFFSET 0");
        assertThat(all).hasToString("name");
        assertThat(sum(AGE)).hasToString("SUM(age)");
        assertThat(sum(AGE).as("x")).hasToString("SUM(age) AS x");
        assertThat(plus(sum(AGE), 1)).hasToString("SUM(age) + 1");
        assertThat(plus(AGE, 1).gt(2).and(AGE.isNull().or(count().ne(3))))
                .hasToString("age + 1 > 2 AND (age IS NULL OR COUNT(*) != 3)");
    }

    @Test
    void selectionThatIsTooDeepIsRefusedLikeItsText() {
        Formula<Object, Number> total = AGE;
        Case<Object, Number> kinds = when(AGE.lt(0), 0);
        for (int i = 0; i < 1000; i++) {
            total = plus(total, 1);
            kinds = kinds.when(AGE.lt(i), i);
        }
        String deep = columns(total).rql();
        assertThatThrownBy(() -> Rql.selection(deep))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("nested more than 200 deep");
        assertThat(Rql.print(Rql.selection(columns(kinds).rql())))
                .isEqualTo(columns(kinds).rql());
    }
}

package dev.espalier.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Rql;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The witness itself, where examples can be worked out by hand. */
@Tag("pure")
class NaiveEvaluatorTest {

    @SuppressWarnings("unused") // the evaluator reads the fields by reflection
    private static class Stop {
        long id;
        String name;
        Integer height;
        BigDecimal fee;
        double length;
        Stop next;
        List<Stop> lines = new ArrayList<>();
        List<Integer> times = new ArrayList<>();
        Owner owner;
    }

    @SuppressWarnings("unused") // the evaluator reads the fields by reflection
    private static class Station extends Stop {
        int tracks;
    }

    @SuppressWarnings("unused") // the evaluator reads the fields by reflection
    private static class Owner {
        long id;
        Stop seat;
        List<Stop> stops = new ArrayList<>();
    }

    private final List<Object> objects = new ArrayList<>();

    /** a -> b -> c -> a is a ring; d leads into it; e leads to itself; f stands alone. */
    private final Stop a = stop("a", new Stop());

    private final Stop b = stop("b", new Station());
    private final Stop c = stop("c", new Stop());
    private final Stop d = stop("d", new Station());
    private final Stop e = stop("e", new Stop());
    private final Stop f = stop("f", new Stop());

    private Stop stop(String name, Stop stop) {
        stop.name = name;
        objects.add(stop);
        stop.id = objects.size();
        return stop;
    }

    private Owner owner(Stop seat, Stop... stops) {
        Owner owner = new Owner();
        owner.seat = seat;
        owner.stops.addAll(List.of(stops));
        objects.add(owner);
        owner.id = objects.size();
        return owner;
    }

    {
        a.next = b;
        b.next = c;
        c.next = a;
        d.next = a;
        e.next = e;
    }

    @Test
    void repeatedStepCountsWalksNotDistances() {
        assertThat(stops("next+.name = 'b'")).isEqualTo("abcd");
        assertThat(stops("next*.name = 'd'")).isEqualTo("d");
        assertThat(stops("next+ IS NULL")).isEqualTo("f");
        assertThat(stops("next{4..4}.name = 'b'")).isEqualTo("a");
        assertThat(stops("next{2..3}.name = 'b'")).isEqualTo("bcd");
        assertThat(stops("next{1000000000..}.name = 'b'")).isEqualTo("abcd");
        assertThat(stops("next{1000000000..1000000000}.name = 'b'")).isEqualTo("a");
        assertThat(stops("next{0..0}.name = 'b'")).isEqualTo("b");
        assertThat(stops("COUNT(next+) = 3")).isEqualTo("abcd");
        assertThat(stops("COUNT(next*) = 4")).isEqualTo("d");
        assertThat(stops("next+ = next")).isEqualTo("abcde");
        assertThat(stops("<Stop.next+.name = 'd'")).isEqualTo("abc");
    }

    @Test
    void classFilterHoldsAtEveryStep() {
        assertThat(stops("next[Station]+.name = 'b'")).isEqualTo("a");
        assertThat(stops("next[Station]{2..2} IS NULL")).isEqualTo("abcdef");
        assertThat(stops("next[Station]*.name = 'a'")).isEqualTo("a");
    }

    @Test
    void severalStepsAreRepeatedAsAWhole() {
        a.owner = owner(c, d, e);
        e.owner = owner(a, f);

        assertThat(stops("(owner.stops)+.name = 'd'")).isEqualTo("a");
        assertThat(stops("(owner.stops)+.name = 'f'")).isEqualTo("ae");
        assertThat(stops("(owner.stops){2..2}.name = 'f'")).isEqualTo("a");
        assertThat(stops("COUNT((owner.stops)*) = 4")).isEqualTo("a");
        assertThat(stops("(next.next)+.name = 'c'")).isEqualTo("abcd");
        assertThat(stops("(next.next){1..1}.name = 'c'")).isEqualTo("a");
    }

    @Test
    void variablesHaveTheirOwnOrderAndBounds() {
        Map<String, Variable> variables = Map.of(
                "Q2", new Variable(Stop.class, Rql.parse("next IS NOT NULL ORDER BY name DESC LIMIT 2")),
                "@near", new Variable(Stop.class, Rql.parse("next IN (Q2)")),
                "Q3", new Variable(Station.class, Rql.parse("")));

        assertThat(stops("Q2", variables)).isEqualTo("de");
        assertThat(stops("@near", variables)).isEqualTo("e");
        assertThat(stops("next IN (Q3)", variables)).isEqualTo("a");
        assertThat(stops("next NOT IN Q3", variables)).isEqualTo("bcdef");
        assertThat(stops("next(Q3 AND name = 'b')", variables)).isEqualTo("a");
        assertThat(stops("next+ IN (Q3), NOT Q3", variables)).isEqualTo("ac");
        assertThat(stops("next+ NOT IN (Q3)", variables)).isEqualTo("abcde");
    }

    @Test
    void aggregatesCountEachPositionOnceAndSkipNulls() {
        a.lines.addAll(List.of(b, c, b));
        b.lines.addAll(List.of(c, d));
        b.height = 1;
        c.height = 2;
        c.times.addAll(List.of(5, 5));

        assertThat(stops("SUM(lines.height) = 3")).isEqualTo("a");
        assertThat(stops("SUM(lines.height) = 2")).isEqualTo("b");
        assertThat(stops("SUM(lines.height) < 9")).isEqualTo("ab");
        assertThat(stops("SUM(lines.height) != 2")).isEqualTo("acdef");
        assertThat(stops("AVG(lines.height) = 1.5")).isEqualTo("a");
        assertThat(stops("MIN(lines.name) = 'b'")).isEqualTo("a");
        assertThat(stops("MAX(lines+.name) = 'd'")).isEqualTo("ab");
        assertThat(stops("MAX(height) = 2")).isEqualTo("c");
        assertThat(stops("COUNT(lines.times) = 2")).isEqualTo("ab");
        assertThat(stops("COUNT(lines.height) = 2")).isEqualTo("a");
        assertThat(stops("COUNT(lines(height = 2)) = height")).isEqualTo("b");
        assertThat(stops("SUM(lines.lines.times) = 10")).isEqualTo("a");
        assertThat(stops("SUM(lines.height) = lines.height")).isEqualTo("b");
    }

    @Test
    void arithmeticIsExactAndRoundsFloatingNumbersOnce() {
        assertThat(aggregate("SUM", new BigDecimal("0.1"), new BigDecimal("0.2")))
                .isEqualTo(new BigDecimal("0.3"));
        assertThat(aggregate("SUM", Long.MAX_VALUE, 1L)).isEqualTo(new BigDecimal("9223372036854775808"));
        assertThat(aggregate("AVG", 1, 1, 2)).isEqualTo(new Order.Fraction(new BigDecimal(4), 3));
        assertThat(aggregate("SUM", 1e100, 1.0, -1e100)).isEqualTo(1.0);
        assertThat(aggregate("SUM", 0.1, 0.2)).isEqualTo(0.1 + 0.2);
        assertThat(aggregate("SUM", 0.1, 0.2, 0.3)).isEqualTo(0.6);
        assertThat(aggregate("SUM", 0.1f, 0.2f)).isEqualTo((double) 0.1f + 0.2f);
        assertThat(aggregate("SUM", Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(aggregate("AVG", Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Double.MAX_VALUE);
        assertThat(aggregate("AVG", 1.0, 1.0, 2.0)).isEqualTo(4.0 / 3);
        assertThat(aggregate("AVG", Double.MIN_VALUE, 0.0)).isEqualTo(0.0);
        assertThat(aggregate("AVG", 3 * Double.MIN_VALUE, 0.0)).isEqualTo(2 * Double.MIN_VALUE);
        assertThat(aggregate("SUM")).isNull();
        assertThat(stops("AVG(id) = 1.0000000000000000000000000001")).isEmpty();
    }

    private static Object aggregate(String function, Object... values) {
        return Aggregates.of(Operand.Function.valueOf(function), List.of(values));
    }

    @Test
    void rootsAreTheOwnersWithoutAnOwner() {
        assertThat(roots("name = 'c'")).isEqualTo("d");
        assertThat(roots("name IN ('e', 'f')")).isEqualTo("ef");
        assertThat(roots("name = 'f' MERGE name = 'b'")).isEqualTo("fd");
        assertThat(circles("name IN ('c', 'f')")).isEmpty();
        assertThat(circles("name = 'e'")).isEqualTo("e");

        d.next = null;

        assertThat(roots("name = 'c'")).isEqualTo("abc");
        assertThat(circles("name IN ('c', 'f')")).isEqualTo("abc");
    }

    @Test
    void rootsAreFoundThroughAllRelationsUnlessSomeAreNamed() {
        f.owner = owner(c, d);

        assertThat(roots("name = 'c'")).isEqualTo("f");
        assertThat(roots("name = 'd'")).isEqualTo("f");
        assertThat(roots("name = 'c'", "next")).isEqualTo("d");
        assertThat(roots("name = 'c'", "owner.seat")).isEqualTo("f");
        assertThat(roots("name = 'a'", "owner.seat")).isEqualTo("a");
        assertThat(roots("name IN ('a', 'f') ORDER BY name DESC LIMIT 1")).isEqualTo("f");
        assertThat(roots("name = 'a'", "next", "owner.stops")).isEqualTo("f");
    }

    @Test
    void rootsOfAnotherClassAreTheOwnersOfAHit() {
        Owner first = owner(null, a);
        Owner second = owner(f);
        f.owner = first;

        assertThat(evaluator(Map.of()).owners(Owner.class, Stop.class, Rql.parse("name = 'c'")))
                .containsExactly(first, second);
        assertThat(evaluator(Map.of()).owners(Owner.class, Stop.class, Rql.parse("name = 'f' MERGE name = 'c'")))
                .containsExactly(second, first);
        assertThat(evaluator(Map.of()).owners(Owner.class, Stop.class, Rql.parse("name = 'd'")))
                .isEmpty();
        assertThat(evaluator(Map.of()).owners(Station.class, Stop.class, Rql.parse("name = 'd' OR name = 'b'")))
                .containsExactly((Station) b, (Station) d);
    }

    private String stops(String query) {
        return stops(query, Map.of());
    }

    private String stops(String query, Map<String, Variable> variables) {
        return names(evaluator(variables).answer(Stop.class, Rql.parse(query)).stream());
    }

    private String roots(String query, String... relations) {
        return names(
                evaluator(Map.of())
                        .resolvedRoots(
                                Stop.class,
                                Rql.parse(query),
                                Stream.of(relations).map(Rql::path).toList())
                        .stream());
    }

    private String circles(String query) {
        return names(evaluator(Map.of()).circles(Stop.class, Rql.parse(query), List.of()).stream()
                        .map(Stop.class::cast))
                .chars()
                .sorted()
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static String names(Stream<Stop> stops) {
        return stops.map(stop -> stop.name).collect(Collectors.joining());
    }

    private NaiveEvaluator evaluator(Map<String, Variable> variables) {
        return new NaiveEvaluator(
                        objects, object -> object instanceof Stop stop ? stop.id : ((Owner) object).id, Map.of())
                .with(Map.of(), variables);
    }
}

package dev.espalier.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.rql.Rql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The witness of selections itself, where examples can be worked out by hand. */
@Tag("pure")
class NaiveSelectionTest {

    @SuppressWarnings("unused") // the evaluator reads the fields by reflection
    private static class Room {
        long id;
        String name;
        Integer beds;
        Room next;
        List<String> guests = new ArrayList<>();
        List<Integer> bills = new ArrayList<>();
    }

    private final List<Object> rooms = new ArrayList<>();
    private final Room blue = room("blue", 2, List.of("Ann", "Bob"), List.of(10, 5));
    private final Room red = room("red", null, List.of(), List.of(1));

    {
        blue.next = red;
    }

    private Room room(String name, Integer beds, List<String> guests, List<Integer> bills) {
        Room room = new Room();
        rooms.add(room);
        room.id = rooms.size();
        room.name = name;
        room.beds = beds;
        room.guests = guests;
        room.bills = bills;
        return room;
    }

    private String rows(String query, String selection) {
        NaiveEvaluator naive = new NaiveEvaluator(rooms, room -> ((Room) room).id, Map.of());
        List<Room> found = naive.answer(Room.class, Rql.parse(query));
        return naive.rows(Room.class, found, Rql.selection(selection), List.of(Room.class)).stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" | "));
    }

    @Test
    void eachMemberIsCombinedWithEach() {
        assertThat(rows("", "name, guests, bills, next.name AS after"))
                .isEqualTo("blue Ann 10 red | blue Ann 5 red | blue Bob 10 red | blue Bob 5 red | red null 1 null");
        assertThat(rows("", "name, <Room.next.name AS before")).isEqualTo("blue null | red blue");
    }

    @Test
    void aNestedColumnHasARowForEachMember() {
        assertThat(rows("", "next {name, bills}, name")).isEqualTo("[[red, 1]] blue | [] red");
        assertThat(rows("", "bills, next.bills AS after, <Room.next {name, bills}"))
                .isEqualTo("10 1 [] | 5 1 [] | 1 null [[blue, 10], [blue, 5]]");
    }

    @Test
    void eachMemberCountsOnceInAGroup() {
        assertThat(rows("", "guests, SUM(bills) AS bills, SUM(beds) AS beds, COUNT(*) AS n"))
                .isEqualTo("Ann 15 2 1 | Bob 15 2 1 | null 1 null 1");
        assertThat(rows("", "COUNT(guests) AS guests, COUNT(next(beds IS NULL)) AS one, AVG(bills / 2) AS half"))
                .startsWith("2 1 2.6666666");
        assertThat(rows("beds > 5", "COUNT(*) AS n, MAX(beds) AS beds")).isEqualTo("0 null");
        assertThat(rows("beds > 5", "name, COUNT(*) AS n")).isEmpty();
    }

    @Test
    void rowsAreSortedAndCut() {
        assertThat(rows("", "bills ORDER BY bills DESC LIMIT 2 OFFSET 1")).isEqualTo("5 | 1");
        assertThat(rows("", "beds + 1 AS beds ORDER BY beds DESC")).isEqualTo("3 | null");
        assertThat(rows("", "DISTINCT CASE WHEN bills > 4 THEN 'high' ELSE 'low' END AS bill"))
                .isEqualTo("high | low");
        assertThat(rows("", "name, bills HAVING bills IN ([5..10]) AND NOT guests = 'Bob'"))
                .isEqualTo("blue 10 | blue 5");
    }
}

package dev.espalier.promises;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The content of a database object; other objects count as rows of the reference. */
record Content(String name, int count, Long big, Maybe maybe, Row next, List<Row> members) {

    static Content of(Thing thing, Function<Thing, Row> rows) {
        List<Row> members = new ArrayList<>();
        thing.members.forEach(member -> members.add(rows.apply(member)));
        return new Content(
                thing.name,
                thing.count,
                thing.big,
                thing.maybe,
                thing.next == null ? null : rows.apply(thing.next),
                members);
    }

    boolean refersTo(Row row) {
        return next == row || members.contains(row);
    }

    /** The same after another row was deleted. */
    Content without(Row row) {
        List<Row> left = new ArrayList<>(members);
        left.removeIf(member -> member == row);
        return new Content(name, count, big, maybe, next == row ? null : next, left);
    }
}

package dev.espalier.promises;

import java.util.List;

/** The fields of a Java object at one moment; other objects count by identity. */
record Fields(long id, String name, int count, Long big, Maybe maybe, Thing next, List<Thing> members) {

    static Fields of(Thing thing) {
        return new Fields(
                thing.id, thing.name, thing.count, thing.big, thing.maybe, thing.next, List.copyOf(thing.members));
    }

    Fields withId(long other) {
        return new Fields(other, name, count, big, maybe, next, members);
    }

    @Override
    public String toString() {
        return id + " " + name + " count=" + count + " big=" + big + " maybe=" + maybe + " next=" + text(next)
                + " members=" + members.stream().map(Fields::text).toList();
    }

    private static String text(Thing thing) {
        return thing == null ? "null" : thing.id + ":" + thing.name;
    }
}

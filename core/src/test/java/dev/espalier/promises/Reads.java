package dev.espalier.promises;

import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;

/** Compares what is read with the reference, and registers the Java objects that a read has made. */
final class Reads {

    private final Reference reference;
    private final Map<Held, Held> replaced = new IdentityHashMap<>();

    Reads(Reference reference) {
        this.reference = reference;
    }

    /** A run that is not the first one has read another Java object in place of this one. */
    void replaced(Held before, Held now) {
        if (now != null) {
            replaced.put(before, now);
        }
    }

    Held current(Held held) {
        Held current = held;
        while (current != null && replaced.containsKey(current)) {
            current = replaced.get(current);
        }
        return current;
    }

    /** The transaction reads. */
    void begin(Unit unit) {
        if (unit.snapshot < 0) {
            unit.snapshot = reference.time();
        }
        unit.isHot |= unit.hasPending();
    }

    private long moment(Unit unit) {
        return unit.snapshot < 0 ? reference.time() : unit.snapshot;
    }

    private Content content(Unit unit, Row row) {
        return row.content(row.versionAt(moment(unit)));
    }

    /** Whether the transaction sees the row. */
    boolean visible(Unit unit, Row row) {
        return content(unit, row) != null;
    }

    /** Whether the transaction has no Java object of its own, which it has not read, for any row that will come along. */
    boolean isFree(Unit unit, Row row) {
        Map<Row, Row> seen = new IdentityHashMap<>();
        Queue<Row> open = new ArrayDeque<>();
        open.add(row);
        seen.put(row, row);
        for (Row each = open.poll(); each != null; each = open.poll()) {
            Thing thing = unit.java.get(each);
            if (thing != null && !unit.hasRead(reference.held(thing))) {
                return false;
            }
            for (Content content : new Content[] {content(unit, each), each.now()}) {
                if (content != null) {
                    for (Row target : content.members()) {
                        if (seen.put(target, target) == null) {
                            open.add(target);
                        }
                    }
                    if (content.next() != null && seen.put(content.next(), content.next()) == null) {
                        open.add(content.next());
                    }
                }
            }
        }
        return true;
    }

    /** Registers what was read. */
    Held adopt(Actor actor, Thing root, Row asked) {
        if (root.id != asked.id) {
            throw new Broken("P5 another object than was asked for", root.id + " for " + asked.id);
        }
        Reference.walk(root, thing -> adopt(actor, thing));
        return reference.held(root);
    }

    private void adopt(Actor actor, Thing thing) {
        Unit unit = actor.unit;
        Held held = reference.held(thing);
        if (held != null) {
            return; // a transaction gives the same object again
        }
        Row row = reference.row(thing.id);
        if (row == null) {
            throw new Broken(
                    "P5 a read sees what was not committed", Fields.of(thing).toString());
        }
        if (unit != null) {
            Thing other = unit.java.put(row, thing);
            if (other != null && other != thing) {
                throw new Broken(
                        "P5 two Java objects in one transaction", Fields.of(other) + " and " + Fields.of(thing));
            }
        }
        int version = version(unit, thing, row);
        held = actor.hold(thing, Knowledge.of(row, version));
        if (unit != null) {
            unit.read(held);
        }
    }

    private int version(Unit unit, Thing thing, Row row) {
        Content found = Content.of(thing, target -> reference.row(target.id));
        int expected = unit == null ? row.version() : row.versionAt(moment(unit));
        if (found.equals(row.content(expected))) {
            return expected;
        }
        if (unit != null && unit.isHot && found.equals(row.now())) {
            return row.version();
        }
        throw new Broken(
                "P5 a read sees what was not committed, or not what was acknowledged",
                row + ": found " + found + ", expected " + row.content(expected));
    }

    /** Registers what a refresh has made of an object. */
    void refreshed(Actor actor, Held held, Row row) {
        Reference.walk(held.thing, thing -> {
            if (thing != held.thing) {
                adopt(actor, thing);
            }
        });
        held.knowledge = Knowledge.of(row, version(null, held.thing, row));
        held.fields = Fields.of(held.thing);
    }
}

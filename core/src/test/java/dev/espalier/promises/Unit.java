package dev.espalier.promises;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One run of a transaction's work, as the reference sees it. */
final class Unit {

    private final Reference reference;
    private final Map<Held, Knowledge> overlay = new IdentityHashMap<>();
    private final Map<Row, Write> pending = new LinkedHashMap<>();
    private final Map<Held, Fields> atBegin = new IdentityHashMap<>();
    private final Map<Held, Fields> atTouch = new IdentityHashMap<>();
    private final Set<Held> read = new LinkedHashSet<>();
    /** What objects were when they were named. */
    final Map<Held, Fields> remembered = new IdentityHashMap<>();

    final Map<Held, Row> deleted = new LinkedHashMap<>();
    /** One Java object for each row. */
    final Map<Row, Thing> java = new IdentityHashMap<>();
    /** The moment whose state it reads; -1 before its first read. */
    long snapshot = -1;
    /** Whether it has sent writes, and so holds locks. */
    boolean isHot;
    /** The verdict on the call that is going on. */
    Verdict verdict = new Verdict();

    Unit(Reference reference, int thread) {
        this.reference = reference;
        reference.helds().stream()
                .filter(held -> held.thread == thread && !held.isShared)
                .forEach(held -> atBegin.put(held, held.fields));
    }

    Knowledge view(Held held) {
        return overlay.getOrDefault(held, held.knowledge);
    }

    /** Whether the transaction itself has given the object its id. */
    boolean hasInserted(Held held) {
        return overlay.containsKey(held) && overlay.get(held).version() == Write.NEW;
    }

    boolean hasPending() {
        return !pending.isEmpty() || !deleted.isEmpty();
    }

    boolean isTouched(Held held) {
        return atTouch.containsKey(held);
    }

    void touch(Held held) {
        atTouch.putIfAbsent(held, held.fields);
    }

    boolean hasRead(Held held) {
        return read.contains(held);
    }

    void read(Held held) {
        read.add(held);
        touch(held);
    }

    void store(List<Write> writes) {
        for (Write write : writes) {
            Write before = pending.get(write.row());
            pending.put(write.row(), before == null ? write : before.with(write));
            overlay.put(write.held(), new Knowledge(write.row(), write.basedOn(), write.content()));
        }
    }

    void delete(Held held) {
        deleted.put(held, view(held).row());
        pending.remove(view(held).row());
        overlay.put(held, Knowledge.NEW);
    }

    /** What would be said of it if it was committed now. */
    Verdict atCommit() {
        Verdict whole = reference.verdict(pending.values());
        deleted.forEach((held, row) -> {
            Knowledge known = held.knowledge;
            if (known.isNew()) {
                return; // inserted and deleted by this transaction
            }
            if (!row.exists()) {
                whole.must(row + ": does not exist and would be deleted");
            } else if (known.isUnknown()) {
                whole.may();
            } else if (known.version() != row.version()) {
                whole.must(row + ": would be deleted by knowledge of version " + known.version() + ", acknowledged is "
                        + row.version());
            } else if (row.isUncertain) {
                whole.may();
            }
        });
        return whole;
    }

    void committed() {
        reference.apply(pending.values());
        pending.values().stream()
                .filter(write -> write.basedOn() == Write.NEW)
                .forEach(write -> write.held().fields = write.held().fields.withId(write.row().id));
        deleted.forEach((held, row) -> {
            if (row.exists()) {
                reference.delete(row);
            }
            held.knowledge = Knowledge.NEW;
            held.future = null;
        });
    }

    /** Checks what each object is after a rollback, and takes it for what it should be from now on. */
    void rolledBack(Set<Held> refreshed) {
        Set<Held> all = new LinkedHashSet<>(atBegin.keySet());
        all.addAll(atTouch.keySet());
        for (Held held : List.copyOf(reference.helds())) {
            if (!all.contains(held)) {
                continue;
            }
            if (held.isShared) {
                held.fields = held.fields.withId(held.knowledge.isNew() ? 0 : held.knowledge.row().id);
                continue;
            }
            List<Fields> allowed = new ArrayList<>();
            Fields begin = atBegin.get(held);
            Fields touched = atTouch.get(held);
            boolean exactly = read.contains(held);
            if (touched != null) {
                allowed.add(touched);
            }
            if (begin != null && !exactly) {
                allowed.add(begin);
            }
            long id = held.knowledge.isNew() ? 0 : held.knowledge.row().id;
            if (remembered.containsKey(held)) {
                allowed.add(remembered.get(held).withId(id));
            } else if (!exactly) {
                // Fields of objects that were not named stay as the work has left them.
                allowed.add(held.fields.withId(id));
            }
            Fields now = Fields.of(held.thing);
            if (!refreshed.contains(held) && !allowed.contains(now)) {
                throw new Broken(
                        exactly
                                ? "P5 an object that was read is not what it was after a rollback"
                                : "P2 an object is not what it was after a rollback",
                        "found " + now + ", expected " + allowed.get(0));
            }
            held.fields = now;
        }
    }
}

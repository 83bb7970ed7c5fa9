package dev.espalier.promises;

import dev.espalier.Transaction;
import dev.espalier.error.EspalierException;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What each operation does, in the library and in the reference. */
final class Steps {

    private static final int LARGEST_GRAPH = 8;

    private final Reference reference;
    private final List<Actor> actors;
    private final Reads reads;
    private int stamps;

    Steps(Reference reference, List<Actor> actors) {
        this.reference = reference;
        this.actors = actors;
        this.reads = new Reads(reference);
    }

    /** Whether it means anything now, and waits for nobody. */
    boolean isAllowed(Step step) {
        Actor actor = actors.get(step.thread());
        Operation operation = (Operation) step.operation();
        boolean isHeldUp = actors.stream().anyMatch(other -> other != actor && other.unit != null && other.unit.isHot);
        boolean writes = switch (operation) {
            case STORE, DELETE, OVERWRITE -> actor.unit == null || operation == Operation.DELETE;
            case COMMIT -> actor.unit != null && actor.unit.hasPending();
            case GET, QUERY -> actor.unit != null && actor.unit.hasPending();
            default -> false;
        };
        if (isHeldUp && writes) {
            return false;
        }
        return switch (operation) {
            case BEGIN, REFRESH, COPY, FOREIGN, REFER, OVERWRITE, SHARE, BORROW -> actor.unit == null;
            case COMMIT, THROW -> actor.unit != null;
            case REMEMBER, QUERY -> actor.unit != null && actor.unit.deleted.isEmpty();
            default -> actor.unit == null || actor.unit.deleted.isEmpty();
        };
    }

    private String stamp(Actor actor) {
        return "t" + actor.number + "-" + ++stamps;
    }

    Runnable outside(Actor actor, Step step) {
        return () -> {
            switch ((Operation) step.operation()) {
                case GET -> get(actor, step, null);
                case STORE -> store(actor, step);
                case DELETE -> delete(actor, step);
                case REFRESH -> refresh(actor, step);
                case COPY -> copy(actor, step);
                case FOREIGN -> foreign(actor, step);
                case REFER -> refer(actor, step);
                case OVERWRITE -> overwrite(actor, step);
                case SHARE -> share(actor, step);
                case BORROW -> borrow(actor, step);
                default -> fields(actor, step);
            }
        };
    }

    /** Done again by each run of the work. */
    Consumer<Transaction> inside(Actor actor, Step step) {
        String stamp = stamp(actor);
        Held slot = actor.slot(step.what());
        Held made = step.operation() == Operation.CREATE ? actor.hold(Thing.named(stamp), Knowledge.NEW) : null;
        Held[] got = new Held[1];
        return tx -> {
            switch ((Operation) step.operation()) {
                case GET -> {
                    Held before = got[0];
                    got[0] = get(actor, step, tx);
                    if (before != null && before != got[0]) {
                        reads.replaced(before, got[0]);
                    }
                }
                case STORE -> store(actor, current(slot), tx);
                case DELETE -> delete(actor, current(slot), tx);
                case QUERY -> query(actor, tx);
                case REMEMBER -> remember(actor, current(slot), tx);
                case CREATE -> actor.take(made);
                case SET -> set(current(slot), step, stamp);
                case LINK -> link(actor, current(slot), step, stamp);
                default -> throw new IllegalStateException(step.toString());
            }
        };
    }

    private Held current(Held slot) {
        return reads.current(slot);
    }

    private void fields(Actor actor, Step step) {
        Held slot = actor.slot(step.what());
        switch ((Operation) step.operation()) {
            case CREATE -> actor.take(actor.hold(Thing.named(stamp(actor)), Knowledge.NEW));
            case SET -> set(slot, step, stamp(actor));
            case LINK -> link(actor, slot, step, stamp(actor));
            default -> throw new IllegalStateException(step.toString());
        }
    }

    private void set(Held slot, Step step, String stamp) {
        if (slot == null) {
            return;
        }
        Held held = slot;
        if (step.value() % 4 == 3 && slot.thing.next != null) {
            held = reference.held(slot.thing.next);
        }
        if (held.isShared || held.thread != slot.thread) {
            return;
        }
        Thing thing = held.thing;
        switch (step.value() / 4 % 6) {
            case 0, 1 -> thing.name = stamp;
            case 2 -> thing.count += 1 + step.value() % 7;
            case 3 ->
                thing.big = thing.big == null ? (Long) 1_853_189_228L : thing.big == 1_853_189_228L ? null : (Long) 5L;
            case 4 ->
                thing.maybe =
                        thing.maybe == null ? new Maybe(null) : thing.maybe.value() == null ? null : new Maybe(null);
            default -> {
                thing.big = step.value() % 2 == 0 ? null : (Long) 1_853_189_228L;
                thing.maybe = step.value() % 3 == 0 ? null : new Maybe(step.value() % 3 == 1 ? null : (Integer) 7);
            }
        }
        held.fields = Fields.of(thing);
    }

    private void link(Actor actor, Held slot, Step step, String stamp) {
        if (slot == null || slot.isShared || reference.reach(slot.thing).size() > LARGEST_GRAPH) {
            return;
        }
        Thing thing = slot.thing;
        Held other = current(actor.slot(step.value() / 8));
        switch (step.value() % 8) {
            case 0, 1, 2 -> thing.next = other.thing;
            case 3 -> thing.next = null;
            case 4, 5 -> thing.members.add(other.thing);
            case 6 -> {
                if (!thing.members.isEmpty()) {
                    thing.members.remove(0);
                }
            }
            default -> thing.next = actor.hold(Thing.named(stamp), Knowledge.NEW).thing;
        }
        slot.fields = Fields.of(thing);
    }

    private Held get(Actor actor, Step step, Transaction tx) {
        List<Row> rows = reference.rows();
        if (rows.isEmpty()) {
            return null;
        }
        Row row = rows.get(Math.floorMod(step.what(), rows.size()));
        Unit unit = actor.unit;
        if (unit != null && !reads.isFree(unit, row)) {
            return null;
        }
        boolean exists = unit == null ? row.exists() : reads.visible(unit, row);
        Thing thing;
        try {
            if (unit == null) {
                thing = actor.service.db().get(Thing.class, row.id);
            } else {
                reads.begin(unit);
                if (!exists) {
                    unit.verdict.may();
                }
                thing = tx.get(Thing.class, row.id);
            }
        } catch (EspalierException e) {
            if (e.code().equals("not-found") && !exists && unit == null) {
                return null;
            }
            throw e;
        }
        Held held = reads.adopt(actor, thing, row);
        actor.take(held);
        return held;
    }

    private void query(Actor actor, Transaction tx) {
        reads.begin(actor.unit);
        tx.query(Thing.class, "name = 'nobody'").list();
    }

    private void store(Actor actor, Step step) {
        Held held = actor.slot(step.what());
        if (held == null) {
            return;
        }
        List<Write> writes = reference.writes(held.thing, each -> each.knowledge);
        Verdict verdict = reference.verdict(writes);
        if (reference.reach(held.thing).stream()
                .anyMatch(
                        each -> actors.stream().anyMatch(other -> other.unit != null && other.unit.isTouched(each)))) {
            verdict.may();
        }
        try {
            actor.service.db().store(held.thing);
        } catch (EspalierException e) {
            verdict.refused("store", e);
            return;
        }
        verdict.acknowledged("store");
        reference.apply(writes);
        writes.forEach(write -> write.held().fields = write.held().fields.withId(write.row().id));
        actor.hasWritten = true;
    }

    private void store(Actor actor, Held held, Transaction tx) {
        Unit unit = actor.unit;
        if (held == null || !isAlone(unit, held)) {
            return;
        }
        List<Held> reached = reference.reach(held.thing);
        List<Write> writes = reference.writes(held.thing, unit::view);
        reached.forEach(unit::touch);
        if (reached.stream().anyMatch(each -> each.isShared)) {
            unit.verdict.may();
        }
        Verdict atOnce = reference.verdict(writes);
        if (atOnce.mayBeRefused()) {
            unit.verdict.may();
        }
        tx.store(held.thing);
        unit.store(writes);
        reached.forEach(each -> {
            if (!unit.view(each).isNew()) {
                unit.java.put(unit.view(each).row(), each.thing);
            }
        });
        for (Write write : writes) {
            if (write.basedOn() == Write.NEW) {
                if (write.held().thing.id == 0) {
                    throw new Broken(
                            "P3 a stored object has no id", write.held().toString());
                }
                if (!write.held().isShared) {
                    write.held().fields = write.held().fields.withId(write.held().thing.id);
                }
            }
        }
    }

    /** Whether no other Java object stands for a row that it reaches; the transaction would have to choose. */
    private boolean isAlone(Unit unit, Held held) {
        Map<Row, Thing> own = new IdentityHashMap<>();
        for (Held each : reference.reach(held.thing)) {
            Knowledge knowledge = unit.view(each);
            if (!knowledge.isNew()) {
                Thing other = unit.java.get(knowledge.row());
                Thing same = own.put(knowledge.row(), each.thing);
                if (other != null && other != each.thing || same != null) {
                    return false;
                }
            }
        }
        return true;
    }

    private void remember(Actor actor, Held held, Transaction tx) {
        if (held == null) {
            return;
        }
        List<Held> reached = reference.reach(held.thing);
        reached.forEach(actor.unit::touch);
        tx.remember(held.thing);
        reached.forEach(each -> actor.unit.remembered.putIfAbsent(each, each.fields));
    }

    private void delete(Actor actor, Step step) {
        Held held = actor.slot(step.what());
        if (held == null || held.isShared || held.knowledge.isNew()) {
            return;
        }
        Row row = held.knowledge.row();
        Verdict verdict = new Verdict();
        if (!row.exists()) {
            verdict.must(row + " does not exist");
        } else if (held.knowledge.isUnknown() || row.isUncertain) {
            verdict.may();
        } else if (held.knowledge.version() != row.version()) {
            verdict.must(row + ": deleted by knowledge of version " + held.knowledge.version() + ", acknowledged is "
                    + row.version());
        }
        try {
            actor.service.db().delete(held.thing);
        } catch (EspalierException e) {
            verdict.refused("delete", e);
            return;
        }
        verdict.acknowledged("delete");
        reference.delete(row);
        held.knowledge = Knowledge.NEW;
        held.future = null;
        held.fields = held.fields.withId(0);
        actor.hasWritten = true;
    }

    private void delete(Actor actor, Held held, Transaction tx) {
        Unit unit = actor.unit;
        if (held == null || held.isShared || unit.view(held).isNew() || !isAlone(unit, held)) {
            return;
        }
        unit.touch(held);
        unit.verdict.may();
        tx.delete(held.thing);
        unit.delete(held);
        unit.isHot = true;
        held.fields = held.fields.withId(0);
    }

    private void refresh(Actor actor, Step step) {
        Held held = actor.slot(step.what());
        if (held == null || held.isShared || held.knowledge.isNew()) {
            return;
        }
        Row row = held.knowledge.row();
        try {
            actor.service.db().refresh(held.thing);
        } catch (EspalierException e) {
            if (row.exists()) {
                throw e;
            }
            return;
        }
        reads.refreshed(actor, held, row);
    }

    private void copy(Actor actor, Step step) {
        Held held = actor.slot(step.what());
        if (held == null || held.knowledge.isNew()) {
            return;
        }
        Set<Held> reached = new LinkedHashSet<>(reference.reach(held.thing));
        if (reached.stream().anyMatch(each -> each.knowledge.isNew() && each.isShared)) {
            return;
        }
        Row row = held.knowledge.row();
        switch (step.value() % 3) {
            case 0 -> actor.take(actor.hold(Copies.clone(held.thing), Knowledge.unknown(row)));
            case 1 -> {
                Thing copy = Copies.deserialised(held.thing);
                Reference.walk(
                        copy,
                        thing -> actor.hold(
                                thing, thing.id == 0 ? Knowledge.NEW : Knowledge.unknown(reference.row(thing.id))));
                actor.take(reference.held(copy));
            }
            default -> {
                Thing standIn = new Thing();
                standIn.id = row.id;
                actor.take(actor.hold(standIn, Knowledge.unknown(row)));
            }
        }
    }

    private void foreign(Actor actor, Step step) {
        List<Row> rows = reference.rows().stream().filter(Row::exists).toList();
        if (rows.isEmpty()) {
            return;
        }
        Row row = rows.get(Math.floorMod(step.what(), rows.size()));
        Service other = actors.get((actor.number + Step.THREADS_OF_A_PROGRAM) % Step.THREADS).service;
        Thing thing = other.db().get(Thing.class, row.id);
        boolean[] isKnown = {true};
        Reference.walk(thing, each -> isKnown[0] &= reference.row(each.id) != null);
        if (!isKnown[0]) {
            return; // it leads to a shared object that threads have stored since the reference looked
        }
        Reference.walk(thing, each -> actor.hold(each, Knowledge.unknown(reference.row(each.id))));
        actor.take(reference.held(thing));
    }

    private void refer(Actor actor, Step step) {
        Held held = actor.slot(step.what());
        List<Row> rows = reference.rows().stream().filter(Row::exists).toList();
        if (held != null && !held.isShared && !rows.isEmpty()) {
            Row row = rows.get(Math.floorMod(step.value(), rows.size()));
            Api.reference(actor.service.db(), row.id).ifPresent(standIn -> {
                Held target = actor.hold(standIn, Knowledge.unknown(row));
                target.isStandIn = true;
                target.isShared = true;
                held.thing.next = standIn;
                held.fields = Fields.of(held.thing);
            });
        }
    }

    /** Of an object that refers to no other: how far it reaches does not matter then. */
    private void overwrite(Actor actor, Step step) {
        Held held = actor.slot(step.what());
        if (!Api.canOverwrite()
                || held == null
                || held.isShared
                || held.knowledge.isNew()
                || !held.knowledge.row().exists()
                || reference.reach(held.thing).size() > 1) {
            return;
        }
        Row row = held.knowledge.row();
        Api.overwrite(actor.service.db(), held.thing);
        reference.overwritten(held, row);
        actor.hasWritten = true;
    }

    private Actor neighbour(Actor actor, int value) {
        int first = actor.number / Step.THREADS_OF_A_PROGRAM * Step.THREADS_OF_A_PROGRAM;
        return actors.get(first + (actor.number - first + 1 + value % 2) % Step.THREADS_OF_A_PROGRAM);
    }

    private void share(Actor actor, Step step) {
        Held held = actor.hold(Thing.named(stamp(actor)), Knowledge.NEW);
        held.isShared = true;
        for (Actor each : List.of(actor, neighbour(actor, step.value()))) {
            if (each.unit == null) {
                Held own = each.slot(step.what());
                if (own != null && !own.isShared) {
                    own.thing.next = held.thing;
                    own.fields = Fields.of(own.thing);
                }
                each.take(held);
            }
        }
    }

    private void borrow(Actor actor, Step step) {
        Actor other = neighbour(actor, step.value());
        Held held = other.slot(step.what());
        if (held != null && other.unit == null) {
            reference.reach(held.thing).forEach(each -> each.isShared = true);
            actor.take(held);
        }
    }
}

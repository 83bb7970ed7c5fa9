package dev.espalier.promises;

import dev.espalier.Transaction;
import dev.espalier.error.EspalierException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One thread of a schedule: its objects, and its transaction if it has one. */
final class Actor {

    private static final int MOST_SLOTS = 5;

    final int number;
    final Worker worker;
    final Service service;
    private final Reference reference;
    final List<Held> slots = new ArrayList<>();
    private final List<Consumer<Transaction>> operations = new ArrayList<>();
    /** The run of the work that goes on; null outside of a transaction. */
    Unit unit;

    private Boolean commits;
    private volatile Throwable failure;
    /** Whether the last call was acknowledged as a write. */
    boolean hasWritten;

    Actor(int number, Worker worker, Service service, Reference reference) {
        this.number = number;
        this.worker = worker;
        this.service = service;
        this.reference = reference;
    }

    Held slot(int what) {
        return slots.isEmpty() ? null : slots.get(Math.floorMod(what, slots.size()));
    }

    void take(Held held) {
        if (!slots.contains(held)) {
            slots.add(held);
            if (slots.size() > MOST_SLOTS) {
                slots.remove(0);
            }
            service.keep(number, slots.stream().map(slot -> slot.thing).toList());
        }
    }

    Held hold(Thing thing, Knowledge knowledge) {
        return reference.hold(new Held(thing, number / Step.THREADS_OF_A_PROGRAM, number, knowledge));
    }

    Throwable failure() {
        return failure;
    }

    void run(Runnable task) {
        worker.submit(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                failure = e;
            }
        });
    }

    /** Does something in the transaction that goes on. */
    void inTransaction(Consumer<Transaction> operation) {
        worker.submit(() -> operations.add(operation));
    }

    /** Ends the transaction that goes on. */
    void end(boolean byCommit) {
        worker.submit(() -> commits = byCommit);
    }

    /** Begins a transaction; returns after its end. */
    void useTransaction(boolean capturesService) {
        operations.clear();
        commits = null;
        try {
            if (capturesService) {
                service.withCache(this::work);
            } else {
                Service.with(
                        service.db(), slots.stream().map(slot -> slot.thing).toList(), this::work);
            }
            unit.atCommit().acknowledged("useTransaction");
            hasWritten = unit.hasPending();
            unit.committed();
        } catch (Rollback thrown) {
            unit.rolledBack(Set.of());
        } catch (EspalierException refusal) {
            Unit refused = unit;
            if (!refused.verdict.mayBeRefused()) {
                refused.atCommit().refused("useTransaction", refusal);
            }
            refused.rolledBack(Set.of());
        } finally {
            unit = null;
        }
    }

    private void work(Transaction tx) {
        if (unit != null) {
            again();
        } else {
            unit = new Unit(reference, number);
        }
        int done = 0;
        while (true) {
            for (; done < operations.size(); done++) {
                unit.verdict = new Verdict();
                operations.get(done).accept(tx);
            }
            if (commits != null) {
                unit.verdict = new Verdict();
                if (!commits) {
                    throw new Rollback();
                }
                return;
            }
            worker.done();
            worker.next().run();
        }
    }

    /** The library runs the work again: all is as it was, and what was remembered without changes may be up to date. A copy's version stays unknown. */
    private void again() {
        Unit before = unit;
        Set<Held> current = new HashSet<>();
        for (Held held : List.copyOf(reference.helds())) {
            if (held.thread == number
                    && !held.isShared
                    && !held.knowledge.isNew()
                    && !held.knowledge.isUnknown()
                    && held.knowledge.row().exists()
                    && held.knowledge.version() < held.knowledge.row().version()
                    && isCurrent(held)) {
                current.add(held);
            }
        }
        before.rolledBack(current);
        for (Held held : current) {
            if (before.remembered.containsKey(held)) {
                held.knowledge =
                        Knowledge.of(held.knowledge.row(), held.knowledge.row().version());
            }
        }
        unit = new Unit(reference, number);
    }

    /** Whether the Java object holds what the database holds now; registers what a refresh has made it refer to. */
    private boolean isCurrent(Held held) {
        boolean[] known = {true};
        Reference.walk(
                held.thing,
                thing -> known[0] &= reference.held(thing) != null
                        || reference.row(thing.id) != null
                                && reference.row(thing.id).exists());
        if (!known[0]) {
            return false;
        }
        Content now = Content.of(held.thing, target -> {
            Held other = reference.held(target);
            return other == null ? reference.row(target.id) : other.knowledge.isNew() ? null : other.knowledge.row();
        });
        if (!now.equals(held.knowledge.row().now())) {
            return false;
        }
        Reference.walk(held.thing, thing -> {
            if (reference.held(thing) == null) {
                Row row = reference.row(thing.id);
                hold(thing, Knowledge.of(row, row.version()));
            }
        });
        return true;
    }
}

package dev.espalier.promises;

import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One schedule of single steps while it runs: one thread at a time goes on. */
final class Play {

    private static final long BLOCKED_MILLIS = 1_500;
    private static final long HANGS_MILLIS = 60_000;

    private final Reference reference = new Reference();
    private final List<Actor> actors = new ArrayList<>();
    private final Database observer;
    private final Steps steps;

    Play(List<Worker> workers, List<Service> services, Database observer) {
        this.observer = observer;
        for (int i = 0; i < workers.size(); i++) {
            actors.add(new Actor(i, workers.get(i), services.get(i / Step.THREADS_OF_A_PROGRAM), reference));
        }
        this.steps = new Steps(reference, actors);
    }

    /** Runs all steps and checks the database at the end. */
    void run(List<Step> schedule) {
        try {
            for (Step step : schedule) {
                Actor actor = actors.get(step.thread());
                if (steps.isAllowed(step)) {
                    play(actor, step);
                }
            }
            for (Actor actor : actors) {
                rollBack(actor);
                check(actor);
            }
            compare();
            if (!Health.of(observer).verify().isClean()) {
                throw new Broken("P7 verify", Health.of(observer).verify().toString());
            }
        } finally {
            actors.forEach(this::rollBack);
        }
    }

    private void play(Actor actor, Step step) {
        actor.hasWritten = false;
        if (actor.unit == null) {
            actor.run(
                    step.operation() == Operation.BEGIN
                            ? () -> actor.useTransaction(step.value() % 2 == 0)
                            : steps.outside(actor, step));
        } else if (step.operation() == Operation.COMMIT || step.operation() == Operation.THROW) {
            actor.end(step.operation() == Operation.COMMIT);
        } else {
            Consumer<Transaction> operation = steps.inside(actor, step);
            actor.inTransaction(operation);
        }
        await(actor);
        check(actor);
        if (actor.hasWritten) {
            compare();
        }
    }

    /** Others that hold what the step waits for are rolled back: that changes nothing in the database. */
    private void await(Actor actor) {
        if (actor.worker.await(BLOCKED_MILLIS)) {
            return;
        }
        for (Actor other : actors) {
            if (other != actor) {
                rollBack(other);
            }
        }
        if (!actor.worker.await(HANGS_MILLIS)) {
            throw new IllegalStateException("a step hangs");
        }
    }

    private void rollBack(Actor actor) {
        if (actor.unit != null) {
            actor.end(false);
            if (!actor.worker.await(HANGS_MILLIS)) {
                throw new IllegalStateException("a rollback hangs");
            }
        }
    }

    /** What every Java object holds, and what the step has met. */
    private void check(Actor last) {
        for (Actor actor : actors) {
            Throwable failure = actor.failure();
            if (failure instanceof Broken broken) {
                throw broken;
            } else if (failure instanceof EspalierException e) {
                throw new Broken("P0 a read failed (" + e.code() + ")", e.toString());
            } else if (failure != null) {
                throw new IllegalStateException(failure);
            }
        }
        for (Held held : reference.helds()) {
            Fields now = Fields.of(held.thing);
            boolean isBeingInserted = held.isShared
                    && held.knowledge.isNew()
                    && actors.stream().anyMatch(actor -> actor.unit != null && actor.unit.hasInserted(held));
            if (!now.equals(isBeingInserted ? held.fields.withId(now.id()) : held.fields)) {
                boolean isOwn = held.thread == last.number && !held.isShared;
                throw new Broken(
                        isOwn ? "P3 an object of the thread has changed" : "P2 an object of another thread has changed",
                        "p" + held.program + ".t" + held.thread + "'s object: found " + now + ", expected "
                                + held.fields);
            }
        }
    }

    /** The database equals the reference. */
    private void compare() {
        List<Thing> found = observer.query(Thing.class, "").list();
        for (Thing thing : found) {
            Row row = reference.row(thing.id);
            if (row == null || !row.exists()) {
                throw new Broken(
                        "P4 an object that was acknowledged to nobody is in the database",
                        Fields.of(thing).toString());
            }
            Content content = Content.of(thing, target -> reference.row(target.id));
            if (!content.equals(row.now())) {
                throw new Broken(
                        "P1 the database differs from what was acknowledged",
                        row + ": found " + content + ", expected " + row.now());
            }
        }
        long expected = reference.rows().stream().filter(Row::exists).count();
        if (found.size() != expected) {
            throw new Broken(
                    "P1 an acknowledged object is not in the database", "found " + found.size() + " of " + expected);
        }
    }
}

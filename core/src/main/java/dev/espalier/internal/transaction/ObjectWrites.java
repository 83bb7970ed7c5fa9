package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;

import dev.espalier.error.DatabaseException;
import dev.espalier.internal.write.Claims;
import dev.espalier.internal.write.Deletion;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.StoredReferences;
import dev.espalier.internal.write.WriteSet;
import dev.espalier.internal.write.WriteSetBuilder;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operations {@code tx.store}, {@code tx.overwrite} and {@code tx.delete} of one attempt: they gather writes. For one thread. */
final class ObjectWrites {

    private final Transactions services;
    private final IdentityMap objects;
    private final Identity identity;
    private final Claims.Unit claims;
    private final ObjectTurns turns;
    private final LockPlan plan;
    private final Writes writes;
    private @Nullable Object awaited;

    /** @param writes where the writes are gathered */
    ObjectWrites(
            Transactions services,
            IdentityMap objects,
            Claims.Unit claims,
            ObjectTurns turns,
            LockPlan plan,
            Writes writes) {
        this.services = services;
        this.objects = objects;
        this.identity = objects.identity();
        this.claims = claims;
        this.turns = turns;
        this.plan = plan;
        this.writes = writes;
    }

    /** @param overwriting those that replace the stored state whatever its version is */
    void store(Collection<?> roots, Collection<?> overwriting, WorkAttempt attempt) {
        attempt.requireSound();
        WriteSetBuilder builder = services.writeSet(
                ((WritingAttempt) attempt)::takeIds,
                identity,
                objects,
                new StoredReferences(question -> question.test(attempt.snapshot(writes))),
                claims);
        awaitOtherUnits(() -> builder.collect(roots), attempt);
        WriteSet set = builder.build(overwriting);
        objects.stored(builder);
        builder.forEach((object, before, id, isWritten) -> {
            if (isWritten && before != 0) {
                plan.changes(services.schema().table(identity.typeOf(object)), id);
            }
        });
        if (!set.isEmpty() || !set.named().isEmpty() && !writes.isEmpty()) {
            writes.add(set);
            if (set.asks()) {
                attempt.snapshot(writes);
            }
        }
        builder.stored(attempt.versions()::before);
    }

    void delete(Collection<?> roots, WorkAttempt attempt) {
        attempt.requireSound();
        roots.forEach(identity::typeOf);
        // An object whose id is 0 already looks new to other threads, but a rollback gives it its id back.
        awaitOtherUnits(() -> claims.claim(roots), attempt);
        Deletion deletion = Deletion.of(services.schema(), identity, roots);
        for (Object object : roots) {
            long id = identity.idOf(object);
            plan.changes(services.schema().table(identity.typeOf(object)), id);
            objects.deleted(object, id);
        }
        writes.add(deletion);
    }

    /** Waits for new objects that other units of work are storing; in this attempt only if no other thread can be waiting for it. */
    private void awaitOtherUnits(Supplier<Object> claim, WorkAttempt attempt) {
        for (Object taken = claim.get(); taken != null; taken = claim.get()) {
            if (attempt.isBegun() || claims.holdsClaims() || !turns.isEmpty()) {
                awaited = taken;
                throw attempt.fail(new Outcome.Retryable(
                        new DatabaseException(
                                CONFLICT,
                                "another thread is storing a new object that this work reaches"
                                        + " too; the work is retried, and waits for it at the beginning"),
                        Outcome.Delay.NONE,
                        0));
            }
            services.claims().await(taken);
        }
    }

    /** The new object that another unit of work is storing, for which the next attempt waits; null for none. */
    @Nullable
    Object awaited() {
        return awaited;
    }
}

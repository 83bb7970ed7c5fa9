package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/** Writes that are sent where a snapshot was read, because a query has to see them, while others write. */
@NullUnmarked // each test sets the fields
class SnapshotWritesContractTest {

    static class Dog {
        long id;
        String name = "Rex";
    }

    static class Kennel {
        long id;
        Dog dog;
    }

    /** Runs something in another transaction, in the first attempt only. */
    private static void meanwhile(AtomicInteger attempts, Runnable task) {
        if (attempts.incrementAndGet() == 1) {
            Background.run(task).join();
        }
    }

    @OnEveryEngine
    void aDeletionTakesAwayAReferenceThatIsYoungerThanTheSnapshot(TestDatabase database) {
        Database db = database.open(Dog.class, Kennel.class);
        Dog rex = new Dog();
        Kennel kennel = new Kennel();
        db.store(rex);
        db.store(kennel);
        AtomicInteger attempts = new AtomicInteger();
        db.useTransaction(tx -> {
            Dog dog = tx.get(Dog.class, rex.id);
            meanwhile(attempts, () -> {
                kennel.dog = db.reference(Dog.class, rex.id);
                db.store(kennel);
            });
            tx.delete(dog);
            assertThat(tx.query(Dog.class, "").count()).isZero();
        });
        assertThat(db.get(Kennel.class, kennel.id).dog).isNull();
        assertThat(Health.of(db).verify().findings()).isEmpty();
    }

    @OnEveryEngine
    void aReferenceToWhatWasDeletedSinceTheSnapshotIsRefused(TestDatabase database) {
        Database db = database.open(Dog.class, Kennel.class);
        Dog rex = new Dog();
        Kennel kennel = new Kennel();
        db.store(rex);
        db.store(kennel);
        Dog gone = db.reference(Dog.class, rex.id);
        AtomicInteger attempts = new AtomicInteger();
        Throwable refusal = catchThrowable(() -> db.useTransaction(tx -> {
            Kennel empty = tx.get(Kennel.class, kennel.id);
            meanwhile(attempts, () -> db.delete(rex));
            empty.dog = gone;
            tx.store(empty);
            assertThat(tx.query(Kennel.class, "").count()).isOne();
        }));
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        EspalierException.class, e -> assertThat(e.code()).isEqualTo("target-not-found"));
        assertThat(db.get(Kennel.class, kennel.id).dog).isNull();
        assertThat(Health.of(db).verify().findings()).isEmpty();
    }

    /** More than are taken at once; ids that are taken by another transaction change nothing that the snapshot shows. */
    @OnEveryEngine
    void idsOfNewObjectsDoNotOutrunTheSnapshot(TestDatabase database) {
        Database db = database.open(Dog.class, Kennel.class);
        PausedLease.stopRenewals(db);
        Dog rex = new Dog();
        db.store(rex);
        AtomicInteger attempts = new AtomicInteger();
        long found = db.inTransaction(tx -> {
            attempts.incrementAndGet();
            tx.get(Dog.class, rex.id);
            tx.storeAll(Stream.generate(Dog::new).limit(2_000).toList());
            return tx.query(Dog.class, "").count();
        });
        assertThat(found).isEqualTo(2_001);
        if (database.engine() == Engine.DUCKDB) {
            assertThat(attempts).hasValue(1);
        }
    }
}

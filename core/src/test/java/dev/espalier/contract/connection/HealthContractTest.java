package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.contract.samples.Shapes.Bark;
import dev.espalier.contract.samples.Shapes.Cat;
import dev.espalier.contract.samples.Shapes.Dog;
import dev.espalier.contract.samples.Shapes.Zoo;
import dev.espalier.health.Health;
import dev.espalier.health.PoolState;
import dev.espalier.health.TableSize;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.verification.VerificationProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The state of a database: its programs, sizes and verification. */
class HealthContractTest {

    @OnEveryEngine
    @AlsoOnTiDb("it estimates the sizes of tables by its own statistics")
    void sizesOfTablesAreReported(TestDatabase database) {
        Database db = database.open(Bark.class, Zoo.class, Dog.class, Cat.class);
        db.storeAll(IntStream.range(0, 2_000).mapToObj(i -> new Bark()).toList());
        List<TableSize> sizes = Health.of(db).tableSizes();
        if (sizes.isEmpty()) {
            assertThat(database.engine().name())
                    .as("an engine that does not report sizes")
                    .isIn("H2", "DUCKDB");
            return;
        }
        assertThat(sizes)
                .extracting(size -> size.table().toLowerCase(java.util.Locale.ROOT))
                .contains("bark", "zoo", "zoo_animals")
                .doesNotHaveDuplicates();
        assertThat(sizes).allSatisfy(size -> assertThat(size.rowBytes()).isNotNegative());
        assertThat(sizes).allSatisfy(size -> assertThat(size.indexBytes()).isNotNegative());
    }

    @OnEveryEngine
    void connectionsInUseAreCounted(TestDatabase database) {
        Database db = database.open(Bark.class, Zoo.class, Dog.class, Cat.class);
        assertThat(othersInUse(db, 0)).isZero();
        PoolState idle = Health.of(db).pool().orElseThrow();
        db.inTransaction(tx -> {
            tx.query(Bark.class, "").count();
            assertThat(othersInUse(db, 1)).isZero();
            PoolState busy = Health.of(db).pool().orElseThrow();
            assertThat(busy.open()).isBetween(1, busy.size());
            assertThat(busy.waiting()).isZero();
            return null;
        });
        assertThat(idle.size()).isPositive();
        assertThat(othersInUse(db, 0)).isZero();
    }

    /** The connections in use but so many, when the renewal of a lease has given back its own. */
    private static int othersInUse(Database db, int own) {
        return TestDatabase.connectionsInUse(
                () -> Math.abs(Health.of(db).pool().orElseThrow().inUse() - own));
    }

    @OnEveryEngine
    void verificationReportsItsProgress(TestDatabase database) {
        Database db = database.open(Bark.class, Zoo.class, Dog.class, Cat.class);
        List<VerificationProgress> told = new ArrayList<>();
        assertThat(Health.of(db).verify(told::add).isClean()).isTrue();
        int all = told.get(0).all();
        assertThat(told)
                .extracting(VerificationProgress::done)
                .isEqualTo(IntStream.rangeClosed(0, all).boxed().toList());
        assertThat(told).allSatisfy(progress -> assertThat(progress.all()).isEqualTo(all));
        assertThat(told.get(all).table()).isEmpty();
        assertThat(told.subList(1, all)).extracting(VerificationProgress::table).contains("zoo_animals", "bark");
    }
}

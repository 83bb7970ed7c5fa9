package dev.espalier.promises;

import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;

/** Whatever two programs with three threads each do, in whatever order: the promises hold. */
class PromisesTest {

    private static void check(String family, TestDatabase database, Family schedules, int usual, int usualOnServers) {
        new Schedules("PromisesTest#" + family, database, schedules).run(usual, usualOnServers);
    }

    @OnEveryEngine
    @AlsoOnTiDb("locks, snapshots and conflicts are its own: random schedules find what nobody thinks of")
    void randomSchedulesOfSingleStepsKeepThePromises(TestDatabase database) {
        try (Interleaving family = new Interleaving(database)) {
            check("randomSchedulesOfSingleStepsKeepThePromises", database, family, 240, 90);
        }
    }

    @OnEveryEngine
    void randomSchedulesOnSharedGraphsKeepThePromises(TestDatabase database) {
        try (SharedGraphs family = new SharedGraphs(database)) {
            check("randomSchedulesOnSharedGraphsKeepThePromises", database, family, 20, 15);
        }
    }

    @OnEveryEngine
    void randomSchedulesWithFewerClassesKeepThePromises(TestDatabase database) {
        try (FewerClasses family = new FewerClasses(database)) {
            check("randomSchedulesWithFewerClassesKeepThePromises", database, family, 20, 12);
        }
    }

    @OnEveryEngine
    void randomSchedulesWithBulkLoadsKeepThePromises(TestDatabase database) {
        try (BulkLoads family = new BulkLoads(database)) {
            check("randomSchedulesWithBulkLoadsKeepThePromises", database, family, 12, 6);
        }
    }

    @OnEveryEngine
    void randomSchedulesWithRenamesKeepThePromises(TestDatabase database) {
        check("randomSchedulesWithRenamesKeepThePromises", database, new Names(database), 4, 4);
    }

    @OnEveryEngine
    void randomSchedulesWithStreamsKeepThePromises(TestDatabase database) {
        check("randomSchedulesWithStreamsKeepThePromises", database, new Streams(database), 4, 4);
    }
}

package dev.espalier.promises;

import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;

/** Whatever two programs with three threads each do, in whatever order: the promises hold. */
class PromisesTest {

    private static void check(String family, TestDatabase database, Family schedules, int usual, int secondsOnSqlite, int secondsOnServers) {
        new Schedules("PromisesTest#" + family, database, schedules).run(usual, database.engine().isServer() ? secondsOnServers : secondsOnSqlite);
    }

    @OnEveryEngine
    void singleSteps(TestDatabase database) {
        try (Interleaving family = new Interleaving(database)) {
            check("singleSteps", database, family, 240, 12, 20);
        }
    }

    @OnEveryEngine
    void sharedGraphs(TestDatabase database) {
        try (SharedGraphs family = new SharedGraphs(database)) {
            check("sharedGraphs", database, family, 20, 4, 8);
        }
    }

    @OnEveryEngine
    void fewerClasses(TestDatabase database) {
        try (FewerClasses family = new FewerClasses(database)) {
            check("fewerClasses", database, family, 20, 4, 8);
        }
    }

    @OnEveryEngine
    void bulkLoads(TestDatabase database) {
        try (BulkLoads family = new BulkLoads(database)) {
            check("bulkLoads", database, family, 12, 5, 9);
        }
    }

    @OnEveryEngine
    void names(TestDatabase database) {
        check("names", database, new Names(database), 4, 3, 5);
    }

    @OnEveryEngine
    void streams(TestDatabase database) {
        check("streams", database, new Streams(database), 4, 3, 5);
    }
}

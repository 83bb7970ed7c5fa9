package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.annotation.Was;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An older program changes collections of records that have a component more in a newer one: each member keeps it. */
@EngineIndependent
class RecordListsContractTest {

    static class V1 {
        static class Route {
            long id;
            List<Stop> stops = new ArrayList<>();
            Map<String, Stop> named = new LinkedHashMap<>();
        }

        record Stop(String place, int minute) {}
    }

    static class V2 {
        @Was("Route")
        static class Route {
            long id;
            List<Stop> stops = new ArrayList<>();
            Map<String, Stop> named = new LinkedHashMap<>();
        }

        record Stop(String place, int minute, String platform) {}
    }

    @OnEveryEngine
    void membersKeepTheirOtherComponents(TestDatabase database) {
        long id;
        database.open(V1.Route.class).close();
        try (Database newer = database.open(V2.Route.class)) {
            V2.Route route = new V2.Route();
            route.stops.addAll(List.of(
                    new V2.Stop("A", 0, "1"),
                    new V2.Stop("B", 5, "2"),
                    new V2.Stop("B", 5, "3"),
                    new V2.Stop("C", 9, "4")));
            route.named.put("first", new V2.Stop("A", 0, "1"));
            route.named.put("last", new V2.Stop("C", 9, "4"));
            newer.store(route);
            id = route.id;
        }
        try (Database older = database.open(V1.Route.class)) {
            V1.Route route = older.get(V1.Route.class, id);
            route.stops.remove(0); // all others move
            route.stops.add(1, new V1.Stop("N", 6));
            route.stops.set(3, new V1.Stop("C", 10)); // replaced where it stands
            route.named.remove("first");
            route.named.put("last", new V1.Stop("C", 10));
            older.store(route);
        }
        try (Database newer = database.open(V2.Route.class)) {
            V2.Route route = newer.get(V2.Route.class, id);
            assertThat(route.stops)
                    .containsExactly(
                            new V2.Stop("B", 5, "2"),
                            new V2.Stop("N", 6, null),
                            new V2.Stop("B", 5, "3"),
                            new V2.Stop("C", 10, "4"));
            assertThat(route.named).containsExactly(Map.entry("last", new V2.Stop("C", 10, "4")));
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void aComponentIsNotAddedToMembersWhileOtherProgramsMayMoveThem(TestDatabase database) {
        try (Database older = database.open(V1.Route.class)) {
            V1.Route route = new V1.Route();
            route.stops.add(new V1.Stop("A", 0));
            older.store(route);
        }
        AdditiveContractTest.refused(
                () -> database.open(V2.Route.class).close(),
                "schema-change",
                "add column route_stops.platform",
                "SchemaMode.APPLY");
        try (Database newer = Database.open(
                database.url(), Model.of(V2.Route.class), database.settings().schema(SchemaMode.APPLY))) {
            assertThat(newer.query(V2.Route.class, "stops.place = 'A', stops.platform IS NULL")
                            .count())
                    .isEqualTo(1);
        }
        database.open(V2.Route.class).close();
    }
}

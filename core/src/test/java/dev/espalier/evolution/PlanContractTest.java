package dev.espalier.evolution;

import static dev.espalier.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.SchemaPlan;
import dev.espalier.annotation.Was;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** A plan tells what an opening would change, and changes nothing. */
class PlanContractTest {

    static class V1 {
        static class Plant {
            long id;
            String name;
            int height;
        }
    }

    static class V2 {
        @Was("Plant")
        static class Plant {
            long id;
            String name;
            long height;
            int leaves;
            List<String> names = new ArrayList<>();
        }
    }

    @OnEveryEngine
    void aPlanNamesEachChangeWithItsStatementsAndRows(TestDatabase database) {
        Model first = Model.of(V1.Plant.class);
        assertThat(Database.plan(database.url(), first, database.settings()).toString()).contains("create table plant", "CREATE TABLE", "index plant.ix_plant_name");
        try (Database older = database.open(V1.Plant.class)) {
            older.storeAll(List.of(new V1.Plant(), new V1.Plant()));
        }
        assertThat(Database.plan(database.url(), first, database.settings()).steps()).isEmpty();
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY name");
        SchemaPlan plan = Database.plan(database.url(), Model.of(V2.Plant.class), database.settings());
        assertThat(plan.steps()).extracting(SchemaPlan.Step::description).containsExactly("create table plant_names",
                "change column plant.height from INTEGER NOT NULL to BIGINT NOT NULL", "add column plant.leaves", "index plant.ix_plant_leaves",
                "index plant_names.ix_plant_names_value");
        assertThat(plan.steps().get(2).statements()).singleElement().satisfies(sql -> assertThat(sql).startsWith("ALTER TABLE").contains("leaves", "DEFAULT 0"));
        assertThat(plan.steps().get(1).rows()).isEqualTo(database.engine() == Engine.SQLITE || database.engine() == Engine.TIDB ? 0 : 2);
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY name")).isEqualTo(before);
    }

    @OnEveryEngine
    void validatingChangesNothing(TestDatabase database) {
        refused(() -> Database.open(database.url(), Model.of(V1.Plant.class), database.settings().schema(SchemaMode.VALIDATE)).close(), "schema-change", "create table plant");
        database.open(V1.Plant.class).close();
        Database.open(database.url(), Model.of(V1.Plant.class), database.settings().schema(SchemaMode.VALIDATE)).close();
        refused(() -> Database.open(database.url(), Model.of(V2.Plant.class), database.settings().schema(SchemaMode.VALIDATE)).close(), "schema-change",
                "add column plant.leaves");
        database.open(V2.Plant.class).close();
        Database.open(database.url(), Model.of(V2.Plant.class), database.settings().schema(SchemaMode.VALIDATE)).close();
        Database.open(database.url(), Model.of(V1.Plant.class), database.settings().schema(SchemaMode.VALIDATE)).close();
    }
}

package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.MigrationProgress;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** The schema is changed for a model by a program that does not work with its objects. */
class ApplyContractTest {

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

    static class V3 {
        @Was("Plant")
        static class Plant {
            long id;

            @Was("name")
            int name;

            @Was({})
            int feet;

            String label;
        }
    }

    private static final Model FIRST = Model.of(V1.Plant.class);
    private static final Model SECOND = Model.of(V2.Plant.class);
    private static final Model THIRD = Model.of(V3.Plant.class);

    @OnEveryEngine
    void theChangesOfThePlanAreMadeOnce(TestDatabase database) {
        SchemaAdmin schema = SchemaAdmin.at(database.url(), database.settings());
        SchemaPlan created = schema.plan(FIRST);
        assertThat(schema.apply(FIRST)).isEqualTo(created);
        try (Database older = opened(database, FIRST)) {
            older.store(plant("7"));
        }
        SchemaPlan changed = schema.plan(SECOND);
        assertThat(changed.steps()).extracting(SchemaPlan.Step::description).contains("add column plant.leaves");
        assertThat(schema.apply(SECOND)).isEqualTo(changed);
        assertThat(schema.plan(SECOND).steps()).isEmpty();
        assertThat(schema.apply(SECOND).steps()).isEmpty();
        assertThat(schema.programs()).isEmpty();
        try (Database newer = opened(database, SECOND)) {
            assertThat(newer.query(V2.Plant.class, "height = 40, leaves = 0").count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void allObjectsHaveTheirConvertedAndComputedValuesAtItsEnd(TestDatabase database) {
        try (Database older = database.open(V1.Plant.class)) {
            older.storeAll(List.of(plant("7"), plant("8")));
        }
        List<MigrationProgress> progress = new ArrayList<>();
        Settings settings = database.settings()
                .migrations(Migration.of(V3.Plant.class)
                        .setSql("feet", "height * 3")
                        .set("label", plant -> "no. " + plant.get("name")))
                .onMigration(progress::add);
        SchemaAdmin schema = SchemaAdmin.at(database.url(), settings);
        assertThat(schema.apply(THIRD).steps())
                .extracting(SchemaPlan.Step::description)
                .contains("convert Plant.name from String to int", "compute Plant.feet", "compute Plant.label");
        assertThat(progress)
                .isNotEmpty()
                .last()
                .satisfies(last -> assertThat(last.done()).isEqualTo(last.total()));
        assertThat(schema.apply(THIRD).steps()).isEmpty();
        try (Database newer = opened(database, THIRD)) {
            assertThat(newer.query(V3.Plant.class, "name = 8, feet = 120, label = 'no. 8'")
                            .count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void anotherProgramGoesOn(TestDatabase database) {
        try (Database older = database.open(V1.Plant.class)) {
            V1.Plant plant = plant("7");
            older.store(plant);
            SchemaAdmin.at(database.url(), database.settings()).apply(SECOND);
            plant.name = "8";
            older.store(plant);
        }
        try (Database newer = opened(database, SECOND)) {
            assertThat(newer.query(V2.Plant.class, "name = '8', leaves = 0").count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void theProgramWhoseConnectionsItUsesGoesOn(TestDatabase database) {
        try (Database older = database.open(V1.Plant.class)) {
            V1.Plant plant = plant("7");
            older.store(plant);
            PausedLease.renew(older); // embedded databases write the row a little later
            SchemaAdmin schema = SchemaAdmin.of(older);
            assertThat(schema.apply(SECOND).steps()).isNotEmpty();
            assertThat(schema.apply(SECOND).steps()).isEmpty();
            assertThat(schema.programs()).hasSize(1);
            plant.name = "8";
            older.store(plant);
            refused(() -> schema.apply(THIRD), "in-use", "nothing was converted");
            assertThat(schema.programs()).hasSize(1);
            refused(
                    () -> older.useTransaction(tx -> schema.apply(SECOND)),
                    "in-transaction",
                    "a change of the schema is no part of a transaction");
        }
        SchemaAdmin.at(database.url(), database.settings()).apply(THIRD);
    }

    @OnEveryEngine
    void aValueThatCannotBeConvertedChangesNothing(TestDatabase database) {
        try (Database older = database.open(V1.Plant.class)) {
            older.store(plant("tall"));
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        SchemaAdmin schema = SchemaAdmin.at(database.url(), database.settings());
        refused(() -> schema.apply(THIRD), "migration", "found 'tall'; expected a number", "Nothing was changed");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        assertThat(schema.programs()).isEmpty();
    }

    /** Opens the database without a change of its schema. */
    private static Database opened(TestDatabase database, Model model) {
        return Database.open(database.url(), model, database.settings().schema(SchemaMode.VALIDATE));
    }

    private static V1.Plant plant(String name) {
        V1.Plant plant = new V1.Plant();
        plant.name = name;
        plant.height = 40;
        return plant;
    }
}

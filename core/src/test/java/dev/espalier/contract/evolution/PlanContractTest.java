package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A plan lists what an opening would change, and changes nothing. */
@LocaleDependent
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
    @AlsoOnTiDb("a wider integer is a matter of the definition alone")
    void aPlanNamesEachChangeWithItsStatementsAndRows(TestDatabase database) {
        Model first = Model.of(V1.Plant.class);
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(first)
                        .toString())
                .contains(
                        "create table plant",
                        "CREATE TABLE",
                        database.engine().isMySqlFamily() ? "INDEX `ix_plant_name`" : "index plant.ix_plant_name");
        try (Database older = database.open(V1.Plant.class)) {
            older.storeAll(List.of(new V1.Plant(), new V1.Plant()));
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(first)
                        .steps())
                .isEmpty();
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        SchemaPlan plan = SchemaAdmin.at(database.url(), database.settings()).plan(Model.of(V2.Plant.class));
        List<String> steps = new ArrayList<>(List.of(
                "create table plant_names",
                "change column plant.height from INTEGER NOT NULL to BIGINT NOT NULL",
                "add column plant.leaves",
                "index plant.ix_plant_leaves"));
        if (database.engine().isMySqlFamily()) {
            assertThat(plan.steps().get(0).statements())
                    .singleElement()
                    .asString()
                    .contains("INDEX `ix_plant_names_value`");
        } else {
            steps.add("index plant_names.ix_plant_names_value");
        }
        assertThat(plan.steps()).extracting(SchemaPlan.Step::description).isEqualTo(steps);
        assertThat(plan.steps().get(2).statements())
                .singleElement()
                .satisfies(sql -> assertThat(sql).startsWith("ALTER TABLE").contains("leaves", "DEFAULT 0"));
        assertThat(plan.steps().get(1).rows())
                .isEqualTo(database.engine() == Engine.SQLITE || database.engine() == Engine.TIDB ? 0 : 2);
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
    }

    @OnEveryEngine
    void validatingChangesNothing(TestDatabase database) {
        refused(
                () -> Database.open(
                                database.url(),
                                Model.of(V1.Plant.class),
                                database.settings().schema(SchemaMode.VALIDATE))
                        .close(),
                "schema-change",
                "create table plant");
        database.open(V1.Plant.class).close();
        Database.open(
                        database.url(),
                        Model.of(V1.Plant.class),
                        database.settings().schema(SchemaMode.VALIDATE))
                .close();
        refused(
                () -> Database.open(
                                database.url(),
                                Model.of(V2.Plant.class),
                                database.settings().schema(SchemaMode.VALIDATE))
                        .close(),
                "schema-change",
                "add column plant.leaves");
        database.open(V2.Plant.class).close();
        Database.open(
                        database.url(),
                        Model.of(V2.Plant.class),
                        database.settings().schema(SchemaMode.VALIDATE))
                .close();
        Database.open(
                        database.url(),
                        Model.of(V1.Plant.class),
                        database.settings().schema(SchemaMode.VALIDATE))
                .close();
    }

    static class Hill {
        long id;
        int height;

        @Index
        int age;
    }

    static class Newer {
        @Was("Hill")
        static class Hill {
            long id;

            @Index
            int height;

            @Index
            int age;

            int feet;
            int inches;
        }
    }

    @OnEveryEngine
    void aPlanShowsTheTimeOnceAChangeOfTheKindWasMeasured(TestDatabase database) {
        Settings settings = database.settings()
                .migrations(
                        Migration.of(Newer.Hill.class).setSql("feet", "height * 3"),
                        Migration.of(Newer.Hill.class)
                                .set("inches", hill -> ((Number) hill.get("height")).intValue() * 39));
        Model newer = Model.of(Newer.Hill.class);
        try (Database db = Database.open(
                        database.url(),
                        Model.of(Hill.class),
                        database.settings().indexes(IndexLevel.NONE));
                BulkWriter writer = db.bulkWriter()) {
            for (int i = 0; i < 1_000; i++) {
                writer.store(new Hill());
            }
        }
        assertThat(timesOfRows(SchemaAdmin.at(database.url(), settings).plan(newer)))
                .containsExactly(
                        "index hill.ix_hill_height: time unknown",
                        "compute Hill.feet: time unknown",
                        "compute Hill.inches: time unknown");
        try (Database db = database.open(Hill.class)) {
            SchemaAdmin.of(db).indexes(IndexLevel.VALUES);
            SchemaAdmin.of(db).indexes(IndexLevel.NONE);
        }
        Database.open(database.url(), newer, settings).close();
        assertThat(database.rows("SELECT name FROM espalier_meta WHERE name LIKE 'rate.%' ORDER BY name"))
                .containsExactly("rate.index", "rate.program", "rate.statement");
        database.execute("UPDATE espalier_meta SET value = '400' WHERE name = 'rate.index'");
        SchemaPlan plan = SchemaAdmin.at(database.url(), settings).plan(Model.of(Newest.Hill.class));
        assertThat(timesOfRows(plan)).contains("index hill.ix_hill_feet: about 3 s (measured: 400 rows/s)");
        assertThat(plan.steps().stream()
                        .filter(step -> step.description().equals("index hill.ix_hill_feet"))
                        .findFirst()
                        .orElseThrow()
                        .estimate())
                .contains(Duration.ofMillis(2_500));
        database.execute("UPDATE espalier_meta SET value = 'fast' WHERE name = 'rate.index'");
        assertThat(timesOfRows(SchemaAdmin.at(database.url(), settings).plan(Model.of(Newest.Hill.class))))
                .as("a row that somebody has changed")
                .contains("index hill.ix_hill_feet: time unknown");
    }

    static class Newest {
        @Was("Hill")
        static class Hill {
            long id;

            @Index
            int height;

            @Index
            int age;

            @Index
            int feet;

            int inches;
        }
    }

    /** The steps that read or write all rows, each with its time; H2 writes them to add a column, too. */
    private static List<String> timesOfRows(SchemaPlan plan) {
        return plan.steps().stream()
                .filter(step -> step.rows() > 0 && !step.description().startsWith("add column"))
                .map(step -> step.toString().replaceFirst("(?s)  \\[[a-z]+, 1000 rows, (.*?)\\].*", ": $1"))
                .toList();
    }
}

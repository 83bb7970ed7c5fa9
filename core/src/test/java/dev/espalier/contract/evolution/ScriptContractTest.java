package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.SchemaMode;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaScript;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A database that was changed by a script, past the library, is what opening it would have made of it. */
@LocaleDependent
class ScriptContractTest {

    private static final ModelDraft FIRST = ModelDraft.of(
            List.of(
                    ClassDraft.of(
                            "Customer", AttributeDraft.of("name", "String").withUnique()),
                    ClassDraft.of(
                            "Order",
                            AttributeDraft.of("buyer", "Customer"),
                            AttributeDraft.of("count", "int"),
                            AttributeDraft.of("maker", "Maker"),
                            AttributeDraft.of("status", "Status"),
                            AttributeDraft.of("lines", "List<String>"))),
            List.of(RecordDraft.of("Maker", AttributeDraft.of("name", "String"))),
            List.of(EnumDraft.of("Status", "NEW", "SENT")));

    private static final ModelDraft ADDED = FIRST.addAttribute("Order", AttributeDraft.of("note", "String"))
            .addAttribute("Maker", AttributeDraft.of("size", "int"))
            .addClass(new ClassDraft(
                    "Urgent",
                    List.of(),
                    false,
                    List.of("Order"),
                    null,
                    List.of(AttributeDraft.of("tags", "Set<String>"))));

    private static final ModelDraft SECOND =
            ADDED.deleteAttribute("Order", "count").addAttribute("Order", AttributeDraft.of("count", "long"));

    /** A script leaves out of DuckDB's changes that of a type, for which the indexes of the table make way. */
    private static Model second(TestDatabase database) {
        return (database.engine() == Engine.DUCKDB ? ADDED : SECOND).toModel();
    }

    @OnEveryEngine
    void aScriptMakesAndChangesADatabase(TestDatabase database) {
        run(database, FIRST.toModel());
        validated(database, FIRST.toModel());
        try (Database db = database.open(FIRST.toModel(), database.settings())) {
            db.store(db.nodes()
                    .newNode("Order")
                    .set("buyer", db.nodes().newNode("Customer").set("name", "Ada"))
                    .set("count", 3)
                    .set("maker", Map.of("name", "Acme"))
                    .set("lines", List.of("a")));
        }
        run(database, second(database));
        validated(database, second(database));
        try (Database db = database.open(second(database), database.settings())) {
            Node order = db.nodes()
                    .query("Order", "buyer.name = 'Ada', maker.size = 0, count = 3")
                    .one();
            assertThat(order.get("lines")).isEqualTo(List.of("a"));
            db.storeAll(List.of(
                    order.set("count", database.engine() == Engine.DUCKDB ? (Object) 4 : 1L << 40),
                    db.nodes().newNode("Urgent").set("tags", Set.of("x"))));
            assertThat(db.nodes().query("Order", "count > 3").count()).isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .script(second(database))
                        .statements())
                .isEmpty();
    }

    @OnEveryEngine
    void aScriptLeavesTheSameTablesAndRowsAsAnOpening(TestDatabase database) {
        run(database, FIRST.toModel());
        run(database, second(database));
        List<String> byScript = database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name");
        database.clear();
        database.open(FIRST.toModel(), database.settings()).close();
        applied(database, second(database));
        assertThat(byScript)
                .isEqualTo(database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name"));
    }

    @OnEveryEngine
    void aScriptOfAnotherStateFailsAndChangesNothing(TestDatabase database) {
        database.open(FIRST.toModel(), database.settings()).close();
        SchemaScript script =
                SchemaAdmin.at(database.url(), database.settings()).script(second(database));
        Model other =
                FIRST.addAttribute("Customer", AttributeDraft.of("age", "int")).toModel();
        database.open(other, database.settings()).close();
        List<String> before = database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name");
        assertThatThrownBy(() -> database.execute(script.statements().toArray(String[]::new)))
                .isNotNull();
        assertThat(database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        validated(database, other);
    }

    @OnEveryEngine
    void aScriptOfANewDatabaseFailsWhereOneHasBeenMadeMeanwhile(TestDatabase database) {
        SchemaScript script =
                SchemaAdmin.at(database.url(), database.settings()).script(second(database));
        database.open(FIRST.toModel(), database.settings()).close();
        assertThatThrownBy(() -> database.execute(script.statements().toArray(String[]::new)))
                .isNotNull();
        validated(database, FIRST.toModel());
    }

    /** An opening completes what a script has announced; on SQLite and PostgreSQL the tool's transaction undoes it. */
    @OnEveryEngine
    void anOpeningCompletesAScriptThatEndedInBetween(TestDatabase database) {
        if (!database.engine().isMySqlFamily()) {
            return;
        }
        database.open(FIRST.toModel(), database.settings()).close();
        List<String> statements = SchemaAdmin.at(database.url(), database.settings())
                .script(second(database))
                .statements();
        int begun = statements.indexOf("START TRANSACTION");
        int announced = statements.indexOf("COMMIT");
        int completed = statements.lastIndexOf("COMMIT");
        for (int end :
                List.of(begun + 1, (begun + announced) / 2, announced, announced + 2, completed - 3, completed + 1)) {
            database.clear();
            database.open(FIRST.toModel(), database.settings()).close();
            database.execute(statements.subList(0, end).toArray(String[]::new));
            database.execute("ROLLBACK"); // as the server does when the tool's connection ends
            if (end <= completed) {
                validated(database, FIRST.toModel());
            }
            applied(database, second(database));
            validated(database, second(database));
        }
    }

    @OnEveryEngine
    void aScriptFailsIfChangesHaveBeenAnnouncedMeanwhile(TestDatabase database) {
        database.open(FIRST.toModel(), database.settings()).close();
        String[] statements = SchemaAdmin.at(database.url(), database.settings())
                .script(second(database))
                .statements()
                .toArray(String[]::new);
        database.execute("INSERT INTO espalier_meta VALUES ('next', 'digest', 'another')");
        assertThatThrownBy(() -> database.execute(statements)).isNotNull();
    }

    @OnEveryEngine
    void aChangeThatNeedsJavaIsRefused(TestDatabase database) {
        database.open(FIRST.toModel(), database.settings()).close();
        ModelDraft converted = FIRST.deleteAttribute("Order", "count")
                .addAttribute("Order", AttributeDraft.of("amount", "String").was(List.of("count")));
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).script(converted.toModel()),
                "schema-change",
                "values that Java converts or computes",
                "Order.amount");
    }

    @OnEveryEngine(Engine.DUCKDB)
    void aChangeForWhichIndexesMakeWayIsRefused(TestDatabase database) {
        database.open(FIRST.toModel(), database.settings()).close();
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).script(SECOND.toModel()),
                "schema-change",
                "a change of a column that may have an index",
                "espalier schema apply");
        applied(database, SECOND.toModel());
        validated(database, SECOND.toModel());
    }

    /** As a tool does: a statement ends with a semicolon at the end of a line. */
    private static void run(TestDatabase database, Model model) {
        database.execute(SchemaAdmin.at(database.url(), database.settings())
                .script(model)
                .toString()
                .split(";\n"));
    }

    private static void validated(TestDatabase database, Model model) {
        Database.open(database.url(), model, database.settings().schema(SchemaMode.VALIDATE))
                .close();
    }

    private static void applied(TestDatabase database, Model model) {
        database.open(model, database.settings().schema(SchemaMode.APPLY)).close();
    }
}

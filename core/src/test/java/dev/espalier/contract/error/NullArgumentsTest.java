package dev.espalier.contract.error;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A null among the arguments is reported with the argument's name and its place, and nothing was done. */
@EngineIndependent
class NullArgumentsTest {

    @OnEveryEngine(Engine.SQLITE)
    void nullAmongObjectsIsReportedWithItsPlace(TestDatabase database) {
        Database db = database.open(Model.of(Author.class), database.settings());
        Collection<Author> objects = asList(new Author(), null);
        String expected = "objects[1]: found null, expected an object";
        assertMessage(() -> db.storeAll(objects), expected);
        assertMessage(() -> db.overwriteAll(objects), expected);
        assertMessage(() -> db.deleteAll(objects), expected);
        assertMessage(() -> db.useTransaction(tx -> tx.storeAll(objects)), expected);
        assertMessage(() -> db.useTransaction(tx -> tx.overwriteAll(objects)), expected);
        assertMessage(() -> db.useTransaction(tx -> tx.deleteAll(objects)), expected);
        assertMessage(() -> db.useTransaction(tx -> tx.lockAll(objects)), expected);
        assertMessage(() -> db.storeAll(null), "objects: found null, expected a collection");
        assertMessage(() -> db.useTransaction(tx -> tx.lockAll(null)), "objects: found null, expected a collection");
        assertThat(db.query(Author.class, "").count()).isZero();
        try (BulkWriter load = db.bulkWriter()) {
            assertMessage(() -> load.storeAll(objects), "roots[1]: found null, expected an object");
            load.store(new Author());
        }
        assertThat(db.query(Author.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine(Engine.SQLITE)
    void nullAmongIdsIsReportedWithItsPlace(TestDatabase database) {
        Database db = database.open(Model.of(Author.class), database.settings());
        Collection<Long> ids = asList(1L, 2L, null);
        String expected = "ids[2]: found null, expected an id";
        assertMessage(() -> db.getAll(Author.class, ids), expected);
        assertMessage(() -> db.getAll(Author.class, ids, bounds -> bounds.depth(1)), expected);
        assertMessage(() -> db.nodes().getAll("Author", ids, UnaryOperator.identity()), expected);
        assertMessage(() -> db.useSnapshot(tx -> tx.getAll(Author.class, ids)), expected);
        assertMessage(() -> db.getAll(Author.class, null), "ids: found null, expected a collection");
    }

    @OnEveryEngine(Engine.SQLITE)
    void nullInPlaceOfADatabaseItsSettingsOrAModelIsReported(TestDatabase database) {
        Database db = database.open(Model.of(Author.class), database.settings());
        assertMessage(() -> SchemaAdmin.at(database.url(), null), "settings: found null, expected one");
        assertMessage(() -> Health.verify(database.url(), null), "settings: found null, expected one");
        assertMessage(() -> Health.of(null), "database: found null, expected one");
        assertMessage(() -> Health.of(db).verify(null), "listener: found null, expected one");
        assertMessage(() -> SchemaAdmin.of(null), "database: found null, expected one");
        assertMessage(() -> SchemaAdmin.of(db).plan(null), "model: found null, expected one");
        assertMessage(() -> SchemaAdmin.of(db).apply(null), "model: found null, expected one");
        assertMessage(() -> SchemaAdmin.of(db).indexes(null), "indexLevel: found null, expected one");
        assertMessage(() -> ModelDraft.of(null), "model: found null, expected one");
        assertMessage(() -> db.migrate(null), "migration: found null, expected a migration");
    }

    @OnEveryEngine(Engine.SQLITE)
    void nullAmongPathsIsReportedWithItsPlace(TestDatabase database) {
        Database db = database.open(Model.of(Author.class), database.settings());
        Query<Author> query = db.query(Author.class, "");
        String expected = "paths[1]: found null, expected a path";
        assertMessage(() -> query.only("books", null), expected);
        assertMessage(() -> query.stopAt("books", null), expected);
        assertMessage(() -> query.topmost("books", null), "relations[1]: found null, expected a path");
        assertMessage(() -> query.withValues((Object[]) null), "values: found null, expected an array");
        assertMessage(() -> db.get(Author.class, 1, bounds -> bounds.only("books", null)), expected);
        assertMessage(() -> db.get(Author.class, 1, bounds -> bounds.stopAt("books", null)), expected);
    }

    @Test
    void nullInADraftOrAModelIsReportedWithItsPlace() {
        AttributeDraft name = AttributeDraft.of("name", "String");
        assertMessage(() -> Model.of(Author.class, null), "classes[1]: found null, expected a class");
        assertMessage(() -> Settings.defaults().migrations(null, null), "those[0]: found null, expected a migration");
        assertMessage(() -> ClassDraft.of("A", name, null), "attributes[1]: found null, expected an attribute");
        assertMessage(
                () -> ClassDraft.of("A", name).withSuperclasses(asList("B", null)),
                "superclasses[1]: found null, expected a name");
        assertMessage(() -> RecordDraft.of("A", name, null), "components[1]: found null, expected an attribute");
        assertMessage(() -> EnumDraft.of("A", "X", null), "constants[1]: found null, expected a name");
        assertMessage(
                () -> new EnumDraft("A", "A", List.of("X"), Collections.singletonMap("X", null)),
                "formerNames[X]: found null, expected a name");
        assertMessage(() -> new EnumDraft("A", "A", List.of("X"), null), "formerNames: found null, expected a map");
        assertMessage(() -> name.was(asList("x", null)), "formerNames[1]: found null, expected a name");
        assertMessage(
                () -> ModelDraft.of(asList(ClassDraft.of("A", name), null), List.of(), List.of()),
                "classes[1]: found null, expected a class");
        assertThat(new EnumDraft("A", "A", List.of("X"), Map.of("X", "Y")).formerNames())
                .containsEntry("X", "Y");
    }

    @Test
    void nullInAnOpeningIsReportedByName() {
        Model model = Model.of(Author.class);
        Settings settings = Settings.defaults();
        String url = "jdbc:sqlite:never-made.db";
        assertMessage(() -> Database.open((String) null, model), "url: found null, expected a JDBC URL");
        assertMessage(() -> Database.openCatalog((String) null, settings), "url: found null, expected a JDBC URL");
        assertMessage(
                () -> Database.open((DataSource) null, model, settings),
                "dataSource: found null, expected a DataSource");
        assertMessage(() -> Database.open(url, null), "model: found null, expected a model");
        assertMessage(
                () -> Database.open(url, model, null),
                "settings: found null, expected settings; Settings.defaults() for none of your own");
        assertMessage(
                () -> Database.openCatalog(url, null),
                "settings: found null, expected settings; Settings.defaults() for none of your own");
        String duration = ": found null, expected a duration";
        assertMessage(() -> settings.connectTimeout(null), "connectTimeout" + duration);
        assertMessage(() -> settings.lockWait(null), "lockWait" + duration);
        assertMessage(() -> settings.statementTimeout(null), "statementTimeout" + duration);
        assertMessage(() -> settings.transactionTimeout(null), "transactionTimeout" + duration);
        assertMessage(() -> settings.schema(null), "mode: found null, expected a mode");
        assertMessage(() -> settings.onRetry(null), "listener: found null, expected a listener");
        assertMessage(() -> settings.onMigration(null), "listener: found null, expected a listener");
    }

    @OnEveryEngine(Engine.SQLITE)
    void nullInAQuestionIsReportedByName(TestDatabase database) {
        Database db = database.open(Model.of(Author.class), database.settings());
        Query<Author> query = db.query(Author.class, "");
        String expected = ": found null, expected a query; blank for all objects";
        assertMessage(() -> db.query(Author.class, (String) null), "rql" + expected);
        assertMessage(() -> query.define("Q2", Author.class, null), "rql" + expected);
        assertMessage(() -> query.with((String) null, 1), "name: found null, expected the name of a parameter");
        assertMessage(
                () -> query.select("name").with((String) null, 1),
                "name: found null, expected the name of a parameter");
        assertMessage(() -> query.select((String) null), "selection: found null, expected columns");
        assertMessage(() -> db.query(null, ""), "type: found null, expected a class");
        assertMessage(() -> db.get(null, 1), "type: found null, expected a class");
        assertMessage(() -> db.useTransaction(tx -> tx.afterCommit(null)), "hook: found null, expected what is done");
    }

    @OnEveryEngine(Engine.SQLITE)
    void nullInTheNameOfACollectionIsReportedByName(TestDatabase database) {
        Database db = database.open(Model.of(Author.class), database.settings());
        String expected = ": found null, expected a class";
        String name = "name: found null, expected the name of a collection";
        assertMessage(() -> db.members(null, 1, "books", Author.class), "owner" + expected);
        assertMessage(() -> db.members(Author.class, 1, null, Author.class), name);
        assertMessage(() -> db.members(Author.class, 1, "books", null), "type" + expected);
        assertMessage(() -> db.entries(null, 1, "books", Author.class, Author.class), "owner" + expected);
        assertMessage(() -> db.entries(Author.class, 1, null, Author.class, Author.class), name);
        assertMessage(() -> db.entries(Author.class, 1, "books", null, Author.class), "keys" + expected);
        assertMessage(() -> db.entries(Author.class, 1, "books", Author.class, null), "values" + expected);
        db.useSnapshot(tx -> {
            assertMessage(() -> tx.members(null, 1, "books", Author.class), "owner" + expected);
            assertMessage(() -> tx.members(Author.class, 1, null, Author.class), name);
            assertMessage(() -> tx.members(Author.class, 1, "books", null), "type" + expected);
            assertMessage(() -> tx.entries(null, 1, "books", Author.class, Author.class), "owner" + expected);
            assertMessage(() -> tx.entries(Author.class, 1, null, Author.class, Author.class), name);
            assertMessage(() -> tx.entries(Author.class, 1, "books", null, Author.class), "keys" + expected);
            assertMessage(() -> tx.entries(Author.class, 1, "books", Author.class, null), "values" + expected);
        });
        String className = "className: found null, expected the name of a class";
        assertMessage(() -> db.nodes().members(null, 1, "books"), className);
        assertMessage(() -> db.nodes().members("Author", 1, null), name);
        assertMessage(() -> db.nodes().entries(null, 1, "books"), className);
        assertMessage(() -> db.nodes().entries("Author", 1, null), name);
    }

    private static void assertMessage(ThrowingCallable call, String message) {
        assertThat(catchThrowable(call))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }
}

package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.LimitException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Objects that are got by their ids have bounds as those of queries have. */
@EngineIndependent
class GetBoundsContractTest {

    private static Author stored(Database db) {
        Author author = Author.of("Austen", Book.of("Emma"), Book.of("Persuasion"));
        db.store(author);
        return author;
    }

    @OnEveryEngine
    void getStopsAtItsBounds(TestDatabase database) {
        Database db = database.open(Author.class);
        long id = stored(db).id;
        Author alone = db.get(Author.class, id, bounds -> bounds.depth(0));
        assertThat(alone.name).isEqualTo("Austen");
        assertThat(alone.books).hasToString("[not loaded]");
        assertThat(db.isComplete(alone)).isFalse();
        assertThat(db.get(Author.class, id, bounds -> bounds.stopAt("books")).books)
                .hasToString("[not loaded]");
        assertThat(db.get(Author.class, id, bounds -> bounds.only("books")).books)
                .hasSize(2);
        assertThat(db.getAll(Author.class, List.of(id), bounds -> bounds.depth(0))
                        .get(0)
                        .books)
                .hasToString("[not loaded]");
        alone.name = "Jane Austen";
        db.store(alone);
        assertThat(db.get(Author.class, id).books)
                .as("what was left out is still there")
                .hasSize(2);
        db.useTransaction(tx -> {
            assertThat(tx.get(Author.class, id, bounds -> bounds.depth(0)).books)
                    .hasToString("[not loaded]");
        });
        db.useSnapshot(tx -> {
            assertThat(tx.getAll(Author.class, List.of(id), bounds -> bounds.depth(0))
                            .get(0)
                            .books)
                    .hasToString("[not loaded]");
        });
    }

    @OnEveryEngine
    void settingsLimitEveryReadWithoutALimitOfItsOwn(TestDatabase database) {
        Author author = stored(database.open(Author.class));
        Database db = database.open(Model.of(Author.class), database.settings().maxObjects(2));
        Map<String, Runnable> reads = new LinkedHashMap<>();
        reads.put(
                "a query that says it",
                () -> db.query(Author.class, "").maxObjects(2).list());
        reads.put("get", () -> db.get(Author.class, author.id));
        reads.put("getAll", () -> db.getAll(Author.class, List.of(author.id)));
        reads.put("query", () -> db.query(Author.class, "").list());
        reads.put("get with bounds", () -> db.get(Author.class, author.id, bounds -> bounds.maxObjects(1)));
        reads.put(
                "get in a transaction",
                () -> db.useSnapshot(tx -> {
                    tx.get(Author.class, author.id);
                }));
        reads.forEach((name, read) -> {
            LimitException refused = catchThrowableOfType(LimitException.class, read::run);
            assertThat(refused).as(name).isNotNull();
            assertThat(refused.code()).as(name).isEqualTo("too-many-objects");
        });
        assertThat(db.get(Author.class, author.id, bounds -> bounds.maxObjects(3)).books)
                .hasSize(2);
        assertThat(db.query(Author.class, "").maxObjects(3).list()).hasSize(1);
    }
}

package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.error.NotLoadedException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Members that are different in the database and equal in the program are not lost when their set or map is changed. */
@EngineIndependent
class EqualMembersContractTest {

    static class Tag {
        long id;
        String text;

        static Tag of(String text) {
            Tag tag = new Tag();
            tag.text = text;
            return tag;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Tag tag && Objects.equals(text, tag.text);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(text);
        }
    }

    static class Page {
        long id;
        String title;
        Set<Tag> tags = new HashSet<>();
        Map<Tag, String> notes = new HashMap<>();
        List<Tag> list = new ArrayList<>();
    }

    /** A record whose collections are given to its constructor. */
    record Index(long id, String title, Set<Tag> tags) {}

    /** A page with two tags that became equal after they had been added. */
    private static Page page(Database db) {
        Page page = new Page();
        for (Tag tag : List.of(Tag.of("one"), Tag.of("two"))) {
            page.tags.add(tag);
            page.list.add(tag);
            page.notes.put(tag, tag.text);
        }
        db.store(page);
        page.list.get(1).text = "one";
        db.store(page.list.get(1));
        return page;
    }

    private static void assertRefused(Database db, Object object, String field) {
        assertThatThrownBy(() -> db.store(object)).as(field).isInstanceOfSatisfying(NotLoadedException.class, e -> {
            assertThat(e.code()).isEqualTo("not-loaded");
            assertThat(e.getMessage()).contains("Page", "." + field + ":", "equal");
        });
    }

    @OnEveryEngine
    void changeOfACollectionWithEqualMembersIsRefused(TestDatabase database) {
        Database db = database.open(Page.class);
        long id = page(db).id;
        Map<String, Consumer<Page>> changes = Map.of(
                "tags", page -> page.tags.add(Tag.of("three")),
                "notes", page -> page.notes.put(Tag.of("three"), "three"));

        changes.forEach((field, change) -> {
            Page page = db.get(Page.class, id);
            assertThat(db.isComplete(page)).isFalse();
            change.accept(page);
            assertRefused(db, page, field);
        });
        assertThat(database.rows("SELECT COUNT(*) FROM page_tags")).containsExactly("2");
        assertThat(database.rows("SELECT COUNT(*) FROM page_notes")).containsExactly("2");
    }

    @OnEveryEngine
    void otherFieldsOfTheOwnerAreStored(TestDatabase database) {
        Database db = database.open(Page.class);
        long id = page(db).id;
        db.useTransaction(tx -> {
            Page page = tx.get(Page.class, id);
            page.title = "new";
            page.list.remove(0);
            tx.store(page);
        });

        Page page = db.get(Page.class, id);
        assertThat(page.title).isEqualTo("new");
        assertThat(page.list).hasSize(1);
        assertThat(database.rows("SELECT COUNT(*) FROM page_tags")).containsExactly("2");
    }

    @OnEveryEngine
    void membersThatAreMadeDifferentAreComplete(TestDatabase database) {
        Database db = database.open(Page.class);
        Page stored = page(db);
        Tag second = db.query(Tag.class, "text = 'one' ORDER BY id").list().get(1);
        second.text = "two";
        db.store(second);

        Page page = db.get(Page.class, stored.id);
        page.tags.add(Tag.of("three"));
        page.notes.remove(second);
        db.store(page);
        Page again = db.get(Page.class, stored.id);
        assertThat(again.tags.stream().map(tag -> tag.text).sorted(Comparator.naturalOrder()))
                .containsExactly("one", "three", "two");
        assertThat(again.notes).hasSize(1);
    }

    @OnEveryEngine
    void recordWithEqualMembersIsIncomplete(TestDatabase database) {
        Database db = database.open(Index.class);
        Tag second = Tag.of("two");
        Index index = new Index(0, "index", new HashSet<>(List.of(Tag.of("one"), second)));
        db.store(index);
        second.text = "one";
        db.store(second);

        Index loaded = db.get(Index.class, db.idOf(index));
        assertThat(loaded.tags()).hasSize(1);
        assertThat(db.isComplete(loaded)).isFalse();
        loaded.tags().clear();
        assertThatThrownBy(() -> db.store(loaded))
                .isInstanceOfSatisfying(
                        NotLoadedException.class, e -> assertThat(e.code()).isEqualTo("not-loaded"));
    }
}

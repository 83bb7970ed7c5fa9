package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Members are found in their sets and maps, though hash code and order read other sets and maps, which are filled in the same load. */
@EngineIndependent
class HashedMembersContractTest {

    /** Its hash code and its order read its own sets and those of its parts. */
    static class Tag implements Comparable<Tag> {
        long id;
        String text;
        Set<String> words = new HashSet<>();
        Set<Tag> parts = new HashSet<>();
        Map<String, Tag> byName = new HashMap<>();

        static Tag of(String text, Tag... parts) {
            Tag tag = new Tag();
            tag.text = text;
            tag.words.add("word of " + text);
            for (Tag part : parts) {
                tag.parts.add(part);
                tag.byName.put(part.text, part);
            }
            return tag;
        }

        private String all() {
            return text
                    + words.stream().sorted().toList()
                    + parts.stream().map(Tag::all).sorted().toList()
                    + byName.size();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Tag tag
                    && words.equals(tag.words)
                    && parts.equals(tag.parts)
                    && byName.equals(tag.byName);
        }

        @Override
        public int hashCode() {
            return Objects.hash(words, parts, byName);
        }

        /** From behind: the inner of two parts comes first. */
        @Override
        public int compareTo(Tag other) {
            return Comparator.comparing((Tag tag) -> -tag.parts.size())
                    .thenComparing(Tag::all)
                    .compare(this, other);
        }
    }

    /** Its collections are read after those of the tags to which {@link Page} refers itself. */
    static class Box {
        long id;
        Set<Tag> tags = new HashSet<>();
        Map<Tag, String> notes = new HashMap<>();
        TreeSet<Tag> sorted = new TreeSet<>();
        TreeMap<Tag, Integer> counts = new TreeMap<>();
        Set<Pair> pairs = new HashSet<>();
        List<Tag> list = List.of();
        Label label;
    }

    record Pair(Tag first, int number) {}

    record Label(long id, Set<Tag> tags) {}

    static class Way {
        long id;
        Box box;
    }

    static class Page {
        long id;
        Tag first;
        Way way;
        Tag second;
    }

    private static final Model MODEL = Model.of(Page.class);

    private static Page page() {
        Tag inner = Tag.of("inner", Tag.of("innermost"));
        Page page = new Page();
        page.first = Tag.of("first", inner);
        page.second = Tag.of("second", page.first, inner);
        page.way = new Way();
        page.way.box = box(List.of(page.first, inner, page.second));
        return page;
    }

    private static Box box(List<Tag> tags) {
        Box box = new Box();
        box.list = tags;
        for (Tag tag : tags) {
            box.tags.add(tag);
            box.notes.put(tag, tag.text);
            box.sorted.add(tag);
            box.counts.put(tag, 1);
            box.pairs.add(new Pair(tag, 1));
        }
        box.label = new Label(0, new HashSet<>(tags));
        return box;
    }

    private static void assertFound(Box box) {
        assertThat(box.list).hasSize(3);
        for (Tag tag : box.list) {
            assertThat(box.tags.contains(tag)).as("set").isTrue();
            assertThat(box.notes.get(tag)).as("map").isEqualTo(tag.text);
            assertThat(box.sorted.contains(tag)).as("sorted set").isTrue();
            assertThat(box.counts.get(tag)).as("sorted map").isEqualTo(1);
            assertThat(box.pairs.contains(new Pair(tag, 1)))
                    .as("set of records")
                    .isTrue();
            assertThat(box.label.tags().contains(tag)).as("set of a record").isTrue();
            assertThat(tag.parts).allMatch(tag.parts::contains);
        }
        assertThat(box.sorted.stream().map(tag -> tag.text)).containsExactly("second", "first", "inner");
        assertThat(box.counts.keySet().stream().map(tag -> tag.text)).containsExactly("second", "first", "inner");
        assertThat(List.of(
                        box.tags.size(),
                        box.notes.size(),
                        box.pairs.size(),
                        box.label.tags().size()))
                .containsOnly(3);
    }

    @OnEveryEngine
    void loadedMembersAreFound(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Page page = page();
        db.store(page);
        Page loaded = db.get(Page.class, page.id);
        assertFound(loaded.way.box);
        assertThat(db.isComplete(loaded.way.box)).isTrue();
        assertThat(loaded.way.box.tags.remove(loaded.first)).isTrue();
        db.store(loaded);
        assertThat(db.get(Page.class, page.id).way.box.tags)
                .extracting(tag -> tag.text)
                .containsExactlyInAnyOrder("inner", "second");
    }

    @OnEveryEngine
    void membersAreFoundAfterARollback(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Page page = page();
        db.store(page);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    Page read = tx.get(Page.class, page.id);
                    changed(read, tx.get(Tag.class, page.first.id));
                    tx.store(read);
                    page.way.box = read.way.box;
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertFound(page.way.box);
        tags(page).forEach(tag -> assertThat(tag.words).hasSize(1));
    }

    @OnEveryEngine
    void rememberedMembersAreFoundAfterARollback(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Page page = page();
        db.store(page);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.remember(page);
                    changed(page, page.first);
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertFound(page.way.box);
    }

    private static List<Tag> tags(Page page) {
        return page.way.box.list;
    }

    private static void changed(Page page, Tag tag) {
        page.way.box.tags.clear();
        page.way.box.notes.clear();
        page.way.box.sorted.clear();
        page.way.box.counts.clear();
        page.way.box.pairs.clear();
        tags(page).forEach(each -> {
            each.words.add("new");
            each.parts.clear();
            each.byName.clear();
        });
        tag.words.add("newer");
    }
}

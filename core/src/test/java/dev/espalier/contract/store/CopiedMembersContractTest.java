package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.ModelException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Records that copy their sets and maps find the members in them, though hash codes read what is filled in the same load. */
@EngineIndependent
class CopiedMembersContractTest {

    /** Its hash code reads a value, a set and the label to which it belongs. */
    static class Tag implements Comparable<Tag> {
        long id;
        String text;
        Set<String> words = new HashSet<>();
        Label label;
        Tag other;

        static Tag of(String text) {
            Tag tag = new Tag();
            tag.text = text;
            tag.words.add("word of " + text);
            return tag;
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Tag tag
                    && Objects.equals(text, tag.text)
                    && words.equals(tag.words)
                    && Objects.equals(other == null ? null : other.text, tag.other == null ? null : tag.other.text)
                    && Objects.equals(label == null ? null : label.name, tag.label == null ? null : tag.label.name);
        }

        @Override
        public int hashCode() {
            return Objects.hash(text, words, other == null ? null : other.text, label == null ? null : label.name);
        }

        @Override
        public int compareTo(Tag tag) {
            return text.compareTo(tag.text);
        }
    }

    /** A root that is a record, and copies. */
    record Label(long id, String name, Set<Tag> tags, Map<Tag, String> notes, List<Tag> list) {
        Label {
            tags = Set.copyOf(tags);
            notes = Map.copyOf(notes);
            list = List.copyOf(list);
        }
    }

    /** It copies nothing. Its tags refer to records, which are there after it. */
    record Holder(long id, Set<Tag> tags) {}

    /** Its parts refer to it. So it is constructed before them, with an empty list. */
    record Whole(long id, List<Piece> pieces) {
        Whole {
            pieces = List.copyOf(pieces);
        }
    }

    record Piece(long id, Whole whole) {}

    static class Box {
        long id;
        Holder holder;
        Label label;
        List<Tag> list;
    }

    @OnEveryEngine
    void membersThatRecordsCopyAreFound(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        Tag a = Tag.of("a");
        Tag b = Tag.of("b");
        a.other = b;
        b.other = a;
        Box box = new Box();
        box.list = List.of(a, b);
        box.holder = new Holder(0, new HashSet<>(Set.of(a, b)));
        box.label = new Label(0, "old", Set.of(a, b), Map.of(a, "a", b, "b"), List.of(a, b));
        db.store(box);
        Box loaded = db.get(Box.class, box.id);
        for (Tag tag : loaded.list) {
            assertThat(loaded.holder.tags().contains(tag)).as("kept").isTrue();
            assertThat(loaded.label.tags().contains(tag)).as("set").isTrue();
            assertThat(loaded.label.notes().get(tag)).as("map").isEqualTo(tag.text);
            assertThat(loaded.label.list().contains(tag)).as("list").isTrue();
        }
        assertThat(loaded.label.tags()).hasSize(2);
    }

    /** The tags refer to the record that holds them: their hash codes change when they get it. */
    @OnEveryEngine
    void membersThatReferToTheirRecordAreRefusedInACopy(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        Tag a = Tag.of("a");
        Tag b = Tag.of("b");
        Label label = new Label(0, "mine", Set.of(a, b), Map.of(a, "a", b, "b"), List.of(a, b));
        db.store(label);
        long id = db.idOf(label);
        Label stored = db.get(Label.class, id);
        a.label = stored;
        b.label = stored;
        db.storeAll(List.of(a, b));
        ModelException thrown = catchThrowableOfType(ModelException.class, () -> db.get(Label.class, id));
        assertThat(thrown.code()).isEqualTo("collection-failed");
        assertThat(thrown)
                .hasMessageContaining("Label " + id + ".")
                .hasMessageContaining("the constructor has copied it before its members were complete");
    }

    record Sticker(long id, String name) {}

    /** Its hash code reads a record, which it gets after all records are there. */
    static class Card {
        long id;
        Sticker sticker;

        @Override
        public boolean equals(Object object) {
            return object instanceof Card card && Objects.equals(sticker.name, card.sticker.name);
        }

        @Override
        public int hashCode() {
            return sticker == null ? 0 : sticker.name.hashCode();
        }
    }

    record Deck(long id, Set<Card> cards, Map<Card, String> notes) {}

    @OnEveryEngine
    void membersThatReferToRecordsAreFoundInWhatIsKept(TestDatabase database) {
        Database db = database.open(Model.of(Deck.class), database.settings());
        Card card = new Card();
        card.sticker = new Sticker(0, "gold");
        db.store(new Deck(0, new HashSet<>(Set.of(card)), Map.of(card, "mine")));
        Deck loaded = db.query(Deck.class, "").one();
        Card found = loaded.cards().iterator().next();
        assertThat(found.sticker.name()).isEqualTo("gold");
        assertThat(loaded.cards().contains(found)).isTrue();
        assertThat(loaded.notes()).containsEntry(found, "mine");
    }

    @OnEveryEngine
    void aCopyOfWhatComesLaterIsRefused(TestDatabase database) {
        Database db = database.open(Model.of(Whole.class), database.settings());
        List<Piece> pieces = new ArrayList<>();
        db.store(new Whole(0, pieces));
        Whole whole = db.query(Whole.class, "").one();
        db.store(new Piece(0, whole));
        Piece piece = db.query(Piece.class, "").one();
        db.overwrite(new Whole(whole.id(), List.of(piece)));
        ModelException thrown = catchThrowableOfType(
                ModelException.class, () -> db.query(Whole.class, "").list());
        assertThat(thrown).isNotNull();
        assertThat(thrown.code()).isEqualTo("collection-failed");
        assertThat(thrown)
                .hasMessageContaining("Whole " + whole.id() + ".pieces")
                .hasMessageContaining("the constructor has copied it before its members were complete");
    }
}

package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Was;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Fields that are renamed keep their values; where a program might have renamed one, the opening asks. */
@EngineIndependent
@LocaleDependent
class RenamesContractTest {

    static class V1 {
        static class Book {
            long id;
            String name;
            int pages;
            int sold;
            Maker maker;
            Book sequel;
            List<Maker> former = new ArrayList<>();

            Book() {}

            Book(String name, int pages, int sold) {
                this.name = name;
                this.pages = pages;
                this.sold = sold;
                this.maker = new Maker("M " + name, "UK");
                this.former.add(new Maker("F " + name, "FR"));
            }
        }

        record Maker(String name, String country) {}
    }

    static class Renamed {
        @Was("Book")
        static class Book {
            long id;

            @Was("maker")
            Producer producer;

            @Was("name")
            String title;

            @Was("sequel")
            Book next;

            int pages;
            int sold;
            List<Producer> former = new ArrayList<>();
        }

        record Producer(@Was("name") String label, String country) {}
    }

    static class WithoutAnswers {
        @Was("Book")
        static class Book {
            long id;
            Producer producer;
            String title;
            Book next;
            int pages;
            int sold;
            List<Producer> former = new ArrayList<>();
        }

        record Producer(String label, String country) {}
    }

    @OnEveryEngine
    void aRenamedFieldKeepsItsValues(TestDatabase database) {
        V1.Book stored = new V1.Book("Emma", 300, 7);
        try (Database older = database.open(V1.Book.class)) {
            stored.sequel = new V1.Book("Persuasion", 200, 1);
            older.store(stored);
            try (Database newer = database.open(Renamed.Book.class)) {
                Renamed.Book emma = newer.query(
                                Renamed.Book.class,
                                "title = 'Emma', producer.label = 'M Emma', next.title = 'Persuasion', former.label = 'F Emma'")
                        .one();
                assertThat(emma.pages).isEqualTo(300);
                emma.title = "Emma!";
                emma.former.add(0, new Renamed.Producer("first", null));
                newer.store(emma);
                V1.Book again = older.query(V1.Book.class, "name = 'Emma!', former.name = 'first'")
                        .one();
                assertThat(again.former).containsExactly(new V1.Maker("first", null), new V1.Maker("F Emma", "FR"));
            }
        }
        // The answers were given once; later versions need not repeat them.
        try (Database later = database.open(WithoutAnswers.Book.class)) {
            assertThat(later.query(WithoutAnswers.Book.class, "title = 'Emma!'").one().next.title)
                    .isEqualTo("Persuasion");
            assertThat(Health.of(later).verify().findings()).isEmpty();
        }
        try (Database older = database.open(V1.Book.class)) {
            assertThat(older.query(V1.Book.class, "name = 'Emma!'").count()).isEqualTo(1);
        }
    }

    static class Many {
        static class Form {
            long id;
            String a01 = "x";
            String a02 = "x";
            String a03 = "x";
            String a04 = "x";
            String a05 = "x";
            String a06 = "x";
            String a07 = "x";
            String a08 = "x";
            String a09 = "x";
            String a10 = "x";
            String a11 = "x";
            String a12 = "x";
            String a13 = "x";
            String a14 = "x";
            String a15 = "x";
            String a16 = "x";
            String a17 = "x";
            String a18 = "x";
            String a19 = "x";
            String a20 = "x";
            String a21 = "x";
            String a22 = "x";
            String a23 = "x";
            String a24 = "x";
            String a25 = "x";
            String a26 = "x";
            String a27 = "x";
            String a28 = "x";
            String a29 = "x";
            String a30 = "x";
        }
    }

    static class One {
        @Was("Form")
        static class Form {
            long id;
            String text;
        }
    }

    @OnEveryEngine
    void aMessageNamesTheFirstOfManyFields(TestDatabase database) {
        try (Database older = database.open(Many.Form.class)) {
            older.store(new Many.Form());
        }
        refused(
                () -> database.open(One.Form.class).close(),
                "renamed",
                "Form.text is new, and the stored Form.a01, Form.a02,",
                "Form.a12 and 18 more of the same type");
    }

    @OnEveryEngine
    void aFieldThatMayHaveBeenRenamedIsAsked(TestDatabase database) {
        try (Database older = database.open(V1.Book.class)) {
            older.store(new V1.Book("Emma", 300, 7));
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        refused(
                () -> database.open(WithoutAnswers.Book.class).close(),
                "renamed",
                "Book.title is new",
                "Book.name",
                "@Was(\"name\")",
                "Book.producer is new");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        try (Database older = database.open(V1.Book.class)) {
            assertThat(older.query(V1.Book.class, "name = 'Emma'").count()).isEqualTo(1);
        }
    }

    static class Swapped {
        @Was("Book")
        static class Book {
            long id;
            String name;

            @Was("sold")
            int pages;

            @Was("pages")
            int sold;
        }
    }

    static class SwappedWithoutAnswers {
        @Was("Book")
        static class Book {
            long id;
            String name;
            int pages;
            int sold;
        }
    }

    @OnEveryEngine
    void fieldsThatSwapTheirNamesKeepTheirValues(TestDatabase database) {
        try (Database older = database.open(V1.Book.class)) {
            older.store(new V1.Book("Emma", 300, 7));
        }
        for (int i = 0; i < 2; i++) {
            try (Database newer = database.open(Swapped.Book.class)) {
                Swapped.Book emma = newer.query(Swapped.Book.class, "name = 'Emma', pages = 7, sold = 300")
                        .one();
                assertThat(emma.pages).isEqualTo(7);
                assertThat(emma.sold).isEqualTo(300);
            }
        }
        // Without the annotations nobody can distinguish the older program from a later one.
        refused(
                () -> database.open(SwappedWithoutAnswers.Book.class).close(),
                "renamed",
                "pages",
                "sold",
                "which one is it?");
    }

    static class WrongAnswer {
        @Was("Book")
        static class Book {
            long id;
            String name;

            @Was("name")
            String title;
        }
    }

    static class New {
        @Was("Book")
        static class Book {
            long id;

            @Was({})
            String title;
        }
    }

    static class NameAgain {
        @Was("Book")
        static class Book {
            long id;

            @Was("name")
            String title;

            @Was({})
            String name;
        }
    }

    @OnEveryEngine
    void aFormerNameThatIsStillThereIsRefused(TestDatabase database) {
        try (Database older = database.open(V1.Book.class)) {
            older.store(new V1.Book("Emma", 300, 7));
        }
        refused(
                () -> database.open(WrongAnswer.Book.class).close(),
                "renamed",
                "@Was(\"name\") on Book.title",
                "another field of this program");
    }

    @OnEveryEngine
    void aFieldThatIsSaidToBeNewLeavesTheOldOneAlone(TestDatabase database) {
        try (Database older = database.open(V1.Book.class)) {
            older.store(new V1.Book("Emma", 300, 7));
            for (int i = 0; i < 2; i++) {
                try (Database newer = database.open(New.Book.class)) {
                    assertThat(newer.query(New.Book.class, "title IS NULL").count())
                            .isEqualTo(1 - i);
                    New.Book book = newer.query(New.Book.class, "").one();
                    book.title = "a title";
                    newer.store(book);
                }
            }
            assertThat(older.query(V1.Book.class, "name = 'Emma'").count()).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aNewFieldMayHaveTheNameThatAnotherOneHad(TestDatabase database) {
        try (Database older = database.open(V1.Book.class)) {
            older.store(new V1.Book("Emma", 300, 7));
        }
        for (int i = 0; i < 2; i++) {
            try (Database newer = database.open(NameAgain.Book.class)) {
                NameAgain.Book book =
                        newer.query(NameAgain.Book.class, "title = 'Emma'").one();
                assertThat(book.name).isEqualTo(i == 0 ? null : "short");
                book.name = "short";
                newer.store(book);
            }
        }
        refused(() -> database.open(V1.Book.class).close(), "renamed", "Book.name", "which one is it?");
    }

    static class Sent {
        enum State {
            OPEN,
            SENT,
            LOST
        }

        static class Letter {
            long id;
            State state;
            List<State> states = new ArrayList<>();
        }
    }

    static class Shipped {
        enum State {
            @Was("SENT")
            SHIPPED,
            OPEN,
            LOST,
            FOUND
        }

        @Was("Letter")
        static class Letter {
            long id;
            State state;
            List<State> states = new ArrayList<>();
        }
    }

    static class Wrong {
        enum State {
            SENT,
            @Was("SENT")
            SHIPPED
        }

        static class Letter {
            long id;
            State state;
        }
    }

    @OnEveryEngine
    void aRenamedConstantIsReadByProgramsOfBothVersions(TestDatabase database) {
        try (Database older = database.open(Sent.Letter.class)) {
            Sent.Letter letter = new Sent.Letter();
            letter.state = Sent.State.SENT;
            letter.states.add(Sent.State.SENT);
            older.store(letter);
            try (Database newer = database.open(Shipped.Letter.class)) {
                Shipped.Letter mine = newer.query(Shipped.Letter.class, "state = 'SHIPPED', states = 'SHIPPED'")
                        .one();
                assertThat(mine.state).isEqualTo(Shipped.State.SHIPPED);
                Shipped.Letter open = new Shipped.Letter();
                open.state = Shipped.State.OPEN;
                Shipped.Letter shipped = new Shipped.Letter();
                shipped.state = Shipped.State.SHIPPED;
                newer.storeAll(List.of(open, shipped));
                assertThat(newer.query(Shipped.Letter.class, "ORDER BY state, id")
                                .list())
                        .extracting(l -> l.state)
                        .containsExactly(Shipped.State.SHIPPED, Shipped.State.SHIPPED, Shipped.State.OPEN);
                assertThat(newer.query(Shipped.Letter.class, "state = :state")
                                .with("state", Shipped.State.SHIPPED)
                                .count())
                        .isEqualTo(2);
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
            assertThat(older.query(Sent.Letter.class, "state = 'SENT'").count()).isEqualTo(2);
        }
        assertThat(catchThrowable(() -> Model.of(Wrong.Letter.class)))
                .hasMessageContaining(
                        "@Was on the constant SHIPPED of State: found the name of SENT, which is still there");
    }

    static class Plain {
        static class Sheet {
            long id;
            int number;
        }
    }

    static class WithLists {
        static class Folder {
            long id;

            @Was("pages")
            List<String> sheets = new ArrayList<>();

            List<Integer> numbers = new ArrayList<>();
        }
    }

    @OnEveryEngine
    void newClassMayHaveFormerNamesOfCollections(TestDatabase database) {
        database.open(Plain.Sheet.class);
        Database newer = database.open(WithLists.Folder.class);
        WithLists.Folder folder = new WithLists.Folder();
        folder.sheets.add("one");
        folder.numbers.add(1);
        newer.store(folder);
        assertThat(newer.get(WithLists.Folder.class, folder.id).sheets).containsExactly("one");
    }
}

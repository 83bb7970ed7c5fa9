package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The pages show references that are within records, and those that are keys of maps. */
class ReferrersPagesTest extends BrowserTest {

    private long tea;
    private long author;
    private Map<String, String> vessels = Map.of();

    static class Product {
        long id;
        String name = "tea";
    }

    record Line(@Nullable Product product, int count) {}

    static class Order {
        List<Line> lines = new ArrayList<>();

        @Nullable
        Line gift;
    }

    static class Author {
        long id;
        String name = "Jane";
    }

    static class Library {
        Map<Author, String> letters = new LinkedHashMap<>();
        Map<Author, Product> favourites = new LinkedHashMap<>();
    }

    abstract static class Vessel {
        long id;
    }

    static class Raft extends Vessel {
        String load = "rice";
    }

    record Hold(int sacks, String name) {}

    static class Barge extends Vessel {
        Hold hold = new Hold(5, "aft");
    }

    static class Harbour {
        long id;
        String name = "Hull";

        @Nullable
        Vessel first;
    }

    @Override
    Console start() {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        Product product = new Product();
        Author jane = new Author();
        Order first = new Order();
        first.lines.add(new Line(product, 1));
        Order second = new Order();
        second.lines.add(new Line(product, 2));
        Order third = new Order();
        third.gift = new Line(product, 1);
        Library library = new Library();
        library.letters.put(jane, "Dear reader");
        library.favourites.put(jane, product);
        Raft raft = new Raft();
        Barge barge = new Barge();
        try (Database db =
                Database.open(url, Model.of(Order.class, Library.class, Raft.class, Barge.class, Harbour.class))) {
            db.storeAll(List.of(first, second, third, library, raft, barge, new Harbour()));
            tea = product.id;
            author = jane.id;
            vessels = Map.of("Ric", "Raft " + raft.id, "AF", "Barge " + barge.id);
        }
        return Console.start(url, Settings.defaults(), ConsoleOptions.defaults().withWrite());
    }

    @Test
    void referencesWithinRecordsAndMembersOfMapsAreCounted() {
        open("object/Product/" + tea);
        browser.waitForText("Order.lines.product");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('main table:last-of-type tbody tr')].map(row => row.innerText.trim().split(/\\s+/).slice(0, 2).join(' '))"
                                        + ".filter(row => /^(Order|Library)/.test(row)).join()")
                        .asText())
                .isEqualTo("Library.favourites 1,Order.lines.product 2,Order.gift.product 1");
        browser.click("Show");
        browser.waitFor("document.querySelectorAll('main td ul a[href^=\"#/object/Library\"]').length === 1");
        browser.click("Show");
        browser.waitFor("document.querySelectorAll('main td ul a[href^=\"#/object/Order\"]').length === 2");
        browser.click("Delete");
        browser.waitForText("takes it out of 4 objects that refer to it");
    }

    @Test
    void referencesWithinRecordsLeadToTheirObjects() {
        open("object/Product/" + tea);
        browser.click("Order.lines.product");
        browser.waitForText("2 objects in");
        open("graph/Product/" + tea);
        browser.waitForText("Relations that are drawn");
        assertThat(browser.text("table")).contains("lines", "gift", "favourites");
    }

    @Test
    void referencesAreFoundByTextsOfSubclassesAndRecords() {
        open("edit/Harbour");
        vessels.forEach((typed, found) -> {
            browser.evaluate("document.querySelector('[aria-label=first]').focus(); document.activeElement.select()");
            browser.type(typed);
            browser.waitFor(
                    "[...document.querySelector('[aria-label=first]').list.options].map(one => one.value).join() === "
                            + Chromium.quoted(found));
        });
    }

    @Test
    void objectThatIsAKeyIsShownDrawnAndDeleted() {
        open("object/Author/" + author);
        browser.waitForText("keys of Library.letters");
        assertThat(browser.text("main"))
                .contains("keys of Library.favourites", "not counted")
                .doesNotContain("None.");
        open("graph/Author/" + author);
        browser.waitForText(
                "Not drawn, because no query asks for keys of maps: keys of Library.letters, keys of Library.favourites.");
        open("object/Author/" + author);
        browser.click("Delete");
        browser.waitForText(
                "which no query counts, and is taken out of them: keys of Library.letters, keys of Library.favourites.");
    }
}

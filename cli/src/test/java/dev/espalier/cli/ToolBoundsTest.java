package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Bounds;
import dev.espalier.annotation.InverseOf;
import dev.espalier.cli.CommandRun.Ended;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line and the shell read within the bounds of a class, unless they are told others. */
@NullUnmarked // its classes have fields that may be null, as classes of users have
class ToolBoundsTest {

    static class City {
        long id;
        String name;
    }

    static class Buyer {
        long id;
        String name;
        City city;

        @InverseOf("buyer")
        List<Order> orders = new ArrayList<>();
    }

    /** A class of a program. */
    @Bounds(stopAt = "buyer.city, lines, former")
    static class Order {
        long id;
        Buyer buyer;
        Order former;
        List<City> lines = new ArrayList<>();
    }

    static class Gift extends Order {
        String card;
    }

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void store() {
        url = "jdbc:sqlite:" + folder.resolve("orders.db");
        Gift former = new Gift();
        former.card = "first";
        Gift gift = new Gift();
        gift.card = "second";
        gift.former = former;
        gift.buyer = new Buyer();
        gift.buyer.name = "Ada";
        gift.buyer.city = new City();
        gift.buyer.city.name = "Bonn";
        gift.lines.add(gift.buyer.city);
        try (Database db = Database.open(url, Model.of(City.class, Buyer.class, Order.class, Gift.class))) {
            db.store(gift);
        }
    }

    private String json(String... options) {
        List<String> all = new ArrayList<>(List.of("query", url, "Order", "buyer IS NOT NULL", "--jsonl"));
        all.addAll(List.of(options));
        return CommandRun.run(all.toArray(String[]::new)).out().replaceAll("\"id\":\\d+", "\"id\":7");
    }

    private Ended shell(String input) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        System.setProperty("espalier.input", "false");
        try {
            return CommandRun.run("shell", url);
        } finally {
            System.clearProperty("espalier.input");
            System.setIn(before);
        }
    }

    @Test
    void queryReadsWithinTheBoundsOfTheClassHoweverDeepItPrints() {
        assertThat(json("--depth", "3"))
                .as("the city has an id only, the list and the order or gift nothing")
                .isEqualTo("""
                {"class":"Gift","id":7,"buyer":{"class":"Buyer","id":7,"name":"Ada","city":{"class":"City","id":7},"orders":null},"former":null,"lines":null,"card":"second"}
                """);
        assertThat(json()).contains("\"buyer\":{\"class\":\"Buyer\",\"id\":7},\"former\":null");
        assertThat(CommandRun.run("query", url, "Order", "buyer IS NOT NULL", "--csv")
                        .out()
                        .replaceAll("\\d+", "7"))
                .isEqualTo(
                        "class,id,buyer,former,lines,card\r\n" + "Gift,7,Buyer 7,[not loaded],[not loaded],second\r\n");
        assertThat(CommandRun.run("query", url, "Order", "buyer IS NULL", "--csv")
                        .out())
                .as("null is the value of a reference that leads nowhere")
                .endsWith(",,,[not loaded],first\r\n");
        assertThat(CommandRun.run("query", url, "Order", "", "--explain").out())
                .contains("load within the bounds of the class (stopAt buyer.city former lines)");
    }

    @Test
    void queryFollowsInverseCollectionsInPlaceOfTheBoundsOfTheClass() {
        assertThat(json("--depth", "1", "--follow", "buyer.orders"))
                .contains(
                        "\"orders\":[{\"class\":\"Gift\",\"id\":7}]}",
                        "\"former\":{\"class\":\"Gift\",\"id\":7,\"buyer\":null",
                        "\"lines\":[{\"class\":\"City\",\"id\":7,\"name\":\"Bonn\"}]");
        assertThat(json("--depth", "1", "--follow", "orders", "--follow", "buyer.orders"))
                .as("it may be repeated")
                .contains("\"orders\":[{");
        assertThat(json("--depth", "1", "--only", "buyer.orders"))
                .as("a path of --only is followed")
                .contains("\"orders\":[", "\"lines\":null");
        assertThat(json("--depth", "1", "--complete")).contains("\"orders\":[{", "\"lines\":[{\"class\"");
        assertThat(json("--depth", "1", "--only", "buyer"))
                .as("those of the class do not count beside other ones")
                .contains("\"city\":{\"class\":\"City\",\"id\":7}", "\"orders\":null");
    }

    @Test
    void wrongPathsAndOptionsThatExcludeEachOtherAreRefused() {
        assertThat(CommandRun.run("query", url, "Order", "", "--follow", "buyer.ordres"))
                .satisfies(ended -> {
                    assertThat(ended.code()).isEqualTo(1);
                    assertThat(ended.err()).contains("ordres");
                });
        assertThat(CommandRun.run("query", url, "Order", "", "--complete", "--follow", "orders")
                        .err())
                .contains("--complete: found it with --follow, expected one of both");
        assertThat(CommandRun.run("query", url, "Order", "", "--complete", "--only", "buyer")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void shellReadsWithinTheBoundsOfTheClassUntilOthersAreSaid() {
        String statement = "Order buyer IS NOT NULL;\n";
        List<String> followed = List.of("\\follow orders\n", "\\complete\n");
        for (String said : followed) {
            String out = shell("\\tree\n\\depth 2\n" + statement + said + statement + "\\follow\n" + statement)
                    .out();
            List<String> answers = List.of(
                    out.replaceAll("(Order|Gift|Buyer|City) \\d+", "$1 7").split("(?m)^(?=Gift 7)"));
            assertThat(answers).hasSize(3);
            assertThat(answers.get(0)).isEqualTo("""
                    Gift 7
                      buyer: Buyer 7
                        name: Ada
                        city: City 7
                        orders: [not loaded]
                      former: [not loaded]
                      lines: [not loaded]
                      card: second
                    """);
            assertThat(answers.get(1)).contains("orders: 1 member", "lines: 1 member", "name: Bonn", "former: Gift 7");
            assertThat(answers.get(2)).isEqualTo(answers.get(0));
        }
        assertThat(shell("\\follow ordres\n" + statement).code()).isEqualTo(Shell.WRONG);
    }
}

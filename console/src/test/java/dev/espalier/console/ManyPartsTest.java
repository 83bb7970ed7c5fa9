package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects with more parts than the console may read at once are shown, and so is what refers to them: nothing needs their parts. */
@NullUnmarked // its classes have fields that may be null, as classes of users have
class ManyPartsTest {

    private static final int MOST = 50;

    static class Address {
        long id;
        String street;
    }

    static class Buyer {
        long id;
        String name;

        @Part
        List<Address> addresses = new ArrayList<>();
    }

    record Sender(Buyer buyer, String note) {}

    static class Order {
        long id;
        String name;
        Buyer buyer;
        Sender sender;
        Buyer[] former = {};

        /** No part, though those of a buyer are called so. */
        Address addresses;

        Map<String, Buyer> others = Map.of();
    }

    static class Gift extends Order {
        Buyer of;
    }

    @TempDir
    private Path folder;

    private Console console;
    private Wire wire;
    private Gift order;

    @BeforeEach
    void start() {
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        try (Database db = Database.open(url, Model.of(Address.class, Buyer.class, Order.class, Gift.class))) {
            order = new Gift();
            order.name = "first";
            order.buyer = buyer("Ada");
            order.sender = new Sender(buyer("Bob"), "gift");
            order.former = new Buyer[] {buyer("Cyd")};
            order.others = Map.of("other", buyer("Dan"));
            order.of = buyer("Eve");
            order.addresses = new Address();
            order.addresses.street = "Broadway";
            db.store(order);
        }
        console = Console.start(
                url,
                Settings.defaults().maxObjects(MOST),
                ConsoleOptions.defaults().withWrite());
        wire = Wire.of(console);
    }

    private static Buyer buyer(String name) {
        Buyer buyer = new Buyer();
        buyer.name = name;
        IntStream.rangeClosed(0, MOST).forEach(i -> buyer.addresses.add(new Address()));
        return buyer;
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private void assertShown(String operation, String body, String... parts) throws Exception {
        String answer = wire.asked(operation, body);
        assertThat(Wire.status(answer)).as(answer).isEqualTo(200);
        assertThat(answer).as(operation).contains(parts);
    }

    @Test
    void objectsAreShownWithWhatTheyReferTo() throws Exception {
        assertShown("query", "{\"class\": \"Order\", \"rql\": \"\"}", "Ada", "Bob", "Dan", "Eve", "Broadway");
        assertShown("query", "{\"class\": \"Buyer\", \"rql\": \"\"}", "Ada", "Eve");
        assertShown("explain", "{\"class\": \"Order\", \"rql\": \"\"}", "{\"Address\":1,\"Buyer\":4,\"Gift\":1}");
        assertShown("object", at("Gift", order.id), "Ada", "Bob", "Dan", "Eve", "Broadway");
        assertShown("object", at("Buyer", order.buyer.id), "\"count\":51");
        assertShown("graph", at("Gift", order.id), "Ada", "Bob", "Cyd", "Broadway");
        assertShown("graph", at("Buyer", order.buyer.id), "Ada", "first");
    }

    @Test
    void ownersOfPartsAreFoundAsMembersAndByTheirNames() throws Exception {
        assertShown("find", "{\"class\": \"Buyer\", \"text\": \"Ad\"}", "Ada");
        assertShown("find", "{\"class\": \"Buyer\", \"text\": \"" + order.buyer.id + "\"}", "Ada");
        assertShown("members", at("Gift", order.id).replace("}", ", \"attribute\": \"former\"}"), "Cyd");
        assertShown(
                "referrers",
                at("Address", order.buyer.addresses.get(0).id).replace("}", ", \"relation\": \"Buyer.addresses\"}"),
                "Ada");
    }

    @Test
    void objectsThatReferToOwnersOfPartsAreEditedAndStored() throws Exception {
        assertShown("edit", at("Gift", order.id), "Ada", "Cyd", "Broadway");
        assertShown("edit", at("Buyer", order.buyer.id), "more than");
        assertShown(
                "store",
                "{\"changes\": [{\"kind\": \"edit\", \"class\": \"Gift\", \"id\": \"" + order.id
                        + "\", \"version\": 0, \"set\": {\"name\": \"second\"}}]}",
                "\"stored\":1");
    }

    private static String at(String className, long id) {
        return "{\"class\": \"" + className + "\", \"id\": \"" + id + "\"}";
    }
}

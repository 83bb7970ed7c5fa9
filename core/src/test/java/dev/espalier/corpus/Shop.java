package dev.espalier.corpus;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** A shop: values of many types, records inside records, lists of records, sets, maps, enums. */
@SuppressWarnings({"unused", "OptionalUsedAsFieldOrParameterType"}) // the fields are read by reflection
final class Shop {

    static final CorpusModel MODEL =
            new CorpusModel("shop", List.of(Product.class, Customer.class, Order.class), Shop::populate);

    /** Not in the order of the alphabet. */
    enum Colour {
        RED,
        GREEN,
        BLUE,
        BLACK
    }

    enum Currency {
        EUR,
        USD,
        JPY
    }

    enum Status {
        NEW,
        PAID,
        SENT,
        LOST
    }

    /** A value that can be there while all in it is missing. */
    record Money(BigDecimal amount, Currency currency) {}

    record Address(String city, String street, Integer number) {}

    record Parcel(Address to, Double weight, Customer courier) {}

    record Line(Product product, int count, Money price) {}

    static class Product {
        long id;
        String name;
        Money price;
        Colour colour;
        UUID code;
        Set<String> labels = new LinkedHashSet<>();
        Map<String, Integer> stock = new LinkedHashMap<>();
        Optional<String> note = Optional.empty();
        byte[] digest;
        boolean sold;
        Boolean checked;
        BigInteger serial;
        double rating;
        char grade;
        LocalDate since;
        Duration warranty;
    }

    static class Customer {
        long id;
        String name;
        LocalDate born;
        Address home;
        List<Address> others = new ArrayList<>();
        OptionalInt points = OptionalInt.empty();
        Set<Colour> favourites = new LinkedHashSet<>();
        Map<String, Product> wishes = new LinkedHashMap<>();
    }

    static class Order {
        long id;
        Customer buyer;
        List<Line> lines = new ArrayList<>();
        Status status;
        Instant placed;
        OffsetDateTime promised;
        LocalTime window;
        Parcel parcel;
        long[] scans = {};
    }

    private final Population all = new Population();

    private Shop() {}

    private static Population populate() {
        return new Shop().all();
    }

    private Population all() {
        Product anvil = product(
                "anvil", "Anvil", money("12.50", Currency.EUR), Colour.RED, "00000000-0000-0000-0000-000000000001");
        Product rocket = product(
                "rocket", "Rocket", money("1000", Currency.USD), Colour.GREEN, "f0000000-0000-0000-0000-000000000001");
        Product magnet = product(
                "magnet", "magnet", money(null, Currency.EUR), Colour.BLUE, "7fffffff-ffff-ffff-ffff-ffffffffffff");
        Product glue = product("glue", "Glue 100%_", null, null, null);
        Product decoy = product(
                "decoy", "Décoy ß", money("12.5", Currency.USD), Colour.BLACK, "80000000-0000-0000-0000-000000000000");
        describe(
                anvil,
                true,
                Boolean.TRUE,
                "12345678901234567890",
                4.5,
                'A',
                "2020-01-01",
                Duration.ofHours(48),
                "0aff");
        describe(rocket, true, null, "-1", 3.0, 'B', "2024-02-29", Duration.ofSeconds(90, 500), "");
        describe(magnet, false, Boolean.FALSE, "0", 4.5, 'b', null, Duration.ZERO, "0a");
        describe(glue, false, null, null, -1.5, 'Z', "2024-02-29", null, null);
        describe(decoy, false, Boolean.TRUE, "9007199254740993", 0.3, 'A', "1999-12-31", Duration.ofHours(-1), "ff");
        anvil.note = Optional.of("mind your toes");
        magnet.note = Optional.of("");
        anvil.labels.addAll(List.of("heavy", "iron"));
        magnet.labels.addAll(List.of("iron", "Iron"));
        glue.labels.add("sticky");
        decoy.labels.add("heavy");
        anvil.stock.put("north", 5);
        anvil.stock.put("south", 0);
        magnet.stock.put("north", 7);
        glue.stock.put("south", 3);
        glue.stock.put("west", null);
        decoy.stock.put("north", 0);
        Customer ada = customer("ada", "Ada", "1815-12-10", new Address("London", "Main St", 12));
        Customer ben = customer("ben", "Ben", null, new Address("Paris", "Rue 1", null));
        Customer cyd = customer("cyd", "Cyd", "1990-05-01", null);
        Customer dot = customer("dot", "dot", "1990-05-01", new Address(null, "Main St", 12));
        ada.others.add(new Address("Paris", null, null));
        cyd.others.addAll(List.of(new Address("London", "Elm St", 3), new Address("Rome", "Via", 1)));
        dot.others.add(new Address(null, null, null));
        ada.points = OptionalInt.of(10);
        cyd.points = OptionalInt.of(0);
        dot.points = OptionalInt.of(10);
        ada.favourites.addAll(EnumSet.of(Colour.RED, Colour.BLUE));
        cyd.favourites.add(Colour.RED);
        dot.favourites.add(Colour.BLACK);
        ada.wishes.put("birthday", rocket);
        cyd.wishes.put("first", anvil);
        cyd.wishes.put("second", glue);
        dot.wishes.put("none", null);
        Order o1 = order(
                "o1",
                ada,
                Status.PAID,
                "2026-01-01T10:15:30Z",
                "2026-01-05T12:00:00+02:00",
                "09:30",
                new Parcel(new Address("London", "Main St", 12), 25.5, null),
                1,
                2,
                3);
        Order o2 = order("o2", ada, Status.NEW, "2026-01-01T10:15:30.000001Z", null, null, null);
        Order o3 = order(
                "o3",
                ben,
                Status.SENT,
                "2025-12-31T23:59:59.999999Z",
                "2026-01-05T10:00:00Z",
                "23:59:59.999999",
                new Parcel(null, 1.0, cyd),
                7);
        Order o4 = order(
                "o4",
                cyd,
                Status.LOST,
                null,
                "2026-01-05T11:00:00Z",
                "00:00",
                new Parcel(new Address("Rome", "Via", 1), null, ada),
                -1,
                3);
        Order o5 = order(
                "o5", null, null, "2026-06-30T00:00:00Z", null, "09:30", new Parcel(null, 9007199254740992.0, null));
        o1.lines.addAll(List.of(
                new Line(anvil, 2, money("12.50", Currency.EUR)), new Line(rocket, 1, money("1000", Currency.USD))));
        o2.lines.add(new Line(glue, 10, null));
        o4.lines.addAll(List.of(
                new Line(anvil, 1, money("13.00", Currency.EUR)),
                new Line(anvil, 1, money("12.5", Currency.EUR)),
                new Line(null, 5, null)));
        o5.lines.add(new Line(decoy, 0, money(null, Currency.USD)));
        return all;
    }

    private Product product(String name, String title, Money price, Colour colour, String code) {
        Product product = all.add(name, new Product());
        product.name = title;
        product.price = price;
        product.colour = colour;
        product.code = code == null ? null : UUID.fromString(code);
        return product;
    }

    private static void describe(
            Product product,
            boolean sold,
            Boolean checked,
            String serial,
            double rating,
            char grade,
            String since,
            Duration warranty,
            String digest) {
        product.sold = sold;
        product.checked = checked;
        product.serial = serial == null ? null : new BigInteger(serial);
        product.rating = rating;
        product.grade = grade;
        product.since = since == null ? null : LocalDate.parse(since);
        product.warranty = warranty;
        product.digest = digest == null ? null : HexFormat.of().parseHex(digest);
    }

    private Customer customer(String name, String fullName, String born, Address home) {
        Customer customer = all.add(name, new Customer());
        customer.name = fullName;
        customer.born = born == null ? null : LocalDate.parse(born);
        customer.home = home;
        return customer;
    }

    private Order order(
            String name,
            Customer buyer,
            Status status,
            String placed,
            String promised,
            String window,
            Parcel parcel,
            long... scans) {
        Order order = all.add(name, new Order());
        order.buyer = buyer;
        order.status = status;
        order.placed = placed == null ? null : Instant.parse(placed);
        order.promised = promised == null ? null : OffsetDateTime.parse(promised);
        order.window = window == null ? null : LocalTime.parse(window);
        order.parcel = parcel;
        order.scans = scans;
        return order;
    }

    private static Money money(String amount, Currency currency) {
        return new Money(amount == null ? null : new BigDecimal(amount), currency);
    }
}

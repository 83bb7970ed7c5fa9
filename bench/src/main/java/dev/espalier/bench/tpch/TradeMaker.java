package dev.espalier.bench.tpch;

import dev.espalier.bench.tpch.Trade.Customer;
import dev.espalier.bench.tpch.Trade.LineItem;
import dev.espalier.bench.tpch.Trade.Nation;
import dev.espalier.bench.tpch.Trade.Order;
import dev.espalier.bench.tpch.Trade.Part;
import dev.espalier.bench.tpch.Trade.PartSupplier;
import dev.espalier.bench.tpch.Trade.Region;
import dev.espalier.bench.tpch.Trade.Supplier;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Makes the objects of a scale, the same for the same scale. Numbers and ranges are those of TPC-H; some rare values are given to more objects, so that every
 * question has an answer at a thousandth of scale 1.
 */
final class TradeMaker {

    /** The nations, each with its region; questions ask for the first ones, which also the smallest scale has suppliers in. */
    private static final List<String> NATIONS = List.of(
            "FRANCE EUROPE",
            "GERMANY EUROPE",
            "BRAZIL AMERICA",
            "SAUDI_ARABIA MIDDLE_EAST",
            "CANADA AMERICA",
            "INDIA ASIA",
            "CHINA ASIA",
            "KENYA AFRICA",
            "ROMANIA EUROPE",
            "JAPAN ASIA",
            "VIETNAM ASIA",
            "INDONESIA ASIA",
            "RUSSIA EUROPE",
            "UNITED_KINGDOM EUROPE",
            "UNITED_STATES AMERICA",
            "ARGENTINA AMERICA",
            "PERU AMERICA",
            "EGYPT MIDDLE_EAST",
            "IRAN MIDDLE_EAST",
            "IRAQ MIDDLE_EAST",
            "JORDAN MIDDLE_EAST",
            "ALGERIA AFRICA",
            "ETHIOPIA AFRICA",
            "MOROCCO AFRICA",
            "MOZAMBIQUE AFRICA");

    private static final List<String> COLOURS = List.of(
            "almond", "azure", "beige", "black", "blue", "brown", "coral", "cream", "cyan", "forest", "gold", "green",
            "grey", "ivory", "khaki", "lemon", "lime", "linen", "maroon", "mint", "navy", "olive", "orange", "peach",
            "plum");
    private static final List<String> GRADES = List.of("STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO");
    private static final List<String> FINISHES = List.of("ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED");
    private static final List<String> METALS = List.of("TIN", "NICKEL", "STEEL", "COPPER", "BRASS");
    private static final List<String> SIZES = List.of("SM", "LG", "MED", "JUMBO", "WRAP");
    private static final List<String> BOXES = List.of("CASE", "BOX", "BAG", "JAR", "PKG", "PACK", "CAN", "DRUM");
    private static final List<String> SEGMENTS =
            List.of("AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD");
    private static final List<String> PRIORITIES =
            List.of("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW");
    private static final List<String> INSTRUCTIONS =
            List.of("DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN");
    private static final List<String> MODES = List.of("REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB");
    private static final List<String> WORDS = List.of(
            "quick",
            "silent",
            "final",
            "bold",
            "regular",
            "deposits",
            "accounts",
            "packages",
            "sleep",
            "wake",
            "haggle",
            "among",
            "above",
            "the",
            "ironic",
            "theories");

    private static final LocalDate FIRST_ORDER = LocalDate.of(1992, 1, 1);
    private static final int ORDER_DAYS = 2_406;
    private static final LocalDate TODAY = LocalDate.of(1995, 6, 17);
    private static final int SUPPLIERS_OF_PART = 4;
    private static final int MOST_LINES = 7;

    private final double scale;
    private final Random random = new Random(19_920_101);
    private final List<Nation> nations = nations();
    private final List<Supplier> suppliers;
    private final List<Part> parts;
    private final List<PartSupplier> partSuppliers;
    private final List<Customer> customers;

    /**
     * Makes all but the orders.
     *
     * @param scale 1 for six million line items
     */
    TradeMaker(double scale) {
        this.scale = scale;
        suppliers = many(10_000, this::supplier);
        parts = many(200_000, this::part);
        partSuppliers = partSuppliers();
        customers = many(150_000, this::customer);
    }

    /** Makes the object of a number. */
    private interface Making<T> {
        T of(int number);
    }

    private <T> List<T> many(int ofScale1, Making<T> making) {
        List<T> all = new ArrayList<>();
        long count = Math.round(ofScale1 * scale);
        for (int i = 0; i < count; i++) {
            all.add(making.of(i));
        }
        return all;
    }

    /** Returns what suppliers have; parts, suppliers, nations and regions can be reached from it. */
    List<PartSupplier> supplies() {
        return partSuppliers;
    }

    List<Customer> customers() {
        return customers;
    }

    /** Makes the line items of all orders, which can be reached from them. */
    List<LineItem> lineItems() {
        List<LineItem> lines = new ArrayList<>();
        long orders = Math.round(1_500_000 * scale);
        for (int i = 0; i < orders; i++) {
            lines.addAll(order(i));
        }
        return lines;
    }

    private static List<Nation> nations() {
        Map<String, Region> regions = new LinkedHashMap<>();
        List<Nation> nations = new ArrayList<>();
        for (String line : NATIONS) {
            String[] names = line.split(" ");
            Nation nation = new Nation();
            nation.name = names[0].replace('_', ' ');
            nation.region = regions.computeIfAbsent(names[1].replace('_', ' '), name -> {
                Region region = new Region();
                region.name = name;
                return region;
            });
            nations.add(nation);
        }
        return nations;
    }

    private Supplier supplier(int number) {
        int nation = number % nations.size();
        Supplier supplier = new Supplier();
        supplier.name = name("Supplier", number);
        supplier.address = words(2);
        supplier.nation = nations.get(nation);
        supplier.phone = phone(nation);
        supplier.balance = cents(-99_999, 999_999);
        supplier.comment = number % 20 == 7 ? words(1) + " Customer " + words(1) + " Complaints" : words(4);
        return supplier;
    }

    private Customer customer(int number) {
        int nation = random.nextInt(nations.size());
        Customer customer = new Customer();
        customer.name = name("Customer", number);
        customer.address = words(2);
        customer.nation = nations.get(nation);
        customer.phone = phone(nation);
        customer.balance = cents(-99_999, 999_999);
        customer.segment = one(SEGMENTS);
        customer.comment = words(6);
        return customer;
    }

    private Part part(int number) {
        int maker = between(1, 5);
        Part part = new Part();
        part.name = one(COLOURS) + " " + one(COLOURS) + " " + one(COLOURS);
        part.manufacturer = "Manufacturer#" + maker;
        part.brand = "Brand#" + maker + between(1, 5);
        part.size = 1 + number % 50;
        part.type = one(GRADES) + " " + one(FINISHES) + " " + METALS.get((number + number / 50) % METALS.size());
        part.container = one(SIZES) + " " + one(BOXES);
        if (number % 97 == 11) { // asked for by question 17
            part.brand = "Brand#23";
            part.container = "MED BOX";
        } else if (number % 89 == 13) { // by question 19
            part.brand = "Brand#12";
            part.container = "SM CASE";
            part.size = 3;
        } else if (number % 79 == 17) { // by question 8
            part.type = "ECONOMY ANODIZED STEEL";
        }
        part.retailPrice = cents(90_000, 200_000);
        return part;
    }

    private List<PartSupplier> partSuppliers() {
        List<PartSupplier> all = new ArrayList<>();
        int distance = suppliers.size() / SUPPLIERS_OF_PART + 1;
        for (Part part : parts) {
            int first = random.nextInt(suppliers.size());
            for (int i = 0; i < SUPPLIERS_OF_PART; i++) {
                PartSupplier one = new PartSupplier();
                one.part = part;
                one.supplier = suppliers.get((first + i * distance) % suppliers.size());
                one.available = between(1, 9_999);
                one.cost = cents(100, 100_000);
                all.add(one);
            }
        }
        return all;
    }

    private List<LineItem> order(int number) {
        Order order = new Order();
        int customer = random.nextInt(customers.size());
        order.customer = customers.get(customer - (customer % 3 == 2 ? 1 : 0)); // a third orders nothing
        order.orderDate = FIRST_ORDER.plusDays(random.nextInt(ORDER_DAYS));
        order.priority = one(PRIORITIES);
        order.comment = random.nextInt(20) == 0 ? words(1) + " special " + words(1) + " requests" : words(4);
        BigDecimal total = BigDecimal.ZERO;
        List<LineItem> lines = new ArrayList<>();
        for (int i = 0; i <= number % MOST_LINES; i++) {
            LineItem line = line(order, number % 50 == MOST_LINES - 1);
            total = total.add(line.extendedPrice
                    .multiply(BigDecimal.ONE.add(line.tax))
                    .multiply(BigDecimal.ONE.subtract(line.discount)));
            lines.add(line);
        }
        order.totalPrice = total.setScale(2, RoundingMode.HALF_EVEN);
        List<String> states =
                lines.stream().map(line -> line.lineStatus).distinct().toList();
        order.status = states.size() == 1 ? states.get(0) : "P";
        return lines;
    }

    private LineItem line(Order order, boolean isLarge) {
        LineItem line = new LineItem();
        line.order = order;
        line.partSupplier = partSuppliers.get(random.nextInt(partSuppliers.size()));
        line.part = line.partSupplier.part;
        line.supplier = line.partSupplier.supplier;
        line.quantity = BigDecimal.valueOf(between(isLarge ? 42 : 1, 50));
        line.extendedPrice = line.quantity.multiply(line.part.retailPrice);
        line.discount = cents(0, 10);
        line.tax = cents(0, 8);
        line.shipDate = order.orderDate.plusDays(between(1, 121));
        line.commitDate = order.orderDate.plusDays(between(30, 90));
        line.receiptDate = line.shipDate.plusDays(between(1, 30));
        line.returnFlag = line.receiptDate.isAfter(TODAY) ? "N" : random.nextBoolean() ? "R" : "A";
        line.lineStatus = line.shipDate.isAfter(TODAY) ? "O" : "F";
        line.shipInstruction = one(INSTRUCTIONS);
        line.shipMode = one(MODES);
        return line;
    }

    private static String name(String kind, int number) {
        return String.format(Locale.ROOT, "%s#%09d", kind, number + 1);
    }

    private String phone(int nation) {
        return String.format(
                Locale.ROOT,
                "%d-%03d-%03d-%04d",
                nation + 10,
                between(100, 999),
                between(100, 999),
                between(1_000, 9_999));
    }

    private String words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(one(WORDS));
        }
        return String.join(" ", words);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private BigDecimal cents(int least, int most) {
        return BigDecimal.valueOf(between(least, most), 2);
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }
}

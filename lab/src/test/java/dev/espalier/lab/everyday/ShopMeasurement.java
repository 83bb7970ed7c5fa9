package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.Shop.Purchase;
import dev.espalier.lab.everyday.ShopTiming.Call;
import dev.espalier.lab.everyday.ShopTiming.Calls;
import dev.espalier.lab.everyday.ShopTiming.WarmUp;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Operations of a small shop by the library and by hand-written JDBC, each on tables of its own with the same objects, ids and indexes. The database of the URL
 * must be new. A side is warmed up until both the time and the calls have passed. On SQLite the tables of JDBC are in a second file beside it, whose name ends with {@code -jdbc}. A name chooses the operations that contain it.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.ShopMeasurement URL USER PASSWORD [orders] [rounds] [warm-up millis] [warm-up calls] [names...]
 * </pre>
 */
public final class ShopMeasurement {

    private static final int MANY = 100;

    private final ShopData data;

    private ShopMeasurement(ShopData data) {
        this.data = data;
    }

    public static void main(String[] args) throws SQLException {
        int orders = args.length > 3 ? Integer.parseInt(args[3]) : 10_000;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 12;
        long warmUpMillis = args.length > 5 ? Long.parseLong(args[5]) : 6_000;
        int warmUpCalls = args.length > 6 ? Integer.parseInt(args[6]) : 20_000;
        List<String> names = args.length > 7 ? Arrays.asList(args).subList(7, args.length) : List.of("");
        String url = args[0];
        try (EspalierShop library = new EspalierShop(url, args[1], args[2]);
                JdbcShop jdbc = new JdbcShop(url.startsWith("jdbc:sqlite:") ? url + "-jdbc" : url, args[1], args[2])) {
            ShopMeasurement shop = new ShopMeasurement(ShopData.fill(library, jdbc, orders));
            ShopTiming timing = new ShopTiming(jdbc, library, rounds, new WarmUp(warmUpMillis, warmUpCalls));
            ShopTiming.printHead();
            for (var operation : shop.operations().entrySet()) {
                if (names.stream().anyMatch(operation.getKey()::contains)) {
                    timing.measure(operation.getKey(), operation.getValue());
                }
            }
        }
    }

    /** The operations by name. Those that read come first, since the sides write different numbers of times while they warm up. */
    private Map<String, Calls> operations() {
        Map<String, Calls> all = new LinkedHashMap<>();
        all.put("an order whole", each((side, in) -> with(in.order(), side::orderWhole)));
        all.put("orders of a customer", each((side, in) -> with(in.customer(), side::ordersOfCustomer)));
        all.put("newest 20 with customer", each((side, in) -> side::newestWithCustomer));
        all.put("count by two conditions", each((side, in) -> with(in.customer(), side::countPaid)));
        all.put("existence by a path", each((side, in) -> with(in.product(), side::isOrdered)));
        all.put("orders with a product", each((side, in) -> with(in.product(), side::ordersWithProduct)));
        all.put("ids of orders with a tag", each((side, in) -> with(in.tag(), side::idsWithTag)));
        all.put("100 products by id", each((side, in) -> with(in.someProducts(MANY), side::products)));
        all.put("20 products by beginning", each((side, in) -> with(in.beginning(), side::productsByBeginning)));
        all.put("three columns", each((side, in) -> with(in.customer(), side::threeColumns)));
        all.put("a sum", each((side, in) -> with(in.customer(), side::sum)));
        all.put("insert a product", each((side, in) -> with(in.newProduct(in.number()), side::insertProduct)));
        all.put("change a price", each((side, in) -> with(in.product(), side::changePrice)));
        all.put("insert an order", each((side, in) -> with(newOrder(side, in), side::insertOrder)));
        all.put("change a status", each((side, in) -> with(in.order(), side::changeStatus)));
        all.put("add a line", ofNewOrders((side, in, order) -> {
            long product = in.product();
            return () -> side.addLine(order, product);
        }));
        all.put("remove a line", ofNewOrders((side, in, order) -> () -> side.removeLine(order)));
        all.put("change 100 prices", each((side, in) -> with(in.someProducts(MANY), side::changePrices)));
        all.put("delete an order", ofNewOrders((side, in, order) -> () -> side.deleteOrder(order)));
        return all;
    }

    /** Draws the input of a call. */
    private interface OneCall {
        Call make(ShopSide side, ShopInputs inputs);
    }

    /** Draws the input of a call that changes an order. */
    private interface CallOfOrder {
        Call make(ShopSide side, ShopInputs inputs, long order);
    }

    /** An operation with its input. */
    private interface Operation<I> {
        long run(I input) throws SQLException;
    }

    private static <I> Call with(I input, Operation<I> operation) {
        return () -> operation.run(input);
    }

    private static Purchase newOrder(ShopSide side, ShopInputs inputs) {
        return inputs.newOrder(side::customer, side::product);
    }

    private Calls each(OneCall call) {
        return (side, number, seed) -> {
            ShopInputs inputs = data.inputs(seed);
            return IntStream.range(0, number)
                    .mapToObj(i -> call.make(side, inputs))
                    .toList();
        };
    }

    /** Each call has an order of its own, with as many lines on both sides. */
    private Calls ofNewOrders(CallOfOrder call) {
        return (side, number, seed) -> {
            ShopInputs inputs = data.inputs(seed);
            List<Purchase> fresh = IntStream.range(0, number)
                    .mapToObj(i -> newOrder(side, inputs))
                    .toList();
            return side.insertAll(fresh).stream()
                    .map(order -> call.make(side, inputs, order))
                    .toList();
        };
    }
}

package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.ShopTiming.Calls;
import dev.espalier.lab.everyday.ShopTiming.WarmUp;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Small reads of many shapes by the library and by hand-written JDBC, on the shop. The database of the URL must be new; see {@link ShopMeasurement}, also for
 * the arguments. First it counts the statements and round trips of a call.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.ShapeMeasurement URL USER PASSWORD [orders] [rounds] [warm-up millis] [warm-up calls] [names...]
 * </pre>
 */
public final class ShapeMeasurement {

    private static final int COUNTED_CALLS = 10;

    private final ShopData data;
    private final Map<String, Shapes.Shape> shapes;

    private ShapeMeasurement(ShopData data, List<String> names) {
        this.data = data;
        this.shapes = new Shapes().all();
        shapes.keySet().removeIf(shape -> names.stream().noneMatch(shape::contains));
    }

    public static void main(String[] args) throws SQLException, IOException {
        int orders = args.length > 3 ? Integer.parseInt(args[3]) : 10_000;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 8;
        long warmUpMillis = args.length > 5 ? Long.parseLong(args[5]) : 1_000;
        int warmUpCalls = args.length > 6 ? Integer.parseInt(args[6]) : 3_000;
        List<String> names = args.length > 7 ? Arrays.asList(args).subList(7, args.length) : List.of("");
        String url = args[0];
        try (EspalierShop library = new EspalierShop(url, args[1], args[2]);
                JdbcShop jdbc = new JdbcShop(ofJdbc(url), args[1], args[2])) {
            ShapeMeasurement shop = new ShapeMeasurement(ShopData.fill(library, jdbc, orders), names);
            shop.count(url, args[1], args[2]);
            ShopTiming timing = new ShopTiming(jdbc, library, rounds, new WarmUp(warmUpMillis, warmUpCalls));
            ShopTiming.printHead();
            for (var shape : shop.shapes.entrySet()) {
                timing.measure(shape.getKey(), shop.calls(shape.getValue()));
            }
        }
    }

    private static String ofJdbc(String url) {
        return url.startsWith("jdbc:sqlite:") ? url + "-jdbc" : url;
    }

    private Calls calls(Shapes.Shape shape) {
        return (side, number, seed) -> {
            ShopInputs inputs = data.inputs(seed);
            return IntStream.range(0, number)
                    .mapToObj(i -> shape.call(side, inputs))
                    .toList();
        };
    }

    /** The driver and, of a server, the connections are wrapped meanwhile. */
    private void count(String url, String user, String password) throws SQLException, IOException {
        Optional<RoundTrips> proxy = RoundTrips.before(url);
        String through = proxy.map(one -> one.of(url)).orElse(url);
        try (CountingDriver driver = new CountingDriver();
                EspalierShop library = new EspalierShop(through, user, password);
                JdbcShop jdbc = new JdbcShop(ofJdbc(through), user, password)) {
            System.out.printf("%-28s %s%n", "operation", "statements and round trips of JDBC, of the library");
            for (var shape : shapes.entrySet()) {
                Calls calls = calls(shape.getValue());
                System.out.printf(
                        "%-28s %s, %s%n",
                        shape.getKey(), asked(calls, jdbc, driver, proxy), asked(calls, library, driver, proxy));
            }
        } finally {
            proxy.ifPresent(RoundTrips::close);
        }
    }

    /** The first calls prepare statements and fill caches. */
    private static String asked(Calls calls, ShopSide side, CountingDriver driver, Optional<RoundTrips> proxy)
            throws SQLException {
        for (var call : calls.make(side, COUNTED_CALLS, 0)) {
            call.run();
        }
        long statements = driver.count();
        long trips = proxy.map(RoundTrips::count).orElse(0L);
        for (var call : calls.make(side, COUNTED_CALLS, 1)) {
            call.run();
        }
        return String.format(
                Locale.ROOT,
                "%.1f %.1f",
                (driver.count() - statements) / (double) COUNTED_CALLS,
                (proxy.map(RoundTrips::count).orElse(0L) - trips) / (double) COUNTED_CALLS);
    }
}

package dev.espalier.lab.everyday;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.lab.everyday.Clinic.City;
import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;
import dev.espalier.lab.everyday.Clinic.PetType;
import dev.espalier.lab.everyday.Clinic.Visit;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures everyday operations by hand-written JDBC and by Espalier, in one run on the same tables, block after block (A B B A), and prints one table: median
 * times, their ratio, the processor time of the client, and round trips.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.EverydayMeasurement postgres [rounds] [operation,...]
 * </pre>
 *
 * A server's URL, user and password are in ESPALIER_POSTGRES_URL, ESPALIER_POSTGRES_USER and ESPALIER_POSTGRES_PASSWORD.
 */
public final class EverydayMeasurement {

    private static final int OWNERS = 10_000;
    private static final int CITIES = 200;
    private static final int TYPES = 10;
    private static final long BLOCK_NANOS = 120_000_000;
    private static final long WARMUP_NANOS = 3_000_000_000L;

    private final Random random = new Random(7);
    private long firstOwner;
    private long firstPet;
    private long city;
    private long type;

    private EverydayMeasurement() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        List<String> only = args.length > 2 ? Arrays.asList(args[2].split(",")) : List.of();
        new EverydayMeasurement().run(args[0], rounds, only);
    }

    private void run(String engine, int rounds, List<String> only) throws Exception {
        if (engine.equals("sqlite")) {
            Path file = Files.createTempFile("everyday", ".db");
            try {
                measure("jdbc:sqlite:" + file, "jdbc:sqlite:" + file + "?journal_mode=WAL", null, null, rounds, only);
            } finally {
                Files.deleteIfExists(file);
            }
            return;
        }
        String prefix = "ESPALIER_" + engine.toUpperCase(Locale.ROOT);
        String url = System.getenv(prefix + "_URL");
        String user = System.getenv(prefix + "_USER");
        String password = System.getenv(prefix + "_PASSWORD");
        String name = "espalier_everyday" + ProcessHandle.current().pid();
        try (Connection connection = DriverManager.getConnection(url, user, password); Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
            try {
                String own = url.substring(0, url.lastIndexOf('/') + 1) + name;
                String options = engine.equals("mysql") ? "?useServerPrepStmts=true&cachePrepStmts=true&useLocalSessionState=true"
                        + "&prepStmtCacheSqlLimit=16000"
                        : engine.equals("mariadb") ? "?useServerPrepStmts=true" : "";
                measure(own, own + options, user, password, rounds, only);
            } finally {
                statement.execute("DROP DATABASE " + name);
            }
        }
    }

    private static HikariDataSource pool(String url, String user, String password) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword(password);
        pool.setMaximumPoolSize(2);
        return pool;
    }

    private static EspalierOperations espalier(String url, String user, String password) {
        Settings settings = user == null ? Settings.defaults() : Settings.defaults().user(user).password(password);
        return new EspalierOperations(Database.open(url, Model.of(City.class, PetType.class, Owner.class, Pet.class, Visit.class), settings));
    }

    private void measure(String url, String jdbcUrl, String user, String password, int rounds, List<String> only) throws Exception {
        Settings settings = user == null ? Settings.defaults() : Settings.defaults().user(user).password(password);
        Database db = Database.open(url, Model.of(City.class, PetType.class, Owner.class, Pet.class, Visit.class), settings);
        fill(db);
        try (HikariDataSource pool = pool(jdbcUrl, user, password); Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            if (url.contains("mysql") || url.contains("mariadb")) {
                statement.execute("ANALYZE TABLE owner, pet, visit, pet_type, city");
            } else {
                if (url.contains("postgres")) {
                    // Ours stands on the beginning of the text.
                    statement.execute("CREATE INDEX jdbc_last_name ON owner (last_name)");
                }
                statement.execute("ANALYZE");
            }
        }
        Map<String, ToIntFunction<Operations>> operations = operations();
        if (!only.isEmpty()) {
            operations.keySet().removeIf(name -> only.stream().noneMatch(name::startsWith));
        }
        Map<String, String> trips = new LinkedHashMap<>();
        Matcher place = Pattern.compile("//([^:/]+):(\\d+)/").matcher(url);
        if (place.find()) {
            try (RoundTrips proxy = new RoundTrips(place.group(1), Integer.parseInt(place.group(2)))) {
                String through = "//127.0.0.1:" + proxy.port() + "/";
                try (Operations ours = espalier(place.replaceFirst(through), user, password);
                        Operations theirs = new JdbcOperations(pool(jdbcUrl.replace(place.group(), through), user, password), 2_000_000_000L)) {
                    operations.forEach((name, operation) -> trips.put(name, trips(proxy, ours, operation) + " / " + trips(proxy, theirs, operation)));
                }
            }
        }
        try (Operations ours = new EspalierOperations(db); Operations theirs = new JdbcOperations(pool(jdbcUrl, user, password), 1_000_000_000L)) {
            System.out.printf("%-18s %9s %9s %6s %12s %12s  %s%n", "operation", "jdbc us", "ours us", "ratio", "jdbc cpu us", "ours cpu us", "round trips ours / jdbc");
            operations.forEach((name, operation) -> {
                int expected = operation.applyAsInt(theirs);
                int found = operation.applyAsInt(ours);
                if (found != expected && !name.startsWith("filters") && !name.startsWith("whole") && !name.startsWith("parents") && !name.startsWith("flat 1")) {
                    throw new IllegalStateException(name + ": " + found + " and " + expected);
                }
                List<Long> a = new ArrayList<>();
                List<Long> b = new ArrayList<>();
                block(theirs, operation, null, WARMUP_NANOS);
                block(ours, operation, null, WARMUP_NANOS);
                long jdbcCpu = 0;
                long ourCpu = 0;
                for (int round = 0; round < rounds; round++) {
                    if (round % 2 == 0) {
                        jdbcCpu += block(theirs, operation, a, BLOCK_NANOS);
                        ourCpu += block(ours, operation, b, BLOCK_NANOS);
                    } else {
                        ourCpu += block(ours, operation, b, BLOCK_NANOS);
                        jdbcCpu += block(theirs, operation, a, BLOCK_NANOS);
                    }
                }
                double jdbc = median(a) / 1e3;
                double espalier = median(b) / 1e3;
                System.out.printf(Locale.ROOT, "%-18s %9.1f %9.1f %6.2f %12.1f %12.1f  %s%n", name, jdbc, espalier, espalier / jdbc,
                        jdbcCpu / 1e3 / a.size(), ourCpu / 1e3 / b.size(), trips.getOrDefault(name, ""));
            });
        }
    }

    /** Returns the processor time of the client's thread. */
    private static long block(Operations subject, ToIntFunction<Operations> operation, List<Long> times, long nanos) {
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long end = System.nanoTime() + nanos;
        for (long start = System.nanoTime(); start < end;) {
            int unused = operation.applyAsInt(subject);
            long now = System.nanoTime();
            if (times != null) {
                times.add(now - start);
            }
            start = now;
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
    }

    private static double trips(RoundTrips proxy, Operations subject, ToIntFunction<Operations> operation) {
        for (int i = 0; i < 20; i++) {
            int unused = operation.applyAsInt(subject);
        }
        long before = proxy.count();
        for (int i = 0; i < 20; i++) {
            int unused = operation.applyAsInt(subject);
        }
        return (proxy.count() - before) / 20.0;
    }

    private static double median(List<Long> times) {
        return times.stream().mapToLong(Long::longValue).sorted().skip(times.size() / 2).findFirst().orElseThrow();
    }

    private Map<String, ToIntFunction<Operations>> operations() {
        Map<String, ToIntFunction<Operations>> all = new LinkedHashMap<>();
        all.put("flat 1 by id", subject -> subject.flat(pet(0)));
        all.put("whole 1 by id", subject -> subject.whole(owner(0)));
        for (int count : new int[] {10, 100, 1000}) {
            all.put("range " + count, subject -> {
                long from = pet(count);
                return subject.range(from, from + count);
            });
        }
        all.put("flat range 100", subject -> {
            long from = pet(100);
            return subject.flatRange(from, from + 100);
        });
        all.put("page 20", Operations::page);
        all.put("parents 50", subject -> {
            long from = owner(50);
            return subject.parents(from, from + 50);
        });
        all.put("filters", subject -> {
            int shape = random.nextInt(3);
            return subject.filtered("last" + random.nextInt(1_000), shape == 0 ? null : "first" + random.nextInt(10), shape < 2 ? 0 : owner(0));
        });
        all.put("insert 100", subject -> {
            long[] pets = new long[100];
            Arrays.setAll(pets, i -> pet(0));
            return subject.insert(pets);
        });
        all.put("read change store", subject -> subject.change(pet(0), "name" + random.nextInt()));
        all.put("insert and change", subject -> subject.insertAndChange(pet(0)));
        all.put("graphs 20", subject -> subject.graphs(20, city, type));
        return all;
    }

    private long pet(int before) {
        return firstPet + random.nextInt(2 * OWNERS - before);
    }

    private long owner(int before) {
        return firstOwner + random.nextInt(OWNERS - before);
    }

    /** Class after class, so that the ids of each are one range. */
    private void fill(Database db) {
        List<City> cities = new ArrayList<>();
        for (int i = 0; i < CITIES; i++) {
            City one = new City();
            one.name = "city" + i;
            cities.add(one);
        }
        db.storeAll(cities);
        List<PetType> types = new ArrayList<>();
        for (int i = 0; i < TYPES; i++) {
            PetType one = new PetType();
            one.name = "type" + i;
            types.add(one);
        }
        db.storeAll(types);
        List<Owner> owners = new ArrayList<>();
        for (int i = 0; i < OWNERS; i++) {
            Owner one = new Owner();
            one.firstName = "first" + i % 10;
            one.lastName = "last" + i / 10;
            one.street = i + " street";
            one.city = cities.get(random.nextInt(CITIES));
            owners.add(one);
        }
        db.storeAll(owners);
        List<Pet> pets = new ArrayList<>();
        for (int i = 0; i < 2 * OWNERS; i++) {
            Pet one = new Pet();
            one.name = "pet" + i;
            one.birth = LocalDate.of(2010, 1, 1).plusDays(i % 5_000);
            one.type = types.get(random.nextInt(TYPES));
            one.owner = owners.get(random.nextInt(OWNERS));
            one.owner.pets.add(one);
            pets.add(one);
        }
        db.storeAll(pets);
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < 5 * OWNERS; i++) {
            Visit one = new Visit();
            one.pet = pets.get(random.nextInt(pets.size()));
            one.held = LocalDate.of(2020, 1, 1).plusDays(i % 2_000);
            one.note = "visit " + i;
            visits.add(one);
        }
        db.storeAll(visits);
        city = cities.get(0).id;
        type = types.get(0).id;
        firstOwner = owners.get(0).id;
        firstPet = pets.get(0).id;
        if (pets.get(pets.size() - 1).id != firstPet + 2 * OWNERS - 1 || owners.get(OWNERS - 1).id != firstOwner + OWNERS - 1) {
            throw new IllegalStateException("the ids of a class are no range");
        }
    }
}

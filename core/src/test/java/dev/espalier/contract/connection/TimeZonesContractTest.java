package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collectors;

/** Dates and times are the same in every time zone of the program and of the session, also those that a zone leaves out or has twice. */
@LocaleDependent
public class TimeZonesContractTest {

    /** An hour left out and one that comes twice, offsets with seconds before 1883; a day left out in 2011, one that comes twice in 1892. */
    private static final List<String> ZONES = List.of("America/New_York", "Pacific/Apia");

    /** In the order of time. */
    private static final List<LocalDateTime> MOMENTS = List.of(
                    "0001-01-01T00:00",
                    "1500-02-28T00:00",
                    "1500-03-01T00:00",
                    "1582-10-04T12:00",
                    "1582-10-05T00:00",
                    "1582-10-10T02:30",
                    "1582-10-14T23:59:59.999999",
                    "1582-10-15T00:00",
                    "1883-11-18T12:01:30",
                    "1892-07-04T12:00",
                    "1969-12-31T23:59:59.999999999",
                    "2011-12-30T00:00",
                    "2011-12-30T10:00:00.5",
                    "2026-03-08T02:00",
                    "2026-03-08T02:30:00.123456789",
                    "2026-03-08T03:00",
                    "2026-11-01T01:30",
                    "2026-11-01T05:30",
                    "9999-12-31T23:59:59.999999999")
            .stream()
            .map(LocalDateTime::parse)
            .toList();

    @SuppressWarnings("unused") // the fields are read by reflection
    public static class Moments {
        long id;
        int number;
        String run;
        int changed;
        LocalDate date;
        LocalTime time;
        LocalDateTime moment;
        Instant instant;
        OffsetDateTime offset;
        Date oldDate;
        Timestamp timestamp;
        Set<Instant> instants = new HashSet<>();
        Map<LocalDateTime, LocalDate> days = new HashMap<>();

        static Moments of(String run, int number) {
            Moments one = new Moments();
            one.run = run;
            one.number = number;
            one.moment = MOMENTS.get(number);
            one.date = one.moment.toLocalDate();
            one.time = one.moment.toLocalTime();
            one.instant = one.moment.toInstant(ZoneOffset.UTC);
            one.offset = one.instant.atOffset(
                    number == 0 ? ZoneOffset.ofHoursMinutes(5, 30) : ZoneOffset.ofHoursMinutes(-5, -30));
            one.oldDate = Date.from(one.instant);
            one.timestamp = Timestamp.from(one.instant);
            one.instants.add(one.instant);
            one.days.put(one.moment, one.date);
            return one;
        }

        /** Of old classes what they count, because their texts depend on the zone. */
        String text() {
            return String.join(
                    " ",
                    "" + number,
                    "" + date,
                    "" + time,
                    "" + moment,
                    "" + instant,
                    "" + offset,
                    "" + oldDate.getTime(),
                    "" + timestamp.toInstant(),
                    "" + instants,
                    "" + days);
        }
    }

    public static List<Moments> all(String run) {
        List<Moments> all = new ArrayList<>();
        for (int i = 0; i < MOMENTS.size(); i++) {
            all.add(Moments.of(run, i));
        }
        return all;
    }

    public static List<String> texts(List<Moments> moments) {
        return moments.stream().map(Moments::text).toList();
    }

    /** What a URL may say about time zones. */
    private static List<String> options(Engine engine) {
        return switch (engine) {
            case MARIADB ->
                List.of(
                        "",
                        "connectionTimeZone=UTC&preserveInstants=true",
                        "connectionTimeZone=+05:30&forceConnectionTimeZoneToSession=true&useServerPrepStmts=true");
            case MYSQL, TIDB ->
                List.of(
                        "",
                        "connectionTimeZone=UTC&preserveInstants=true",
                        "connectionTimeZone=%2B05:30&forceConnectionTimeZoneToSession=true&useServerPrepStmts=true");
            case POSTGRES -> List.of("", "options=-c%20TimeZone=Asia/Kolkata&prepareThreshold=1");
            case H2 -> List.of("", ";TIME ZONE=Asia/Kolkata");
            case SQLITE -> List.of("", "date_class=INTEGER&date_string_format=yyyy");
            case DUCKDB -> List.of("");
        };
    }

    private static Database open(TestDatabase database, String options) {
        String url = database.url();
        return Database.open(
                options.isEmpty() || options.startsWith(";")
                        ? url + options
                        : url + (url.contains("?") ? "&" : "?") + options,
                Model.of(Moments.class),
                database.settings());
    }

    private record Session(String zone, String options) {}

    public interface Work {
        void run(String zone, String options) throws Exception;
    }

    /** In each zone with each of these options, or in a part of these. */
    public static void inEveryZone(TestDatabase database, String walk, List<String> options, Work work)
            throws Exception {
        List<Session> all = ZONES.stream()
                .flatMap(zone -> options.stream().map(option -> new Session(zone, option)))
                .toList();
        TimeZone before = TimeZone.getDefault();
        try {
            for (Session session : Sample.among(walk + " in zones, " + database.engine(), all)) {
                TimeZone.setDefault(TimeZone.getTimeZone(session.zone()));
                work.run(session.zone(), session.options());
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    public static List<Moments> run(Database db, String run) {
        return db.query(Moments.class, "run = :run ORDER BY number")
                .with("run", run)
                .list();
    }

    @OnEveryEngine
    void valuesAreTheSameInEveryZone(TestDatabase database) throws Exception {
        List<String> expected = texts(all(""));
        List<String> runs = new ArrayList<>();
        database.open(Moments.class).close();
        inEveryZone(database, "values", options(database.engine()), (zone, options) -> {
            String stored = zone + " " + options;
            String loaded = stored + " loaded";
            runs.addAll(List.of(stored, loaded));
            try (Database db = open(database, options);
                    BulkWriter bulk = db.bulkWriter()) {
                db.storeAll(all(stored));
                bulk.storeAll(all(loaded));
            }
            for (String run : List.of(stored, loaded)) {
                try (Database db = open(database, options)) {
                    List<Moments> read = run(db, run);
                    assertThat(texts(read)).as("read in %s", run).isEqualTo(expected);
                    read.forEach(one -> {
                        one.changed++;
                        one.instants.add(Instant.EPOCH);
                    });
                    db.storeAll(read);
                    read.forEach(one -> one.instants.remove(Instant.EPOCH));
                    db.storeAll(read);
                }
            }
        });
        Database db = database.open(Moments.class);
        for (String run : runs) {
            assertThat(texts(run(db, run)))
                    .as("read in another zone than %s", run)
                    .isEqualTo(expected);
        }
    }

    /** Each driver of the family reaches each server. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void theOtherDriverReadsTheSame(TestDatabase database) throws Exception {
        String url = database.url();
        String other = url.startsWith("jdbc:mysql:")
                ? url.replaceFirst("mysql", "mariadb").replace("sslMode=DISABLED", "sslMode=disable")
                : url.replaceFirst("mariadb", "mysql");
        database.open(Moments.class).storeAll(all("first"));
        inEveryZone(database, "other driver", List.of(""), (zone, options) -> {
            try (Database db = Database.open(other, Model.of(Moments.class), database.settings())) {
                db.storeAll(all(zone));
                assertThat(texts(run(db, "first"))).as("read in %s", zone).isEqualTo(texts(all("")));
            }
            assertThat(texts(run(database.open(Moments.class), zone)))
                    .as("stored in %s", zone)
                    .isEqualTo(texts(all("")));
        });
    }

    @OnEveryEngine
    void questionsHaveTheSameAnswerInEveryZone(TestDatabase database) throws Exception {
        try (Database db = database.open(Moments.class)) {
            db.storeAll(all(""));
        }
        inEveryZone(database, "questions", options(database.engine()), (zone, options) -> {
            String where = zone + " " + options;
            try (Database db = open(database, options)) {
                for (int i = 0; i < MOMENTS.size(); i++) {
                    Moments one = Moments.of("", i);
                    for (Map.Entry<String, Object> value : Map.<String, Object>of(
                                    "moment",
                                    one.moment,
                                    "instant",
                                    one.instant,
                                    "offset",
                                    one.offset,
                                    "timestamp",
                                    one.timestamp)
                            .entrySet()) {
                        assertThat(count(db, value.getKey() + " < :v", value.getValue()))
                                .as("%s < %s in %s", value.getKey(), value.getValue(), where)
                                .isEqualTo(i);
                        assertThat(count(db, value.getKey() + " = :v", value.getValue()))
                                .as("%s = %s in %s", value.getKey(), value.getValue(), where)
                                .isEqualTo(1);
                    }
                    assertThat(count(db, "moment <= '" + one.moment + "'", null))
                            .as("%s in %s", one.moment, where)
                            .isEqualTo(i + 1);
                    assertThat(count(db, "instants = :v", one.instant))
                            .as("member %s in %s", one.instant, where)
                            .isEqualTo(1);
                    assertThat(count(db, "date < :v", one.date))
                            .as("date < %s in %s", one.date, where)
                            .isEqualTo(MOMENTS.stream()
                                    .filter(moment -> moment.toLocalDate().isBefore(one.date))
                                    .count());
                    assertThat(count(db, "date = '" + one.date + "'", null))
                            .as("date = %s in %s", one.date, where)
                            .isEqualTo(MOMENTS.stream()
                                    .filter(moment -> moment.toLocalDate().equals(one.date))
                                    .count());
                }
                for (String path : List.of("moment", "instant", "timestamp")) {
                    String every = all("").stream()
                            .map(one -> "'" + (path.equals("moment") ? one.moment : one.instant) + "'")
                            .collect(Collectors.joining(", "));
                    assertThat(count(db, path + " IN (" + every + ")", null))
                            .as("%s IN in %s", path, where)
                            .isEqualTo(MOMENTS.size());
                    assertThat(count(db, path + " NOT IN (" + every + ")", null))
                            .as("%s NOT IN in %s", path, where)
                            .isZero();
                }
                for (String order : List.of("moment", "instant", "timestamp", "oldDate", "date")) {
                    assertThat(pages(db, order))
                            .as("pages by %s in %s", order, where)
                            .isEqualTo(texts(all("")));
                }
            }
        });
    }

    private static long count(Database db, String rql, Object value) {
        return value == null
                ? db.query(Moments.class, rql).count()
                : db.query(Moments.class, rql).with("v", value).count();
    }

    private static List<String> pages(Database db, String order) {
        List<String> texts = new ArrayList<>();
        String next = null;
        do {
            Page<Moments> page = db.query(Moments.class, "ORDER BY " + order).page(2, next);
            texts.addAll(texts(page.objects()));
            next = page.next();
        } while (next != null);
        return texts;
    }
}

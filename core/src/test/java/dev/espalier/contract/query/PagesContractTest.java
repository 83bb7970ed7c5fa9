package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.QueryException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;

/** Pages by key: complete, in order, undisturbed by what comes and goes, and never surprised by a key. */
@LocaleDependent
class PagesContractTest {

    static class Track {
        long id;
        String title;
        Integer year;
        double gain;
        Album album;
    }

    static class Album {
        long id;
        String name;
    }

    static class Song extends Track {
        String text;
    }

    /** A build asks a share of the orders: in CI each type at each level. */
    @OnEveryEngine
    @AlsoOnTiDb("it compares and sorts values by code of its own")
    void valuesOfEveryTypeWorkAsPageKeys(TestDatabase database) {
        int place = 0;
        for (IndexLevel level : List.of(IndexLevel.VALUES, IndexLevel.NONE)) {
            Database db =
                    database.open(Model.of(Values.class), database.settings().indexes(level));
            List<Values> all =
                    new ArrayList<>(List.of(Values.nothing(), Values.least(), Values.greatest(), Values.nothing()));
            all.addAll(Values.texts());
            all.addAll(Values.numbers());
            Values.within(database.engine(), all);
            Values negativeZero = Values.nothing();
            negativeZero.real = -0.0;
            negativeZero.single = -0.0f;
            negativeZero.maybeReal = java.util.OptionalDouble.of(-0.0);
            all.add(negativeZero);
            Collections.shuffle(all, new Random(1));
            db.storeAll(all);
            for (Field field : Values.class.getDeclaredFields()) {
                for (String order : field.getName().equals("id")
                        ? List.of("id DESC")
                        : List.of(field.getName(), field.getName() + " DESC", field.getName() + ", text DESC")) {
                    if (!Sample.has("valuesOfEveryTypeWorkAsPageKeys", database.engine(), ++place)) {
                        continue;
                    }
                    Query<Values> query =
                            db.query(Values.class, "ORDER BY " + order).depth(0);
                    assertThat(ids(db, query, 7)).as("%s, %s", level, order).isEqualTo(query.ids());
                    assertThat(db.query(Values.class, "ORDER BY " + order + " LIMIT 9")
                                    .ids())
                            .as("%s, %s", level, order)
                            .isEqualTo(Arrays.copyOf(query.ids(), 9));
                }
            }
            database.clear();
        }
    }

    /** In UTF-16 the halves of a character beyond U+FFFF are less than U+E000 to U+FFFF. H2 compares these units. */
    @OnEveryEngine
    void textsAreInTheOrderOfTheirCodePointsAtEachOpening(TestDatabase database) {
        List<String> texts = List.of(
                "",
                "A",
                "a",
                "a\uff5e",
                "a\ud83d\ude00",
                "\u00e4",
                "\ud7ff",
                "\ue000",
                "\uff5e",
                "\uffee",
                "\ud800\udc00",
                "\ud83d\ude00",
                "\ud83d\ude00\uffee",
                "\ud83d\ude01",
                "\udbff\udfff");
        for (IndexLevel level : List.of(IndexLevel.VALUES, IndexLevel.NONE)) {
            for (int opening = 0; opening < 3; opening++) {
                Database db =
                        database.open(Model.of(Album.class), database.settings().indexes(level));
                if (opening < 2) { // the second opening adds to indexes that the first one has begun
                    for (int i = opening; i < texts.size(); i += 2) {
                        Album album = new Album();
                        album.name = texts.get(i);
                        db.store(album);
                    }
                }
                List<String> stored = db.query(Album.class, "").list().stream()
                        .map(album -> album.name)
                        .sorted(Comparator.comparing(texts::indexOf))
                        .toList();
                for (String order : List.of("name", "name DESC")) {
                    List<String> expected = new ArrayList<>(stored);
                    if (order.endsWith("DESC")) {
                        Collections.reverse(expected);
                    }
                    Query<Album> query = db.query(Album.class, "ORDER BY " + order);
                    assertThat(names(db, query.ids()))
                            .as("%s, opening %d", level, opening)
                            .isEqualTo(expected);
                    assertThat(names(db, ids(db, query, 2)))
                            .as("%s, opening %d", level, opening)
                            .isEqualTo(expected);
                    assertThat(names(
                                    db,
                                    db.query(Album.class, "ORDER BY " + order + " LIMIT 4")
                                            .ids()))
                            .isEqualTo(expected.subList(0, 4));
                }
                for (String text : texts) {
                    long less = stored.stream()
                            .filter(name -> texts.indexOf(name) < texts.indexOf(text))
                            .count();
                    long equal = stored.contains(text) ? 1 : 0;
                    assertThat(List.of("<", "<=", "=", ">=", ">").stream()
                                    .map(sign -> db.query(Album.class, "name " + sign + " :text")
                                            .with("text", text)
                                            .count()))
                            .as("%s, opening %d, %s", level, opening, text)
                            .containsExactly(
                                    less, less + equal, equal, stored.size() - less, stored.size() - less - equal);
                }
                db.close();
            }
            database.clear();
        }
    }

    @OnEveryEngine(Engine.H2)
    void aDatabaseWithACollationIsRefused(TestDatabase database) {
        for (String collation : List.of("ENGLISH", "\"CHARSET_UTF-8\"")) {
            try (var keeper = DriverManager.getConnection("jdbc:h2:mem:collation");
                    var statement = keeper.createStatement()) {
                statement.execute("SET COLLATION " + collation);
                assertThatThrownBy(() -> database.open(Model.of(Album.class), "jdbc:h2:mem:collation"))
                        .isInstanceOf(ConnectionException.class)
                        .extracting(refused -> ((ConnectionException) refused).code() + ": " + refused.getMessage())
                        .asString()
                        .startsWith("server-setting: found the collation " + collation.replace("\"", "")
                                + " STRENGTH TERTIARY of the H2 database; expected OFF");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static List<String> names(Database db, long[] ids) {
        return LongStream.of(ids)
                .mapToObj(id ->
                        db.query(Album.class, "id = :id").with("id", id).first().orElseThrow().name)
                .toList();
    }

    /** MariaDB sorts by the first 1,024 bytes, MySQL fails on texts longer than its sort buffer, indexes hold the beginnings. */
    @OnEveryEngine
    @AlsoOnTiDb("it sorts whole texts: max_sort_length has no effect")
    void textsWithALongCommonPrefixAreSortedByTheirEnds(TestDatabase database) {
        for (IndexLevel level : List.of(IndexLevel.VALUES, IndexLevel.NONE)) {
            Database db = database.open(
                    Model.of(Track.class, Song.class), database.settings().indexes(level));
            List<Track> all = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Track track = i % 3 == 0 ? new Song() : new Track();
                int alike = List.of(2_000, 254, 255, 256, 199, 200, 201).get(i % 7);
                track.title =
                        i == 5 ? null : "\ud83d\ude00".repeat(i % 2) + "x".repeat(alike) + (char) ('a' + i * 7 % 10);
                track.year = i % 4;
                all.add(track);
            }
            all.get(8).title = "y".repeat(300_000);
            all.get(9).title = "y".repeat(299_999) + "z";
            db.storeAll(all);
            for (String order : List.of("title", "title DESC", "title, year DESC", "year, title DESC")) {
                long[] expected = db.query(Track.class, "ORDER BY " + order).ids();
                for (int size : List.of(3, 100)) {
                    assertThat(ids(
                                    db,
                                    db.query(Track.class, "ORDER BY " + order).depth(0),
                                    size))
                            .as("%s, %s, %d", level, order, size)
                            .isEqualTo(expected);
                }
                assertThat(db.query(Track.class, "ORDER BY " + order + " LIMIT 5 OFFSET 3")
                                .ids())
                        .as("%s, %s", level, order)
                        .isEqualTo(Arrays.copyOfRange(expected, 3, 8));
            }
            database.clear();
        }
    }

    @OnEveryEngine
    void nextPageBeginsBehindTheLastDespiteConcurrentChanges(TestDatabase database) {
        Database db = database.open(Track.class, Song.class);
        List<Track> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Track track = new Track();
            track.title = "t" + (char) ('a' + i % 7);
            track.year = i % 5 == 0 ? null : 1990 + i % 4;
            track.album = i % 6 == 0 ? null : new Album();
            if (track.album != null) {
                track.album.name = "n" + i % 3;
            }
            all.add(track);
        }
        db.storeAll(all);
        for (String order :
                List.of("", "ORDER BY year, title DESC", "ORDER BY year DESC", "ORDER BY album.name DESC, title")) {
            Query<Track> query = db.query(Track.class, order);
            Set<Long> met = new LinkedHashSet<>();
            List<Long> before = Arrays.stream(query.ids()).boxed().toList();
            List<Long> gone = new ArrayList<>();
            String next = null;
            do {
                Page<Track> page = query.page(5, next);
                page.objects()
                        .forEach(track ->
                                assertThat(met.add(track.id)).as("met once").isTrue());
                next = page.next();
                Track last = page.objects().get(page.objects().size() - 1);
                Track copy = new Track();
                copy.title = last.title;
                copy.year = last.year;
                copy.album = last.album;
                db.store(copy); // behind the last by its id
                if (!gone.contains(last.id)) {
                    gone.add(last.id);
                    db.delete(last);
                }
            } while (next != null && met.size() < 300);
            assertThat(met).as(order).containsAll(before);
        }
    }

    @OnEveryEngine
    void pageKeyOfAUnionNamesItsPart(TestDatabase database) {
        Database db = database.open(Track.class);
        List<Track> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Track track = new Track();
            track.year = i;
            all.add(track);
        }
        db.storeAll(all);
        for (SearchStrategy strategy : SearchStrategy.values()) {
            Query<Track> query = db.query(
                            Track.class, "year >= 15 MERGE year IN (3, 16) MERGE year < 2 OR year = 3 MERGE year > 12")
                    .strategy(strategy);
            assertThat(query.list())
                    .extracting(track -> track.year)
                    .containsExactly(15, 16, 17, 18, 19, 3, 0, 1, 13, 14);
            for (int size : List.of(1, 2, 5, 9, 10, 11)) {
                assertThat(ids(db, query, size)).as("%s by %d", strategy, size).isEqualTo(query.ids());
            }
        }
    }

    static class Project {
        long id;
        String name;
        List<Project> subProjects = new ArrayList<>();
        Track song;
    }

    @OnEveryEngine
    void rootsOfHitsAreReturnedInPagesToo(TestDatabase database) {
        Database db = database.open(Project.class);
        List<Project> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Project project = new Project();
            project.name = "p" + i * 7 % 10;
            project.song = new Track();
            project.song.year = i % 3;
            if (i >= 12) {
                all.get(i % 12).subProjects.add(project);
            }
            all.add(project);
        }
        db.storeAll(all);
        Query<Project> roots =
                db.query(Project.class, "song.year = 1 ORDER BY name DESC").topmost("subProjects");
        Query<Project> inTurn =
                db.query(Project.class, "song.year = 2 MERGE song.year < 2").topmost();
        Query<Project> owners = db.query(Track.class, "year = 0 OR year = :other ORDER BY name")
                .with("other", 2)
                .owners(Project.class);
        Query<Project> late =
                db.query(Project.class, "song IN (Q2) ORDER BY song.year, name").define("Q2", Track.class, "year > 0");
        for (Query<Project> query : List.of(roots, inTurn, owners, late)) {
            assertThat(query.ids()).hasSizeGreaterThan(3);
            for (int size : List.of(1, 2, 5)) {
                assertThat(ids(db, query, size)).isEqualTo(query.ids());
            }
        }
        String key = roots.page(1, null).next();
        assertThatThrownBy(() -> db.query(Project.class, "song.year = 1 ORDER BY name DESC")
                        .page(1, key))
                .hasMessageStartingWith("bad page key");
        assertThatThrownBy(() -> late.define("Q2", Track.class, "year > 1")
                        .page(1, late.page(1, null).next()))
                .hasMessageStartingWith("bad page key");
    }

    @OnEveryEngine
    void aBadKeyOfAQueryWithoutTextIsShown(TestDatabase database) {
        Database db = database.open(Track.class);
        assertThatThrownBy(() -> db.query(Track.class, "").page(1, "no\nkey"))
                .hasMessage(
                        "bad page key at 1: it is no key of a page: found 'no key'; expected the key that came with the page before, or null for the first page");
        assertThatThrownBy(() -> db.query(Track.class, "year > 0").page(1, "x".repeat(61)))
                .hasMessageContaining(": found '" + "x".repeat(60) + "...'; expected")
                .hasMessageEndingWith("\n  year > 0\n  ^");
    }

    @OnEveryEngine
    void pageRefusesUnsupportedClausesByName(TestDatabase database) {
        Database db = database.open(Track.class);
        db.storeAll(List.of(new Track(), new Track(), new Track()));
        Query<Track> query = db.query(Track.class, "year = :year OR year IS NULL ORDER BY title")
                .with("year", List.of());
        assertThatThrownBy(() ->
                        db.query(Track.class, "year IS NULL limit 5 OFFSET 2").page(1, null))
                .hasMessage("""
                        paged limit at 14: a page says itself how many roots it wants and behind which they come; expected the query without LIMIT and OFFSET
                          year IS NULL limit 5 OFFSET 2
                                       ^""");
        assertThatThrownBy(() -> db.query(Track.class, "").page(0, null))
                .hasMessage("a page of 0 roots; at least 1 is needed");

        String key = db.query(Track.class, "ORDER BY title").page(1, null).next();
        assertThat(key).matches("[A-Za-z0-9_-]+");
        assertThat(db.query(Track.class, " order  by title")
                        .depth(0)
                        .strategy(SearchStrategy.STEPS)
                        .page(9, key)
                        .objects())
                .as("the same query, spelled otherwise")
                .hasSize(2);
        assertThat(db.query(Track.class, "ORDER BY title").page(1, key))
                .as("asked twice")
                .isNotNull();
        for (Query<Track> other : List.of(
                db.query(Track.class, ""),
                db.query(Track.class, "ORDER BY title DESC"),
                db.query(Track.class, "ORDER BY year"))) {
            assertThatThrownBy(() -> other.page(1, key))
                    .isInstanceOf(QueryException.class)
                    .hasMessageStartingWith(
                            "bad page key at 1: it was made by another query, or by this one with other values of its parameters");
        }
        Query<Track> asked =
                db.query(Track.class, "year = :year OR year IS NULL").with("year", 5);
        assertThatThrownBy(
                        () -> asked.with("year", 6).page(1, asked.page(1, null).next()))
                .hasMessageStartingWith("bad page key");
        for (String bad : List.of(
                "",
                "x",
                "====",
                "AQ",
                key.substring(1),
                key.substring(0, key.length() - 2),
                key + "AA",
                "\ud83d\ude00",
                "A".repeat(100_000))) {
            assertThatThrownBy(() -> db.query(Track.class, "ORDER BY title").page(1, bad))
                    .isInstanceOf(QueryException.class)
                    .hasMessageStartingWith("bad page key");
        }
        assertThat(query).isNotNull();
    }

    /** Who knows the form of a key can make one up: it is refused, or a place in the order, and nothing else happens. */
    @OnEveryEngine
    void everyPageKeyGivesAPageOrAQueryError(TestDatabase database) {
        Database db = database.open(Values.class);
        db.storeAll(Values.within(
                database.engine(),
                List.of(
                        Values.nothing(),
                        Values.least(),
                        Values.greatest(),
                        Values.nothing(),
                        Values.numbers().get(6))));
        MadeUpKeys madeUp = new MadeUpKeys(new Random(4));
        int keys = Math.max(3, Sample.of(12, database.engine()));
        int pages = 0;
        for (Field field : Values.class.getDeclaredFields()) {
            Query<Values> query =
                    db.query(Values.class, "ORDER BY " + field.getName()).depth(0);
            pages += madeUp.pages(keys, query.page(1, null).next(), key -> query.page(2, key));
        }
        assertThat(pages).as("keys that were taken").isPositive();
    }

    @OnEveryEngine
    void pageKeyIsValidInAnotherProcess(TestDatabase database) {
        Database db = database.open(Track.class);
        List<Track> all = List.of(new Track(), new Track(), new Track());
        db.storeAll(all);
        Query<Track> asked = db.query(
                        Track.class,
                        "year IS NULL AND NOT title IN (:titles) AND gain IN (:gains) OR album = :album OR id > 0")
                .with("titles", Set.of("a", "b", "c"))
                .with("gains", List.of(BigDecimal.ONE))
                .with("album", null);
        Query<Track> inAnotherOrder = asked.with("titles", List.of("c", "a", "b"));

        assertThat(inAnotherOrder.page(5, asked.page(1, null).next()).objects()).hasSize(2);
    }

    private static <T> long[] ids(Database db, Query<T> query, int size) {
        LongStream.Builder ids = LongStream.builder();
        String next = null;
        do {
            Page<T> page = query.page(size, next);
            page.objects().forEach(object -> ids.add(db.idOf(object)));
            next = page.next();
        } while (next != null);
        return ids.build().toArray();
    }
}

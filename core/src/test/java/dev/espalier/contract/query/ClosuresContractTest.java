package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SearchStrategy;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Repeated steps over lists and trees of thousands of levels take few statements, and find what they would find step by step. */
class ClosuresContractTest {

    /** H2 takes a statement for each level, since its recursive queries do not end in a circle. */
    private static int length(TestDatabase database) {
        return database.engine() == Engine.H2 ? 300 : 3_000;
    }

    /** More than eight rounds of three statements each, and what DuckDB asks of its settings. */
    private static final int FEW = 40;

    static class Link {
        long id;
        int number;

        @Nullable
        Link next;

        List<Link> members = new ArrayList<>();
    }

    /** Of a class with a subclass, and so of two tables. */
    static class Part {
        long id;
        int number;

        @Nullable
        Part next;
    }

    static class Special extends Part {}

    /** Each leads to the next one, by a reference and by a collection. */
    private static List<Link> chain(int length) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Link link = new Link();
            link.number = i;
            if (i > 0) {
                links.get(i - 1).next = link;
                links.get(i - 1).members.add(link);
            }
            links.add(link);
        }
        return links;
    }

    /** The statements of queries. */
    private record Asked(Database db, StatementLog log, int most) {

        static Asked of(TestDatabase database, List<Link> links) {
            StatementLog log = new StatementLog(database);
            Database db = database.open(log.source(), Model.of(Link.class));
            db.storeAll(links);
            return new Asked(db, log, database.engine() == Engine.H2 ? Integer.MAX_VALUE : FEW);
        }

        void find(String query, long expected) {
            for (SearchStrategy strategy : List.of(SearchStrategy.AUTO, SearchStrategy.STEPS)) {
                log.reads();
                assertThat(db.query(Link.class, query).strategy(strategy).count())
                        .as(query)
                        .isEqualTo(expected);
                assertThat(log.reads()).as(query).hasSizeLessThan(most);
            }
        }
    }

    @OnEveryEngine
    void chainIsFollowedByFewStatements(TestDatabase database) {
        int length = length(database);
        Asked asked = Asked.of(database, chain(length));

        asked.find("next+.number = " + (length - 1), length - 1);
        asked.find("next*.number = " + (length - 1), length);
        asked.find("next{3..}.number = " + (length - 1), length - 3);
        asked.find("<Link.next+.number = 0", length - 1);
        asked.find("number = 0, next+.number = " + (length - 1), 1);
        asked.find("number = 0, next{4..}(number = 3)", 0);
        asked.find("number = 0, COUNT(next+) = " + (length - 1), 1);
        asked.find("number = 7, <Link.next+.number = 0", 1);
        asked.find("number = " + (length - 1) + ", COUNT(<Link.next+) = " + (length - 1), 1);
        asked.find("next{2..4}.number = 200", 3);
    }

    @OnEveryEngine
    void collectionsAreFollowedByFewStatements(TestDatabase database) {
        int length = length(database);
        Asked asked = Asked.of(database, chain(length));

        asked.find("members+.number = " + (length - 1), length - 1);
        asked.find("number = 0, members+.number = " + (length - 1), 1);
        asked.find("<Link.members+.number = 0", length - 1);
        asked.find("number = 9, <Link.members*.number = 0", 1);
        asked.find("(members.next)+.number = " + (length - 2), length / 2 - 1);
        asked.find("number = 0, COUNT((next.members)+) = " + (length / 2 - 1), 1);
        asked.find("number = 5, COUNT((next.next.<Link.next)+) = " + (length - 7), 1);
    }

    @OnEveryEngine
    void deepTreeIsFollowedByFewStatements(TestDatabase database) {
        int length = length(database);
        List<Link> trunk = chain(length);
        List<Link> tree = new ArrayList<>(trunk);
        for (Link link : trunk) {
            Link leaf = new Link();
            leaf.number = -1;
            leaf.next = link;
            link.members.add(leaf);
            tree.add(leaf);
        }
        Asked asked = Asked.of(database, tree);

        asked.find("next+.number = " + (length - 1), 2 * length - 1);
        asked.find("<Link.members+.number = 0", 2 * length - 1);
        asked.find("number = 0, COUNT(members+) = " + (2 * length - 1), 1);
        asked.find("number = 0, COUNT(members+(number = -1)) = " + length, 1);
    }

    @OnEveryEngine
    void circleEnds(TestDatabase database) {
        int length = length(database);
        List<Link> links = chain(length);
        links.get(length - 1).next = links.get(100);
        links.get(length - 1).members.add(links.get(100));
        Asked asked = Asked.of(database, links);

        asked.find("next+.number = 50", 50);
        asked.find("next+.number = 200", length);
        asked.find("number = 200, next+.number = 200", 1);
        asked.find("number = 50, next+.number = 50", 0);
        asked.find("number = 200, COUNT(next+) = " + (length - 100), 1);
        asked.find("members+.number = 200", length);
        asked.find("<Link.members+.number = 200", length - 100);
        asked.find("number = 200, NO <Link.members+(number = 99)", 0);
        asked.find("number = 50, NO <Link.next+(number = 99)", 1);
    }

    @OnEveryEngine
    void classOfSeveralTablesIsFollowedToTheEnd(TestDatabase database) {
        Database db = database.open(Part.class, Special.class);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Part part = i % 3 == 0 ? new Special() : new Part();
            part.number = i;
            if (i > 0) {
                parts.get(i - 1).next = part;
            }
            parts.add(part);
        }
        db.storeAll(parts);

        assertThat(db.query(Part.class, "next+.number = 39").count()).isEqualTo(39);
        assertThat(db.query(Special.class, "next+.number = 39").count()).isEqualTo(13);
        assertThat(db.query(Part.class, "number = 0, COUNT(next+) = 39").count())
                .isEqualTo(1);
    }

    @OnEveryEngine
    void explanationNamesEqualStepsOnce(TestDatabase database) {
        Database db = database.open(Link.class);
        db.storeAll(chain(40));

        assertThat(db.query(Link.class, "next{1..30}.number = 39")
                        .explain()
                        .search()
                        .steps())
                .anySatisfy(step -> {
                    assertThat(step.statements()).isEqualTo(30);
                    assertThat(step.rows()).isEqualTo(30);
                })
                .hasSizeLessThan(4);
    }
}

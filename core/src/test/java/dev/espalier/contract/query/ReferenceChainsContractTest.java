package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.LimitException;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Objects that follow each other for more than a thousand levels come with few statements, and complete. */
class ReferenceChainsContractTest {

    /** TiDB's recursion ends after 1,000 rounds. */
    private static final int LENGTH = 1_250;

    /** Of a linked list. */
    static class Link {
        long id;
        int number;
        Link next;
        Tag tag;
        Tag other;
        List<Link> aside = new ArrayList<>();
    }

    static class Tag {
        long id;
        String text;
    }

    /** A list in which each third has a tag of its own, each seventh a list aside, and the last may lead back. */
    private static List<Link> chain(int length) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Link link = new Link();
            link.number = i;
            if (i % 3 == 0) {
                link.tag = new Tag();
                link.tag.text = "tag " + i;
            }
            if (i > 0) {
                links.get(i - 1).next = link;
                link.other = links.get(i / 2).tag;
            }
            if (i % 7 == 0 && length == LENGTH) {
                link.aside.add(chain(3).get(0));
            }
            links.add(link);
        }
        return links;
    }

    @OnEveryEngine(
            except = Engine.H2) // a recursive query does not end there where rows lead back: chains are followed step
    // by step
    @AlsoOnTiDb("WITH RECURSIVE ends after 1,000 rounds, and hints stand in the outermost SELECT only")
    void longChainIsLoadedWithFewStatements(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Link.class));
        Link first = chain(LENGTH).get(0);
        db.store(first);
        log.reads();

        Link loaded = db.get(Link.class, first.id);
        assertThat(log.reads()).hasSizeLessThan(50);
        assertThat(Graphs.difference(first, loaded)).isNull();
    }

    @OnEveryEngine
    void cyclicChainEnds(TestDatabase database) {
        Database db = database.open(Link.class);
        List<Link> links = chain(LENGTH);
        links.get(LENGTH - 1).next = links.get(100);
        db.store(links.get(0));

        assertThat(Graphs.difference(links.get(0), db.get(Link.class, links.get(0).id)))
                .isNull();
        assertThat(Graphs.difference(
                        links.get(0),
                        db.query(Link.class, "number = 0 ORDER BY id LIMIT 1").one()))
                .isNull();
    }

    @OnEveryEngine
    void transactionKeepsLoadedPartsOfAChain(TestDatabase database) {
        Database db = database.open(Link.class);
        List<Link> links = chain(LENGTH);
        db.store(links.get(0));
        db.useTransaction(tx -> {
            Link middle = tx.get(Link.class, links.get(500).id);
            middle.next.number = -1;
            Link first = tx.get(Link.class, links.get(0).id);
            Link at = first;
            for (int i = 0; i < 500; i++) {
                at = at.next;
            }
            assertThat(at).isSameAs(middle);
            assertThat(at.next.number).isEqualTo(-1);
            tx.store(first);
        });
        links.get(501).number = -1;
        assertThat(Graphs.difference(links.get(0), db.get(Link.class, links.get(0).id)))
                .isNull();
    }

    @OnEveryEngine
    void boundsEndAChain(TestDatabase database) {
        Database db = database.open(Link.class);
        List<Link> links = chain(LENGTH);
        db.store(links.get(0));

        Link bounded =
                db.query(Link.class, "number = 0 ORDER BY id LIMIT 1").depth(40).one();
        int length = 0;
        for (Link link = bounded; link != null; link = link.next) {
            length++;
        }
        assertThat(length).as("objects, and a stand-in at the end").isEqualTo(41 + 1);
        assertThat(catchThrowableOfType(
                        LimitException.class,
                        () -> db.query(Link.class, "number = 0 ORDER BY id LIMIT 1")
                                .maxObjects(1_000)
                                .one()))
                .hasMessageContaining("more than 1,000 objects")
                .hasMessageContaining("Link.next");
    }

    @OnEveryEngine
    @AlsoOnTiDb("WITH RECURSIVE ends after 1,000 rounds, and hints stand in the outermost SELECT only")
    void repeatedPathStepFollowsTheWholeChain(TestDatabase database) {
        Database db = database.open(Link.class);
        List<Link> links = chain(LENGTH);
        db.store(links.get(0));

        assertThat(db.query(Link.class, "next+.number = " + (LENGTH - 1)).count())
                .isEqualTo(LENGTH - 1);
        assertThat(db.query(Link.class, "next+.number = " + (LENGTH - 1) + " ORDER BY number LIMIT 1")
                        .one()
                        .id)
                .isEqualTo(links.get(0).id);
    }

    /** Ways that run into each other are not walked to their ends again and again. */
    @OnEveryEngine
    void chainsWithACommonEndShareIt(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Link.class));
        List<Link> trunk = chain(500);
        for (int i = 0; i < 20; i++) {
            List<Link> branch = chain(15 + 15 * i);
            branch.get(branch.size() - 1).next = trunk.get(250);
            trunk.get(i).aside.add(branch.get(0));
        }
        db.store(trunk.get(0));
        assertThat(Graphs.difference(trunk.get(0), db.get(Link.class, trunk.get(0).id)))
                .isNull();
    }
}

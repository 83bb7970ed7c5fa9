package dev.espalier.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SearchStrategy;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.ids.Portions;
import dev.espalier.internal.search.ids.TooManyPairs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths that lead from each of many objects to each of many others. */
@NullUnmarked // its fields are set by the library
class ManyPairsTest {

    static class Order {
        long id;
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
        Order order;
        int price;
    }

    @Test
    void pairIsJoinedOnceHoweverManyWaysLeadThere() {
        IdPairs there = new IdPairs();
        IdPairs back = new IdPairs();
        LongStream.rangeClosed(1, 3_000).forEach(line -> {
            there.add(1_000_000, line);
            back.add(line, 1_000_000);
        });

        assertThat(there.then(back).then(there).size()).isEqualTo(3_000);
        assertThat(back.then(there).size()).isEqualTo(3_000 * 3_000);
        assertThatThrownBy(() -> back.then(there, 2_000_000)).isInstanceOf(TooManyPairs.class);
        assertThat(there.then(back, 1).size()).as("one object leads to all").isEqualTo(3_000);
    }

    @Test
    void portionIsHalvedUntilItFits() {
        List<Integer> sizes = new ArrayList<>();
        IdSet seen = new IdSet();
        Portions.of(IdSet.of(LongStream.range(0, 1_000).toArray()), portion -> {
            TooManyPairs.check((int) portion.size(), (int) portion.size(), 300);
            sizes.add((int) portion.size());
            portion.inChunks(
                    1_000,
                    ids -> LongStream.of(ids).forEach(id -> {
                        assertThat(seen.contains(id)).isFalse();
                        seen.add(id);
                    }));
        });

        assertThat(sizes).containsExactly(250, 250, 250, 250);
        assertThat(seen.size()).isEqualTo(1_000);
    }

    /** Nine million pairs from 3,000 lines to 3,000 lines would need hundreds of megabytes. */
    @Test
    void stepsCountThemAsOneStatementDoes(@TempDir Path folder) {
        Order order = new Order();
        IntStream.range(0, 1_600).forEach(i -> {
            Line line = new Line();
            line.order = order;
            line.price = i;
            order.lines.add(line);
        });
        try (Database db = Database.open("jdbc:sqlite:" + folder.resolve("pairs.db"), Model.of(Order.class))) {
            db.store(order);
            for (SearchStrategy strategy : new SearchStrategy[] {SearchStrategy.STEPS, SearchStrategy.AUTO}) {
                assertThat(db.query(Order.class, "COUNT(lines.order.lines) = 1600")
                                .strategy(strategy)
                                .count())
                        .isEqualTo(1);
                assertThat(db.query(Line.class, "COUNT(order.lines) = 1600")
                                .strategy(strategy)
                                .count())
                        .isEqualTo(1_600);
                assertThat(db.query(Line.class, "SUM(order.lines.price) = " + 1_599 * 800)
                                .strategy(strategy)
                                .count())
                        .isEqualTo(1_600);
                assertThat(db.query(Line.class, "COUNT(order.lines.order.lines) > 1599")
                                .strategy(strategy)
                                .count())
                        .isEqualTo(1_600);
            }
        }
    }
}

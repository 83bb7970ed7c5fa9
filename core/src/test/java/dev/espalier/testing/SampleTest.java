package dev.espalier.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A share of a walk has one place of each block, always the same ones for a seed. */
@Tag("pure")
class SampleTest {

    private static final int BLOCKS = 1_000;

    private static int[] places(String walk, int oneOf, long seed) {
        PrimitiveIterator.OfInt places = Sample.places(walk, oneOf, seed);
        return IntStream.range(0, BLOCKS).map(i -> places.nextInt()).toArray();
    }

    @Test
    void everyBlockHasOnePlace() {
        for (int oneOf = 1; oneOf <= 12; oneOf++) {
            int[] places = places("walk", oneOf, 5);
            for (int block = 0; block < BLOCKS; block++) {
                assertThat(places[block]).isBetween(block * oneOf + 1, (block + 1) * oneOf);
            }
        }
    }

    @Test
    void oneOfOneIsEveryPlace() {
        assertThat(places("walk", 1, 5))
                .isEqualTo(IntStream.rangeClosed(1, BLOCKS).toArray());
    }

    @Test
    void everyPlaceOfABlockIsTakenAboutAsOften() {
        int[] taken = new int[8];
        for (int place : places("walk", 8, 5)) {
            taken[(place - 1) % 8]++;
        }
        assertThat(taken)
                .containsOnly(IntStream.of(taken)
                        .filter(times -> times > BLOCKS / 12 && times < BLOCKS / 5)
                        .toArray());
    }

    @Test
    void firstPlaceDependsOnTheSeedAndTheWalk() {
        assertThat(IntStream.range(0, 100)
                        .map(seed -> places("walk", 8, seed)[0])
                        .distinct()
                        .sorted()
                        .toArray())
                .isEqualTo(IntStream.rangeClosed(1, 8).toArray());
        assertThat(IntStream.range(0, 100)
                        .map(name -> places("walk " + name, 8, 5)[0])
                        .distinct()
                        .sorted()
                        .toArray())
                .isEqualTo(IntStream.rangeClosed(1, 8).toArray());
    }

    @Test
    void sameSeedGivesTheSamePlaces() {
        assertThat(places("walk", 8, 5))
                .isEqualTo(places("walk", 8, 5))
                .isNotEqualTo(places("walk", 8, 6))
                .isNotEqualTo(places("other", 8, 5));
    }

    @Test
    void walkWithCountedPlacesTriesTheSame() {
        for (Engine engine : Engine.values()) {
            int last = BLOCKS * Sample.oneOf(engine);
            PrimitiveIterator.OfInt places = Sample.places("walk", engine);
            int[] all = IntStream.range(0, BLOCKS).map(i -> places.nextInt()).toArray();
            assertThat(IntStream.rangeClosed(1, last)
                            .filter(place -> Sample.has("walk", engine, place))
                            .toArray())
                    .as("%s", engine)
                    .isEqualTo(all);
        }
    }

    @Test
    void shareIsOneAtLeast() {
        assertThat(Sample.share(5_000, 8)).isEqualTo(625);
        assertThat(Sample.share(5, 8)).isOne();
        assertThat(Sample.share(5, 1)).isEqualTo(5);
    }

    @Test
    void shortWalkHasOneElementAtLeast() {
        List<String> all = List.of("a", "b", "c", "d");
        for (int seed = 0; seed < BLOCKS; seed++) {
            assertThat(Sample.among("walk", all, 8, seed)).hasSize(1);
            assertThat(Sample.among("walk", all, 3, seed)).hasSizeBetween(1, 2);
            assertThat(Sample.among("walk", all, 1, seed)).isEqualTo(all);
        }
        assertThat(IntStream.range(0, 100)
                        .mapToObj(seed -> Sample.among("walk", all, 8, seed).get(0))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(all);
        assertThat(Sample.among("walk", List.of(), 8, 5)).isEmpty();
    }

    @Test
    void fileNamesTheUsualSeedAndThoseThatFoundFaults() {
        Seeds seeds = new Seeds(List.of(
                "# comment",
                "20261125",
                "",
                "PagesTest 7 a page twice",
                "PagesTest 9 no page",
                "PromisesTest#one 8 P1 lost update"));
        assertThat(seeds.usual()).isEqualTo(20_261_125);
        assertThat(seeds.of("PagesTest")).containsExactly(7L, 9L);
        assertThat(seeds.of("PromisesTest#one")).containsExactly(8L);
        assertThat(seeds.of("PromisesTest")).isEmpty();
        assertThatThrownBy(() -> new Seeds(List.of("5", "PagesTest 7")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PagesTest 7");
    }

    @Test
    void runOfATestEndsWithTheSeedsThatFoundFaults() {
        assertThat(Seeds.runs("a test without faults", 80)).containsExactly(new Seeds.Run(Seeds.seed(), Sample.of(80)));
        assertThat(SeedLine.line())
                .contains("-Despalier.seed=" + Seeds.seed())
                .contains("one place of " + Sample.oneOf());
    }
}

package dev.espalier.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockTest {

    /** Nothing changes it. */
    private static final Block BLOCK = new Block();

    @Test
    void queryFindsFourRootsInABlock() {
        List<M1> found = BLOCK.m1.stream().filter(BenchmarkQuery::matches).toList();

        assertThat(found).hasSize(BenchmarkQuery.FOUND_PER_BLOCK);
    }

    @Test
    void seedSearchFindsTheSameRoots() {
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < BLOCK.m1.size(); row++) {
            if (BenchmarkQuery.matches(BLOCK.m1.get(row))) {
                rows.add(row);
            }
        }

        assertThat(SeedSearch.roots(new Draws(Block.SEED))).isEqualTo(rows);
        assertThat(SeedSearch.firstSeed(Block.SEED - 100)).isEqualTo(Block.SEED);
    }

    @Test
    void everyBlockIsEqual() {
        assertThat(fingerprint(new Block())).isEqualTo(fingerprint(BLOCK));
        assertThat(fingerprint(BLOCK)).isEqualTo(435142758625537289L);
    }

    @Test
    void listsHaveOneToThreeMembersOfTheirBlock() {
        Set<M2> own = Collections.newSetFromMap(new IdentityHashMap<>());
        own.addAll(BLOCK.m2);

        assertThat(BLOCK.m1).allSatisfy(m1 -> {
            assertThat(m1.m2).hasSizeBetween(1, 3);
            assertThat(own.containsAll(m1.m2)).isTrue();
        });
        double members = BLOCK.m1.stream().mapToInt(m1 -> m1.m2.size()).sum();
        assertThat(members / BLOCK.m1.size()).isBetween(1.98, 2.02);
    }

    @Test
    void valuesAreBetweenOneAndAThousand() {
        assertThat(BLOCK.s4.stream().mapToInt(s4 -> s4.value).summaryStatistics())
                .satisfies(values -> {
                    assertThat(values.getMin()).isEqualTo(1);
                    assertThat(values.getMax()).isEqualTo(1000);
                    assertThat(values.getAverage()).isBetween(496.5, 504.5);
                });
    }

    /** Values of all roots and of what they reach first, in their order. */
    private static long fingerprint(Block block) {
        long hash = 17;
        for (M1 m1 : block.m1) {
            hash = hash * 31 + m1.value;
            for (M2 m2 : m1.m2) {
                hash = hash * 31 + m2.value * 1009L + m2.n3.value * 17L + m2.n3.m4.value;
                for (M3 m3 : m2.m3) {
                    hash = hash * 31 + m3.value + m3.s4.value * 7L + m3.m4.size();
                }
            }
        }
        for (N1 n1 : block.n1) {
            hash = hash * 31 + n1.value + n1.n2.get(0).n3.get(0).n4.size() + n1.m2.value;
        }
        for (S1 s1 : block.s1) {
            hash = hash * 31 + s1.value + s1.s2.get(0).s3.get(0).s4.size() + s1.s2.get(0).m3.value;
        }
        return hash;
    }
}

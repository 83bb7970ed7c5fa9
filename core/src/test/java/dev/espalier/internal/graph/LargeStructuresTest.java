package dev.espalier.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A large structure is reported once for each class, with the relation by which most of it came. */
@Tag("pure")
class LargeStructuresTest {

    private final LargeStructures large = new LargeStructures();

    @Test
    void oneReportForEachClass() {
        Answer.Grown loans = new Answer.Grown("Member.loans", 31_000);
        assertThat(large.report("Loan", 1, 35_532, loans))
                .contains(
                        "1 object of class Loan came with 35,531 other objects, 31,000 of them by Member.loans; stopAt(\"loans\") leaves these out, depth(1) all but the nearest; @Bounds of the class, or Settings.bounds, says so for all reads");
        assertThat(large.report("Loan", 1, 35_532, loans)).isEmpty();
        assertThat(large.report("Book", 2, 35_532, loans)).isPresent();
    }

    @Test
    void manyRootsAreNoLargeStructure() {
        Answer.Grown lines = new Answer.Grown("Order.lines", 10_000);
        assertThat(large.report("Order", 100_000, 110_000, lines)).isEmpty();
        assertThat(large.report("Order", 100_000, 110_001, lines)).isPresent();
    }
}

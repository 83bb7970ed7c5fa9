package dev.espalier.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.annotation.Part;
import dev.espalier.internal.model.ObjectModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A large structure is reported once for each class, with the relation by which most of it came. */
@Tag("pure")
@NullUnmarked // its classes have fields that may be null, as classes of users have
class LargeStructuresTest {

    static class Order {
        long id;

        @Part
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
    }

    static class Member {
        long id;
        List<Loan> loans = new ArrayList<>();
    }

    static class Loan {
        long id;
        Member member;
        Member payer;
    }

    static class Other {
        static class Member {
            long id;
            Order order;
        }
    }

    private final LargeStructures large =
            new LargeStructures(ObjectModel.of(Order.class, Line.class, Member.class, Loan.class));

    private static List<Answer.Grown> by(String relation, long objects) {
        return List.of(new Answer.Grown("Loan", 1), new Answer.Grown(relation, objects));
    }

    @Test
    void oneReportForEachClass() {
        List<Answer.Grown> loans = by("Member.loans", 31_000);
        assertThat(large.report("Loan", 1, 35_532, loans))
                .contains(
                        "1 object of class Loan came with 35,531 other objects, 31,000 of them by Member.loans; stopAt(\"loans\") leaves these out, depth(1) all but the nearest; @Bounds of the class, or Settings.bounds, says so for all reads");
        assertThat(large.report("Loan", 1, 35_532, loans)).isEmpty();
        assertThat(large.report("Member", 2, 35_532, loans)).isPresent();
    }

    @Test
    void manyRootsAreNoLargeStructure() {
        List<Answer.Grown> lines = by("Order.lines", 10_000);
        assertThat(large.report("Order", 100_000, 110_000, lines)).isEmpty();
        assertThat(large.report("Order", 100_000, 110_001, lines)).isPresent();
    }

    @Test
    void moreRootsThanOtherObjectsAreNotTheRelation() {
        List<Answer.Grown> grown = List.of(new Answer.Grown("Loan", 30_000), new Answer.Grown("Loan.member", 12_000));
        assertThat(large.report("Loan", 30_000, 42_000, grown).orElseThrow())
                .contains("12,000 of them by Loan.member; stopAt(\"member\") leaves these out");
    }

    @Test
    void relationsThatWereReadTogetherAreAllLeftOut() {
        assertThat(large.report("Loan", 1, 20_001, by("Loan.member, Loan.payer", 20_000))
                        .orElseThrow())
                .contains("by Loan.member, Loan.payer; stopAt(\"member, payer\") leaves these out");
    }

    @Test
    void noDepthIsProposedAgainstParts() {
        assertThat(large.report("Order", 1, 20_001, by("Order.lines", 20_000)).orElseThrow())
                .contains("stopAt(\"lines\") leaves these out; @Bounds");
    }

    @Test
    void aClassMayHaveANameWithPoints() {
        LargeStructures ambiguous =
                new LargeStructures(ObjectModel.of(Member.class, Other.Member.class, Loan.class, Order.class));
        String name = Member.class.getCanonicalName();
        assertThat(ambiguous
                        .report(name, 1, 20_001, List.of(new Answer.Grown(name + ".loans", 20_000)))
                        .orElseThrow())
                .contains("by " + name + ".loans; stopAt(\"loans\")");
    }
}

package dev.espalier.internal.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Constant;
import dev.espalier.internal.sql.Expression.Minus;
import dev.espalier.internal.sql.Expression.Plus;
import dev.espalier.internal.sql.Expression.Times;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The texts of operations within operations. */
@Tag("pure")
class ArithmeticTextTest {

    private static final Expression A = new Constant(1);
    private static final Expression B = new Constant(2);
    private static final Expression C = new Constant(3);

    private static String text(Expression expression) {
        return new SqlWriter(new StandardDialect(), "")
                .expression(expression)
                .statement()
                .text();
    }

    @Test
    void bracketsKeepEachOperationByItself() {
        assertThat(text(new Times(new Plus(A, B), C))).isEqualTo("(1 + 2) * 3");
        assertThat(text(new Times(A, new Times(B, C)))).isEqualTo("1 * (2 * 3)");
        assertThat(text(new Minus(A, new Minus(B, C)))).isEqualTo("1 - (2 - 3)");
        assertThat(text(new Plus(A, new Minus(B, C)))).isEqualTo("1 + (2 - 3)");
        assertThat(text(new Plus(A, new Times(B, C)))).isEqualTo("1 + (2 * 3)");
        assertThat(text(new Expression.HighHalf(new Minus(A, B)))).isEqualTo("(1 - 2) / 4294967296");
    }

    @Test
    void noBracketsStandWhereTheLanguageNeedsNone() {
        assertThat(text(new Plus(new Times(A, B), C))).isEqualTo("1 * 2 + 3");
        assertThat(text(new Minus(new Plus(A, B), C))).isEqualTo("1 + 2 - 3");
        assertThat(text(new Times(new Times(A, B), C))).isEqualTo("1 * 2 * 3");
        assertThat(text(new Expression.LowHalf(new Times(A, B)))).isEqualTo("1 * 2 % 4294967296");
    }
}

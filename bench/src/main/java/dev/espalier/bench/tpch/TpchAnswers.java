package dev.espalier.bench.tpch;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.workload.WrongAnswerException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares the answers of selections and of SQL. */
final class TpchAnswers {

    private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

    private TpchAnswers() {}

    /**
     * Refuses different answers, and those that say nothing, because then the data are not what the question is about. Numbers are equal as numbers; those that the engine has rounded may differ in the tenth digit: quotients, and all on SQLite, which
     * adds floats.
     *
     * @throws WrongAnswerException if the answers differ, or hold no value
     */
    static void requireAlike(
            TpchQuestion question,
            Engine engine,
            List<List<@Nullable Object>> selected,
            List<List<@Nullable Object>> bySql) {
        if (selected.stream().flatMap(List::stream).allMatch(Objects::isNull)) {
            throw new WrongAnswerException(question + " on " + engine.title() + ": found no value, expected some");
        }
        boolean isAlike = selected.size() == bySql.size();
        for (int i = 0; isAlike && i < selected.size(); i++) {
            isAlike = selected.get(i).size() == bySql.get(i).size();
            for (int column = 0; isAlike && column < selected.get(i).size(); column++) {
                isAlike = isAlike(
                        selected.get(i).get(column),
                        bySql.get(i).get(column),
                        engine == Engine.SQLITE || question.isQuotient(column));
            }
        }
        if (!isAlike) {
            throw new WrongAnswerException(question + " on " + engine.title() + ": found " + selected
                    + " by selections, " + bySql + " by SQL");
        }
    }

    private static boolean isAlike(@Nullable Object selected, @Nullable Object bySql, boolean isRounded) {
        if (selected == null || bySql == null) {
            return selected == bySql;
        }
        if (!(selected instanceof Number)) {
            return selected.toString().equals(bySql.toString());
        }
        BigDecimal one = new BigDecimal(selected.toString());
        BigDecimal other = new BigDecimal(bySql.toString());
        return isRounded
                ? one.subtract(other).abs().compareTo(one.abs().multiply(TOLERANCE, MathContext.DECIMAL64)) <= 0
                : one.compareTo(other) == 0;
    }
}

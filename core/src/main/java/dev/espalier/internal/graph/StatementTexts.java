package dev.espalier.internal.graph;

import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The statements of reads that differ in their values only: each form is rendered once. Safe for any number of threads. */
public final class StatementTexts {

    /** Forms differ in what is joined, which is learnt from the answers: there are few at a time. */
    private static final int MOST = 16;

    private volatile List<Kept> kept = List.of();

    private record Kept(Object part, List<JoinedReferences.Shape> joined, Statement statement) {}

    /**
     * Returns the statement.
     *
     * @param part the part of the answer that it reads
     * @param joined the references that are read in the same rows
     */
    Statement of(Object part, List<JoinedReferences.Shape> joined, Supplier<Statement> rendering) {
        for (Kept one : kept) {
            if (one.part.equals(part) && one.joined.equals(joined)) {
                return one.statement;
            }
        }
        Statement statement = rendering.get();
        List<Kept> more = new ArrayList<>();
        if (kept.size() < MOST) {
            more.addAll(kept);
        }
        more.add(new Kept(part, joined, statement));
        kept = List.copyOf(more);
        return statement;
    }

    /**
     * Returns the statement that reads one object, or the members of one: what was rendered for another one, with this id. If the id is part of the text, the statement is
     * rendered anew.
     */
    Statement byId(long id, Object part, List<JoinedReferences.Shape> joined, Supplier<Statement> rendering) {
        Statement known = of(part, joined, rendering);
        List<Expression.Bind> binds = known.binds();
        return binds.size() == 1 && binds.get(0).value() instanceof Long
                ? new Statement(
                        known.text(), List.of(new Expression.Bind(binds.get(0).type(), id)))
                : rendering.get();
    }
}

package dev.espalier.graph;

import dev.espalier.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The statements of reads that differ in their values only: each form is rendered once. Safe for any number of threads. */
public final class StatementTexts {

    /** Forms differ in what is joined, which is learnt from the answers: there are few at a time. */
    private static final int MOST = 16;

    private volatile Kept[] kept = {};

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
        Kept[] all = kept;
        Kept[] more = Arrays.copyOf(all, all.length < MOST ? all.length + 1 : 1);
        more[more.length - 1] = new Kept(part, joined, statement);
        kept = more;
        return statement;
    }
}

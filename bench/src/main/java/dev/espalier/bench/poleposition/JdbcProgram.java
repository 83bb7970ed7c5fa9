package dev.espalier.bench.poleposition;

import dev.espalier.bench.Statements;
import dev.espalier.lab.target.TargetDatabase;
import java.util.function.LongSupplier;

/** As a careful expert writes it: prepared statements, inserts, updates and deletions in batches, a version check for each changed row, graphs level by level. */
final class JdbcProgram implements PoleProgram {

    private final TargetDatabase at;
    private final Statements sql;
    private final FlatObjects flatObjects;
    private final NestedLists nestedLists;
    private final Hierarchies hierarchies;
    private final ComplexGraph complexGraph;

    JdbcProgram(TargetDatabase at) {
        this.at = at;
        sql = new Statements(at);
        NewIds ids = new NewIds();
        flatObjects = new JdbcFlatObjects(sql, ids);
        nestedLists = new JdbcNestedLists(sql, ids);
        hierarchies = new JdbcHierarchies(sql, ids);
        complexGraph = new JdbcComplexGraph(sql, ids);
    }

    @Override
    public long run(boolean writes, LongSupplier work) {
        long answer = work.getAsLong();
        sql.commit();
        return answer;
    }

    @Override
    public FlatObjects flatObjects() {
        return flatObjects;
    }

    @Override
    public NestedLists nestedLists() {
        return nestedLists;
    }

    @Override
    public Hierarchies hierarchies() {
        return hierarchies;
    }

    @Override
    public ComplexGraph complexGraph() {
        return complexGraph;
    }

    /** Nothing is held. */
    @Override
    public void forget() {}

    @Override
    public void clear() {
        PoleTables.clear(at);
    }

    @Override
    public void close() {
        sql.close();
    }
}

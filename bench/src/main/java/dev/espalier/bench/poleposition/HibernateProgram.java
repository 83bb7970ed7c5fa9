package dev.espalier.bench.poleposition;

import dev.espalier.bench.HibernateSession;
import dev.espalier.lab.target.TargetDatabase;
import java.util.function.LongSupplier;

/** As an expert uses Hibernate: no copies of what is only read, collections in batches, inserts and updates in batches, class after class. */
final class HibernateProgram implements PoleProgram {

    private final TargetDatabase at;
    private final HibernateSession hibernate;
    private final FlatObjects flatObjects;
    private final NestedLists nestedLists;
    private final Hierarchies hierarchies;
    private final ComplexGraph complexGraph;

    HibernateProgram(TargetDatabase at) {
        this.at = at;
        hibernate = new HibernateSession(at, HibernateProgram.class.getResourceAsStream("hibernate.xml"));
        NewIds ids = new NewIds();
        flatObjects = new HibernateFlatObjects(hibernate, ids);
        nestedLists = new HibernateNestedLists(hibernate, ids);
        hierarchies = new HibernateHierarchies(hibernate, ids);
        complexGraph = new HibernateComplexGraph(hibernate, ids);
    }

    @Override
    public long run(boolean writes, LongSupplier work) {
        return hibernate.run(writes, work);
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

    @Override
    public void forget() {
        hibernate.forget();
    }

    @Override
    public void clear() {
        PoleTables.clear(at);
    }

    @Override
    public void close() {
        hibernate.close();
    }
}

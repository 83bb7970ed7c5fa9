package dev.espalier.bench.poleposition;

import dev.espalier.bench.HibernateSession;
import dev.espalier.bench.poleposition.Holders.Holder0;
import dev.espalier.bench.poleposition.Holders.Holder2;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hibernate.Session;

/** Complex with Hibernate: a table for each class, the collections of a level are read in batches, when the first of them is visited. */
final class HibernateComplexGraph implements ComplexGraph {

    private final HibernateSession hibernate;
    private final NewIds ids;
    private long root;

    HibernateComplexGraph(HibernateSession hibernate, NewIds ids) {
        this.hibernate = hibernate;
        this.ids = ids;
    }

    /** Class after class, so that each is a batch. */
    private static List<Holder0> byClass(List<Holder0> objects) {
        return objects.stream().sorted(Comparator.comparing(Holder0::level)).toList();
    }

    @Override
    public void write(Holder0 first) {
        List<Holder0> objects = new ArrayList<>();
        first.visit(objects::add);
        Session session = hibernate.session();
        for (Holder0 object : byClass(objects)) {
            object.id = ids.next();
            session.persist(object);
        }
        root = first.id;
    }

    @Override
    public Holder0 root() {
        return hibernate.session().find(Holder0.class, root);
    }

    /** A query that fetches the members joins the union of all classes, which takes SQLite four times as long as their batches. */
    @Override
    public List<Holder2> byI2(int value) {
        return hibernate
                .query("from Holder2 h where h.i2 = :value", Holder2.class)
                .setParameter("value", value)
                .getResultList();
    }

    /** The commit finds what has changed. */
    @Override
    public void update(List<Holder0> changed) {
        hibernate.session().flush();
    }

    @Override
    public void delete(List<Holder0> objects) {
        byClass(objects).forEach(hibernate.session()::remove);
    }
}

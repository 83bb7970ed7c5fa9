package dev.espalier.bench.poleposition;

import dev.espalier.bench.HibernateSession;
import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import java.util.List;
import org.hibernate.Session;

/** InheritanceHierarchy with Hibernate: a table for each class. */
record HibernateHierarchies(HibernateSession hibernate, NewIds ids) implements Hierarchies {

    @Override
    public void write(List<Hierarchy4> objects) {
        Session session = hibernate.session();
        for (Hierarchy4 object : objects) {
            object.id = ids.next();
            session.persist(object);
        }
    }

    @Override
    public List<Hierarchy4> all() {
        return hibernate.query("from Hierarchy4 h", Hierarchy4.class).getResultList();
    }

    @Override
    public List<Hierarchy4> byI2(int value) {
        return hibernate
                .query("from Hierarchy4 h where h.i2 = :value", Hierarchy4.class)
                .setParameter("value", value)
                .getResultList();
    }

    @Override
    public void delete(List<Hierarchy4> objects) {
        objects.forEach(hibernate.session()::remove);
    }
}

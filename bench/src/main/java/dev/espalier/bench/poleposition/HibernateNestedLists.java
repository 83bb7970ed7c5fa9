package dev.espalier.bench.poleposition;

import dev.espalier.bench.HibernateSession;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/** NestedLists with Hibernate: the lists of a level are read in batches, when the first of them is visited. */
record HibernateNestedLists(HibernateSession hibernate, NewIds ids) implements NestedLists {

    @Override
    public void write(ListHolder root) {
        List<ListHolder> nodes = new ArrayList<>();
        root.visit(nodes::add);
        Session session = hibernate.session();
        for (ListHolder node : nodes) {
            node.id = ids.next();
            session.persist(node);
        }
    }

    @Override
    public List<ListHolder> roots() {
        return hibernate
                .query("from ListHolder h where h.name = :name", ListHolder.class)
                .setParameter("name", ListHolder.ROOT)
                .getResultList();
    }

    /** The commit finds what has changed. */
    @Override
    public void updateNames(List<ListHolder> changed) {
        hibernate.session().flush();
    }

    @Override
    public void delete(List<ListHolder> nodes) {
        nodes.forEach(hibernate.session()::remove);
    }
}

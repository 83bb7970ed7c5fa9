package dev.espalier.bench.poleposition;

import dev.espalier.bench.HibernateSession;
import java.util.List;
import org.hibernate.Session;

/** FlatObject with Hibernate. */
record HibernateFlatObjects(HibernateSession hibernate, NewIds ids) implements FlatObjects {

    /** Objects of one transaction are not looked at in the next one. */
    @Override
    public void write(List<IndexedObject> objects) {
        Session session = hibernate.session();
        for (IndexedObject object : objects) {
            object.id = ids.next();
            session.persist(object);
        }
        session.flush();
        session.clear();
    }

    @Override
    public List<IndexedObject> byText(String text) {
        return hibernate
                .query("from IndexedObject o where o.text = :text", IndexedObject.class)
                .setParameter("text", text)
                .getResultList();
    }

    @Override
    public List<IndexedObject> byNumber(int number) {
        return hibernate
                .query("from IndexedObject o where o.number = :number", IndexedObject.class)
                .setParameter("number", number)
                .getResultList();
    }

    /** The commit finds what has changed. */
    @Override
    public void update(List<IndexedObject> changed, List<String> before) {
        hibernate.session().flush();
    }

    @Override
    public void delete(List<IndexedObject> objects) {
        objects.forEach(hibernate.session()::remove);
    }
}

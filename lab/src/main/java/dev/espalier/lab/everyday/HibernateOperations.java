package dev.espalier.lab.everyday;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.everyday.HibernateClinic.City;
import dev.espalier.lab.everyday.HibernateClinic.Owner;
import dev.espalier.lab.everyday.HibernateClinic.Pet;
import dev.espalier.lab.everyday.HibernateClinic.PetType;
import dev.espalier.lab.everyday.HibernateClinic.Visit;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/**
 * As an expert uses Hibernate: reads by stateless sessions, which keep no second copy of what was loaded, in auto-commit, with references fetched by joins; writes by
 * sessions with batches in the order of tables, ids assigned, updates of the changed columns with a version check.
 */
final class HibernateOperations implements Operations {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
    private static final String PETS_WHOLE =
            "select p from Pet p join fetch p.type join fetch p.owner o join fetch o.city";
    private static final String OWNERS_WHOLE =
            "select o from Owner o join fetch o.city left join fetch o.pets p left join fetch p.type";

    /** Held here, so that its level stays: what it logs at each start is no news of a measurement. */
    private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

    private final SessionFactory factory;
    private final NewIds ids;
    private long after;

    private HibernateOperations(SessionFactory factory, NewIds ids) {
        this.factory = factory;
        this.ids = ids;
    }

    static OpenSubject open(HikariDataSource pool, NewIds ids) {
        HIBERNATE.setLevel(Level.WARNING);
        Configuration configuration = new Configuration();
        for (Class<?> entity : List.of(City.class, PetType.class, Owner.class, Pet.class, Visit.class)) {
            configuration.addAnnotatedClass(entity);
        }
        configuration
                .getProperties()
                .putAll(Map.of(
                        AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool,
                        AvailableSettings.STATEMENT_BATCH_SIZE, "100",
                        AvailableSettings.ORDER_INSERTS, "true",
                        AvailableSettings.ORDER_UPDATES, "true",
                        AvailableSettings.IN_CLAUSE_PARAMETER_PADDING, "true"));
        if (pool.getJdbcUrl().startsWith("jdbc:sqlite:")) {
            configuration.setProperty(AvailableSettings.DIALECT, "org.hibernate.community.dialect.SQLiteDialect");
        }
        SessionFactory factory = configuration.buildSessionFactory();
        return new OpenSubject() {
            @Override
            public Operations operations() {
                return new HibernateOperations(factory, ids);
            }

            @Override
            public void close() {
                factory.close();
                pool.close();
            }
        };
    }

    private long read(ToLongFunction<StatelessSession> use) {
        try (StatelessSession session = factory.openStatelessSession()) {
            return use.applyAsLong(session);
        }
    }

    private long write(ToLongFunction<Session> use) {
        return factory.fromTransaction(use::applyAsLong);
    }

    private long pets(String hql, long from, long to, ToLongFunction<Pet> sum) {
        return read(
                session -> session
                        .createSelectionQuery(hql, Pet.class)
                        .setParameter("from", from)
                        .setParameter("to", to)
                        .getResultList()
                        .stream()
                        .mapToLong(sum)
                        .sum());
    }

    @Override
    public long flat(long pet) {
        return read(session -> session.get(Pet.class, pet).flat());
    }

    @Override
    public long whole(long owner) {
        return read(session -> session.createSelectionQuery(OWNERS_WHOLE + " where o.id = :id", Owner.class)
                .setParameter("id", owner)
                .getSingleResult()
                .whole());
    }

    @Override
    public long range(long from, long to) {
        return pets(PETS_WHOLE + " where p.id >= :from and p.id < :to order by p.id", from, to, Pet::whole);
    }

    @Override
    public long flatRange(long from, long to) {
        return pets("select p from Pet p where p.id >= :from and p.id < :to order by p.id", from, to, Pet::flat);
    }

    @Override
    public long page() {
        return read(session -> {
            List<Pet> pets = session.createSelectionQuery(PETS_WHOLE + " where p.id > :after order by p.id", Pet.class)
                    .setParameter("after", after)
                    .setMaxResults(20)
                    .getResultList();
            after = pets.size() < 20 ? 0 : pets.get(19).id;
            return pets.stream().mapToLong(Pet::whole).sum();
        });
    }

    @Override
    public long parents(long from, long to) {
        return read(session -> session
                .createSelectionQuery(OWNERS_WHOLE + " where o.id >= :from and o.id < :to order by o.id", Owner.class)
                .setParameter("from", from)
                .setParameter("to", to)
                .getResultList()
                .stream()
                .mapToLong(Owner::whole)
                .sum());
    }

    @Override
    public long filtered(String lastName, @Nullable String firstName, long minimum) {
        String hql = "select o from Owner o where o.lastName = :last"
                + (firstName == null ? "" : " and o.firstName = :first") + (minimum == 0 ? "" : " and o.id >= :least")
                + " order by o.id";
        return read(session -> {
            SelectionQuery<Owner> query =
                    session.createSelectionQuery(hql, Owner.class).setParameter("last", lastName);
            if (firstName != null) {
                query.setParameter("first", firstName);
            }
            if (minimum != 0) {
                query.setParameter("least", minimum);
            }
            return query.getResultList().stream().mapToLong(Owner::flat).sum();
        });
    }

    private static Visit visit(long id, Pet pet, String note) {
        Visit visit = new Visit();
        visit.id = id;
        visit.pet = pet;
        visit.held = DAY;
        visit.note = note;
        return visit;
    }

    @Override
    public long insert(long[] pets) {
        return write(session -> {
            long id = ids.take(pets.length);
            for (long pet : pets) {
                session.persist(visit(id++, session.getReference(Pet.class, pet), "check"));
            }
            return pets.length;
        });
    }

    @Override
    public long change(long id, String name) {
        return write(session -> {
            session.find(Pet.class, id).name = name;
            return 1;
        });
    }

    @Override
    public long insertAndChange(long pet) {
        return write(session -> {
            Visit visit = visit(ids.take(1), session.getReference(Pet.class, pet), "new");
            session.persist(visit);
            session.flush();
            visit.note = "changed";
            return 1;
        });
    }

    @Override
    public long graphs(int owners, long city, long type) {
        return write(session -> {
            List<Visit> visits = new ArrayList<>();
            for (int i = 0; i < owners; i++) {
                Owner owner = new Owner();
                owner.id = ids.take(1);
                owner.firstName = "new";
                owner.lastName = "new" + i;
                owner.street = "street";
                owner.city = session.getReference(City.class, city);
                session.persist(owner);
                for (int k = 0; k < 2; k++) {
                    Pet pet = new Pet();
                    pet.id = ids.take(1);
                    pet.name = "new" + k;
                    pet.birth = DAY;
                    pet.type = session.getReference(PetType.class, type);
                    pet.owner = owner;
                    session.persist(pet);
                    visits.add(visit(ids.take(1), pet, "first"));
                }
            }
            visits.forEach(session::persist);
            return visits.size();
        });
    }
}

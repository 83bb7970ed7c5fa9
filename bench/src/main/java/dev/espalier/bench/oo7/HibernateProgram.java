package dev.espalier.bench.oo7;

import dev.espalier.bench.HibernateSession;
import dev.espalier.bench.oo7.Design.Assembly;
import dev.espalier.bench.oo7.Design.AtomicPart;
import dev.espalier.bench.oo7.Design.BaseAssembly;
import dev.espalier.bench.oo7.Design.ComplexAssembly;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Connection;
import dev.espalier.bench.oo7.Design.Document;
import dev.espalier.bench.oo7.Design.Module;
import dev.espalier.lab.target.TargetDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/**
 * As an expert uses Hibernate: one query for each class of a module, with its collection fetched; no copies of what is only read; batches in the order of
 * tables; bulk statements for deletions. The session holds what the program holds: a cold operation begins a new one.
 */
final class HibernateProgram implements Oo7Program, Work {

    private static final String USED =
            "(select p.id from BaseAssembly b join b.components p where b.module.id = :module)";

    private final HibernateSession hibernate;
    private final long module;
    private @Nullable Module held;
    private long nextId = JdbcProgram.FIRST_NEW_ID;

    HibernateProgram(TargetDatabase at) {
        hibernate = new HibernateSession(at, HibernateProgram.class.getResourceAsStream("hibernate.xml"));
        module = hibernate.run(
                false,
                () -> query("select m.id from Module m where m.number = 1", Long.class)
                        .getSingleResult());
        hibernate.forget();
    }

    @Override
    public long run(boolean writes, ToLongFunction<Work> operation) {
        return hibernate.run(writes, () -> operation.applyAsLong(this));
    }

    @Override
    public void forget() {
        held = null;
        hibernate.forget();
    }

    private <T> SelectionQuery<T> query(String hql, Class<T> type) {
        return hibernate.query(hql, type);
    }

    private <T> List<T> ofModule(String hql, Class<T> type) {
        return query(hql, type).setParameter("module", module).getResultList();
    }

    @Override
    public Module module(Extent extent) {
        if (held == null) {
            held = read(extent);
        }
        return held;
    }

    private Module read(Extent extent) {
        if (extent == Extent.MANUAL) {
            return ofModule("from Module m join fetch m.manual where m.id = :module", Module.class)
                    .get(0);
        }
        Module found = hibernate.session().find(Module.class, module);
        ofModule(
                "from ComplexAssembly c left join fetch c.complexAssemblies where c.module.id = :module",
                ComplexAssembly.class);
        ofModule(
                "from ComplexAssembly c left join fetch c.baseAssemblies where c.module.id = :module",
                ComplexAssembly.class);
        if (extent == Extent.PARTS) {
            ofModule("from AtomicPart a where a.partOf.id in " + USED, AtomicPart.class);
            ofModule("from AtomicPart a left join fetch a.connections where a.partOf.id in " + USED, AtomicPart.class);
        }
        String reference = switch (extent) {
            case ROOT_PARTS -> " left join fetch p.rootPart";
            case DOCUMENTS -> " left join fetch p.documentation";
            case PARTS, MANUAL -> "";
        };
        ofModule("from CompositePart p" + reference + " where p.id in " + USED, CompositePart.class);
        ofModule("from BaseAssembly b left join fetch b.components where b.module.id = :module", BaseAssembly.class);
        return found;
    }

    @Override
    public List<AtomicPart> atomicParts(int[] numbers) {
        List<AtomicPart> found = new ArrayList<>();
        for (int number : numbers) {
            found.add(query("from AtomicPart a where a.number = :number", AtomicPart.class)
                    .setParameter("number", number)
                    .getSingleResult());
        }
        return found;
    }

    @Override
    public List<AtomicPart> atomicPartsBuilt(int from, int to) {
        return query("from AtomicPart a where a.buildDate between :from and :to", AtomicPart.class)
                .setParameter("from", from)
                .setParameter("to", to)
                .getResultList();
    }

    @Override
    public List<AtomicPart> allAtomicParts() {
        return query("from AtomicPart a", AtomicPart.class).getResultList();
    }

    @Override
    public List<BaseAssembly> usersOf(String title) {
        return query(
                        "from BaseAssembly b where b.id in (select u.id from BaseAssembly u join u.components p where p.documentation.title = :title)",
                        BaseAssembly.class)
                .setParameter("title", title)
                .getResultList();
    }

    @Override
    public List<BaseAssembly> baseAssembliesToMake() {
        return query(
                        "from BaseAssembly b where exists (select 1 from b.components p where p.buildDate > b.buildDate)",
                        BaseAssembly.class)
                .getResultList();
    }

    /** The tree is small: the program carries the youngest part's date upwards. */
    @Override
    public List<Assembly> assembliesToMake() {
        List<Assembly> found = new ArrayList<>();
        Map<Long, Integer> youngest = new HashMap<>();
        for (Object[] row : query(
                        "select b, max(p.buildDate) from BaseAssembly b join b.components p group by b", Object[].class)
                .getResultList()) {
            BaseAssembly assembly = (BaseAssembly) row[0];
            int date = (Integer) row[1];
            youngest.merge(assembly.superAssembly().id(), date, Math::max);
            if (assembly.buildDate() < date) {
                found.add(assembly);
            }
        }
        Map<Long, ComplexAssembly> complex = new HashMap<>();
        query("from ComplexAssembly c", ComplexAssembly.class)
                .getResultList()
                .forEach(assembly -> complex.put(assembly.id(), assembly));
        for (Map.Entry<Long, Integer> lowest : List.copyOf(youngest.entrySet())) {
            for (ComplexAssembly up =
                            Objects.requireNonNull(complex.get(lowest.getKey())).superAssembly();
                    up != null;
                    up = up.superAssembly()) {
                youngest.merge(up.id(), lowest.getValue(), Math::max);
            }
        }
        complex.values().stream()
                .filter(assembly -> assembly.buildDate() < youngest.getOrDefault(assembly.id(), 0))
                .forEach(found::add);
        return found;
    }

    @Override
    public List<Pair> partsWithDocuments() {
        return query(
                        "select a.number, d.number from AtomicPart a join Document d on d.number = a.docId",
                        Object[].class)
                .getResultList()
                .stream()
                .map(row -> new Pair((Integer) row[0], (Integer) row[1]))
                .toList();
    }

    @Override
    public List<BaseAssembly> baseAssemblies(int[] numbers) {
        return query(
                        "from BaseAssembly b left join fetch b.components where b.number in :numbers order by b.number",
                        BaseAssembly.class)
                .setParameterList("numbers", boxed(numbers))
                .getResultList();
    }

    /** Nothing to say: the commit finds what has changed. */
    @Override
    public void updateCoordinates(Collection<AtomicPart> changed) {
        hibernate.session().flush();
    }

    @Override
    public void updateDates(Collection<AtomicPart> changed) {
        hibernate.session().flush();
    }

    @Override
    public void updateDocuments(Collection<Document> changed) {
        hibernate.session().flush();
    }

    /** Class after class, so that each is a batch: composite parts and their roots refer to each other, which Hibernate's own order of inserts refuses. */
    @Override
    public void insert(List<CompositePart> parts, List<BaseAssembly> users) {
        for (CompositePart part : parts) {
            part.documentation.id = nextId++;
            hibernate.session().persist(part.documentation);
        }
        for (CompositePart part : parts) {
            part.id = nextId++;
            hibernate.session().persist(part);
        }
        List<AtomicPart> atomics =
                parts.stream().flatMap(part -> part.parts.stream()).toList();
        for (AtomicPart atomic : atomics) {
            atomic.id = nextId++;
            hibernate.session().persist(atomic);
        }
        for (AtomicPart atomic : atomics) {
            for (Connection connection : atomic.connections) {
                connection.id = nextId++;
                hibernate.session().persist(connection);
            }
        }
    }

    @Override
    public void delete(int[] numbers) {
        List<Integer> wanted = boxed(numbers);
        query(
                        "select distinct b from BaseAssembly b join b.components p where p.number in :numbers",
                        BaseAssembly.class)
                .setParameterList("numbers", wanted)
                .getResultList()
                .forEach(user -> user.components().removeIf(part -> wanted.contains(part.number())));
        hibernate.session().flush();
        List<Long> documents = query(
                        "select p.documentation.id from CompositePart p where p.number in :numbers", Long.class)
                .setParameterList("numbers", wanted)
                .getResultList();
        String parts = "(select p.id from CompositePart p where p.number in :numbers)";
        change(
                "delete from Connection c where c.from.id in (select a.id from AtomicPart a where a.partOf.id in "
                        + parts + ")",
                wanted);
        change("delete from AtomicPart a where a.partOf.id in " + parts, wanted);
        change("delete from CompositePart p where p.number in :numbers", wanted);
        change("delete from Document d where d.id in :numbers", documents);
    }

    private void change(String hql, List<?> numbers) {
        hibernate
                .session()
                .createMutationQuery(hql)
                .setParameterList("numbers", numbers)
                .executeUpdate();
    }

    private static List<Integer> boxed(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    @Override
    public void close() {
        hibernate.close();
    }
}

package dev.espalier.bench.oo7;

import dev.espalier.bench.Statements;
import dev.espalier.bench.oo7.Design.Assembly;
import dev.espalier.bench.oo7.Design.AtomicPart;
import dev.espalier.bench.oo7.Design.BaseAssembly;
import dev.espalier.bench.oo7.Design.ComplexAssembly;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Connection;
import dev.espalier.bench.oo7.Design.DesignObject;
import dev.espalier.bench.oo7.Design.Document;
import dev.espalier.bench.oo7.Design.Manual;
import dev.espalier.bench.oo7.Design.Module;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** As a careful expert writes it: one prepared statement for each class of a module, updates and inserts in batches, a version check for each changed row. */
@NullUnmarked // a row that refers and the row that it refers to are read together
final class JdbcProgram implements Oo7Program, Work {

    /** The library's own ids are far below. */
    static final long FIRST_NEW_ID = 1_000_000_000L;

    private static final String OBJECT = "id, _version, number, type, build_date";
    private static final String ASSEMBLY = OBJECT + ", super_assembly_id FROM ";
    private static final String ATOMIC = OBJECT + ", x, y, doc_id, part_of_id FROM atomic_part";
    private static final String COMPOSITE = OBJECT + ", documentation_id, root_part_id FROM composite_part";
    /** The composite parts that a module uses. */
    private static final String USED =
            "(SELECT l.target FROM base_assembly_components l JOIN base_assembly b ON b.id = l.owner WHERE b.module_id = ?)";

    private final Statements sql;
    private final long module;
    private @Nullable Module held;
    private long nextId = FIRST_NEW_ID;

    JdbcProgram(TargetDatabase at) {
        sql = new Statements(at);
        module = sql.query("SELECT id FROM module WHERE number = 1", row -> row.getLong(1))
                .get(0);
        sql.commit();
    }

    @Override
    public long run(boolean writes, ToLongFunction<Work> operation) {
        long answer = operation.applyAsLong(this);
        sql.commit();
        return answer;
    }

    @Override
    public void forget() {
        held = null;
    }

    @Override
    public Module module(Extent extent) {
        if (held == null) {
            held = extent == Extent.MANUAL ? moduleWithManual() : moduleWithAssemblies(extent);
        }
        return held;
    }

    private Module moduleWithManual() {
        return sql.query(
                        "SELECT m.id, m._version, m.number, m.type, m.build_date, t.id, t._version, t.number, t.title, t.text FROM module m"
                                + " JOIN manual t ON t.id = m.manual_id WHERE m.id = ?",
                        row -> {
                            Module found = object(row, new Module());
                            found.manual = new Manual();
                            found.manual.id = row.getLong(6);
                            found.manual.version = row.getInt(7);
                            found.manual.number = row.getInt(8);
                            found.manual.title = row.getString(9);
                            found.manual.text = row.getString(10);
                            return found;
                        },
                        module)
                .get(0);
    }

    /** One statement for each class, and one for the collection. */
    private Module moduleWithAssemblies(Extent extent) {
        Map<Long, ComplexAssembly> complex = new HashMap<>();
        Map<Long, Long> above = new HashMap<>();
        sql.each(
                "SELECT " + ASSEMBLY + "complex_assembly WHERE module_id = ?",
                row -> {
                    ComplexAssembly assembly = object(row, new ComplexAssembly());
                    complex.put(assembly.id, assembly);
                    above.put(assembly.id, row.getLong(6));
                },
                module);
        Module found = sql.query(
                        "SELECT " + OBJECT + ", design_root_id FROM module WHERE id = ?",
                        row -> {
                            Module read = object(row, new Module());
                            read.designRoot = complex.get(row.getLong(6));
                            return read;
                        },
                        module)
                .get(0);
        for (ComplexAssembly assembly : complex.values()) {
            assembly.module = found;
            assembly.superAssembly = complex.get(above.get(assembly.id));
            if (assembly.superAssembly != null) {
                assembly.superAssembly.complexAssemblies.add(assembly);
            }
        }
        Map<Long, BaseAssembly> base = new HashMap<>();
        sql.each(
                "SELECT " + ASSEMBLY + "base_assembly WHERE module_id = ?",
                row -> {
                    BaseAssembly assembly = object(row, new BaseAssembly());
                    assembly.module = found;
                    assembly.superAssembly = complex.get(row.getLong(6));
                    assembly.superAssembly.baseAssemblies.add(assembly);
                    base.put(assembly.id, assembly);
                },
                module);
        Map<Long, CompositePart> parts = compositeParts(extent);
        sql.each(
                "SELECT l.owner, l.target FROM base_assembly_components l JOIN base_assembly b ON b.id = l.owner WHERE b.module_id = ? ORDER BY l.owner, l.pos",
                row -> base.get(row.getLong(1)).components.add(parts.get(row.getLong(2))),
                module);
        return found;
    }

    private Map<Long, CompositePart> compositeParts(Extent extent) {
        Map<Long, Document> documents = new HashMap<>();
        if (extent == Extent.DOCUMENTS) {
            sql.each(
                    "SELECT id, _version, number, title, text FROM document WHERE id IN (SELECT documentation_id FROM composite_part WHERE id IN "
                            + USED + ")",
                    row -> {
                        Document document = document(row);
                        documents.put(document.id, document);
                    },
                    module);
        }
        Map<Long, AtomicPart> atomics = new HashMap<>();
        if (extent == Extent.ROOT_PARTS) {
            sql.each(
                    "SELECT " + ATOMIC + " WHERE id IN (SELECT root_part_id FROM composite_part WHERE id IN " + USED
                            + ")",
                    row -> {
                        AtomicPart atomic = atomic(row);
                        atomics.put(atomic.id, atomic);
                    },
                    module);
        }
        Map<Long, List<AtomicPart>> graphs = new HashMap<>();
        if (extent == Extent.PARTS) {
            sql.each(
                    "SELECT " + ATOMIC + " WHERE part_of_id IN " + USED,
                    row -> {
                        AtomicPart atomic = atomic(row);
                        atomics.put(atomic.id, atomic);
                        graphs.computeIfAbsent(row.getLong(9), part -> new ArrayList<>())
                                .add(atomic);
                    },
                    module);
            sql.each(
                    "SELECT c.id, c._version, c.type, c.length, c.from_id, c.to_id FROM connection c JOIN atomic_part a ON a.id = c.from_id WHERE a.part_of_id IN "
                            + USED,
                    row -> connect(row, atomics),
                    module);
        }
        Map<Long, CompositePart> parts = new HashMap<>();
        sql.each(
                "SELECT " + COMPOSITE + " WHERE id IN " + USED,
                row -> {
                    CompositePart part = object(row, new CompositePart());
                    part.documentation = documents.get(row.getLong(6));
                    part.rootPart = atomics.get(row.getLong(7));
                    part.parts = graphs.getOrDefault(part.id, new ArrayList<>());
                    part.parts.forEach(atomic -> atomic.partOf = part);
                    parts.put(part.id, part);
                },
                module);
        return parts;
    }

    private static void connect(ResultSet row, Map<Long, AtomicPart> atomics) throws SQLException {
        Connection connection = new Connection();
        connection.id = row.getLong(1);
        connection.version = row.getInt(2);
        connection.type = row.getString(3);
        connection.length = row.getInt(4);
        connection.from = atomics.get(row.getLong(5));
        connection.to = atomics.get(row.getLong(6));
        connection.from.connections.add(connection);
    }

    private static <T extends DesignObject> T object(ResultSet row, T object) throws SQLException {
        object.id = row.getLong(1);
        object.version = row.getInt(2);
        object.number = row.getInt(3);
        object.type = row.getString(4);
        object.buildDate = row.getInt(5);
        return object;
    }

    private static AtomicPart atomic(ResultSet row) throws SQLException {
        AtomicPart atomic = object(row, new AtomicPart());
        atomic.x = row.getInt(6);
        atomic.y = row.getInt(7);
        atomic.docId = row.getInt(8);
        return atomic;
    }

    private static Document document(ResultSet row) throws SQLException {
        Document document = new Document();
        document.id = row.getLong(1);
        document.version = row.getInt(2);
        document.number = row.getInt(3);
        document.title = row.getString(4);
        document.text = row.getString(5);
        return document;
    }

    @Override
    public List<AtomicPart> atomicParts(int[] numbers) {
        List<AtomicPart> found = new ArrayList<>();
        for (int number : numbers) {
            found.addAll(sql.query("SELECT " + ATOMIC + " WHERE number = ?", JdbcProgram::atomic, number));
        }
        return found;
    }

    @Override
    public List<AtomicPart> atomicPartsBuilt(int from, int to) {
        return sql.query("SELECT " + ATOMIC + " WHERE build_date BETWEEN ? AND ?", JdbcProgram::atomic, from, to);
    }

    @Override
    public List<AtomicPart> allAtomicParts() {
        return sql.query("SELECT " + ATOMIC, JdbcProgram::atomic);
    }

    @Override
    public List<BaseAssembly> usersOf(String title) {
        return sql.query(
                "SELECT " + ASSEMBLY
                        + "base_assembly WHERE id IN (SELECT l.owner FROM document d JOIN composite_part p ON p.documentation_id = d.id"
                        + " JOIN base_assembly_components l ON l.target = p.id WHERE d.title = ?)",
                row -> object(row, new BaseAssembly()),
                title);
    }

    @Override
    public List<BaseAssembly> baseAssembliesToMake() {
        return sql.query(
                "SELECT " + ASSEMBLY
                        + "base_assembly b WHERE EXISTS (SELECT 1 FROM base_assembly_components l JOIN composite_part p ON p.id = l.target"
                        + " WHERE l.owner = b.id AND p.build_date > b.build_date)",
                row -> object(row, new BaseAssembly()));
    }

    /** The tree is small: the program carries the youngest part's date upwards. */
    @Override
    public List<Assembly> assembliesToMake() {
        Map<Long, Integer> youngest = new HashMap<>();
        List<Assembly> found = sql.query(
                "SELECT b.id, b._version, b.number, b.type, b.build_date, b.super_assembly_id, u.youngest FROM base_assembly b JOIN"
                        + " (SELECT l.owner, MAX(p.build_date) AS youngest FROM base_assembly_components l JOIN composite_part p ON p.id = l.target GROUP BY l.owner) u"
                        + " ON u.owner = b.id",
                row -> {
                    youngest.merge(row.getLong(6), row.getInt(7), Math::max);
                    Assembly assembly = object(row, new BaseAssembly());
                    return assembly.buildDate < row.getInt(7) ? assembly : null;
                });
        Map<Long, ComplexAssembly> complex = new HashMap<>();
        Map<Long, Long> above = new HashMap<>();
        sql.each("SELECT " + ASSEMBLY + "complex_assembly", row -> {
            ComplexAssembly assembly = object(row, new ComplexAssembly());
            complex.put(assembly.id, assembly);
            above.put(assembly.id, row.getLong(6));
        });
        for (Map.Entry<Long, Integer> lowest : List.copyOf(youngest.entrySet())) {
            for (Long up = above.get(lowest.getKey()); up != null && up != 0; up = above.get(up)) {
                youngest.merge(up, lowest.getValue(), Math::max);
            }
        }
        found.removeIf(assembly -> assembly == null);
        complex.values().stream()
                .filter(assembly -> assembly.buildDate < youngest.getOrDefault(assembly.id, 0))
                .forEach(found::add);
        return found;
    }

    @Override
    public List<Pair> partsWithDocuments() {
        return sql.query(
                "SELECT a.number, d.number FROM atomic_part a JOIN document d ON d.number = a.doc_id",
                row -> new Pair(row.getInt(1), row.getInt(2)));
    }

    @Override
    public List<BaseAssembly> baseAssemblies(int[] numbers) {
        Map<Long, BaseAssembly> found = new HashMap<>();
        String in = in(numbers.length);
        sql.each(
                "SELECT " + ASSEMBLY + "base_assembly WHERE number IN " + in,
                row -> {
                    BaseAssembly assembly = object(row, new BaseAssembly());
                    found.put(assembly.id, assembly);
                },
                values(numbers));
        sql.each(
                "SELECT p.id, p._version, p.number, p.type, p.build_date, l.owner FROM base_assembly_components l JOIN composite_part p ON p.id = l.target WHERE l.owner IN"
                        + " (SELECT id FROM base_assembly WHERE number IN " + in + ") ORDER BY l.owner, l.pos",
                row -> found.get(row.getLong(6)).components.add(object(row, new CompositePart())),
                values(numbers));
        return found.values().stream()
                .sorted((a, b) -> Integer.compare(a.number, b.number))
                .collect(Collectors.toList());
    }

    @Override
    public void updateCoordinates(Collection<AtomicPart> changed) {
        sql.update(
                "UPDATE atomic_part SET x = ?, y = ?, _version = _version + 1 WHERE id = ? AND _version = ?",
                changed,
                part -> new Object[] {part.x, part.y, part.id, part.version});
        changed.forEach(part -> part.version++);
    }

    @Override
    public void updateDates(Collection<AtomicPart> changed) {
        sql.update(
                "UPDATE atomic_part SET build_date = ?, _version = _version + 1 WHERE id = ? AND _version = ?",
                changed,
                part -> new Object[] {part.buildDate, part.id, part.version});
        changed.forEach(part -> part.version++);
    }

    @Override
    public void updateDocuments(Collection<Document> changed) {
        sql.update(
                "UPDATE document SET text = ?, _version = _version + 1 WHERE id = ? AND _version = ?",
                changed,
                document -> new Object[] {document.text, document.id, document.version});
        changed.forEach(document -> document.version++);
    }

    @Override
    public void insert(List<CompositePart> parts, List<BaseAssembly> users) {
        List<Document> documents =
                parts.stream().map(part -> part.documentation).toList();
        List<AtomicPart> atomics =
                parts.stream().flatMap(part -> part.parts.stream()).toList();
        List<Connection> connections =
                atomics.stream().flatMap(atomic -> atomic.connections.stream()).toList();
        parts.forEach(part -> part.id = nextId++);
        documents.forEach(document -> document.id = nextId++);
        atomics.forEach(atomic -> atomic.id = nextId++);
        connections.forEach(connection -> connection.id = nextId++);
        sql.insert("document (id, _version, number, title, text)", documents, d ->
                new Object[] {d.id, 1, d.number, d.title, d.text});
        sql.insert(
                "composite_part (id, _version, number, type, build_date, documentation_id, root_part_id)", parts, p ->
                        new Object[] {p.id, 1, p.number, p.type, p.buildDate, p.documentation.id, p.rootPart.id});
        sql.insert("atomic_part (id, _version, number, type, build_date, x, y, doc_id, part_of_id)", atomics, a ->
                new Object[] {a.id, 1, a.number, a.type, a.buildDate, a.x, a.y, a.docId, a.partOf.id});
        sql.insert("connection (id, _version, type, length, from_id, to_id)", connections, c ->
                new Object[] {c.id, 1, c.type, c.length, c.from.id, c.to.id});
        sql.insert("base_assembly_components (owner, pos, target)", users, user -> {
            int last = user.components.size() - 1;
            return new Object[] {user.id, last, user.components.get(last).id};
        });
        sql.update("UPDATE base_assembly SET _version = _version + 1 WHERE id = ? AND _version = ?", users, user ->
                new Object[] {user.id, user.version});
    }

    /** New parts are at the ends of their users' collections, so that no position is left empty. */
    @Override
    public void delete(int[] numbers) {
        String parts = "(SELECT id FROM composite_part WHERE number IN " + in(numbers.length) + ")";
        String atomics = "(SELECT id FROM atomic_part WHERE part_of_id IN " + parts + ")";
        Object[] values = values(numbers);
        sql.change(
                "UPDATE base_assembly SET _version = _version + 1 WHERE id IN (SELECT owner FROM base_assembly_components WHERE target IN "
                        + parts + ")",
                values);
        sql.change("DELETE FROM base_assembly_components WHERE target IN " + parts, values);
        sql.change("DELETE FROM connection WHERE from_id IN " + atomics, values);
        sql.change("DELETE FROM atomic_part WHERE part_of_id IN " + parts, values);
        sql.change(
                "DELETE FROM document WHERE id IN (SELECT documentation_id FROM composite_part WHERE number IN "
                        + in(numbers.length) + ")",
                values);
        sql.change("DELETE FROM composite_part WHERE number IN " + in(numbers.length), values);
    }

    private static String in(int count) {
        return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }

    private static Object[] values(int[] numbers) {
        return Arrays.stream(numbers).boxed().toArray(Object[]::new);
    }

    @Override
    public void close() {
        sql.close();
    }
}

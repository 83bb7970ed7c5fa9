package dev.espalier.bench.oo7;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.bench.Drivers;
import dev.espalier.bench.EspalierDatabases;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.bench.oo7.Design.Module;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The database of a subject: made by the library, with the tables and indexes of the library, so that all begin with the same rows. */
final class Oo7Database {

    private static final List<String> TABLES = List.of(
            "module",
            "manual",
            "complex_assembly",
            "base_assembly",
            "base_assembly_components",
            "composite_part",
            "document",
            "atomic_part",
            "connection");
    /** The counts and sums by which two databases are compared after an operation that writes. */
    static final List<String> SUMS = List.of(
            "COUNT(*), SUM(x), SUM(y), SUM(x * (number % 97)), SUM(build_date * (number % 89)) FROM atomic_part",
            "COUNT(*), SUM(LENGTH(text)) FROM document",
            "COUNT(*), SUM(length) FROM connection",
            "COUNT(*), SUM(build_date) FROM composite_part",
            "COUNT(*), SUM(pos) FROM base_assembly_components");

    private Oo7Database() {}

    /** Makes the database, new. */
    static void make(TargetDatabase at, Oo7Size size, long seed) {
        at.recreate();
        DesignMaker maker = new DesignMaker(size, seed);
        List<CompositePart> library = maker.library();
        List<Object> all = new ArrayList<>(library);
        all.add(maker.module(library));
        try (Database db = EspalierDatabases.open(at, Model.of(Module.class))) {
            db.storeAll(all);
        }
        try (Connection connection = at.connect(Map.of());
                Statement statement = connection.createStatement()) {
            boolean analyzesAll =
                    at.target().engine() == Engine.SQLITE || at.target().engine() == Engine.POSTGRES;
            statement.execute(analyzesAll ? "ANALYZE" : "ANALYZE TABLE " + String.join(", ", TABLES));
        } catch (SQLException e) {
            throw Drivers.failed("finish", at, e);
        }
    }
}

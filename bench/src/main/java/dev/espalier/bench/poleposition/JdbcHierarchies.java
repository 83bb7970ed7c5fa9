package dev.espalier.bench.poleposition;

import dev.espalier.bench.Statements;
import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** InheritanceHierarchy by statements. */
record JdbcHierarchies(Statements sql, NewIds ids) implements Hierarchies {

    private static final String SELECT = "SELECT id, _version, i0, i1, i2, i3, i4 FROM hierarchy4";

    @Override
    public void write(List<Hierarchy4> objects) {
        objects.forEach(object -> object.id = ids.next());
        sql.insert("hierarchy4 (id, _version, i0, i1, i2, i3, i4)", objects, object ->
                new Object[] {object.id, object.version, object.i0, object.i1, object.i2, object.i3, object.i4});
    }

    @Override
    public List<Hierarchy4> all() {
        return sql.query(SELECT, JdbcHierarchies::object);
    }

    @Override
    public List<Hierarchy4> byI2(int value) {
        return sql.query(SELECT + " WHERE i2 = ?", JdbcHierarchies::object, value);
    }

    private static Hierarchy4 object(ResultSet row) throws SQLException {
        Hierarchy4 object = new Hierarchy4();
        object.id = row.getLong(1);
        object.version = row.getInt(2);
        object.i0 = row.getInt(3);
        object.i1 = row.getInt(4);
        object.i2 = row.getInt(5);
        object.i3 = row.getInt(6);
        object.i4 = row.getInt(7);
        return object;
    }

    @Override
    public void delete(List<Hierarchy4> objects) {
        sql.update("DELETE FROM hierarchy4 WHERE id = ? AND _version = ?", objects, object ->
                new Object[] {object.id, object.version});
    }
}

package dev.espalier.bench.poleposition;

import dev.espalier.bench.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** FlatObject by statements. */
record JdbcFlatObjects(Statements sql, NewIds ids) implements FlatObjects {

    private static final String SELECT = "SELECT id, _version, number, text FROM indexed_object WHERE ";

    @Override
    public void write(List<IndexedObject> objects) {
        objects.forEach(object -> object.id = ids.next());
        sql.insert("indexed_object (id, _version, number, text)", objects, object ->
                new Object[] {object.id, object.version, object.number, object.text});
    }

    @Override
    public List<IndexedObject> byText(String text) {
        return sql.query(SELECT + "text = ?", JdbcFlatObjects::object, text);
    }

    @Override
    public List<IndexedObject> byNumber(int number) {
        return sql.query(SELECT + "number = ?", JdbcFlatObjects::object, number);
    }

    private static IndexedObject object(ResultSet row) throws SQLException {
        IndexedObject object = new IndexedObject();
        object.id = row.getLong(1);
        object.version = row.getInt(2);
        object.number = row.getInt(3);
        object.text = row.getString(4);
        return object;
    }

    @Override
    public void update(List<IndexedObject> changed, List<String> before) {
        sql.update(
                "UPDATE indexed_object SET text = ?, _version = _version + 1 WHERE id = ? AND _version = ?",
                changed,
                object -> new Object[] {object.text, object.id, object.version});
    }

    @Override
    public void delete(List<IndexedObject> objects) {
        sql.update("DELETE FROM indexed_object WHERE id = ? AND _version = ?", objects, object ->
                new Object[] {object.id, object.version});
    }
}

package dev.espalier.lab.everyday;

import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * The rows that an operation has written, read by a connection of its own, and their removal: each subject meets the same data. Ids of new objects differ from subject to
 * subject, so they are left out.
 */
final class Written implements AutoCloseable {

    private static final String NEW_VISITS = "SELECT v.held, v.note, v._version, CASE WHEN v.pet_id > %1$d THEN 0 ELSE v.pet_id END, CASE WHEN v.pet_id > %1$d THEN p.name"
            + " ELSE '' END, p.birth, p.type_id, CASE WHEN o.id > %1$d THEN o.last_name ELSE '' END, o.city_id FROM visit v JOIN pet p ON p.id = v.pet_id"
            + " JOIN owner o ON o.id = p.owner_id WHERE v.id > %1$d";
    private static final String CHANGED_PETS = "SELECT id, name, _version FROM pet WHERE _version > 0";

    private final Connection connection;
    private final long last;

    Written(ClinicDatabase database) {
        connection = database.at().connect(Map.of());
        last = database.keys().last();
    }

    /** Returns the number and the checksum of all new objects and all changed pets. */
    String sum() {
        try (Statement statement = connection.createStatement()) {
            return "visits " + sum(statement, NEW_VISITS.formatted(last)) + ", pets " + sum(statement, "SELECT name FROM pet WHERE id > " + last) + ", owners "
                    + sum(statement, "SELECT first_name, street FROM owner WHERE id > " + last) + ", changed pets " + sum(statement, CHANGED_PETS);
        } catch (SQLException e) {
            throw new TargetException("cannot read what was written: " + e.getMessage(), e);
        }
    }

    private static String sum(Statement statement, String sql) throws SQLException {
        long sum = 0;
        long rows = 0;
        try (ResultSet row = statement.executeQuery(sql)) {
            int columns = row.getMetaData().getColumnCount();
            for (; row.next(); rows++) {
                long one = 1;
                for (int column = 1; column <= columns; column++) {
                    one = 31 * one + String.valueOf(row.getString(column)).hashCode();
                }
                sum += one;
            }
        }
        return rows + " (" + Long.toHexString(sum) + ")";
    }

    /** Removes the new objects, and takes back what was changed. */
    void remove() {
        try (Statement statement = connection.createStatement()) {
            for (String table : new String[] {"visit", "pet", "owner"}) {
                statement.execute("DELETE FROM " + table + " WHERE id > " + last);
            }
            statement.execute("UPDATE pet SET name = 'pet', _version = 0 WHERE _version > 0");
        } catch (SQLException e) {
            throw new TargetException("cannot remove what was written: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new TargetException("cannot close a connection: " + e.getMessage(), e);
        }
    }
}

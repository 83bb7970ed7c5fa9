package dev.espalier.lab.everyday;

import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The rows that an operation has written, read by connections of its own, and their removal: each subject meets the same data. Ids of new objects differ from subject to
 * subject, so they are left out.
 */
final class Written implements AutoCloseable {

    private static final String NEW_VISITS =
            "SELECT v.held, v.note, v._version, CASE WHEN v.pet_id > %1$d THEN 0 ELSE v.pet_id END, CASE WHEN v.pet_id > %1$d THEN p.name"
                    + " ELSE '' END, p.birth, p.type_id, CASE WHEN o.id > %1$d THEN o.last_name ELSE '' END, o.city_id FROM visit v JOIN pet p ON p.id = v.pet_id"
                    + " JOIN owner o ON o.id = p.owner_id WHERE v.id > %1$d";
    private static final String CHANGED_PETS = "SELECT id, name, _version FROM pet WHERE _version > 0";

    private final Connection library;
    private final Connection byHand;
    private final ClinicKeys keys;
    private final long last;

    Written(ClinicDatabase database) {
        library = database.library().connect(Map.of());
        try {
            byHand = database.byHand().connect(Map.of());
        } catch (RuntimeException e) {
            close(library);
            throw e;
        }
        keys = database.keys();
        last = keys.last();
    }

    /** Returns the number and the checksum of all new objects and all changed pets that a subject has written. */
    String sum(EverydaySubject subject) {
        try (Statement statement = (subject.isLibrary() ? library : byHand).createStatement()) {
            return "visits " + sum(statement, NEW_VISITS.formatted(last)) + ", pets "
                    + sum(statement, "SELECT name FROM pet WHERE id > " + last) + ", owners "
                    + sum(statement, "SELECT first_name, street FROM owner WHERE id > " + last) + ", changed pets "
                    + sum(statement, CHANGED_PETS);
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

    /** Removes the new objects of all subjects, and gives each changed pet the name and the version that it had: subjects change different pets, and pages contain them. */
    void remove() {
        remove(library);
        remove(byHand);
    }

    private void remove(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            for (String table : new String[] {"visit", "pet", "owner"}) {
                statement.execute("DELETE FROM " + table + " WHERE id > " + last);
            }
            restoreNames(connection, changedPets(statement));
        } catch (SQLException e) {
            throw new TargetException("cannot remove what was written: " + e.getMessage(), e);
        }
    }

    private static List<Long> changedPets(Statement statement) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(CHANGED_PETS)) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        return ids;
    }

    private void restoreNames(Connection connection, List<Long> pets) throws SQLException {
        if (pets.isEmpty()) {
            return;
        }
        connection.setAutoCommit(false);
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE pet SET name = ?, _version = 0 WHERE id = ?")) {
            for (long id : pets) {
                update.setString(1, ClinicData.petName(Arrays.binarySearch(keys.pets(), id)));
                update.setLong(2, id);
                update.addBatch();
            }
            update.executeBatch();
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() {
        try {
            close(library);
        } finally {
            close(byHand);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new TargetException("cannot close a connection: " + e.getMessage(), e);
        }
    }
}

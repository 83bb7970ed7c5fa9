package dev.espalier.lab.target;

import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.SpecException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The storage engine of tables on MySQL and MariaDB. Other engines have only one.
 *
 * @param asked as a run asks for it; empty for the server's default
 * @param name as the server calls it; empty if there is nothing to choose from
 * @param transactional whether what was begun can be undone
 */
public record StorageEngine(String asked, String name, boolean transactional) {

    /** The storage engine of engines with only one. */
    public static final StorageEngine ONLY = new StorageEngine("", "", true);

    /** SHOW ENGINES has NDB under its first name. */
    private static final String NDB = "ndb";

    private static final String NDB_SHOWN = "ndbcluster";
    private static final String INNODB = "InnoDB";
    private static final String MEMORY = "MEMORY";
    private static final String ROCKSDB = "ROCKSDB";
    /** MEMORY tables end at a size that is 16 MB by default, and keep the one that they are made with. */
    private static final String ROOM_IN_MEMORY = "SET SESSION max_heap_table_size = 17179869184";

    /**
     * Looks whether the server has it.
     *
     * @param target the server
     * @param asked its name; empty for the server's default
     * @param cache what is in memory when a run begins
     * @return the storage engine
     */
    public static StorageEngine of(Target target, String asked, CacheState cache) {
        if (target.engine() != Engine.MYSQL && target.engine() != Engine.MARIADB) {
            if (!asked.isEmpty()) {
                throw new SpecException("--engine: found " + asked + ", but "
                        + target.engine().title() + " has no storage engines to choose from; MySQL and MariaDB have");
            }
            return ONLY;
        }
        String shown = asked.equalsIgnoreCase(NDB) ? NDB_SHOWN : asked;
        List<String> there = new ArrayList<>();
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW ENGINES")) {
            while (rows.next()) {
                boolean isDefault = rows.getString("Support").equals("DEFAULT");
                if (isDefault || rows.getString("Support").equals("YES")) {
                    there.add(rows.getString("Engine"));
                    if (asked.isEmpty() ? isDefault : shown.equalsIgnoreCase(rows.getString("Engine"))) {
                        return new StorageEngine(
                                        asked, rows.getString("Engine"), "YES".equals(rows.getString("Transactions")))
                                .keeping(cache);
                    }
                }
            }
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot ask " + target.engine().title() + " for its storage engines: " + Target.firstLine(e), e);
        }
        throw new SpecException(
                "--engine: found " + asked + ", which " + target.engine().title() + " at " + target.url()
                        + " does not have; it has " + String.join(", ", there));
    }

    private StorageEngine keeping(CacheState cache) {
        if (is(MEMORY) && cache == CacheState.COLD) {
            throw new SpecException(
                    "--cache: found cold with the storage engine MEMORY, expected warm: a restart empties its tables");
        }
        return this;
    }

    /** @return whether its rows are there after a restart */
    public boolean survivesRestart() {
        return !is(MEMORY);
    }

    boolean isInnoDb() {
        return is(INNODB);
    }

    private boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }

    /** @return what stands at the end of CREATE TABLE; empty for the default */
    public String clause() {
        return asked.isEmpty() ? "" : " ENGINE = " + asked;
    }

    /** @return what a session says before CREATE TABLE, so that the table may grow as others do */
    public Optional<String> preparation() {
        return is(MEMORY) ? Optional.of(ROOM_IN_MEMORY) : Optional.empty();
    }

    /**
     * Returns the order of an index column. RocksDB has only one, and so have MySQL's engines except InnoDB.
     *
     * @param target the server
     * @return {@code " DESC"}, or nothing
     */
    public String descending(Target target) {
        return is(ROCKSDB) || target.engine() == Engine.MYSQL && !is(INNODB) ? "" : " DESC";
    }

    /**
     * Says in a result what keeps the tables, if that is not the usual.
     *
     * @param options of the sessions
     * @return these, and the storage engine if one was asked for or has no transactions
     */
    public Map<String, String> addTo(Map<String, String> options) {
        Map<String, String> added = new TreeMap<>(options);
        if (!asked.isEmpty() || !transactional) {
            added.put("storageEngine", word());
        }
        return added;
    }

    /** @return the same, to be put behind other words; empty for the usual */
    public String addition() {
        return asked.isEmpty() && transactional ? "" : ", " + word();
    }

    private String word() {
        return (asked.isEmpty() ? "the server's default, " + name : asked)
                + (transactional ? "" : ", without transactions: what failed may be half done");
    }
}

package dev.espalier.error;

import java.util.EnumSet;
import java.util.Set;

/**
 * The errors of the library. Each has a code as text, the exception that carries it, its meaning, and what to do.
 *
 * <p>Five texts belong to two constants each, because two exceptions use the same word: {@code read-only}, {@code interrupted}, {@code
 * outside-model}, {@code endless-record} and {@code wrong-class}. The exception's class tells them apart.
 *
 * <pre>
 * } catch (EspalierException e) {
 *     if (e.errorCode() == ErrorCode.STALE) {
 *         db.refresh(order);
 *     }
 * }
 * </pre>
 */
public enum ErrorCode {

    // ConnectionException: the database cannot be reached or opened

    /**
     * The server does not answer, was shut down, accepts no more connections, or the connection was lost; transactions and reads were retried until
     * {@code transactionTimeout}.
     */
    UNREACHABLE(
            "unreachable",
            ConnectionException.class,
            "the server does not answer, was shut down, accepts no more connections, or the connection was lost; transactions and reads were retried "
                    + "until `transactionTimeout`",
            "check that the server runs, and that host, port or path are right"),

    /** All connections of the pool were in use for {@code connectTimeout}. */
    POOL_EXHAUSTED(
            "pool-exhausted",
            ConnectionException.class,
            "all connections of the pool were in use for `connectTimeout`",
            "close what holds them, or raise `poolSize`"),

    /** The {@code DataSource} gives a connection of a transaction that somebody else commits or rolls back. */
    FOREIGN_TRANSACTION(
            "foreign-transaction",
            ConnectionException.class,
            "the `DataSource` gives a connection of a transaction that somebody else commits or rolls back",
            "open the database with the pool itself, and use it outside of that transaction"),

    /** The program has closed the database. */
    CLOSED(
            "closed",
            ConnectionException.class,
            "the program has closed the database",
            "close it when no thread uses it any more, or open it again"),

    /** The server, a pooler before it, the database or the URL has a setting with which values would be lost or statements fail. */
    SERVER_SETTING(
            "server-setting",
            ConnectionException.class,
            "the server, a pooler before it, the database or the URL has a setting with which values would be lost or statements fail",
            "change the setting as the message says"),

    /** User, password or rights are wrong. */
    ACCESS_DENIED("access-denied", ConnectionException.class, "user, password or rights are wrong", "check them"),

    /** The server has no database of that name or no such schema, or there is no such file. */
    NO_SUCH_DATABASE(
            "no-such-database",
            ConnectionException.class,
            "the server has no database of that name or no such schema, or there is no such file",
            "create it, or correct the URL"),

    /** The file is of another kind or damaged. */
    NOT_A_DATABASE(
            "not-a-database",
            ConnectionException.class,
            "the file is of another kind or damaged",
            "restore it from a copy"),

    /** Both the URL and the settings name a user or a password; drivers differ in which one they use. */
    TWO_ACCOUNTS(
            "two-accounts",
            ConnectionException.class,
            "both the URL and the settings name a user or a password; drivers differ in which one they use",
            "remove one of them"),

    /** A SQLite or DuckDB database in memory, or one of H2 without a name, lives in one connection only. */
    IN_MEMORY(
            "in-memory",
            ConnectionException.class,
            "a SQLite or DuckDB database in memory, or one of H2 without a name, lives in one connection only",
            "name a file"),

    /** No JDBC driver for the URL is on the class path. */
    NO_DRIVER(
            "no-driver",
            ConnectionException.class,
            "no JDBC driver for the URL is on the class path",
            "add the artifact that the message names"),

    /** The URL is not of a known engine, or its driver cannot read it. */
    UNKNOWN_URL(
            "unknown-url",
            ConnectionException.class,
            "the URL is not of a known engine, or its driver cannot read it",
            "use a URL of an engine or of the form that the message names"),

    /** The {@code DataSource} leads to an unknown engine. */
    UNKNOWN_ENGINE(
            "unknown-engine",
            ConnectionException.class,
            "the `DataSource` leads to an unknown engine",
            "use one of the engines that the message lists"),

    // DatabaseException: the database refused or failed while it worked

    /** Every attempt until {@code transactionTimeout} ended in a deadlock or a serialization failure. */
    CONFLICT(
            "conflict",
            DatabaseException.class,
            "every attempt until `transactionTimeout` ended in a deadlock or a serialization failure",
            "find the transactions that change the same objects so often"),

    /** Another transaction held a lock of rows or of a table for longer than {@code lockWait}; at opening: another program changed tables or built indexes. */
    LOCK_TIMEOUT(
            "lock-timeout",
            DatabaseException.class,
            "another transaction held a lock of rows or of a table for longer than `lockWait`; at opening: another program changed tables or built indexes",
            "look for a transaction that stays open; on SQLite, for another process; at opening, wait for the other program"),

    /** A statement took longer than {@code statementTimeout} and was cancelled. */
    STATEMENT_TIMEOUT(
            "statement-timeout",
            DatabaseException.class,
            "a statement took longer than `statementTimeout` and was cancelled",
            "ask for less, add an index, or raise it"),

    /** Another user, or a time limit of the server, cancelled the statement. */
    STATEMENT_CANCELLED(
            "statement-cancelled",
            DatabaseException.class,
            "another user, or a time limit of the server, cancelled the statement",
            "look at the time limits of the server"),

    /** The thread was interrupted while it waited; its interrupt flag is set; the transaction is rolled back. */
    INTERRUPTED(
            "interrupted",
            DatabaseException.class,
            "the thread was interrupted while it waited; its interrupt flag is set; the transaction is rolled back",
            "end the thread's work"),

    /** No room is left on the server's or the file's device. */
    DISK_FULL(
            "disk-full", DatabaseException.class, "no room is left on the server's or the file's device", "make room"),

    /** The file or the user may only read. */
    READ_ONLY(
            "read-only",
            DatabaseException.class,
            "the file or the user may only read",
            "give the right, or connect to the primary"),

    /** The server is read-only, perhaps since a failover; new connections were tried for at least {@code lockWait}. */
    NOT_PRIMARY(
            "not-primary",
            DatabaseException.class,
            "the server is read-only, perhaps since a failover; new connections were tried for at least `lockWait`",
            "name all servers in the URL, or grant the right to write"),

    /** A table no longer exists. */
    NO_SUCH_TABLE(
            "no-such-table",
            DatabaseException.class,
            "a table no longer exists",
            "find out who dropped it; `verify` lists what is missing"),

    /** The server refuses rows from the client. */
    LOCAL_INFILE_REFUSED(
            "local-infile-refused",
            DatabaseException.class,
            "the server refuses rows from the client",
            "`SET GLOBAL local_infile=ON`, and with a `DataSource` the option of the driver: `allowLoadLocalInfile=true` of MySQL's, `allowLocalInfile=true` of MariaDB's"),

    /** A repair, an import or a change of indexes was asked for while a bulk load or an import is running. */
    LOAD_RUNNING(
            "load-running",
            DatabaseException.class,
            "a repair, an import or a change of indexes was asked for while a bulk load or an import is running",
            "wait for its end"),

    /** The lease of a bulk load expired after ten minutes, and another program has undone the load. */
    LOAD_LOST(
            "load-lost",
            DatabaseException.class,
            "the lease of a bulk load expired after ten minutes, and another program has undone the load",
            "find out what stopped it, and repeat the load"),

    /** The objects of a copy or an import are not those of the source. */
    DIFFERENT_CHECKSUM(
            "different-checksum",
            DatabaseException.class,
            "the objects of a copy or an import are not those of the source",
            "repeat the command; if it fails again, report it with the table that the message names"),

    /**
     * Several objects refer to one whose field with {@code @InverseOf} holds one object: the tables were changed by hand, without their unique index.
     */
    SEVERAL_REFERRERS(
            "several-referrers",
            DatabaseException.class,
            "several objects refer to one whose field with `@InverseOf` holds one object: the tables were changed by hand, without their unique index",
            "make all references but one null; the message names two of the objects"),

    /** A column holds what its field cannot. */
    UNREADABLE_VALUE(
            "unreadable-value", DatabaseException.class, "a column holds what its field cannot", "correct the row"),

    /** A reference leads to an object of a class that its field cannot hold: the tables were changed by hand. */
    WRONG_STORED_CLASS(
            "wrong-class",
            DatabaseException.class,
            "a reference leads to an object of a class that its field cannot hold: the tables were changed by hand",
            "correct the row, or repair the database"),

    /**
     * A record's constructor refuses null in place of an object that was not loaded: its class is not in the model, or it is gone, or a bound leaves it
     * out.
     */
    UNRESOLVED_REFERENCE(
            "unresolved-reference",
            DatabaseException.class,
            "a record's constructor refuses null in place of an object that was not loaded: its class is not in the model, or it is gone, or a bound "
                    + "leaves it out",
            "name the class in `Model.of`, or let the constructor take null"),

    /** A record in the database contains itself. */
    ENDLESS_STORED_RECORD(
            "endless-record", DatabaseException.class, "a record in the database contains itself", "correct the row"),

    /** Any other error of the engine. */
    DATABASE_ERROR(
            "database-error",
            DatabaseException.class,
            "any other error of the engine",
            "read its message; its exception is the cause"),

    // UnknownOutcomeException: it is not known whether a transaction was committed

    /**
     * The connection was lost in COMMIT, and the database could not be asked until {@code transactionTimeout}; either all of the transaction is
     * committed or nothing; the objects are as before it.
     */
    COMMIT_UNKNOWN(
            "commit-unknown",
            UnknownOutcomeException.class,
            "the connection was lost in COMMIT, and the database could not be asked until `transactionTimeout`; either all of the transaction is "
                    + "committed or nothing; the objects are as before it",
            "pass the exception to `Database.isCommitted` when the database is back, before you repeat anything of the transaction"),

    // StoreException: objects could not be stored or deleted

    /** Another transaction has changed the object since it was loaded. */
    STALE(
            "stale",
            StoreException.class,
            "another transaction has changed the object since it was loaded",
            "`refresh` or reload it, and repeat the change; `transact` does so by itself for objects that the work reads, or names by `tx.remember` "
                    + "before it changes them"),

    /**
     * An object with an id differs from the stored one, and its version is unknown: it was made by hand, copied, deserialised, or comes from another
     * database.
     */
    UNKNOWN_VERSION(
            "unknown-version",
            StoreException.class,
            "an object with an id differs from the stored one, and its version is unknown: it was made by hand, copied, deserialised, or comes from "
                    + "another database",
            "load the object and change that one; refer to it by `db.reference`; keep its version in a `@Version` field; or replace the stored object "
                    + "by `db.overwrite`"),

    /** The work of a transaction is retried, and has changed an object that it had neither read nor remembered: the change might be made twice. */
    NOT_REMEMBERED(
            "not-remembered",
            StoreException.class,
            "the work of a transaction is retried, and has changed an object that it had neither read nor remembered: the change might be made twice",
            "call `tx.remember(object)` before the work changes it"),

    /**
     * An object cannot be deleted, because a record that refers to it, or holds it in a collection, cannot be constructed without it: its owner could not be
     * loaded any more.
     */
    OBJECT_IN_USE(
            "in-use",
            StoreException.class,
            "an object cannot be deleted, because a record that refers to it, or holds it in a collection, cannot be constructed without it: its owner could"
                    + " not be loaded any more",
            "change or delete the owner that the message names, before or in the same call; or let the record's constructor take null"),

    /** Writing or locking in {@code Database.read}. */
    READ_ONLY_WORK("read-only", StoreException.class, "writing or locking in `Database.read`", "write in `transact`"),

    /** A {@code @Unique} field has this value in another object already, which the message names. */
    NOT_UNIQUE(
            "not-unique",
            StoreException.class,
            "a `@Unique` field has this value in another object already, which the message names",
            "choose another value"),

    /** Like {@code not-unique}, but the other object is unknown: it was deleted meanwhile, or it was in the refused part of a bulk load. */
    DUPLICATE(
            "duplicate",
            StoreException.class,
            "like `not-unique`, but the other object is unknown: it was deleted meanwhile, or it was in the refused part of a bulk load",
            "choose another value"),

    /**
     * A transaction was rolled back, and a collection cannot be restored because it does not allow the changes that are needed; everything else is
     * restored, and the work is not retried.
     */
    NOT_RESTORED(
            "not-restored",
            StoreException.class,
            "a transaction was rolled back, and a collection cannot be restored because it does not allow the changes that are needed; everything else "
                    + "is restored, and the work is not retried",
            "use a collection that can be cleared and filled"),

    /** A bulk load within a transaction. */
    IN_TRANSACTION(
            "in-transaction",
            StoreException.class,
            "a bulk load within a transaction",
            "use the bulk writer outside, or store in the transaction"),

    /** A bulk load was given an object with an id that this database has neither loaded nor assigned. */
    UNKNOWN_ID(
            "unknown-id",
            StoreException.class,
            "a bulk load was given an object with an id that this database has neither loaded nor assigned",
            "set the id to 0; store the object with `Database.store` if it was stored before"),

    /** A bulk load was given an object that was stored before and has changed since. */
    NOT_NEW(
            "not-new",
            StoreException.class,
            "a bulk load was given an object that was stored before and has changed since",
            "store it with `Database.store`"),

    /** Two Java objects with the same id were both changed. */
    TWO_OBJECTS(
            "two-objects",
            StoreException.class,
            "two Java objects with the same id were both changed",
            "change only one of them"),

    /** A field with {@code @InverseOf} contradicts the references of what it holds. */
    INVERSE_MISMATCH(
            "inverse-mismatch",
            StoreException.class,
            "a field with `@InverseOf` contradicts the references of what it holds",
            "set the reference, which is what is stored"),

    /** Another thread has changed an object, or a collection, while it was stored; nothing was stored. */
    CHANGED_DURING_STORE(
            "changed-during-store",
            StoreException.class,
            "another thread has changed an object, or a collection, while it was stored; nothing was stored",
            "let one thread at a time change and store what threads share"),

    /** A collection or an embedded record that was not loaded as a whole, or a stand-in, was changed; storing it would lose the rest. */
    NOT_LOADED(
            "not-loaded",
            StoreException.class,
            "a collection or an embedded record that was not loaded as a whole, or a stand-in, was changed; storing it would lose the rest",
            "load the object without bounds, in a program with all classes, and repeat the change"),

    /** The object was never stored. */
    NOT_STORED("not-stored", StoreException.class, "the object was never stored", "store it first"),

    /** The program has changed an id. */
    ID_CHANGED("id-changed", StoreException.class, "the program has changed an id", "do not change ids"),

    /** No column can hold this value. */
    BAD_VALUE(
            "bad-value",
            StoreException.class,
            "no column can hold this value",
            "see found and expected in the message"),

    /** A value does not fit its column. */
    TOO_LONG("too-long", StoreException.class, "a value does not fit its column", "shorten it"),

    /** A value, or a row with its large values, is larger than the server takes; nothing was stored, and the connection is not lost. */
    VALUE_TOO_LARGE(
            "value-too-large",
            StoreException.class,
            "a value, or a row with its large values, is larger than the server takes; nothing was stored, and the connection is not lost",
            "raise the setting that the message names, and open the database again; or keep the value elsewhere"),

    /** Null where a field cannot be null. */
    NULL_REFUSED("null-refused", StoreException.class, "null where a field cannot be null", "set it"),

    /** Null was passed as an object. */
    NULL_OBJECT("null-object", StoreException.class, "null was passed as an object", "remove it"),

    /** An object is of a class that is not in the model. */
    OBJECT_OUTSIDE_MODEL(
            "outside-model",
            StoreException.class,
            "an object is of a class that is not in the model",
            "name it in `Model.of`"),

    /** A record cannot be refreshed, and has no stand-in: its components are final. */
    RECORD(
            "record",
            StoreException.class,
            "a record cannot be refreshed, and has no stand-in: its components are final",
            "reload it"),

    /** The bulk load was cancelled. */
    CANCELLED("cancelled", StoreException.class, "the bulk load was cancelled", "load again if the objects are wanted"),

    /** The thread was interrupted while a bulk load waited; the load is undone when it is closed. */
    LOAD_INTERRUPTED(
            "interrupted",
            StoreException.class,
            "the thread was interrupted while a bulk load waited; the load is undone when it is closed",
            "end the thread's work"),

    /** A file is not part of an export, or is damaged; the message names file and line. */
    BAD_EXPORT(
            "bad-export",
            StoreException.class,
            "a file is not part of an export, or is damaged; the message names file and line",
            "export again; nothing was imported"),

    /** A file cannot be read or written; the message says why. */
    FILE(
            "file",
            StoreException.class,
            "a file cannot be read or written; the message says why",
            "make room, or correct the name or the rights"),

    // NotFoundException: an object does not exist

    /** There is no object with that id; it may have been deleted. */
    NOT_FOUND(
            "not-found",
            NotFoundException.class,
            "there is no object with that id; it may have been deleted",
            "treat the object as deleted"),

    /** The target of a new reference was deleted by another transaction, or never existed. */
    TARGET_NOT_FOUND(
            "target-not-found",
            NotFoundException.class,
            "the target of a new reference was deleted by another transaction, or never existed",
            "remove the reference, or store the object as a new one"),

    /** {@code Query.one()} has found nothing. */
    NO_RESULT(
            "no-result",
            NotFoundException.class,
            "`Query.one()` has found nothing",
            "use `list()` if there may be none"),

    // LimitException: a result exceeds a limit

    /** {@code Query.one()} has found more than one object. */
    SEVERAL_RESULTS(
            "several-results",
            LimitException.class,
            "`Query.one()` has found more than one object",
            "use `list()` or a narrower condition"),

    /** The structures have more objects than {@code maxObjects}. */
    TOO_MANY_OBJECTS(
            "too-many-objects",
            LimitException.class,
            "the structures have more objects than `maxObjects`",
            "bound them by `depth`, `only` or `stopAt`"),

    /**
     * {@code SearchStrategy.STATEMENT} was asked for, and a single statement for the whole query nests deeper or joins more than the engine allows.
     */
    STATEMENT_TOO_LARGE(
            "statement-too-large",
            LimitException.class,
            "`SearchStrategy.STATEMENT` was asked for, and a single statement for the whole query nests deeper or joins more than the engine allows",
            "use `AUTO` or `STEPS`"),

    // ModelException: the classes cannot be stored as they are

    /** No class was named. */
    EMPTY_MODEL("empty-model", ModelException.class, "no class was named", "name at least one class in `Model.of`"),

    /** A model that was written as YAML or as a {@code ModelDraft} has mistakes; the message lists each with its place. */
    BAD_MODEL(
            "bad-model",
            ModelException.class,
            "a model that was written as YAML or as a `ModelDraft` has mistakes; the message lists each with its place",
            "correct what the message names"),

    /** A class is asked for that is not in the model. */
    OUTSIDE_MODEL(
            "outside-model",
            ModelException.class,
            "a class is asked for that is not in the model",
            "name it in `Model.of`"),

    /** A class of the JDK, an enum or the like was named as a class of objects. */
    NOT_A_CLASS_OF_OBJECTS(
            "not-a-class-of-objects",
            ModelException.class,
            "a class of the JDK, an enum or the like was named as a class of objects",
            "name a class of the program"),

    /** An abstract class or an interface has no class below it. */
    NO_CONCRETE_CLASS(
            "no-concrete-class",
            ModelException.class,
            "an abstract class or an interface has no class below it",
            "name a concrete subclass in `Model.of`"),

    /** An inner class holds a hidden reference to its outer object. */
    INNER_CLASS(
            "inner-class",
            ModelException.class,
            "an inner class holds a hidden reference to its outer object",
            "make it static"),

    /** A class within a method. */
    LOCAL_CLASS(
            "local-class",
            ModelException.class,
            "a class within a method",
            "make it a class of its own, or a static nested one"),

    /** A module does not open the package. */
    NOT_OPEN(
            "not-open",
            ModelException.class,
            "a module does not open the package",
            "open the package to Espalier, as the message shows"),

    /** A class has no constructor without parameters, and the Java runtime makes no objects without calling one. */
    NO_CONSTRUCTOR(
            "no-constructor",
            ModelException.class,
            "a class has no constructor without parameters, and the Java runtime makes no objects without calling one",
            "give it one, of any visibility, or add the module `jdk.unsupported` to the runtime image"),

    /** {@code @InverseOf} names no reference that leads back, or stands on a field that cannot be an inverse. */
    BAD_INVERSE(
            "bad-inverse",
            ModelException.class,
            "`@InverseOf` names no reference that leads back, or stands on a field that cannot be an inverse",
            "name the reference field of the members, or remove the annotation"),

    /** A field {@code id} is not {@code long} or {@code Long}. */
    BAD_ID(
            "bad-id",
            ModelException.class,
            "a field `id` is not `long` or `Long`",
            "declare it `long` or `Long`, or rename it"),

    /** A {@code @Version} field is of another type than {@code int}, {@code Integer}, {@code long} or {@code Long}, or the class has two. */
    BAD_VERSION(
            "bad-version",
            ModelException.class,
            "a `@Version` field is of another type than `int`, `Integer`, `long` or `Long`, or the class has two",
            "declare one field of one of these types"),

    /** A class and one above it have fields of the same name. */
    SHADOWED_FIELD(
            "shadowed-field",
            ModelException.class,
            "a class and one above it have fields of the same name",
            "rename one of them"),

    /** A record contains itself. */
    ENDLESS_RECORD(
            "endless-record",
            ModelException.class,
            "a record contains itself",
            "give the record an id, so that it becomes an object of its own"),

    /** A field's type cannot be stored. */
    UNSUPPORTED_TYPE(
            "unsupported-type",
            ModelException.class,
            "a field's type cannot be stored",
            "use the type that the message names, or mark the field `@Transient`"),

    /** A collection whose kind, or whose members, cannot be stored. */
    UNSUPPORTED_COLLECTION(
            "unsupported-collection",
            ModelException.class,
            "a collection whose kind, or whose members, cannot be stored",
            "use the collection that the message names, or mark the field `@Transient`"),

    /** A type parameter is not fixed anywhere. */
    UNKNOWN_TYPE(
            "unknown-type", ModelException.class, "a type parameter is not fixed anywhere", "give a type argument"),

    /** An annotation has no meaning at its place. */
    MISPLACED_ANNOTATION(
            "misplaced-annotation",
            ModelException.class,
            "an annotation has no meaning at its place",
            "move or remove it"),

    /** A constructor of the program threw an exception. */
    CONSTRUCTOR_FAILED(
            "constructor-failed",
            ModelException.class,
            "a constructor of the program threw an exception",
            "see the cause; let the constructor accept what is stored"),

    /** A collection class of the program threw an exception while it was filled, or a record's constructor copied a collection before its members were complete. */
    COLLECTION_FAILED(
            "collection-failed",
            ModelException.class,
            "a collection class of the program threw an exception while it was filled, or a record's constructor copied a collection before its members were complete",
            "see the cause; let the collection accept what is stored, and the constructor keep or wrap it"),

    // SchemaException: the database does not fit

    /** An attribute has a type that cannot hold all stored values, or a class is such that stored objects would not be seen; the message lists every difference. */
    MODEL_MISMATCH(
            "model-mismatch",
            SchemaException.class,
            "an attribute has a type that cannot hold all stored values, or a class is such that stored objects would not be seen; the message lists every difference",
            "use a type that holds them, give the new attribute another name, or keep the class as it is"),

    /** The tables need a change that the settings do not allow. */
    SCHEMA_CHANGE(
            "schema-change",
            SchemaException.class,
            "the tables need a change that the settings do not allow",
            "open it with the `SchemaMode` that the message names, or run `espalier schema apply`"),

    /** The program has a class, an attribute or an enum constant that was dropped for good; the message names it, the time, and the program that dropped it. */
    DROPPED(
            "dropped",
            SchemaException.class,
            "the program has a class, an attribute or an enum constant that was dropped for good; the message names it, the time, and the program that dropped it",
            "use a newer version of the program, or write `@Was({})` on what shall be added again, empty"),

    /** Programs that know what shall be dropped or converted have the database open; the message names them. */
    IN_USE(
            "in-use",
            SchemaException.class,
            "programs that know what shall be dropped or converted have the database open; the message names them",
            "stop them, and wait a minute for one that died; what shall be dropped can be dropped by force"),

    /**
     * Objects that stay refer to objects of a class that shall be dropped, or have an enum constant that shall be dropped; the message names them.
     */
    STILL_USED(
            "still-used",
            SchemaException.class,
            "objects that stay refer to objects of a class that shall be dropped, or have an enum constant that shall be dropped; the message names them",
            "change these objects, then try once more"),

    /** The database has another index level. */
    INDEX_LEVEL(
            "index-level",
            SchemaException.class,
            "the database has another index level",
            "do not set the level, or change it by `db.schema().indexes(level)`"),

    /** Tables, views or the like of these names exist that Espalier has not made. */
    FOREIGN_TABLES(
            "foreign-tables",
            SchemaException.class,
            "tables, views or the like of these names exist that Espalier has not made",
            "use another database or schema, or rename the class"),

    /** A copy or an import into the database has not ended; its objects are not all there. */
    UNFINISHED_COPY(
            "unfinished-copy",
            SchemaException.class,
            "a copy or an import into the database has not ended; its objects are not all there",
            "repeat the command, which completes it, or drop its tables"),

    /** A copy or an import needs a database without objects, or one with the same model. */
    NOT_EMPTY(
            "not-empty",
            SchemaException.class,
            "a copy or an import needs a database without objects, or one with the same model",
            "name another database"),

    /** Another process copies or imports into the same database. */
    COPY_RUNNING(
            "copy-running",
            SchemaException.class,
            "another process copies or imports into the same database",
            "wait for its end"),

    /** The database was made by another version. */
    FORMAT("format", SchemaException.class, "the database was made by another version", "open it with that version"),

    /** A stored class, attribute or collection has values but is missing in the program, which has a new one that may be the same. */
    RENAMED(
            "renamed",
            SchemaException.class,
            "a stored class, attribute or collection has values but is missing in the program, which has a new one that may be the same",
            "write `@Was(\"former name\")` on the renamed one, or `@Was({})` on a new one"),

    /** A migration or a conversion of attributes cannot be done: stored values have no counterpart in the new type, or the migration does not fit the classes. */
    MIGRATION(
            "migration",
            SchemaException.class,
            "a migration or a conversion of attributes cannot be done: stored values have no counterpart in the new type, or the migration does not fit the classes",
            "correct the values or the migration that the message names; nothing was changed"),

    /** One class has more {@code @Index} and {@code @Unique} fields than the engine allows indexes for a table. */
    TOO_MANY_INDEXES(
            "too-many-indexes",
            SchemaException.class,
            "one class has more `@Index` and `@Unique` fields than the engine allows indexes for a table",
            "remove some of them"),

    /** A {@code byte[]} has {@code @Unique}, and the engine has no unique index of bytes: MySQL and TiDB. */
    UNIQUE_BYTES(
            "unique-bytes",
            SchemaException.class,
            "a `byte[]` has `@Unique`, and the engine has no unique index of bytes: MySQL and TiDB",
            "keep a `String` or a `UUID`, or remove the annotation"),

    /**
     * The columns of a class, or of the members of a collection, are more than the engine allows in a table, or take more of a row; the message names the
     * largest fields.
     */
    ROW_TOO_LARGE(
            "row-too-large",
            SchemaException.class,
            "the columns of a class, or of the members of a collection, are more than the engine allows in a table, or take more of a row; the message names the largest fields",
            "move fields to a class of their own, to which this one refers; a record's are kept in the same table"),

    /** A table of the database is missing. */
    MISSING_TABLE(
            "missing-table", SchemaException.class, "a table of the database is missing", "restore it from a backup"),

    /** A row of {@code espalier_meta} or {@code espalier_ids} is missing, and others exist. */
    LOST_ROW(
            "lost-row",
            SchemaException.class,
            "a row of `espalier_meta` or `espalier_ids` is missing, and others exist",
            "restore it from a backup; `repair` creates that of `espalier_ids`"),

    /** The database has no objects of Espalier. */
    NO_MODEL(
            "no-model",
            SchemaException.class,
            "the database has no objects of Espalier",
            "open a database that Espalier has made"),

    /** The description of the model in the database is damaged. */
    STRUCTURE(
            "structure",
            SchemaException.class,
            "the description of the model in the database is damaged",
            "open the database with its classes once"),

    // QueryException: a query is wrong

    /** A character that no token begins with. */
    UNEXPECTED_CHARACTER(
            "unexpected-character",
            QueryException.class,
            "a character that no token begins with",
            "remove it, or put it within quotes"),

    /** Something else was expected here. */
    UNEXPECTED_TOKEN(
            "unexpected-token",
            QueryException.class,
            "something else was expected here",
            "write what the message expects"),

    /** The text ends too early. */
    UNEXPECTED_END("unexpected-end", QueryException.class, "the text ends too early", "write what the message expects"),

    /** A quote is missing. */
    UNCLOSED_STRING(
            "unclosed-string",
            QueryException.class,
            "a quote is missing",
            "close it; a quote within a string is written twice"),

    /** A closing bracket is missing. */
    UNCLOSED_BRACKET("unclosed-bracket", QueryException.class, "a closing bracket is missing", "close it"),

    /** A closing bracket too many. */
    UNOPENED_BRACKET(
            "unopened-bracket", QueryException.class, "a closing bracket too many", "remove it, or open it before"),

    /** More than 200 levels. */
    NESTING_TOO_DEEP(
            "nesting-too-deep", QueryException.class, "more than 200 levels", "nest less, or name parts as variables"),

    /** Not a number, or one out of bounds. */
    BAD_NUMBER(
            "bad-number",
            QueryException.class,
            "not a number, or one out of bounds",
            "write a number within the bounds of the message"),

    /** {@code :} without a name. */
    BAD_PARAMETER("bad-parameter", QueryException.class, "`:` without a name", "write a name after it"),

    /** {@code $} without a name. */
    BAD_VARIABLE("bad-variable", QueryException.class, "`$` without a name", "write a name after it"),

    /** A pattern ends in a backslash. */
    BAD_PATTERN("bad-pattern", QueryException.class, "a pattern ends in a backslash", "write two backslashes for one"),

    /** A range from more to less. */
    EMPTY_RANGE("empty-range", QueryException.class, "a range from more to less", "begin with the smaller number"),

    /** The class has no such field; the message has those it has. */
    UNKNOWN_FIELD(
            "unknown-field",
            QueryException.class,
            "the class has no such field; the message has those it has",
            "use one of these"),

    /** Subclasses have different fields of that name. */
    AMBIGUOUS_FIELD(
            "ambiguous-field",
            QueryException.class,
            "subclasses have different fields of that name",
            "name the subclass by `[Class]` in the path"),

    /** No class of that name is in the model. */
    UNKNOWN_CLASS(
            "unknown-class",
            QueryException.class,
            "no class of that name is in the model",
            "use one that the message lists"),

    /** Several are. */
    AMBIGUOUS_CLASS(
            "ambiguous-class", QueryException.class, "several are", "write one of the full names in the message"),

    /** No object of the class can be at this step. */
    UNRELATED_CLASS(
            "unrelated-class",
            QueryException.class,
            "no object of the class can be at this step",
            "name a class that the step can lead to"),

    /** An inverse step by a field that does not refer to this class. */
    NO_RELATION(
            "no-relation",
            QueryException.class,
            "an inverse step by a field that does not refer to this class",
            "name a field that refers to this class"),

    /** A step from a plain value. */
    NO_OBJECT("no-object", QueryException.class, "a step from a plain value", "end the path here"),

    /** {@code IS EMPTY} of a field that is not a collection. */
    NO_COLLECTION(
            "no-collection",
            QueryException.class,
            "`IS EMPTY` of a field that is not a collection",
            "write `IS NULL` for a value, or `NO` or `ANY` before a path to objects"),

    /** A record in a collection cannot be compared by two paths. */
    NO_IDENTITY(
            "no-identity",
            QueryException.class,
            "a record in a collection cannot be compared by two paths",
            "compare their components"),

    /** {@code <}, {@code MIN} and the like of a type without an order. */
    NO_ORDER(
            "no-order",
            QueryException.class,
            "`<`, `MIN` and the like of a type without an order",
            "compare by `=` or `!=`"),

    /** ORDER BY a field that is not a value. */
    NO_VALUE(
            "no-value",
            QueryException.class,
            "ORDER BY a field that is not a value",
            "order by a value in it, or by its id"),

    /** ORDER BY a path with several values for each object. */
    MANY_VALUES(
            "many-values",
            QueryException.class,
            "ORDER BY a path with several values for each object",
            "order by a path through references and records only"),

    /** A step is repeated that does not lead to its own class. */
    NOT_RECURSIVE(
            "not-recursive",
            QueryException.class,
            "a step is repeated that does not lead to its own class",
            "repeat only a step that leads to its own class"),

    /** A step is repeated too often. */
    TOO_MANY_STEPS("too-many-steps", QueryException.class, "a step is repeated too often", "repeat it less often"),

    /** A value of another type than the field's. */
    WRONG_TYPE(
            "wrong-type",
            QueryException.class,
            "a value of another type than the field's",
            "write a value of the type in the message"),

    /** A variable finds objects of another class. */
    WRONG_CLASS(
            "wrong-class",
            QueryException.class,
            "a variable finds objects of another class",
            "use a variable for the class in the message"),

    /** A variable is not defined. */
    UNKNOWN_VARIABLE(
            "unknown-variable", QueryException.class, "a variable is not defined", "define it, or correct its name"),

    /** Variables are defined by each other. */
    VARIABLE_CIRCLE(
            "variable-circle",
            QueryException.class,
            "variables are defined by each other",
            "remove one of the definitions from the circle"),

    /** {@code ?} within a variable. */
    POSITIONAL_IN_VARIABLE(
            "positional-in-variable", QueryException.class, "`?` within a variable", "use a named parameter"),

    /** A parameter has no value. */
    UNBOUND_PARAMETER("unbound-parameter", QueryException.class, "a parameter has no value", "give it one by `with`"),

    /** A value for a parameter that is not there. */
    SURPLUS_PARAMETER(
            "surplus-parameter",
            QueryException.class,
            "a value for a parameter that is not there",
            "remove it, or correct its name"),

    /** More values than the engine accepts in one statement. */
    TOO_MANY_VALUES(
            "too-many-values",
            QueryException.class,
            "more values than the engine accepts in one statement",
            "compare with fewer values"),

    /** Objects refer to each other in a cycle, so none of them is a root; {@code resolveCycles(true)} returns them. */
    CYCLE(
            "cycle",
            QueryException.class,
            "objects refer to each other in a cycle, so none of them is a root; `resolveCycles(true)` returns them",
            "call `resolveCycles(true)`, which returns all objects of the cycle"),

    /** A page's key that is damaged, or of another query. */
    BAD_PAGE_KEY(
            "bad-page-key",
            QueryException.class,
            "a page's key that is damaged, or of another query",
            "pass the key that came with the page before"),

    /** A page of a query with LIMIT or OFFSET. */
    PAGED_LIMIT(
            "paged-limit",
            QueryException.class,
            "a page of a query with LIMIT or OFFSET",
            "remove LIMIT and OFFSET; the page has a size of its own");

    private static final Set<ErrorCode> RETRYABLE = EnumSet.of(
            UNREACHABLE,
            POOL_EXHAUSTED,
            CONFLICT,
            LOCK_TIMEOUT,
            STATEMENT_TIMEOUT,
            STATEMENT_CANCELLED,
            NOT_PRIMARY,
            LOAD_RUNNING);

    private final String code;
    private final Class<? extends EspalierException> exception;
    private final String meaning;
    private final String cure;

    ErrorCode(String code, Class<? extends EspalierException> exception, String meaning, String cure) {
        this.code = code;
        this.exception = exception;
        this.meaning = meaning;
        this.cure = cure;
    }

    /**
     * Returns the code as text, in lower case with hyphens, for example {@code unknown-field}. Texts are part of the API: an error keeps
     * its text.
     *
     * @return the text, never null
     */
    public String code() {
        return code;
    }

    /**
     * Returns the class of the exceptions with this code. There is one exception to it: an error of a {@link DatabaseException} that occurs
     * while a connection is opened is a {@link ConnectionException} with the same code.
     *
     * @return the class, never null
     */
    public Class<? extends EspalierException> exception() {
        return exception;
    }

    /**
     * Returns whether the same call may succeed later without any change, for example after a restart of the server.
     *
     * @return true if a retry can succeed
     */
    public boolean retryable() {
        return RETRYABLE.contains(this);
    }

    /**
     * Returns the meaning of the error, as a phrase without a full stop.
     *
     * @return the meaning, one line
     */
    public String meaning() {
        return meaning;
    }

    /**
     * Returns what to do about the error, as a phrase without a full stop.
     *
     * @return the cure, one line
     */
    public String cure() {
        return cure;
    }
}

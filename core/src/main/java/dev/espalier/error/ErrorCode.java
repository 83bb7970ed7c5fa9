package dev.espalier.error;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The errors of the library. The comment of each says what it means, then what to do. The page on errors is made from these comments.
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
     *
     * <p>Check that the server runs, and that host, port or path are right.
     */
    UNREACHABLE(ConnectionException.class),

    /** All connections of the pool were in use for {@code connectTimeout}. <p>Close what holds them, or raise {@code poolSize}. */
    POOL_EXHAUSTED(ConnectionException.class),

    /**
     * The {@code DataSource} gives a connection of a transaction that somebody else commits or rolls back.
     *
     * <p>Open the database with the pool itself, and use it outside of that transaction.
     */
    FOREIGN_TRANSACTION(ConnectionException.class),

    /** The program has closed the database. <p>Close it when no thread uses it any more, or open it again. */
    CLOSED(ConnectionException.class),

    /**
     * The server, a pooler before it, the database or the URL has a setting with which values would be lost or statements fail.
     *
     * <p>Change the setting as the message says.
     */
    SERVER_SETTING(ConnectionException.class),

    /** User, password or rights are wrong. <p>Check them. */
    ACCESS_DENIED(ConnectionException.class),

    /** The server has no database of that name or no such schema, or there is no such file. <p>Create it, or correct the URL. */
    NO_SUCH_DATABASE(ConnectionException.class),

    /** The file is of another kind or damaged. <p>Restore it from a copy. */
    NOT_A_DATABASE(ConnectionException.class),

    /** Both the URL and the settings name a user or a password; drivers differ in which one they use. <p>Remove one of them. */
    TWO_ACCOUNTS(ConnectionException.class),

    /** A SQLite or DuckDB database in memory, or one of H2 without a name, lives in one connection only. <p>Name a file. */
    IN_MEMORY(ConnectionException.class),

    /** No JDBC driver for the URL is on the class path. <p>Add the artifact that the message names. */
    NO_DRIVER(ConnectionException.class),

    /** The URL is not of a known engine, or its driver cannot read it. <p>Use a URL of an engine or of the form that the message names. */
    UNKNOWN_URL(ConnectionException.class),

    /** The {@code DataSource} leads to an unknown engine. <p>Use one of the engines that the message lists. */
    UNKNOWN_ENGINE(ConnectionException.class),

    // DatabaseException: the database refused or failed while it worked

    /**
     * Every attempt until {@code transactionTimeout} ended in a deadlock or a serialization failure.
     *
     * <p>Find the transactions that change the same objects so often.
     */
    CONFLICT(DatabaseException.class),

    /**
     * Another transaction held a lock of rows or of a table for longer than {@code lockWait}; at opening: another program changed tables or built
     * indexes.
     *
     * <p>Look for a transaction that stays open; on SQLite, for another process; at opening, wait for the other program.
     */
    LOCK_TIMEOUT(DatabaseException.class),

    /** A statement took longer than {@code statementTimeout} and was cancelled. <p>Ask for less, add an index, or raise it. */
    STATEMENT_TIMEOUT(DatabaseException.class),

    /** Another user, or a time limit of the server, cancelled the statement. <p>Look at the time limits of the server. */
    STATEMENT_CANCELLED(DatabaseException.class),

    /** The thread was interrupted while it waited; its interrupt flag is set; the transaction is rolled back. <p>End the thread's work. */
    INTERRUPTED(DatabaseException.class),

    /** No room is left on the server's or the file's device. <p>Make room. */
    DISK_FULL(DatabaseException.class),

    /** The file or the user may only read. <p>Give the right, or connect to the primary. */
    READ_ONLY(DatabaseException.class),

    /**
     * The server is read-only, perhaps since a failover; new connections were tried for at least {@code lockWait}.
     *
     * <p>Name all servers in the URL, or grant the right to write.
     */
    NOT_PRIMARY(DatabaseException.class),

    /** A table no longer exists. <p>Find out who dropped it; {@code verify} lists what is missing. */
    NO_SUCH_TABLE(DatabaseException.class),

    /**
     * The server refuses rows from the client.
     *
     * <p>{@code SET GLOBAL local_infile=ON}, and with a {@code DataSource} the option of the driver: {@code allowLoadLocalInfile=true} of MySQL's,
     * {@code allowLocalInfile=true} of MariaDB's.
     */
    LOCAL_INFILE_REFUSED(DatabaseException.class),

    /** A repair, an import or a change of indexes was asked for while a bulk load or an import is running. <p>Wait for its end. */
    LOAD_RUNNING(DatabaseException.class),

    /** The lease of a bulk load expired after ten minutes, and another program has undone the load. <p>Find out what stopped it, and repeat the load. */
    LOAD_LOST(DatabaseException.class),

    /**
     * The objects of a copy or an import are not those of the source.
     *
     * <p>Repeat the command; if it fails again, report it with the table that the message names.
     */
    DIFFERENT_CHECKSUM(DatabaseException.class),

    /**
     * Several objects refer to one whose field with {@code @InverseOf} holds one object: the tables were changed by hand, without their unique index.
     *
     * <p>Make all references but one null; the message names two of the objects.
     */
    SEVERAL_REFERRERS(DatabaseException.class),

    /** A column holds what its field cannot. <p>Correct the row. */
    UNREADABLE_VALUE(DatabaseException.class),

    /** A reference leads to an object of a class that its field cannot hold: the tables were changed by hand. <p>Correct the row, or repair the database. */
    WRONG_STORED_CLASS(DatabaseException.class),

    /**
     * A record's constructor refuses null in place of an object that was not loaded: its class is not in the model, or it is gone, or a bound leaves
     * it out.
     *
     * <p>Name the class in {@code Model.of}, or let the constructor take null.
     */
    UNRESOLVED_REFERENCE(DatabaseException.class),

    /** A record in the database contains itself. <p>Correct the row. */
    ENDLESS_STORED_RECORD(DatabaseException.class),

    /** Any other error of the engine. <p>Read its message; its exception is the cause. */
    DATABASE_ERROR(DatabaseException.class),

    // UnknownOutcomeException: it is not known whether a transaction was committed

    /**
     * The connection was lost in COMMIT, and the database could not be asked until {@code transactionTimeout}; either all of the transaction is
     * committed or nothing; the objects are as before it. On an embedded engine: the file was closed in COMMIT.
     *
     * <p>Pass the exception to {@code Database.isCommitted} when the database is back, before you repeat anything of the transaction; on an embedded
     * engine, which keeps no commit marker, read what it has written.
     */
    COMMIT_UNKNOWN(UnknownOutcomeException.class),

    // StoreException: objects could not be stored or deleted

    /**
     * Another transaction has changed the object since it was loaded.
     *
     * <p>{@code refresh} or reload it, and repeat the change; {@code useTransaction} does so by itself for objects that the work reads, or names by {@code
     * tx.remember} before it changes them.
     */
    STALE(StoreException.class),

    /**
     * An object with an id differs from the stored one, and its version is unknown: it was made by hand, copied, deserialised, or comes from another
     * database.
     *
     * <p>Load the object and change that one; refer to it by {@code db.reference}; keep its version in a {@code @Version} field; or replace the
     * stored object by {@code db.overwrite}.
     */
    UNKNOWN_VERSION(StoreException.class),

    /**
     * The work of a transaction is retried, and has changed an object that it had neither read nor remembered: the change might be made twice.
     *
     * <p>Call {@code tx.remember(object)} before the work changes it.
     */
    NOT_REMEMBERED(StoreException.class),

    /**
     * An object cannot be deleted, because a record that refers to it, or holds it in a collection, cannot be constructed without it: its owner could
     * not be loaded any more.
     *
     * <p>Change or delete the owner that the message names, before or in the same call; or let the record's constructor take null; programs without
     * the record's class know it after a {@code finish}.
     */
    OBJECT_IN_USE(StoreException.class),

    /** Writing or locking in {@code Database.useSnapshot}. <p>Write in {@code useTransaction}. */
    WRITE_IN_READ(StoreException.class),

    /** A {@code @Unique} field has this value in another object already, which the message names. <p>Choose another value. */
    NOT_UNIQUE(StoreException.class),

    /**
     * Like {@code not-unique}, but the other object is unknown: it was deleted meanwhile, or it was in the refused part of a bulk load.
     *
     * <p>Choose another value.
     */
    DUPLICATE(StoreException.class),

    /**
     * A transaction was rolled back, and a collection cannot be restored because it does not allow the changes that are needed; everything else is
     * restored, and the work is not retried.
     *
     * <p>Use a collection that can be cleared and filled.
     */
    NOT_RESTORED(StoreException.class),

    /**
     * A bulk load, a migration or a change of the schema within a transaction.
     *
     * <p>Do it outside, or store in the transaction.
     */
    IN_TRANSACTION(StoreException.class),

    /**
     * SQL of the program, or a call on the connection that a transaction lends, would end the transaction or change how the connection works; nothing of it was
     * sent.
     *
     * <p>Let the work end the transaction; define tables, and set what is to be set, on a connection of your own.
     */
    SQL_REFUSED(StoreException.class),

    /**
     * A stored procedure that the work has called, a call of the driver's own connection, or on SQLite an error of {@code ON CONFLICT ROLLBACK} has ended the
     * transaction, or has left a failure in it. What was written before may be committed; the work is not retried.
     *
     * <p>Take COMMIT and ROLLBACK out of the procedure, or call it outside of a transaction.
     */
    SQL_ENDED_TRANSACTION(StoreException.class),

    /**
     * A bulk load was given an object with an id that this database has neither loaded nor assigned.
     *
     * <p>Set the id to 0; store the object with {@code Database.store} if it was stored before.
     */
    UNKNOWN_ID(StoreException.class),

    /** A bulk load was given an object that was stored before and has changed since. <p>Store it with {@code Database.store}. */
    NOT_NEW(StoreException.class),

    /** Two Java objects with the same id were both changed. <p>Change only one of them. */
    TWO_OBJECTS(StoreException.class),

    /** A field with {@code @InverseOf} contradicts the references of what it holds. <p>Set the reference, which is what is stored. */
    INVERSE_MISMATCH(StoreException.class),

    /**
     * An object would be a part ({@code @Part}) of two owners; nothing was changed.
     *
     * <p>Take it out of the one before, in the same unit of work, or store a copy.
     */
    TWO_OWNERS(StoreException.class),

    /**
     * Another thread has changed an object, or a collection, while it was stored; nothing was stored.
     *
     * <p>Let one thread at a time change and store what threads share.
     */
    CHANGED_DURING_STORE(StoreException.class),

    /** The object was never stored. <p>Store it first. */
    NOT_STORED(StoreException.class),

    /** The program has changed an id. <p>Do not change ids. */
    ID_CHANGED(StoreException.class),

    /** No column can hold this value. <p>See found and expected in the message. */
    BAD_VALUE(StoreException.class),

    /** A value does not fit its column. <p>Shorten it. */
    TOO_LONG(StoreException.class),

    /**
     * A value, or a row with its large values, is larger than the server takes; nothing was stored, and the connection is not lost.
     *
     * <p>Raise the setting that the message names, and open the database again; or keep the value elsewhere.
     */
    VALUE_TOO_LARGE(StoreException.class),

    /** Null in a field that cannot be null. <p>Set it. */
    NULL_REFUSED(StoreException.class),

    /** Null was passed as an object. <p>Remove it. */
    NULL_OBJECT(StoreException.class),

    /** An object is of a class that is not in the model. <p>Name it in {@code Model.of}. */
    OBJECT_OUTSIDE_MODEL(StoreException.class),

    /** A record cannot be refreshed, and has no stand-in: its components are final. <p>Reload it. */
    RECORD(StoreException.class),

    /** The bulk load was cancelled. <p>Load again if the objects are wanted. */
    CANCELLED(StoreException.class),

    /** The thread was interrupted while a bulk load waited; the load is undone when it is closed. <p>End the thread's work. */
    LOAD_INTERRUPTED(StoreException.class),

    /** A file is not part of an export, or is damaged; the message names file and line. <p>Export again; nothing was imported. */
    BAD_EXPORT(StoreException.class),

    /** A file cannot be read or written; the message says why. <p>Make room, or correct the name or the rights. */
    FILE(StoreException.class),

    // NotLoadedException: a part of an object was not loaded

    /**
     * A collection that bounds have left out was read or changed; or a collection or an embedded record that was not loaded as a whole, or a stand-in, was
     * changed, and storing it would lose the rest.
     *
     * <p>Ask for the object with wider bounds, in a program with all classes, or get the object itself by its id; then repeat the change.
     */
    NOT_LOADED(NotLoadedException.class),

    // NotFoundException: an object does not exist

    /** There is no object with that id; it may have been deleted. <p>Treat the object as deleted. */
    NOT_FOUND(NotFoundException.class),

    /** The target of a new reference was deleted by another transaction, or never existed. <p>Remove the reference, or store the object as a new one. */
    TARGET_NOT_FOUND(NotFoundException.class),

    /** {@code Query.one()} has found nothing. <p>Use {@code list()} if there may be none. */
    NO_RESULT(NotFoundException.class),

    // LimitException: a result exceeds a limit

    /** {@code Query.one()} has found more than one object. <p>Use {@code list()} or a narrower condition. */
    SEVERAL_RESULTS(LimitException.class),

    /** The structures have more objects than {@code maxObjects}. <p>Bound them by {@code depth}, {@code only} or {@code stopAt}. */
    TOO_MANY_OBJECTS(LimitException.class),

    /**
     * {@code SearchStrategy.STATEMENT} was asked for, and a single statement for the whole query nests deeper or joins more than the engine allows.
     *
     * <p>Use {@code AUTO} or {@code STEPS}.
     */
    STATEMENT_TOO_LARGE(LimitException.class),

    // ModelException: the classes cannot be stored as they are

    /** No class was named. <p>Name at least one class in {@code Model.of}. */
    EMPTY_MODEL(ModelException.class),

    /** A model that was written as YAML or as a {@code ModelDraft} has mistakes; the message lists each with its place. <p>Correct what the message names. */
    BAD_MODEL(ModelException.class),

    /** A class is asked for that is not in the model. <p>Name it in {@code Model.of}. */
    OUTSIDE_MODEL(ModelException.class),

    /** A class of the JDK, an enum or the like was named as a class of objects. <p>Name a class of the program. */
    NOT_A_CLASS_OF_OBJECTS(ModelException.class),

    /** Two class loaders have loaded one class, and both are in the model. <p>Name classes of one class loader. */
    CLASS_LOADED_TWICE(ModelException.class),

    /** An abstract class or an interface has no class below it. <p>Name a concrete subclass in {@code Model.of}. */
    NO_CONCRETE_CLASS(ModelException.class),

    /** An inner class holds a hidden reference to its outer object. <p>Make it static. */
    INNER_CLASS(ModelException.class),

    /** A class within a method. <p>Make it a class of its own, or a static nested one. */
    LOCAL_CLASS(ModelException.class),

    /** A module does not open the package. <p>Open the package to Espalier, as the message shows. */
    NOT_OPEN(ModelException.class),

    /**
     * A class has no constructor without parameters, and the Java runtime makes no objects without calling one.
     *
     * <p>Give it one, of any visibility, or add the module {@code jdk.unsupported} to the runtime image.
     */
    NO_CONSTRUCTOR(ModelException.class),

    /**
     * {@code @InverseOf} names no reference that leads back, or stands on a field that cannot be an inverse.
     *
     * <p>Name the reference field of the members, or remove the annotation.
     */
    BAD_INVERSE(ModelException.class),

    /**
     * A field with {@code @Part} has no parts that could have an owner: it holds values or records, or stands in a record.
     *
     * <p>Give the records an id, or remove the annotation.
     */
    BAD_PART(ModelException.class),

    /** A field {@code id} is not {@code long} or {@code Long}. <p>Declare it {@code long} or {@code Long}, or rename it. */
    BAD_ID(ModelException.class),

    /**
     * A {@code @Version} field is of another type than {@code int}, {@code Integer}, {@code long} or {@code Long}, or the class has two.
     *
     * <p>Declare one field of one of these types.
     */
    BAD_VERSION(ModelException.class),

    /**
     * The bounds that a class or {@code Settings.bounds} sets name a path that leads nowhere or a negative depth, or a class has those of two classes above it.
     *
     * <p>Name a path of relations that the message shows, or set bounds of the class itself.
     */
    BAD_BOUNDS(ModelException.class),

    /** A class and one above it have fields of the same name. <p>Rename one of them, or mark one {@code @Transient}. */
    SHADOWED_FIELD(ModelException.class),

    /** A record contains itself. <p>Give the record an id, so that it becomes an object of its own. */
    ENDLESS_RECORD(ModelException.class),

    /** A field's type cannot be stored. <p>Use the type that the message names, or mark the field {@code @Transient}. */
    UNSUPPORTED_TYPE(ModelException.class),

    /** A collection whose kind, or whose members, cannot be stored. <p>Use the collection that the message names, or mark the field {@code @Transient}. */
    UNSUPPORTED_COLLECTION(ModelException.class),

    /** A type parameter is not fixed anywhere. <p>Give a type argument. */
    UNKNOWN_TYPE(ModelException.class),

    /** An annotation has no meaning at its place. <p>Move or remove it. */
    MISPLACED_ANNOTATION(ModelException.class),

    /** A constructor of the program threw an exception. <p>See the cause; let the constructor accept what is stored. */
    CONSTRUCTOR_FAILED(ModelException.class),

    /**
     * A collection class of the program threw an exception while it was filled, or a record's constructor copied a collection before its members were
     * complete.
     *
     * <p>See the cause; let the collection accept what is stored, and the constructor keep or wrap it.
     */
    COLLECTION_FAILED(ModelException.class),

    // SchemaException: the database does not fit

    /**
     * An attribute has a type that cannot hold all stored values, or a class is such that stored objects would not be seen; the message lists every
     * difference.
     *
     * <p>Use a type that holds them, give the new attribute another name, or keep the class as it is.
     */
    MODEL_MISMATCH(SchemaException.class),

    /**
     * The tables need a change that the settings do not allow.
     *
     * <p>Open it with the {@code SchemaMode} that the message names, or run {@code espalier schema apply}.
     */
    SCHEMA_CHANGE(SchemaException.class),

    /**
     * The program has a class, an attribute or an enum constant that was dropped for good; the message names it, the time, and the program that
     * dropped it.
     *
     * <p>Use a newer version of the program, or write {@code @Was({})} on what shall be added again, empty.
     */
    DROPPED(SchemaException.class),

    /**
     * Programs that know what shall be dropped or converted have the database open; the message names them.
     *
     * <p>Stop them, and wait a minute for one that died; what shall be dropped can be dropped by force.
     */
    IN_USE(SchemaException.class),

    /**
     * Objects that stay refer to objects of a class that shall be dropped, or have an enum constant that shall be dropped; the message names them.
     *
     * <p>Change these objects, then try once more.
     */
    STILL_USED(SchemaException.class),

    /** The database has another index level. <p>Do not set the level, or change it by {@code SchemaAdmin.of(db).indexes(level)}. */
    INDEX_LEVEL(SchemaException.class),

    /** Tables, views or the like of these names exist that Espalier has not made. <p>Use another database or schema, or rename the class. */
    FOREIGN_TABLES(SchemaException.class),

    /** A copy or an import into the database has not ended; its objects are not all there. <p>Repeat the command, which completes it, or drop its tables. */
    UNFINISHED_COPY(SchemaException.class),

    /** A copy or an import needs a database without objects, or one with the same model. <p>Name another database. */
    NOT_EMPTY(SchemaException.class),

    /** Another process copies or imports into the same database. <p>Wait for its end. */
    COPY_RUNNING(SchemaException.class),

    /**
     * The database was made by another version, in a format that this one does not read.
     *
     * <p>Open it with the version that the message names.
     */
    FORMAT(SchemaException.class),

    /**
     * A stored class, attribute or collection has values but is missing in the program, which has a new one that may be the same.
     *
     * <p>Write {@code @Was("former name")} on the renamed one, or {@code @Was({})} on a new one.
     */
    RENAMED(SchemaException.class),

    /**
     * A migration or a conversion of attributes cannot be done: stored values have no counterpart in the new type, or the migration does not fit the
     * classes.
     *
     * <p>Correct the values or the migration that the message names, and migrate again; nothing was changed, or, if an object has changed since the check of all
     * values, earlier batches have theirs.
     */
    MIGRATION(SchemaException.class),

    /** One class has more {@code @Index} and {@code @Unique} fields than the engine allows indexes for a table. <p>Remove some of them. */
    TOO_MANY_INDEXES(SchemaException.class),

    /**
     * A {@code byte[]} has {@code @Unique}, and the engine has no unique index of bytes: MySQL and TiDB.
     *
     * <p>Keep a {@code String} or a {@code UUID}, or remove the annotation.
     */
    UNIQUE_BYTES(SchemaException.class),

    /**
     * The columns of a class, or of the members of a collection, are more than the engine allows in a table, or take more of a row; the message names
     * the largest fields.
     *
     * <p>Move fields to a class of their own, to which this one refers; a record's are kept in the same table.
     */
    ROW_TOO_LARGE(SchemaException.class),

    /** A table of the database is missing. <p>Restore it from a backup. */
    MISSING_TABLE(SchemaException.class),

    /**
     * A row of the catalog or of {@code espalier_ids} is missing, and others exist.
     *
     * <p>Restore it from a backup; {@code repair} creates that of {@code espalier_ids}.
     */
    LOST_ROW(SchemaException.class),

    /** The database has no objects of Espalier. <p>Open a database that Espalier has made. */
    NO_MODEL(SchemaException.class),

    /** The description of the model in the database is damaged. <p>Open the database with its classes once. */
    STRUCTURE(SchemaException.class),

    // QueryException: a query is wrong

    /** A character that no token begins with. <p>Remove it, or put it within quotes. */
    UNEXPECTED_CHARACTER(QueryException.class),

    /** Something else was expected here. <p>Write what the message expects. */
    UNEXPECTED_TOKEN(QueryException.class),

    /** The text ends too early. <p>Write what the message expects. */
    UNEXPECTED_END(QueryException.class),

    /** A quote is missing. <p>Close it; a quote within a string is written twice. */
    UNCLOSED_STRING(QueryException.class),

    /** A closing bracket is missing. <p>Close it. */
    UNCLOSED_BRACKET(QueryException.class),

    /** A closing bracket too many. <p>Remove it, or open it before. */
    UNOPENED_BRACKET(QueryException.class),

    /** More than 200 levels. <p>Nest less, or name parts as variables. */
    NESTING_TOO_DEEP(QueryException.class),

    /** Not a number, or one out of bounds. <p>Write a number within the bounds of the message. */
    BAD_NUMBER(QueryException.class),

    /** {@code :} without a name. <p>Write a name after it. */
    BAD_PARAMETER(QueryException.class),

    /** {@code $} without a name. <p>Write a name after it. */
    BAD_VARIABLE(QueryException.class),

    /** A pattern ends in a backslash. <p>Write two backslashes for one. */
    BAD_PATTERN(QueryException.class),

    /** A range from more to less. <p>Begin with the smaller number. */
    EMPTY_RANGE(QueryException.class),

    /** The class has no such field; the message has those it has. <p>Use one of these. */
    UNKNOWN_FIELD(QueryException.class),

    /** Subclasses have different fields of that name. <p>Name the subclass by {@code [Class]} in the path. */
    AMBIGUOUS_FIELD(QueryException.class),

    /** No class of that name is in the model. <p>Use one that the message lists. */
    UNKNOWN_CLASS(QueryException.class),

    /** Several are. <p>Write one of the full names in the message. */
    AMBIGUOUS_CLASS(QueryException.class),

    /** No object of the class can be at this step. <p>Name a class that the step can lead to. */
    UNRELATED_CLASS(QueryException.class),

    /** An inverse step by a field that does not refer to this class. <p>Name a field that refers to this class. */
    NO_RELATION(QueryException.class),

    /** A step from a plain value. <p>End the path here. */
    NO_OBJECT(QueryException.class),

    /**
     * {@code IS EMPTY} of a field that is not a collection, or members of one.
     *
     * <p>In a query, write {@code IS NULL} for a value, or {@code NO} or {@code ANY} before a path to objects. For members, name a collection of the object itself.
     */
    NO_COLLECTION(QueryException.class),

    /** A record in a collection cannot be compared by two paths. <p>Compare their components. */
    NO_IDENTITY(QueryException.class),

    /** {@code <}, {@code MIN} and the like of a type without an order. <p>Compare by {@code =} or {@code !=}. */
    NO_ORDER(QueryException.class),

    /** ORDER BY a field, or a column of a field, that is not a value. <p>Use a value in it, or its id. */
    NO_VALUE(QueryException.class),

    /** ORDER BY a path with several values for each object, or a formula of a condition with such a path. <p>Use a path through references and records only, or a group behind the collection. */
    MANY_VALUES(QueryException.class),

    /** A step is repeated that does not lead to its own class. <p>Repeat only a step that leads to its own class. */
    NOT_RECURSIVE(QueryException.class),

    /** A step is repeated too often. <p>Repeat it less often. */
    TOO_MANY_STEPS(QueryException.class),

    /** A value of another type than the field's, or members that are asked for as another type. <p>Use the type in the message. */
    WRONG_TYPE(QueryException.class),

    /** A variable finds objects of another class. <p>Use a variable for the class in the message. */
    WRONG_CLASS(QueryException.class),

    /** A variable is not defined. <p>Define it, or correct its name. */
    UNKNOWN_VARIABLE(QueryException.class),

    /** Variables are defined by each other. <p>Remove one of the definitions from the circle. */
    VARIABLE_CIRCLE(QueryException.class),

    /** {@code ?} within a variable or a selection. <p>Use a named parameter. */
    POSITIONAL_PARAMETER(QueryException.class),

    /** A parameter has no value. <p>Give it one by {@code with}. */
    UNBOUND_PARAMETER(QueryException.class),

    /** A value for a parameter that is not there. <p>Remove it, or correct its name. */
    SURPLUS_PARAMETER(QueryException.class),

    /** An aggregate within an aggregate, in a column of rows, or in a formula of a condition; one of rows in the order of objects. <p>Write it as a column, and the value of one row within it. */
    MISPLACED_AGGREGATE(QueryException.class),

    /** A value that can differ in the rows of a group. <p>Write an aggregate of it, or make it a column of its own. */
    NOT_GROUPED(QueryException.class),

    /** An aggregate that leads through two collections. <p>Write one aggregate for each. */
    TWO_COLLECTIONS(QueryException.class),

    /** A function that does not exist. <p>Use one of those in the message. */
    UNKNOWN_FUNCTION(QueryException.class),

    /** Two columns of one name. <p>Give one of them another name, behind {@code AS}. */
    DUPLICATE_COLUMN(QueryException.class),

    /** The components of the record are not the columns of the selection, or cannot hold their values. <p>Change either of them as the message says. */
    UNFIT_RECORD(QueryException.class),

    /** A whole number beyond 64 bits: a sum, or the result of an operation. <p>Compute with decimals: {@code SUM(count * 1.0)}. */
    NUMBER_OVERFLOW(QueryException.class),

    /** More values than the engine accepts in one statement, or more conditions joined by AND than DuckDB does. <p>Compare with fewer values, or with a list. */
    TOO_MANY_VALUES(QueryException.class),

    /**
     * Objects refer to each other in a cycle, so none of them is on top, and {@code refuseCycles()} refuses that.
     *
     * <p>Leave out {@code refuseCycles()}: then all objects of the cycle are in the answer.
     */
    CYCLE(QueryException.class),

    /** A page's key that is damaged, or of another query. <p>Pass the key that came with the page before. */
    BAD_PAGE_KEY(QueryException.class),

    /** SQL that shall find objects gives something else than one column of ids. <p>Select the column {@code id} of their table, and nothing else. */
    SQL_WITHOUT_IDS(QueryException.class),

    /** A page of a query or a selection with LIMIT or OFFSET. <p>Remove LIMIT and OFFSET; the page has a size of its own. */
    PAGED_LIMIT(QueryException.class);

    private static final Set<ErrorCode> RETRYABLE = EnumSet.of(
            UNREACHABLE,
            POOL_EXHAUSTED,
            CONFLICT,
            LOCK_TIMEOUT,
            STATEMENT_TIMEOUT,
            STATEMENT_CANCELLED,
            NOT_PRIMARY,
            LOAD_RUNNING);

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final Class<? extends EspalierException> exception;

    ErrorCode(Class<? extends EspalierException> exception) {
        this.exception = exception;
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
}

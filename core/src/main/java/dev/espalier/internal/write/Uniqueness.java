package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.NOT_UNIQUE;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the object that already has a unique value, after the engine has refused the value: its message names the value at most.
 * For one thread.
 */
public final class Uniqueness {

    /** The number of values that one query looks for. */
    private static final int VALUES_PER_STATEMENT = 500;

    private final Schema schema;
    private final ConnectionSource source;

    public Uniqueness(Schema schema, ConnectionSource source) {
        this.schema = schema;
        this.source = source;
    }

    /** The row that one of the objects was to get. */
    private record Written(ClassTable table, long id, WriteSet.@Nullable Update update, Object[] row) {

        boolean isNew() {
            return update == null;
        }

        /** Whether it would have given up this value. */
        boolean leaves(UniqueField field, List<Object> key) {
            return field.table() == table && update != null && field.isGivenUp(key, update);
        }
    }

    /** A value that one of the objects was to have. */
    private record Value(UniqueField field, Written object, List<Object> key) {

        StoreException takenBy(String holder, EspalierException cause) {
            String owner = object.isNew()
                    ? "a new " + object.table().type()
                    : object.table().type() + " " + object.id();
            return new StoreException(
                    NOT_UNIQUE,
                    owner + "." + field.path() + ": found " + field.text(object.row()) + ", which " + holder
                            + " has already; the field is unique",
                    cause);
        }

        StoreException takenBy(Value other, EspalierException cause) {
            return takenBy(
                    other.object().isNew()
                            ? "another new " + field.table().type() + " of the same call"
                            : field.table().type() + " " + other.object().id(),
                    cause);
        }
    }

    /** A value that the object with that id has in the database. */
    private record Held(Value value, long holder) {}

    /** Returns an error that names class, field and object if the failure is about a unique value; else the failure itself. */
    public EspalierException named(EspalierException failure, List<Write> writes) {
        if (failure.errorCode() != DUPLICATE) {
            return failure;
        }
        Map<Long, Written> written = new LinkedHashMap<>();
        Set<Long> deleted = new HashSet<>();
        for (Write write : writes) {
            if (write instanceof WriteSet set) {
                gather(set, written);
            } else {
                ((Deletion) write).ids().values().forEach(deleted::addAll);
            }
        }
        written.keySet().removeAll(deleted);
        try (Session session = source.session()) {
            EspalierException named = named(session, failure, values(written), written, deleted);
            return named == null ? failure : named;
        } catch (EspalierException e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    /**
     * The same failure of a bulk load in the model's words, as far as they can be found out.
     *
     * @param rows of the class that were refused
     * @param refused the session that has refused them, in the same transaction
     */
    EspalierException named(EspalierException failure, ClassTable table, List<Object[]> rows, Session refused) {
        Map<Long, Written> written = new LinkedHashMap<>();
        rows.forEach(row ->
                written.put((Long) row[ClassTable.ID], new Written(table, (Long) row[ClassTable.ID], null, row)));
        EspalierException named = null;
        try {
            named = named(refused, failure, values(written), written, Set.of());
        } catch (EspalierException e) {
            // PostgreSQL answers nothing more in a transaction that has failed.
            try (Session session = source.session()) {
                named = named(session, failure, values(written), written, Set.of());
            } catch (EspalierException again) {
                failure.addSuppressed(again);
            }
        }
        return named == null ? failure : named;
    }

    private static @Nullable EspalierException named(
            Session session,
            EspalierException failure,
            List<Value> values,
            Map<Long, Written> written,
            Set<Long> deleted) {
        Map<List<Object>, Value> first = new HashMap<>();
        for (Value value : values) {
            Value other = first.putIfAbsent(
                    List.of(value.field().table().table().name(), value.field().at(), value.key()), value);
            if (other != null) {
                boolean isStored = holders(session, List.of(value)).stream()
                        .anyMatch(held -> held.holder() == value.object().id());
                return isStored ? other.takenBy(value, failure) : value.takenBy(other, failure);
            }
        }
        for (int from = 0; from < values.size(); from += VALUES_PER_STATEMENT) {
            for (Held held :
                    holders(session, values.subList(from, Math.min(values.size(), from + VALUES_PER_STATEMENT)))) {
                Value value = held.value();
                long holder = held.holder();
                if (holder != value.object().id()
                        && !deleted.contains(holder)
                        && !(written.containsKey(holder) && written.get(holder).leaves(value.field(), value.key()))) {
                    return value.takenBy(value.field().table().type() + " " + holder, failure);
                }
            }
        }
        return null;
    }

    /** What each object is in the end. */
    private void gather(WriteSet set, Map<Long, Written> written) {
        for (WriteSet.Update update : set.updates()) {
            if (update.row() != null) {
                written.put(update.id(), new Written(update.table(), update.id(), update, update.row()));
            }
        }
        for (ClassTable table : schema.classTables()) {
            set.inserts()
                    .getOrDefault(table.table(), List.of())
                    .forEach(row -> written.put(
                            (Long) row[ClassTable.ID], new Written(table, (Long) row[ClassTable.ID], null, row)));
        }
    }

    private static List<Value> values(Map<Long, Written> written) {
        Map<ClassTable, List<UniqueField>> fields = new HashMap<>();
        List<Value> values = new ArrayList<>();
        for (Written object : written.values()) {
            for (UniqueField field : fields.computeIfAbsent(object.table(), UniqueField::of)) {
                List<Object> key = field.key(object.row());
                if (key != null) {
                    values.add(new Value(field, object, key));
                }
            }
        }
        return values;
    }

    /** The objects that have values in the database. */
    private static List<Held> holders(Session session, List<Value> values) {
        Map<UniqueField, Map<List<Object>, Value>> byField = new LinkedHashMap<>();
        values.forEach(value -> byField.computeIfAbsent(value.field(), f -> new LinkedHashMap<>())
                .put(value.key(), value));
        List<Held> holders = new ArrayList<>();
        byField.forEach((field, byKey) -> {
            Source table = new Source(field.table().table(), "t");
            List<Expression> selected = new ArrayList<>(List.of(table.column(ClassTable.ID)));
            for (int i = field.at(); i < field.at() + field.width(); i++) {
                selected.add(table.column(i));
            }
            Predicate first = new Predicate.InValues(
                    table.column(field.at()),
                    byKey.values().stream()
                            .map(value -> new Bind(
                                    field.columns().get(0).type(),
                                    value.object().row()[field.at()]))
                            .toList());
            Object[] stored = new Object[table.table().columns().size()];
            session.query(
                    session.dialect()
                            .render(Select.of(table, selected.toArray(Expression[]::new))
                                    .where(first)),
                    row -> {
                        row.get(2, field.columns(), stored, field.at());
                        Value value = byKey.get(field.key(stored));
                        if (value != null) {
                            holders.add(new Held(value, row.getLong(1)));
                        }
                    });
        });
        return holders;
    }
}

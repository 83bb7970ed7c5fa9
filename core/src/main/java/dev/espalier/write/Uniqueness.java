package dev.espalier.write;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.Schema;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Operator;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which object's unique value another one has already: after the engine has refused it, for the engines say the value at most.
 * For one thread.
 */
public final class Uniqueness {

    /** So many values are looked for, one after the other; then the engine's own words must do. */
    private static final int MOST_LOOKED_FOR = 10_000;

    private final Schema schema;
    private final ConnectionSource source;

    public Uniqueness(Schema schema, ConnectionSource source) {
        this.schema = schema;
        this.source = source;
    }

    /** What one of the objects was to be. */
    private record Written(ClassTable table, long id, WriteSet.Update update, Object[] row) {

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
            String owner = object.isNew() ? "a new " + object.table().type() : object.table().type() + " " + object.id();
            Object found = object.row()[field.at()];
            return new StoreException("not-unique", owner + "." + field.path() + ": found " + (found instanceof String ? "'" + found + "'" : found)
                    + ", which " + holder + " has already; the field is unique", cause);
        }

        StoreException takenBy(Value other, EspalierException cause) {
            return takenBy(other.object().isNew() ? "another new " + field.table().type() + " of the same call"
                    : field.table().type() + " " + other.object().id(), cause);
        }
    }

    /** The same failure in the model's words, if the writes have met a unique value; else the failure itself. */
    public EspalierException named(EspalierException failure, List<Write> writes) {
        if (!failure.code().equals("duplicate")) {
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

    private static EspalierException named(Session session, EspalierException failure, List<Value> values, Map<Long, Written> written, Set<Long> deleted) {
        Map<List<Object>, Value> first = new HashMap<>();
        for (Value value : values) {
            Value other = first.putIfAbsent(List.of(value.field().table().table().name(), value.field().at(), value.key()), value);
            if (other != null) {
                return holder(session, value) == value.object().id() ? other.takenBy(value, failure) : value.takenBy(other, failure);
            }
        }
        for (Value value : values.subList(0, Math.min(values.size(), MOST_LOOKED_FOR))) {
            long holder = holder(session, value);
            if (holder != 0 && holder != value.object().id() && !deleted.contains(holder)
                    && !(written.containsKey(holder) && written.get(holder).leaves(value.field(), value.key()))) {
                return value.takenBy(value.field().table().type() + " " + holder, failure);
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
            set.inserts().getOrDefault(table.table(), List.of()).forEach(row ->
                    written.put((Long) row[ClassTable.ID], new Written(table, (Long) row[ClassTable.ID], null, row)));
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

    /** The object that has the value in the database; 0 for none. */
    private static long holder(Session session, Value value) {
        UniqueField field = value.field();
        Source table = new Source(field.table().table(), "t");
        List<Column> columns = field.columns();
        List<Predicate> same = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            same.add(new Predicate.Compare(table.column(field.at() + i), Operator.EQUAL,
                    new Bind(columns.get(i).type(), value.object().row()[field.at() + i])));
        }
        return session.queryLong(session.dialect().render(Select.of(table, table.column(ClassTable.ID)).where(Predicate.and(same))));
    }
}

package dev.espalier.internal.search;

import dev.espalier.differential.RandomValues;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.catalog.Catalogs;
import dev.espalier.internal.catalog.change.Allowed;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Statement;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/** A database of any model with random rows: few different values, many missing ones, references to all that exist. */
@NullUnmarked // its classes are in the model
final class RandomDatabase implements AutoCloseable {

    /** So few that each stands in some rows. */
    static final RandomValues VALUES = new RandomValues() {

        private final String[] words = {"", "a", "b", "ab", "A%", "_", "\u00e4", "\ud83d\ude00", "\uffee", "Anna"};

        @Override
        public Object of(Class<?> any, Random numbers) {
            Class<?> type = MethodType.methodType(any).wrap().returnType();
            int number = numbers.nextInt(6) - 1;
            return type == String.class
                    ? words[numbers.nextInt(words.length)]
                    : type == Boolean.class
                            ? (Object) numbers.nextBoolean()
                            : type.isEnum()
                                    ? type.getEnumConstants()[numbers.nextInt(type.getEnumConstants().length)]
                                    : type == BigDecimal.class
                                            ? new BigDecimal(number).movePointLeft(numbers.nextInt(2))
                                            : type == Double.class
                                                    ? (Object) (number / 2.0)
                                                    : type == LocalDate.class
                                                            ? LocalDate.of(2026, 1, 2 + number)
                                                            : type == Instant.class
                                                                    ? Instant.parse("2026-01-01T00:00:00Z")
                                                                            .plusNanos(number * 500L)
                                                                    : type == UUID.class
                                                                            ? new UUID(number, number)
                                                                            : (Object) number;
        }
    };

    private static final Indexing NONE = new Indexing("none", false, false);

    final ObjectModel model;
    final Schema schema;
    final ConnectionSource source;
    final Catalog catalog;
    private final Random random;
    private final Map<PersistentClass, List<Long>> ids = new HashMap<>();

    RandomDatabase(String url, Indexing indexing, Random random, int objectsPerClass, Class<?>... classes) {
        this.random = random;
        model = ObjectModel.of(classes);
        schema = Schema.of(model);
        source = ConnectionSource.open(
                url,
                new ConnectionOptions(
                        null,
                        null,
                        4,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        retry -> {}));
        catalog = Catalogs.open(source, new Wanted(schema, indexing, List.of(indexing, NONE), indexing, Allowed.ALONE));
        fill(objectsPerClass);
    }

    private void fill(int objectsPerClass) {
        long id = 1;
        for (ClassTable table : schema.classTables()) {
            List<Long> own = new ArrayList<>();
            for (int i = 0; i < objectsPerClass; i++) {
                own.add(id++);
            }
            ids.put(table.type(), own);
        }
        try (Session session = source.writer()) {
            session.beginWrite();
            for (ClassTable table : schema.classTables()) {
                for (long own : ids.get(table.type())) {
                    Object[] row = new Object[table.table().columns().size()];
                    row[ClassTable.ID] = own;
                    row[ClassTable.VERSION] = 1L;
                    table.fields().forEach(field -> put(row, field.slot(), table.table()));
                    insert(session, table.table(), row);
                    table.links().forEach(link -> members(session, link, own));
                }
            }
            session.commit();
        }
    }

    private void members(Session session, LinkTable link, long owner) {
        for (long pos = 0; pos < random.nextInt(4); pos++) {
            Object[] row = new Object[link.table().columns().size()];
            row[LinkTable.OWNER] = owner;
            row[LinkTable.POS] = pos;
            if (link.key() != null) {
                put(row, link.key(), link.table());
            }
            put(row, link.element(), link.table());
            insert(session, link.table(), row);
        }
    }

    private void put(Object[] row, Slot slot, Table table) {
        boolean nullable = table.columns().get(slot.at()).nullable();
        if (nullable && random.nextInt(5) == 0) {
            return;
        }
        if (slot instanceof Slot.ReferenceSlot reference) {
            List<Long> targets = reference.target().concreteClasses().stream()
                    .flatMap(type -> ids.get(type).stream())
                    .toList();
            row[slot.at()] = targets.get(random.nextInt(targets.size()));
        } else if (slot instanceof Slot.EmbeddedSlot embedded) {
            if (embedded.presence()) {
                row[slot.at()] = true;
            }
            for (int i = 0; i < embedded.components().size(); i++) {
                put(row, embedded.components().get(i), table);
            }
            if (!embedded.presence() && row[embedded.witness()] == null) {
                for (int i = slot.at(); i < slot.at() + slot.width(); i++) {
                    row[i] = null;
                }
            }
        } else {
            ValueType type = ((Slot.ValueSlot) slot).type();
            type.encode(VALUES.of(type.javaClass(), random), row, slot.at());
        }
    }

    private static void insert(Session session, Table table, Object[] row) {
        List<Bind> binds = new ArrayList<>();
        StringBuilder columns = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            if (row[i] != null) {
                ColumnType type = table.columns().get(i).type();
                binds.add(new Bind(type, row[i]));
                columns.append(binds.size() > 1 ? ", " : "")
                        .append(session.dialect().quote(table.columns().get(i).name()));
                marks.append(binds.size() > 1 ? ", ?" : "?");
            }
        }
        session.update(new Statement(
                "INSERT INTO " + session.dialect().quote(table.name()) + " (" + columns + ") VALUES (" + marks + ")",
                binds));
    }

    Statistics statistics() {
        return new Statistics(catalog.indexes()::standing, System::nanoTime);
    }

    @Override
    public void close() {
        source.close();
    }
}

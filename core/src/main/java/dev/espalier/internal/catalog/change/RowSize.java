package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.ROW_TOO_LARGE;

import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Compares the size of each table's row with the engine's maximum. It refuses tables that are too large before any table is changed. If the engine itself has refused
 * one, it names the class and its largest fields.
 */
public final class RowSize {

    /** The maximum number of fields in a message. */
    private static final int NAMED = 3;

    private static final String ADVICE =
            " Move fields to a class of their own, to which this one refers; a record's are kept in the same table";

    private final Dialect dialect;
    private final Place place;
    private final Description description;
    private final Map<TableSubject, Table> tables;

    /** @param description of the tables as they shall be */
    public RowSize(Dialect dialect, Place place, Description description) {
        this.dialect = dialect;
        this.place = place;
        this.description = description;
        this.tables = description.tables();
    }

    /**
     * Refuses tables of which a row would be too large.
     *
     * @param names of those that are made or changed; the others stand
     * @throws SchemaException {@code row-too-large}
     */
    public void refuse(List<String> names) {
        tables.forEach((subject, table) -> {
            if (names.contains(table.name())) {
                refuse(subject, table);
            }
        });
    }

    private void refuse(TableSubject subject, Table table) {
        int columns = table.columns().size();
        int mostColumns = dialect.limits().columnsPerTable();
        long bits = table.columns().stream().filter(Column::nullable).count();
        long bytes = bytes(table.columns()) + (bits + 7) / 8;
        int mostBytes = dialect.limits().rowBytes();
        if (columns > mostColumns) {
            throw new SchemaException(
                    ROW_TOO_LARGE,
                    found(subject, number(columns) + " columns in the table " + table.name())
                            + "; expected at most " + number(mostColumns) + ", as " + dialect.name()
                            + " allows. The most have " + largest(subject, table, List::size) + "." + ADVICE);
        }
        if (bytes > mostBytes) {
            throw new SchemaException(
                    ROW_TOO_LARGE,
                    found(subject, number(bytes) + " bytes in a row of the table " + table.name())
                            + "; expected at most " + number(mostBytes) + ", as " + dialect.name()
                            + " allows. The most have " + largest(subject, table, this::bytes) + "." + ADVICE
                            + shorter(table));
        }
    }

    private long bytes(List<Column> columns) {
        return columns.stream().mapToLong(dialect::bytesInRow).sum();
    }

    /** Advises shorter columns, if the table has longer ones. */
    private String shorter(Table table) {
        int text = dialect.bytesInRow(new Column("text", ColumnType.TEXT, false, false));
        boolean hasLonger = table.columns().stream()
                .anyMatch(column -> column.type() == ColumnType.NAME
                        || column.type() == ColumnType.TEXT && dialect.bytesInRow(column) > text);
        return hasLonger ? ". A text without @Unique, in place of an enum too, takes " + text + " bytes" : "";
    }

    /** Makes or changes a table; an error of the engine that has no room for a row is reported with the names of the class and its fields. */
    public void define(Table table, Runnable definition) {
        try {
            definition.run();
        } catch (SchemaException e) {
            throw e.errorCode() == ROW_TOO_LARGE ? refused(table, e) : e;
        }
    }

    /** Only the engine knows how much fits a page of its file. */
    private SchemaException refused(Table refused, EspalierException error) {
        TableSubject subject = tables.entrySet().stream()
                .filter(table -> table.getValue().name().equals(refused.name()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> error);
        Table table = tables.getOrDefault(subject, refused);
        return new SchemaException(
                ROW_TOO_LARGE,
                found(subject, number(table.columns().size()) + " columns in the table " + table.name())
                        + ", of which " + dialect.name() + " says: " + said(error)
                        + "; expected fewer. The most have " + largest(subject, table, List::size) + "." + ADVICE,
                error);
    }

    private String found(TableSubject subject, String what) {
        return place + ": " + subject + ": found " + what;
    }

    private static String said(EspalierException error) {
        Throwable said = error.getCause() instanceof SQLException driver ? driver : error;
        return String.valueOf(said.getMessage()).lines().findFirst().orElse("").strip();
    }

    /** The fields that take most, with what they take. */
    private String largest(TableSubject subject, Table table, ToLongFunction<List<Column>> size) {
        Map<String, List<Column>> fields = new LinkedHashMap<>();
        Map<String, String> names = fields(subject);
        table.columns().stream()
                .skip(ClassTable.FIRST_FIELD)
                .forEach(column -> fields.merge(
                        names.getOrDefault(column.name(), column.name()),
                        List.of(column),
                        (some, more) ->
                                Stream.concat(some.stream(), more.stream()).toList()));
        return NameList.of(fields.entrySet().stream()
                .sorted(Comparator.comparing(
                        (Map.Entry<String, List<Column>> field) -> size.applyAsLong(field.getValue()),
                        Comparator.reverseOrder()))
                .limit(NAMED)
                .map(field -> field.getKey() + " (" + number(size.applyAsLong(field.getValue())) + ")")
                .toList());
    }

    /** The field of each column: of a component that of its record. */
    private Map<String, String> fields(TableSubject subject) {
        String prefix = subject.prefix();
        Map<String, String> fields = new LinkedHashMap<>();
        description
                .attributes()
                .within(subject.className(), prefix)
                .forEach((path, line) -> line.columns()
                        .forEach(column -> fields.putIfAbsent(column, field(path.substring(prefix.length())))));
        return fields;
    }

    private static String field(String path) {
        String member = Schema.MEMBER.substring(1) + ".";
        String own = path.startsWith(member) ? path.substring(member.length()) : path;
        return own.contains(".") ? own.substring(0, own.indexOf('.')) : own;
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.match.AttributeTypes;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.DroppedName;
import dev.espalier.internal.catalog.tables.Drops.Drop;
import dev.espalier.internal.catalog.tables.Drops.Kind;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Meta;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.ProgramLease;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a database has and a model does not: classes, attributes, enum constants and indexes. Tables and columns that no line of the catalog describes
 * are left. Reads only. For one finish, by one thread.
 */
final class FinishPlanning {

    private static final int NAMED = 5;

    private final Session session;
    private final Dialect dialect;
    private final Meta found;
    private final OpeningPlan opening;
    private final Schema schema;
    /** What the catalog says now. */
    private final Description description;

    private final StoredAttributes attributes;
    private final Map<String, Table> before;

    private final Map<String, Table> after = new TreeMap<>();
    private final List<FinishPlan.Step> steps = new ArrayList<>();
    private final List<Drop> drops = new ArrayList<>();
    private final Set<String> droppedTables = new TreeSet<>();
    /** As {@code table.column}. */
    private final Set<String> droppedColumns = new TreeSet<>();

    private final List<String> refusals = new ArrayList<>();
    private final Set<Index> chosen;
    /** The indexes that single fields ask for, then those too of the level {@code values}. */
    private final Set<Index> asked;

    private final Set<Index> values;

    /** @param opening the plan of an opening with the same model, in which nothing has to be changed */
    FinishPlanning(Session session, Meta found, OpeningPlan opening) {
        this.session = session;
        this.dialect = session.dialect();
        this.found = found;
        this.opening = opening;
        this.schema = opening.schema();
        this.description = opening.description();
        this.attributes = description.attributes();
        this.chosen = Set.copyOf(opening.choice().chosen());
        this.asked = Set.copyOf(schema.indexes(false, false));
        this.values = Set.copyOf(schema.indexes(true, false));
        this.before = description.tables();
    }

    FinishPlan plan() {
        Set<Integer> numbers = new TreeSet<>(attributes.known().numbers());
        numbers.removeAll(opening.known().numbers());
        Map<Integer, Set<String>> constants = constants();
        tables();
        Structure structure = structure(numbers);
        refuseReferences();
        refuseConstants(constants, ofDroppedEnums(numbers));
        Map<String, Set<String>> javaNames = javaNames(numbers);
        List<DroppedName> dropped = dropped(numbers);
        attributes.remove(numbers);
        attributes.all().entrySet().stream()
                .filter(line -> constants.containsKey(line.getValue().number()))
                .map(line -> Map.entry(line.getKey(), line.getValue().number()))
                .toList()
                .forEach(line -> attributes.removeConstants(
                        line.getKey().substring(StoredAttributes.ENUM.length() + 1),
                        constants.getOrDefault(line.getValue(), Set.of())));
        Description next = new Description(
                description.level(), after, structure, javaNames, attributes.numbered(), description.dropped());
        boolean isDone = next.equals(description) && drops.isEmpty();
        if (!isDone) {
            next = next.with(dropped);
        }
        drops.sort(Comparator.comparing(Drop::kind));
        constants.values().stream()
                .flatMap(Set::stream)
                .forEach(constant -> steps.add(ofCatalog("forget the constant " + constant)));
        if (steps.isEmpty() && !isDone) {
            steps.add(ofCatalog("write the catalog: " + String.join(", ", next.differences(description))));
        }
        List<ProgramRows.Row> programs = found.has(SystemTables.PROGRAMS)
                ? ProgramRows.all(session).stream()
                        .filter(row -> row.isOpen() && row.knows().hasAnyOf(numbers, constants))
                        .toList()
                : List.of();
        return new FinishPlan(description, next, drops, steps, refusals, programs);
    }

    /** The stored constants that the model has no more, by the number of their enum. */
    private Map<Integer, Set<String>> constants() {
        Map<Integer, Set<String>> gone = new TreeMap<>();
        Map<Integer, Set<String>> own = opening.known().constants();
        attributes.known().constants().forEach((number, stored) -> {
            Set<String> left = new TreeSet<>(stored);
            left.removeAll(own.getOrDefault(number, stored));
            if (!left.isEmpty()) {
                gone.put(number, left);
            }
        });
        return gone;
    }

    // ---- tables

    private void tables() {
        Map<String, Set<String>> own = new HashMap<>();
        for (ClassTable table : schema.classTables()) {
            own.put("class " + schema.nameOf(table.type()), names(table.table().columns()));
        }
        for (LinkTable link : schema.linkTables()) {
            own.put(
                    "list " + schema.nameOf(link.attribute()),
                    names(link.table().columns().subList(0, link.ownColumns())));
        }
        before.forEach((subject, table) -> {
            if (own.containsKey(subject)) {
                after.put(subject, columns(subject, table, own.get(subject)));
            } else if (isDescribed(subject, table)) {
                drop(table, subject);
            } else {
                after.put(subject, table);
            }
        });
        for (Table link : after.entrySet().stream()
                .filter(table -> table.getKey().startsWith("list "))
                .map(Map.Entry::getValue)
                .toList()) {
            description.structure().of(Subject.of(Structure.Kind.OWNER, link)).stream()
                    .filter(droppedTables::contains)
                    .forEach(owner -> drops.add(new Drop(Kind.MEMBERS, link.name(), owner)));
        }
    }

    private static Set<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.toSet());
    }

    private boolean isDescribed(String subject, Table table) {
        String name = subject.substring(subject.indexOf(' ') + 1);
        return subject.startsWith("class ")
                ? attributes.find(name) != null
                : attributes.within(StoredNames.declaring(name), "").values().stream()
                        .anyMatch(line -> line.columns().contains(table.name()));
    }

    private void drop(Table table, String subject) {
        long lost = count(table, new Predicate.Constant(true));
        boolean isClass = subject.startsWith("class ");
        droppedTables.add(table.name());
        Drop drop = Drop.table(table.name());
        drops.add(drop);
        steps.add(step(
                "drop " + (isClass ? subject : "collection " + subject.substring(subject.indexOf(' ') + 1)) + ", table "
                        + table.name() + ": " + lost + (isClass ? " objects" : " members"),
                drop,
                lost));
    }

    private Table columns(String subject, Table table, Set<String> own) {
        String name = subject.substring(subject.indexOf(' ') + 1);
        Set<String> described = subject.startsWith("class ")
                ? attributes.columns(name, "")
                : attributes.columns(StoredNames.declaring(name), StoredNames.simple(name) + ".");
        List<Column> left = new ArrayList<>();
        for (Column column : table.columns()) {
            if (own.contains(column.name()) || !described.contains(column.name())) {
                left.add(isUnique(table, column) ? column : notUnique(table, column));
            } else {
                long lost = count(
                        table,
                        new Predicate.Not(new Predicate.IsNull(
                                new Source(table, "t").column(table.columns().indexOf(column)))));
                droppedColumns.add(table.name() + "." + column.name());
                Drop drop = new Drop(Kind.COLUMN, table.name(), column.name());
                drops.add(drop);
                steps.add(step(
                        "drop column " + table.name() + "." + column.name() + ": " + lost + " values", drop, lost));
            }
        }
        return new Table(table.name(), left, table.primaryKey());
    }

    /** A text that was unique has a limit on some engines, so that it can be indexed whole. */
    private Column notUnique(Table table, Column column) {
        Drop drop = new Drop(Kind.LENGTH, table.name(), column.name() + (column.nullable() ? "?" : ""));
        if (column.unique()
                && column.type() == ColumnType.TEXT
                && !drop.statements(dialect, false).isEmpty()) {
            drops.add(drop);
            steps.add(step("lift the limit of " + table.name() + "." + column.name(), drop, 0));
        }
        return new Column(column.name(), column.type(), column.nullable(), false);
    }

    private boolean isUnique(Table table, Column column) {
        return column.unique()
                && asked.stream()
                        .anyMatch(index -> index.unique()
                                && index.table().name().equals(table.name())
                                && names(index.columns()).contains(column.name()));
    }

    private FinishPlan.Step step(String description, Drop drop, long lost) {
        return new FinishPlan.Step(
                new PlannedStep(
                        description,
                        null,
                        drop.statements(dialect, false).stream()
                                .map(Statement::text)
                                .toList(),
                        drop.kind() == Kind.INDEX ? DefinitionCost.INSTANT : dialect.cost(drop.definition()),
                        Rates.Kind.REWRITE),
                lost);
    }

    private static FinishPlan.Step ofCatalog(String description) {
        return new FinishPlan.Step(
                new PlannedStep(description, null, List.of(), DefinitionCost.INSTANT, Rates.Kind.REWRITE), 0);
    }

    private long count(Table table, Predicate where) {
        return session.queryLong(dialect.render(
                Select.of(new Source(table, "t"), new Expression.CountAll()).where(where)));
    }

    // ---- what the catalog shall say

    private Structure structure(Set<Integer> numbers) {
        Set<String> classNames = droppedClasses(numbers);
        Map<Subject, Set<String>> left = new TreeMap<>();
        Map<String, Index> own = schema.indexes(true, true).stream()
                .collect(Collectors.toMap(
                        index -> index.table().name() + "." + index.name(), index -> index, (a, b) -> a));
        Set<String> ownTables = schema.tables().stream().map(Table::name).collect(Collectors.toSet());
        Set<Subject> required = Structure.requirements(schema);
        description.structure().facts().forEach((subject, words) -> {
            boolean isColumnDropped = droppedColumns.contains(subject.column());
            if (droppedTables.contains(subject.table())) {
                return;
            }
            java.util.function.Predicate<String> isDroppedColumn =
                    column -> droppedColumns.contains(subject.table() + "." + column);
            left.put(
                    subject,
                    switch (subject.kind()) {
                        case CLASS -> without(words, classNames::contains);
                        case OWNER -> without(words, droppedTables::contains);
                        case DISTINCT, KEYS -> without(words, isDroppedColumn);
                        case REFERS, MEMBER ->
                            isColumnDropped ? Set.of() : orAll(without(words, classNames::contains), words);
                        case NEEDS -> isColumnDropped ? Set.of() : without(words, isDroppedColumn);
                        case REQUIRES ->
                            isColumnDropped
                                            || schema.model().hasJavaClasses()
                                                    && ownTables.contains(subject.table())
                                                    && !required.contains(subject)
                                    ? Set.of()
                                    : words;
                        case INDEX ->
                            ownTables.contains(subject.table())
                                    ? index(subject, words, own.get(subject.column()))
                                    : words;
                    });
        });
        return new Structure(left);
    }

    private static Set<String> without(Set<String> words, java.util.function.Predicate<String> isGone) {
        return words.stream().filter(word -> !isGone.test(word)).collect(Collectors.toSet());
    }

    private static Set<String> orAll(Set<String> some, Set<String> all) {
        return some.isEmpty() ? all : some;
    }

    /** An index that stood because older programs wanted it is dropped. One that the level never wanted was built by hand, and stays. */
    private Set<String> index(Subject subject, Set<String> levels, @Nullable Index index) {
        String level = description.level();
        boolean wasWanted = levels.contains(Structure.ASKED) || level.equals("both") || levels.contains(level);
        if (wasWanted
                && (index == null || !chosen.contains(index))
                && found.indexes().contains(Layout.lower(subject.column()))) {
            Drop drop = new Drop(Kind.INDEX, subject.table(), subject.name());
            drops.add(drop);
            boolean isOfColumn = subject.columns().stream()
                    .anyMatch(column -> droppedColumns.contains(subject.table() + "." + column));
            if (!isOfColumn) {
                steps.add(step("drop index " + subject.column(), drop, 0));
            }
        }
        return index == null || opening.choice().left().contains(index)
                ? Set.of()
                : Set.of(Structure.level(asked, values, index));
    }

    private Set<String> droppedClasses(Set<Integer> numbers) {
        return attributes.classes().stream()
                .filter(name -> numbers.contains(attributes.line(name).number()))
                .collect(Collectors.toSet());
    }

    private Map<String, Set<String>> javaNames(Set<Integer> numbers) {
        StoredNames names = description.names();
        names.remove(
                droppedClasses(numbers),
                before.keySet().stream()
                        .filter(subject -> subject.startsWith("list ") && !after.containsKey(subject))
                        .map(subject -> subject.substring("list ".length()))
                        .collect(Collectors.toSet()));
        return names.javaNames();
    }

    private List<DroppedName> dropped(Set<Integer> numbers) {
        List<DroppedName> dropped = new ArrayList<>(description.dropped());
        String when = Instant.now().truncatedTo(ChronoUnit.SECONDS) + " by " + ProgramLease.self();
        StoredNames names = description.names();
        attributes.all().forEach((key, line) -> {
            if (numbers.contains(line.number())) {
                boolean isClass = key.indexOf(' ') < 0;
                dropped.add(new DroppedName(
                        key, isClass ? names.javaNames(key) : line.names(), line.number(), storage(key, line), when));
            }
        });
        drops.stream()
                .filter(drop -> drop.kind() == Kind.INDEX)
                .forEach(drop -> dropped.add(
                        new DroppedName("index " + drop.table() + " " + drop.name(), Set.of(), 0, List.of(), when)));
        return dropped;
    }

    /** The names that are not given again. */
    private List<String> storage(String key, StoredAttributes.Line line) {
        int space = key.indexOf(' ');
        if (space < 0) {
            Table table = before.get("class " + key);
            return table == null ? List.of() : List.of(table.name());
        }
        if (key.startsWith(StoredAttributes.ENUM + " ")) {
            return List.of();
        }
        if (line.columns().stream().anyMatch(droppedTables::contains)) {
            return line.columns();
        }
        Table table = before.get("class " + key.substring(0, space));
        return table == null
                ? List.of()
                : line.columns().stream()
                        .map(column -> table.name() + "." + column)
                        .filter(droppedColumns::contains)
                        .toList();
    }

    // ---- what may not go

    /** References that would lead nowhere. */
    private void refuseReferences() {
        for (Layout.Reference reference : droppedTables.isEmpty()
                ? List.<Layout.Reference>of()
                : Layout.described(description).references()) {
            Table table = reference.table();
            if (droppedTables.contains(table.name())
                    || droppedColumns.contains(
                            table.name() + "." + reference.column().name())) {
                continue;
            }
            Source rows = new Source(table, "r");
            Predicate stays = Predicate.and(drops.stream()
                    .filter(drop -> drop.kind() == Kind.MEMBERS && drop.table().equals(table.name()))
                    .<Predicate>map(drop -> new Predicate.Not(new Predicate.InQuery(rows.column(0), ids(drop.name()))))
                    .toList());
            for (String target : reference.targets().stream()
                    .filter(droppedTables::contains)
                    .sorted()
                    .toList()) {
                Predicate leads =
                        new Predicate.InQuery(rows.column(table.columns().indexOf(reference.column())), ids(target));
                refuse(
                        rows,
                        Predicate.and(leads, stays),
                        " refer by " + table.name() + "." + reference.column().name() + " to objects in " + target
                                + ", which would be dropped");
            }
        }
    }

    private Select ids(String table) {
        Table objects = before.values().stream()
                .filter(one -> one.name().equals(table))
                .findFirst()
                .orElseThrow();
        Source source = new Source(objects, "o");
        return Select.of(source, source.column(0));
    }

    private void refuse(Source rows, Predicate where, String what) {
        long count = session.queryLong(
                dialect.render(Select.of(rows, new Expression.CountAll()).where(where)));
        if (count > 0) {
            List<Long> first = new ArrayList<>();
            session.query(
                    dialect.render(Select.of(rows, rows.column(0)).where(where).limit((long) NAMED, 0)),
                    row -> first.add(row.getLong(1)));
            refusals.add(count + " rows, of the objects "
                    + first.stream().sorted().distinct().map(Objects::toString).collect(Collectors.joining(", "))
                    + (count > NAMED ? " and others" : "") + "," + what);
        }
    }

    /** The constants of enums that no class uses any more. An enum of another name may have taken the place of one of them in an attribute. */
    private Set<String> ofDroppedEnums(Set<Integer> numbers) {
        return attributes.enums().stream()
                .map(name -> attributes.find(StoredAttributes.ENUM, name))
                .filter(line -> numbers.contains(line.number()))
                .flatMap(line -> line.columns().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Constants that objects have. */
    private void refuseConstants(Map<Integer, Set<String>> constants, Set<String> ofDroppedEnums) {
        if (constants.isEmpty() && ofDroppedEnums.isEmpty()) {
            return;
        }
        schema.classTables()
                .forEach(table -> refuseConstants(
                        table.table(), table.fields().stream().map(ClassTable.Field::slot), constants, ofDroppedEnums));
        schema.linkTables()
                .forEach(link -> refuseConstants(link.table(), link.slots().stream(), constants, ofDroppedEnums));
    }

    private void refuseConstants(
            Table table,
            Stream<? extends Slot> slots,
            Map<Integer, Set<String>> constants,
            Set<String> ofDroppedEnums) {
        slots.flatMap(FinishPlanning::enums).forEach(slot -> {
            StoredAttributes.Line line = attributes.find(
                    StoredAttributes.ENUM, attributes.enumOf(AttributeTypes.enumName(slot.type()), Set.of()));
            Set<String> gone = new TreeSet<>(ofDroppedEnums);
            gone.removeAll(slot.type().constants());
            gone.addAll(line == null ? Set.of() : constants.getOrDefault(line.number(), Set.of()));
            if (!gone.isEmpty()) {
                Source rows = new Source(table, "r");
                List<Bind> names = gone.stream()
                        .map(constant -> new Bind(ColumnType.NAME, constant))
                        .toList();
                refuse(
                        rows,
                        new Predicate.InValues(rows.column(slot.at()), names),
                        " have in " + table.name() + "."
                                + table.columns().get(slot.at()).name() + " a constant of " + NameList.of(gone)
                                + ", which would be dropped");
            }
        });
    }

    private static Stream<Slot.ValueSlot> enums(Slot slot) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            return embedded.components().stream().flatMap(FinishPlanning::enums);
        }
        return slot instanceof Slot.ValueSlot value && value.type().isEnum() ? Stream.of(value) : Stream.empty();
    }
}

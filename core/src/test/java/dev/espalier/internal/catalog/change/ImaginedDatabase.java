package dev.espalier.internal.catalog.change;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.tables.CatalogRows;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.jdbc.Engines;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A database that is only thought of: its catalog is what plans make of it, and its rows are what a case says. */
final class ImaginedDatabase implements Facts {

    private static final List<Indexing> LEVELS = List.of(
            new Indexing("none", false, false),
            new Indexing("values", true, false),
            new Indexing("relations", false, true),
            new Indexing("both", true, true));

    private final Map<String, String> headers;
    private final Engine engine;
    private final Dialect dialect;
    private final Place place;
    private Found found;
    /** What the programs know that had the models. */
    private final List<KnownNumbers> known = new ArrayList<>();

    private ImaginedDatabase(Map<String, String> headers) {
        this.headers = headers;
        String name = headers.getOrDefault("on", "PostgreSQL");
        this.engine = Engines.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("found no engine " + name));
        this.dialect = engine.dialect();
        this.place = new Place(name + " shop", "jdbc:nowhere");
        this.found = new Found(new TreeSet<>(words("tables")), CatalogRows.of(null), Set.of());
    }

    /** One that has had all models of a case but the last one. */
    static ImaginedDatabase of(ChangeCase one) {
        ImaginedDatabase database = new ImaginedDatabase(one.headers());
        one.formerModels().forEach(model -> database.open(ModelText.read(model)));
        return database;
    }

    Dialect dialect() {
        return dialect;
    }

    Place place() {
        return place;
    }

    /** What an opening finds, without the indexes that somebody dropped. */
    Found found() {
        Set<String> indexes = new TreeSet<>(found.indexes());
        indexes.removeAll(words("dropped"));
        return new Found(found.tables(), found.catalog(), indexes);
    }

    /** The plan of an opening with a model; null while the database has none. */
    @Nullable
    OpeningPlan opening(Schema model) {
        return found.catalog().current() == null
                ? null
                : planner(model, Allowed.ALONE, null).plan(found(), this, Made.NOTHING);
    }

    /** Gives it a model, as an opening does that may make every change and fills every attribute. */
    void open(Schema model) {
        OpeningPlan plan = planner(model, Allowed.ALONE, headers.get("level")).plan(found, this, Made.NOTHING);
        Set<String> tables = new TreeSet<>(found.tables());
        plan.missing().forEach(table -> tables.add(table.name()));
        StoredAttributes attributes = plan.description().attributes();
        if (!headers.containsKey("unfilled")) {
            plan.fills().forEach(fill -> AnnouncedChanges.filled(attributes, fill));
        }
        CatalogRows catalog = CatalogRows.of(plan.description().with(attributes));
        Set<String> indexes = new TreeSet<>(found.indexes());
        plan.choice()
                .chosen()
                .forEach(index -> indexes.add((index.table().name() + "." + index.name()).toLowerCase(Locale.ROOT)));
        indexes.addAll(words("built"));
        found = new Found(tables, catalog, indexes);
        known.add(plan.known());
    }

    /** The plan for another model, as text. */
    String plan(Schema model) {
        Allowed allowed = switch (headers.getOrDefault("mode", "apply")) {
            case "validate" -> Allowed.NONE;
            case "additive" -> Allowed.BESIDE_OTHERS;
            default -> Allowed.ALONE;
        };
        CatalogRows catalog = found.catalog();
        for (String row : words("lost")) {
            catalog = catalog.with(row, null);
        }
        for (String format : words("format")) {
            catalog = catalog.with(CatalogRows.FORMAT, format);
        }
        for (String version : words("version")) {
            catalog = catalog.with(CatalogRows.VERSION, version);
        }
        Set<String> tables = new TreeSet<>(found.tables());
        words("gone").forEach(tables::remove);
        Set<String> indexes = new TreeSet<>(found.indexes());
        indexes.removeAll(words("dropped"));
        try {
            return text(planner(model, allowed, headers.get("asks"))
                    .plan(new Found(tables, catalog, indexes), this, Made.NOTHING));
        } catch (SchemaException e) {
            return ("refused, " + e.code() + ": " + e.getMessage())
                    .replaceFirst("found Espalier [0-9][^ ,]*", "found Espalier <this version>");
        }
    }

    private String text(OpeningPlan plan) {
        List<PlannedStep> steps = plan.steps(dialect);
        return steps.isEmpty()
                ? "nothing has to be changed"
                : steps.stream()
                        .map(step ->
                                step.description() + "  [" + step.cost().name().toLowerCase(Locale.ROOT) + "]"
                                        + step.statements().stream()
                                                .map(statement -> "\n    " + statement)
                                                .collect(Collectors.joining()))
                        .collect(Collectors.joining("\n"));
    }

    private ChangePlanner planner(Schema model, Allowed allowed, @Nullable String level) {
        BiPredicate<PersistentClass, String> computed =
                (type, attribute) -> words("computed").contains(type.name() + "." + attribute);
        Indexing asked = LEVELS.stream()
                .filter(one -> one.name().equals(level))
                .findFirst()
                .orElse(null);
        return new ChangePlanner(
                dialect,
                engine.isServer(),
                place,
                new Wanted(model, asked, LEVELS, LEVELS.get(0), allowed, computed, null));
    }

    List<String> words(String header) {
        String words = headers.getOrDefault(header, "");
        return words.isEmpty() ? List.of() : Arrays.asList(words.split(", "));
    }

    @Override
    public boolean hasRows(Table table) {
        return !words("empty").contains(table.name()) && !words("empty").contains("*");
    }

    @Override
    public long count(Table table) {
        return hasRows(table) ? 3 : 0;
    }

    @Override
    public boolean hasValues(Table table, Column column) {
        return hasRows(table) && !words("unused").contains(table.name() + "." + column.name());
    }

    @Override
    public boolean hasConstants(Table table, Column column, Set<String> constants) {
        return hasValues(table, column)
                && constants.stream()
                        .anyMatch(constant ->
                                !words("unused").contains(table.name() + "." + column.name() + "=" + constant));
    }

    @Override
    public long countLeading(Table table, Column column, Table target) {
        return hasValues(table, column) && hasRows(target) ? 2 : 0;
    }

    @Override
    public @Nullable SharedPart sharedPart(PartLink link, List<PartLink> all) {
        return null;
    }

    @Override
    public Set<String> takenNames() {
        return Set.copyOf(words("taken"));
    }

    /** Written as {@code shop.jar 30 knows 1}: the seconds until its lease ends, and the place of its model, from 1. */
    @Override
    public List<ProgramRows.Row> programs() {
        return words("programs").stream()
                .map(program -> program.split(" "))
                .map(program -> new ProgramRows.Row(
                        program[0],
                        program[0],
                        "host",
                        7,
                        0,
                        Long.parseLong(program[1]) * 1_000,
                        known.get(Integer.parseInt(program[3]) - 1)))
                .toList();
    }

    @Override
    public boolean areIndexesBuilt() {
        return headers.containsKey("load");
    }
}

package dev.espalier;

import dev.espalier.catalog.Catalog;
import dev.espalier.catalog.DescribedClasses;
import dev.espalier.catalog.Fill;
import dev.espalier.catalog.OpeningScript;
import dev.espalier.catalog.ProgramRows;
import dev.espalier.catalog.StoredAttributes;
import dev.espalier.jdbc.ConnectionOptions;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Schema;
import dev.espalier.transaction.TransactionCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads and changes the schema of databases that are not open: the static methods of {@link Database} with a URL. */
final class SchemaTools {

    private SchemaTools() {}

    static SchemaPlan plan(String url, Model model, Settings settings) {
        Catalog.Wanted wanted = wanted(model, settings.schema(SchemaMode.APPLY));
        return connected(ConnectionSource.open(Objects.requireNonNull(url), options(settings)),
                writing((source, session) -> SchemaPlan.of(Catalog.plan(source, session, wanted), session)));
    }

    static SchemaScript script(String url, Model model, Settings settings) {
        Catalog.Wanted wanted = wanted(model, settings.schema(SchemaMode.APPLY));
        return connected(ConnectionSource.open(Objects.requireNonNull(url), options(settings)),
                writing((source, session) -> new SchemaScript(OpeningScript.of(source, session, wanted))));
    }

    static SchemaPlan planFinish(String url, Model model, Settings settings) {
        Catalog.Wanted wanted = wanted(model, settings.schema(SchemaMode.VALIDATE));
        return existing(url, settings, writing((source, session) -> SchemaPlan.of(Catalog.planFinish(source, session, wanted))));
    }

    static SchemaPlan finish(String url, Model model, Settings settings, boolean force) {
        Catalog.Wanted wanted = wanted(model, settings.schema(SchemaMode.VALIDATE));
        return existing(url, settings, source -> SchemaPlan.of(Catalog.finish(source, wanted, force)));
    }

    static List<StoredClass> storedClasses(String url, Settings settings) {
        return existing(url, settings, reading((source, session) -> {
            List<StoredClass> classes = new ArrayList<>();
            DescribedClasses.forEach(session, source.place(), (name, line, javaNames, attributes) -> classes.add(new StoredClass(name, line.number(), javaNames,
                    line.type().equals("abstract"), line.columns(), attributes.stream().map(attribute -> stored(attribute.getKey(), attribute.getValue())).toList())));
            return classes;
        }));
    }

    static List<StoredEnum> storedEnums(String url, Settings settings) {
        return existing(url, settings, reading((source, session) -> {
            List<StoredEnum> enums = new ArrayList<>();
            DescribedClasses.forEachEnum(session, source.place(), (name, line, constants) -> enums.add(new StoredEnum(name, line.number(), constants.stream().map(constant ->
                    new StoredEnum.Constant(constant.getKey(), constant.getValue().number(), constant.getValue().names().stream().sorted().toList())).toList())));
            return enums;
        }));
    }

    private static StoredClass.Attribute stored(String path, StoredAttributes.Line line) {
        return new StoredClass.Attribute(path, line.number(), line.types(), line.columns(), line.names().stream().sorted().toList());
    }

    /** The attributes that have been converted to others, by class: the path of the former one, and that of the newest one. */
    static Map<String, Map<String, String>> converted(String url, Settings settings) {
        return existing(url, settings, reading((source, session) -> {
            Map<String, Map<String, String>> converted = new HashMap<>();
            DescribedClasses.forEach(session, source.place(), (name, line, javaNames, attributes) -> {
                Map<String, String> next = new HashMap<>();
                attributes.stream().filter(attribute -> attribute.getValue().from() != null).forEach(attribute -> next.put(attribute.getValue().from(), attribute.getKey()));
                next.replaceAll((from, to) -> {
                    String last = to;
                    while (next.containsKey(last)) {
                        last = next.get(last);
                    }
                    return last;
                });
                converted.put(name, next);
            });
            return converted;
        }));
    }

    static List<OpenProgram> programs(String url, Settings settings) {
        return existing(url, settings, SchemaTools::programs);
    }

    static List<OpenProgram> programs(ConnectionSource connections) {
        return SchemaTools.reading((source, session) -> Catalog.programs(session).stream().filter(ProgramRows.Row::isOpen)
                .map(row -> new OpenProgram(row.name(), row.host(), row.process(), Instant.ofEpochMilli(row.opened()), Duration.ofMillis(row.lease()))).toList())
                .apply(connections);
    }

    static Catalog.Wanted wanted(Model model, Settings settings) {
        return wanted(model, settings, (schema, fills) -> { });
    }

    /** @param check is asked before attributes are added that are converted or computed */
    static Catalog.Wanted wanted(Model model, Settings settings, BiConsumer<Schema, List<Fill>> check) {
        return new Catalog.Wanted(Objects.requireNonNull(model).schema(), settings.indexes() == null ? null : settings.indexes().indexing(), IndexLevel.all(),
                IndexLevel.BOTH.indexing(), allowed(settings.schema()),
                (type, attribute) -> Migration.isComputed(settings.migrations(), type, attribute), check);
    }

    private static Catalog.Allowed allowed(SchemaMode mode) {
        return switch (mode) {
            case VALIDATE -> Catalog.Allowed.NONE;
            case ADDITIVE -> Catalog.Allowed.BESIDE_OTHERS;
            case APPLY -> Catalog.Allowed.ALONE;
        };
    }

    /** A listener that fails ends nothing. */
    private static ConnectionOptions options(Settings settings) {
        return settings.connectionOptions(new TransactionCounters(settings.onRetry()));
    }

    private static <T> T existing(String url, Settings settings, Function<ConnectionSource, T> work) {
        return connected(ConnectionSource.openExisting(Objects.requireNonNull(url), options(settings)), work);
    }

    private static <T> T connected(ConnectionSource source, Function<ConnectionSource, T> work) {
        try {
            return work.apply(source);
        } finally {
            source.close();
        }
    }

    private static <T> Function<ConnectionSource, T> writing(BiFunction<ConnectionSource, Session, T> work) {
        return source -> {
            try (Session session = source.writer()) {
                return work.apply(source, session);
            }
        };
    }

    private static <T> Function<ConnectionSource, T> reading(BiFunction<ConnectionSource, Session, T> work) {
        return source -> {
            try (Session session = source.session()) {
                return work.apply(source, session);
            }
        };
    }
}

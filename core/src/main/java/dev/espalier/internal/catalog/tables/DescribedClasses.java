package dev.espalier.internal.catalog.tables;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.DeclaredBounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The classes and attributes of a database, read from its catalog. */
public final class DescribedClasses {

    private DescribedClasses() {}

    /** Takes one class. */
    @FunctionalInterface
    public interface Consumer {
        /**
         * @param bounds those that the class declares; null for none
         * @param attributes by path, in the order of their numbers
         */
        void accept(
                String name,
                StoredAttributes.Line line,
                List<String> javaNames,
                @Nullable DeclaredBounds bounds,
                List<Map.Entry<String, StoredAttributes.Line>> attributes,
                Predicate<String> isPart);
    }

    /**
     * Describes all classes, in the order of their numbers.
     *
     * @throws SchemaException {@code no-model} or {@code lost-row} if the database has no description
     */
    public static void forEach(Session session, Place place, Consumer classes) {
        Layout.read(session, place); // refuses what is no database of ours
        Description description =
                CatalogTables.read(session, SystemTables.NAMES).described(place);
        StoredAttributes stored = description.attributes();
        StoredNames names = new StoredNames(description);
        DescribedParts parts = new DescribedParts(description);
        stored.classes().stream()
                .sorted(Comparator.comparingInt(name -> stored.line(name).number()))
                .forEach(name -> {
                    List<Map.Entry<String, StoredAttributes.Line>> attributes =
                            new ArrayList<>(stored.within(name, "").entrySet());
                    attributes.sort(
                            Comparator.comparingInt(entry -> entry.getValue().number()));
                    classes.accept(
                            name,
                            stored.line(name),
                            List.copyOf(names.javaNames(name)),
                            description.bounds().get(name),
                            attributes,
                            path -> parts.has(name, path));
                });
    }

    /** Takes one enum. */
    @FunctionalInterface
    public interface EnumConsumer {
        /** @param constants by the names under which they are stored, in the order of the source */
        void accept(String name, StoredAttributes.Line line, List<Map.Entry<String, StoredAttributes.Line>> constants);
    }

    /**
     * Describes all enums whose constants have numbers, in the order of their numbers.
     *
     * @throws SchemaException {@code no-model} if no objects are kept
     */
    public static void forEachEnum(Session session, Place place, EnumConsumer enums) {
        Layout.read(session, place);
        StoredAttributes stored =
                CatalogTables.read(session, SystemTables.NAMES).described(place).attributes();
        stored.enums().stream()
                .sorted(Comparator.comparingInt(name -> stored.lineOfEnum(name).number()))
                .forEach(name -> {
                    StoredAttributes.Line line = stored.lineOfEnum(name);
                    List<Map.Entry<String, StoredAttributes.Line>> constants = new ArrayList<>();
                    for (String constant : line.columns()) {
                        StoredAttributes.Line ofConstant = stored.constant(name, constant);
                        if (ofConstant != null) {
                            constants.add(Map.entry(constant, ofConstant));
                        }
                    }
                    enums.accept(name, line, List.copyOf(constants));
                });
    }
}

package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.LineKey;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the constants of a program's enums with those of a database. A constant may have been renamed if objects have one that the program lacks, and the
 * program has one that the database lacks: then it asks. For one opening, by one thread.
 */
public final class ConstantMatch {

    private final StoredAttributes stored;
    private final Map<TableSubject, Table> tables;
    private final HasConstants hasConstants;
    private final Map<String, String> origins;

    /** Whether a column has any of these texts. */
    @FunctionalInterface
    public interface HasConstants {
        boolean test(Table table, String column, Set<String> constants);
    }

    /**
     * @param tables by their subjects, as in {@link KnownNames#tables}
     * @param origins of {@link AttributeMatch#enumOrigins}
     */
    public ConstantMatch(
            StoredAttributes stored,
            Map<TableSubject, Table> tables,
            Map<String, String> origins,
            HasConstants hasConstants) {
        this.origins = origins;
        this.stored = stored;
        this.tables = tables;
        this.hasConstants = hasConstants;
    }

    /** The questions that a program has to answer by {@code @Was} on a constant. */
    public List<String> questions(ObjectModel model) {
        List<String> questions = new ArrayList<>();
        enums(model).forEach((name, type) -> {
            String known = stored.findEnum(name) != null ? name : origins.getOrDefault(name, name);
            StoredAttributes.Line line = stored.findEnum(known);
            if (line != null) {
                ask(known, type, line.columns(), questions);
            }
        });
        return questions;
    }

    private void ask(String name, ValueType type, List<String> known, List<String> questions) {
        Set<String> added = new TreeSet<>();
        type.storedNames().forEach((own, constant) -> {
            if (own.equals(constant)
                    && !known.contains(constant)
                    && !type.newConstants().contains(own)) {
                added.add(constant);
            }
        });
        for (String constant : List.copyOf(added)) {
            known.stream().filter(other -> isCalled(name, other, constant)).forEach(other -> {
                added.remove(constant);
                questions.add("the constant " + constant + " of " + type.name() + " is stored as " + other
                        + ": write @Was(\"" + other + "\") on it, or @Was({}) if it is new");
            });
        }
        Set<String> gone = new TreeSet<>(known);
        gone.removeAll(type.constants());
        if (added.isEmpty() || gone.isEmpty()) {
            return;
        }
        Set<String> used = new TreeSet<>();
        gone.stream().filter(constant -> isUsed(name, constant)).forEach(used::add);
        if (!used.isEmpty()) {
            boolean isOne = added.size() == 1;
            questions.add((isOne ? "the constant " : "the constants ") + NameList.of(added) + " of " + type.name()
                    + (isOne ? " is" : " are") + " new, and objects have " + NameList.of(used) + ", which the program "
                    + "does not know: was " + (isOne ? "it" : "one of them") + " renamed? Then write "
                    + used.stream().map(former -> "@Was(\"" + former + "\")").collect(Collectors.joining(" or "))
                    + " on it, else @Was({})");
        }
    }

    /** Whether programs have called a stored constant so. */
    private boolean isCalled(String enumName, String constant, String name) {
        StoredAttributes.Line line = stored.constant(enumName, constant);
        return line != null && line.names().contains(name);
    }

    private boolean isUsed(String enumName, String constant) {
        StoredType type = StoredType.ofEnum(enumName);
        return stored.all().entrySet().stream()
                .filter(line -> line.getValue().types().contains(type)
                        && line.getValue().columns().size() == 1)
                .anyMatch(line -> {
                    Table table = table(line.getKey());
                    return table != null
                            && hasConstants.test(
                                    table, line.getValue().columns().get(0), Set.of(constant));
                });
    }

    /** The table of an attribute: the collection's, or the class's. */
    private @Nullable Table table(LineKey key) {
        for (String end : List.of(Schema.KEY, Schema.MEMBER)) {
            int at = key.path().indexOf(end);
            StoredAttributes.Line collection =
                    at < 0 ? null : stored.find(key.owner(), key.path().substring(0, at));
            if (collection != null && collection.columns().size() == 1) {
                return tables.values().stream()
                        .filter(table ->
                                table.name().equals(collection.columns().get(0)))
                        .findFirst()
                        .orElse(null);
            }
        }
        return tables.get(TableSubject.ofClass(key.owner()));
    }

    // ---- the enums of a model

    /** The enums of a model by their full names. */
    static Map<String, ValueType> enums(ObjectModel model) {
        Map<String, ValueType> enums = new TreeMap<>();
        for (PersistentClass type : model.classes()) {
            collect(type.attributes(), enums);
        }
        return enums;
    }

    private static void collect(List<Attribute> attributes, Map<String, ValueType> enums) {
        for (Attribute attribute : attributes) {
            if (attribute instanceof ValueAttribute value) {
                collect(value.type(), enums);
            } else if (attribute instanceof EmbeddedAttribute embedded) {
                collect(embedded.type().components(), enums);
            } else if (attribute instanceof CollectionAttribute collection) {
                collect(collection.element(), enums);
                if (collection.key() != null) {
                    collect(collection.key(), enums);
                }
            }
        }
    }

    private static void collect(Element element, Map<String, ValueType> enums) {
        if (element instanceof Element.Value value) {
            collect(value.type(), enums);
        } else if (element instanceof Element.Embedded embedded) {
            collect(embedded.type().components(), enums);
        }
    }

    private static void collect(ValueType type, Map<String, ValueType> enums) {
        if (type.isEnum()) {
            enums.putIfAbsent(AttributeTypes.enumName(type), type);
        }
    }
}

package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How the rows of all classes become objects. */
final class ModelLayout {

    final List<ClassLayout> classes = new ArrayList<>();
    final List<CollectionLayout> collections = new ArrayList<>();
    final boolean hasRecords;
    /** Whether some collection is read for the objects that were asked for alone. */
    final boolean hasCollectionsOfAsked;

    /** Whether some relation leads to parts, which no depth leaves out. */
    final boolean hasParts;

    private final Map<PersistentClass, ClassLayout> byClass = new HashMap<>();
    private final Map<PersistentClass, List<ClassLayout>> concrete = new ConcurrentHashMap<>();

    ModelLayout(Schema schema) {
        for (ClassTable table : schema.classTables()) {
            ClassLayout layout = new ClassLayout(classes.size(), table);
            classes.add(layout);
            byClass.put(layout.type, layout);
        }
        classes.forEach(this::addToOnes);
        Map<LinkTable, CollectionLayout> byTable = new HashMap<>();
        for (LinkTable table : schema.linkTables()) {
            CollectionLayout layout = new CollectionLayout(collections.size(), List.of(table), onlyTarget(table));
            collections.add(layout);
            byTable.put(table, layout);
        }
        Map<CollectionAttribute, CollectionLayout> inverses = new HashMap<>();
        for (ClassLayout owner : classes) {
            for (CollectionAttribute inverse : owner.type.inverses()) {
                CollectionAttribute declared = Objects.requireNonNullElse(
                        (CollectionAttribute) inverse.declaringClass().attribute(inverse.name()), inverse);
                owner.add(inverse, inverses.computeIfAbsent(declared, attribute -> {
                    List<LinkTable> tables = schema.inverse(attribute);
                    CollectionLayout layout =
                            new CollectionLayout(collections.size(), tables, onlyTarget(tables.get(0)));
                    collections.add(layout);
                    return layout;
                }));
            }
            for (LinkTable link : owner.table.links()) {
                CollectionAttribute own = (CollectionAttribute)
                        owner.type.attribute(link.attribute().name());
                owner.add(requireNonNull(own), requireNonNull(byTable.get(link)));
            }
        }
        hasCollectionsOfAsked = collections.stream().anyMatch(layout -> layout.isOfAsked);
        hasParts = classes.stream()
                .anyMatch(layout -> layout.type.attributes().stream().anyMatch(Attribute::isPart));
        hasRecords = classes.stream().anyMatch(layout -> layout.isRecord);
    }

    /** The layouts of the classes that an object of the declared class can be of. */
    List<ClassLayout> concrete(PersistentClass declared) {
        List<ClassLayout> known = concrete.get(declared);
        return known != null
                ? known
                : concrete.computeIfAbsent(
                        declared,
                        one -> one.concreteClasses().stream().map(byClass::get).toList());
    }

    private void addToOnes(ClassLayout layout) {
        for (ClassLayout.Reference reference : layout.references) {
            List<ClassLayout> targets = concrete(reference.slot().target());
            if (targets.size() == 1 && !targets.get(0).isRecord) {
                layout.toOnes.add(new ClassLayout.ToOne(
                        reference.name(),
                        reference.attribute().name(),
                        reference.attribute().isPart(),
                        reference.slot().at(),
                        targets.get(0),
                        new JoinChoice()));
            }
        }
    }

    private @Nullable ClassLayout onlyTarget(LinkTable table) {
        if (table.element() instanceof Slot.ReferenceSlot reference
                && reference.target().concreteClasses().size() == 1) {
            return byClass.get(reference.target().concreteClasses().get(0));
        }
        return null;
    }
}

package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.Origin;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.KnownNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Finds out which attribute of a database each attribute of a program is, by {@link AttributeClaims}. An attribute that is none of them is new, and a stored one
 * that is left stays as it is, unless one of both might be the same: then it asks. It also compares the types. For one opening, by one thread.
 *
 * <p>Example: the stored {@code Order.due} and the new {@code Order.deadline} of the same type are a question; with {@code @Was("due")} they are one attribute.
 */
public final class AttributeMatch {

    private final StoredAttributes stored;
    private final KnownNames known;
    private final HasValues hasValues;
    private final BiPredicate<PersistentClass, String> computed;
    private final AttributeFindings findings = new AttributeFindings();

    /**
     * @param known what the database calls the classes and the collections
     * @param computed whether a migration computes an attribute of a class
     */
    public AttributeMatch(
            StoredAttributes stored,
            KnownNames known,
            HasValues hasValues,
            BiPredicate<PersistentClass, String> computed) {
        this.stored = stored;
        this.known = known;
        this.hasValues = hasValues;
        this.computed = computed;
    }

    /** Matches all attributes of a program. */
    public void match(ObjectModel model) {
        ComponentAnswers components = new ComponentAnswers(stored);
        for (PersistentClass type : model.classes()) {
            String name = known.classes().get(type);
            if (name != null) {
                ClassPair pair = new ClassPair(stored, known, computed, type, name);
                new ClassAttributes(pair, components, hasValues, findings).match();
            } else { // later openings find that the migration has been here
                type.attributes().stream()
                        .filter(attribute -> computed.test(type, attribute.name()))
                        .forEach(attribute -> findings.origins.put(
                                KnownNames.attribute(type.name(), attribute.name()), Origin.COMPUTED));
            }
        }
    }

    /** The questions that a program has to answer by {@code @Was}. */
    public Set<String> renames() {
        return findings.renames;
    }

    /** The changes of types that lose values, or may. */
    public List<String> changes() {
        return findings.changes;
    }

    /** The references that the database has with other classes. */
    public List<ReferenceMatch.Retargeted> retargeted() {
        return findings.retargeted;
    }

    /** The attributes that objects are without. */
    public List<Fill> fills() {
        return findings.fills;
    }

    /** From where new attributes get their values, by the keys of {@link KnownNames#attribute}. */
    Map<String, Origin> origins() {
        return findings.origins;
    }

    /** The path in the database of each attribute that it knows, by the keys of {@link KnownNames#attribute}. */
    public Map<String, String> storedPaths() {
        return findings.storedPaths;
    }

    /** The names that the database has for all of the model. */
    public KnownNames names() {
        return known.withColumns(findings.columns, findings.olderTypes);
    }

    /** The stored enums, other than those of the same name, whose attributes have enums of the program; by the program's names. */
    public Map<String, String> enumOrigins() {
        return findings.enumOrigins;
    }
}

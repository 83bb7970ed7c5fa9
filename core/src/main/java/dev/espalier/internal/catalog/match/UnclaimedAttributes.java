package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.Origin;
import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.TableSubject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a program that are none of the stored ones: they get values that are converted or computed, or they are new. If a stored attribute that no
 * attribute of the program is might be the same, it asks.
 */
final class UnclaimedAttributes {

    private final ClassPair pair;
    private final ComponentAnswers components;
    private final WasAnswers answers;
    private final TypeComparison types;
    private final HasValues hasValues;
    private final AttributeFindings findings;
    private final String path;
    private final String storedPath;
    private final NamedLines lines;
    private final Set<String> claimed;
    /** The stored attributes that attributes are converted from. */
    private final Map<Attribute, String> conversions;
    /** The stored attributes that no attribute of the program is, or is converted from. */
    private final Map<String, Line> left;

    /**
     * @param path the record's in the program, and a dot; empty for the class
     * @param storedPath the same in the database
     * @param claimed the stored names that attributes of the program have
     * @param conversions of the class
     */
    UnclaimedAttributes(
            ClassPair pair,
            ComponentAnswers components,
            HasValues hasValues,
            AttributeFindings findings,
            String path,
            String storedPath,
            NamedLines lines,
            Set<String> claimed,
            Map<Attribute, String> conversions) {
        this.pair = pair;
        this.components = components;
        this.answers = new WasAnswers(pair, components);
        this.types = new TypeComparison(pair, findings);
        this.hasValues = hasValues;
        this.findings = findings;
        this.path = path;
        this.storedPath = storedPath;
        this.lines = lines;
        this.claimed = claimed;
        this.conversions = conversions;
        this.left = left(lines, claimed, conversions);
    }

    private Map<String, Line> left(NamedLines all, Set<String> known, Map<Attribute, String> converted) {
        Set<String> sources = new HashSet<>(converted.values());
        Map<String, Line> rest = new LinkedHashMap<>(all.all());
        rest.keySet()
                .removeIf(name -> known.contains(name)
                        || sources.contains(name)
                        || pair.stored().convertedTo(pair.className(), name) != null);
        return rest;
    }

    void match(Attribute attribute) {
        String from = from(attribute);
        if (from != null) {
            converted(attribute, from);
        } else if (pair.isComputed(attribute, path)) {
            findings.fills.add(
                    new Fill(pair.type(), attribute, pair.className(), attribute.name(), null, null, true, Map.of()));
            findings.origins.put(pair.key(attribute.name()), Origin.COMPUTED);
        } else if (attribute instanceof CollectionAttribute collection) {
            compareWithValue(collection);
        } else if (!WasAnswers.isGiven(attribute)) {
            ask(attribute);
        }
    }

    /** The stored attribute of another type, or of another kind, that became this one; null for a new attribute. */
    private @Nullable String from(Attribute attribute) {
        if (!path.isEmpty() || WasAnswers.isSaidToBeNew(attribute)) {
            return null;
        }
        String converted = conversions.get(attribute);
        return converted != null || !ClassPair.isCollection(attribute)
                ? converted
                : answers.storedNames(attribute, "").stream()
                        .filter(name -> lines.contains(name) && !claimed.contains(name))
                        .findFirst()
                        .orElse(null);
    }

    private void converted(Attribute attribute, String from) {
        String already = pair.stored().convertedTo(pair.className(), from);
        if (already != null) {
            findings.changes.add(pair.place(path, attribute) + ": " + pair.className() + "." + from
                    + " was converted already, to " + already);
        }
        findings.fills.add(new Fill(
                pair.type(),
                attribute,
                pair.className(),
                attribute.name(),
                from,
                lines.find(from),
                true,
                components.names(pair.className(), attribute, from)));
        findings.origins.put(pair.key(attribute.name()), new Origin(from));
    }

    /** A new collection has a table of its own, so the program would not see the stored value of its name. */
    private void compareWithValue(CollectionAttribute collection) {
        String name = collection.name();
        Line line = lines.find(name);
        if (ClassPair.isCollection(collection)
                && !WasAnswers.isGiven(collection)
                && line != null
                && !claimed.contains(name)
                && pair.listOf(collection, collection.declaringClass()) == null
                && pair.stored().convertedTo(pair.className(), name) == null
                && line.columns().stream()
                        .anyMatch(column -> hasValues.test(TableSubject.ofClass(pair.className()), column))) {
            types.mismatch(pair.place("", collection), pair.typeOf(collection), line);
        }
    }

    private void ask(Attribute attribute) {
        StoredType wanted = pair.typeOf(attribute);
        TableSubject subject = pair.subject(path);
        List<String> alike = left.entrySet().stream()
                .filter(line -> AttributeTypes.holds(wanted, line.getValue().type())
                        && line.getValue().columns().stream()
                                .limit(1)
                                .anyMatch(column -> subject != null && hasValues.test(subject, column)))
                .map(Map.Entry::getKey)
                .toList();
        if (!alike.isEmpty()) {
            findings.renames.add(pair.place(path, attribute) + " is new, and the stored "
                    + NameList.of(alike.stream()
                            .map(name -> pair.className() + "." + storedPath + name)
                            .toList())
                    + " of the same type " + (alike.size() == 1 ? "is no field" : "are no fields")
                    + " of this program: was "
                    + (alike.size() == 1 ? "it" : "one of them") + " renamed? Then write "
                    + alike.stream().map(name -> "@Was(\"" + name + "\")").collect(Collectors.joining(" or "))
                    + " on it, else @Was({})");
        }
    }
}

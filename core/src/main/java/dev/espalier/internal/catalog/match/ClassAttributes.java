package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.TableSubject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Matches the attributes of one class, down to the components of its records and the members of its collections, and writes down where each is. {@link
 * AttributeClaims} finds the stored attribute, {@link TypeComparison} compares its type, and {@link UnclaimedAttributes} are the rest.
 */
final class ClassAttributes {

    private final ClassPair pair;
    private final ComponentAnswers components;
    private final HasValues hasValues;
    private final AttributeFindings findings;
    private final TypeComparison types;
    /** The stored attributes of other types that attributes are converted from. */
    private final Map<Attribute, String> conversions = new HashMap<>();

    ClassAttributes(ClassPair pair, ComponentAnswers components, HasValues hasValues, AttributeFindings findings) {
        this.pair = pair;
        this.components = components;
        this.hasValues = hasValues;
        this.findings = findings;
        this.types = new TypeComparison(pair, findings);
    }

    void match() {
        match(pair.type().attributes(), "", "");
    }

    /**
     * Matches the attributes of the class, or the components of a record.
     *
     * @param path the record's in the program, and a dot; empty for the class
     * @param storedPath the same in the database
     */
    private void match(List<Attribute> attributes, String path, String storedPath) {
        StoredLevel level = pair.level(storedPath);
        AttributeClaims.Found found = AttributeClaims.of(pair, components, attributes, level, path);
        conversions.putAll(found.conversions());
        findings.renames.addAll(found.questions());
        found.byName()
                .forEach((name, attribute) ->
                        matched(attribute, path, storedPath + name, level.all().line(name)));
        Set<Attribute> known = new HashSet<>(found.byName().values());
        UnclaimedAttributes unclaimed = known.containsAll(attributes)
                ? null
                : new UnclaimedAttributes(
                        pair,
                        components,
                        hasValues,
                        findings,
                        path,
                        storedPath,
                        level.all(),
                        found.byName().keySet(),
                        conversions);
        for (Attribute attribute : attributes) {
            if (unclaimed != null && !known.contains(attribute)) {
                unclaimed.match(attribute);
            }
            if (attribute instanceof CollectionAttribute collection
                    && !collection.isInverse()
                    && collection.declaringClass() == pair.type()) {
                collection(collection);
            }
        }
    }

    // ---- attributes

    private void matched(Attribute attribute, String path, String storedPath, StoredAttributes.Line line) {
        String own = pair.key(path + attribute.name());
        String place = pair.place(path, attribute);
        findings.storedPaths.put(own, storedPath);
        refuseConverted(attribute, path, storedPath, line);
        refuseComputed(attribute, path, line);
        if (!line.isFilled()) {
            findings.fills.add(unfilled(attribute, storedPath, line));
        }
        types.compare(place, own, pair.typeOf(attribute), line);
        if (attribute instanceof ReferenceAttribute reference) {
            types.compareTarget(place, pair.subject(path), false, reference.target(), line);
        }
        if (!(attribute instanceof CollectionAttribute)) {
            findings.columns.put(own, line.columns());
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            record(embedded.type(), path + attribute.name(), storedPath + ".");
        }
    }

    /** Refuses a stored attribute that a newer program has converted: this one would write what nobody reads. */
    private void refuseConverted(Attribute attribute, String path, String storedPath, StoredAttributes.Line line) {
        StoredAttributes stored = pair.stored();
        String into = path.isEmpty() ? stored.convertedTo(pair.className(), storedPath) : null;
        if (into != null) {
            String found =
                    AttributeTypes.described(stored.line(pair.className(), into).type());
            String type = AttributeTypes.described(line.type());
            boolean isSame = found.equals(type); // of other components or members
            findings.changes.add(pair.place(path, attribute) + " was converted "
                    + (isSame ? "" : "to " + found + " ")
                    + "by a newer version of the program" + (isSame ? "" : ", and this one has " + type)
                    + "; use the newer version. If this one is the newer version, write "
                    + WasAnswers.toWrite(requireNonNull(stored.latest(pair.className(), storedPath)), attribute)
                    + " on it");
        }
    }

    private void refuseComputed(Attribute attribute, String path, StoredAttributes.Line line) {
        if (pair.isComputed(attribute, path) && line.origin() == null) {
            findings.changes.add(pair.place(path, attribute)
                    + " is computed by a migration, and objects have values that this migration has not computed; leave the migration "
                    + "out, and call Database.migrate with it to compute all of them again");
        }
    }

    private Fill unfilled(Attribute attribute, String storedPath, StoredAttributes.Line line) {
        String from = line.from();
        return new Fill(
                pair.type(),
                attribute,
                pair.className(),
                storedPath,
                from,
                from == null ? null : pair.stored().find(pair.className(), from),
                false,
                from == null ? Map.of() : components.names(pair.className(), attribute, from));
    }

    // ---- records

    private void record(EmbeddedType record, String path, String storedPath) {
        match(record.components(), path + ".", storedPath);
        List<String> witness = columns(path);
        boolean isPresence = pair.level(storedPath).all().all().values().stream()
                .noneMatch(line -> line.columns().equals(witness));
        boolean isThere = record.components().stream()
                .anyMatch(component -> columns(path + "." + component.name()).equals(witness));
        if (!witness.isEmpty() && !isPresence && !isThere) {
            findings.changes.add(pair.type() + "." + path + ": " + record.name() + " lacks the component of the column "
                    + witness.get(0) + ", which shows whether there is a record; expected it. Keep the component");
        }
    }

    private List<String> columns(String path) {
        return findings.columns.getOrDefault(pair.key(path), List.of());
    }

    // ---- collections

    private void collection(CollectionAttribute collection) {
        TableSubject list = pair.listOf(collection, pair.type());
        if (list == null) {
            return;
        }
        // The stored class is another one if the collection has moved.
        ClassAttributes declaring = new ClassAttributes(pair.with(list.className()), components, hasValues, findings);
        if (collection.key() != null) {
            declaring.element(collection, Schema.KEY, list.collection(), collection.key());
        }
        declaring.element(collection, Schema.MEMBER, list.collection(), collection.element());
    }

    private void element(CollectionAttribute collection, String end, String storedCollection, Element element) {
        String own = pair.key(collection.name() + end);
        StoredAttributes.Line line = pair.stored().find(pair.className(), storedCollection + end);
        if (line != null) {
            findings.storedPaths.put(own, storedCollection + end);
            findings.columns.put(own, line.columns());
            String place =
                    (end.equals(Schema.KEY) ? "a key of " : collection.key() == null ? "a member of " : "a value of ")
                            + pair.type() + "." + collection.name();
            types.compare(place, own, pair.typeOf(element), line);
            if (element instanceof Element.Reference reference) {
                types.compareTarget(place, pair.subject(collection.name() + "."), true, reference.target(), line);
            }
        }
        if (element instanceof Element.Embedded embedded) {
            record(embedded.type(), collection.name() + end, storedCollection + end + ".");
        }
    }
}

package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which attribute of a database each attribute of a program is. The steps, each for what those before have left: a name that a program has
 * given to a stored attribute; {@code @Was}; the same name. An attribute that is left then is new, and a stored one that is left stays as it is, unless
 * one of both might be the same: then it asks. It also compares the types. For one opening, by one thread.
 */
public final class AttributeMatch {

    private final StoredAttributes stored;
    private final KnownNames known;
    private final HasValues hasValues;
    private final BiPredicate<PersistentClass, String> computed;

    private final Map<String, String> storedPaths = new HashMap<>();
    private final Map<String, List<String>> columns = new TreeMap<>();
    private final Set<String> olderTypes = new HashSet<>();
    private final Set<String> renames = new LinkedHashSet<>();
    private final List<Fill> fills = new ArrayList<>();
    private final Map<String, String> origins = new HashMap<>();
    private final List<String> changes = new ArrayList<>();
    private final List<ReferenceMatch.Retargeted> retargeted = new ArrayList<>();
    /** The stored enums that enums of the program have taken the place of, by the program's names. */
    private final Map<String, String> enumOrigins = new HashMap<>();

    private final ComponentAnswers components;

    /** Whether a column of a stored class or collection has any value that would vanish from sight. */
    @FunctionalInterface
    public interface HasValues {
        boolean test(String subject, String column);
    }

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
        this.components = new ComponentAnswers(stored);
        this.known = known;
        this.hasValues = hasValues;
        this.computed = computed;
    }

    /** The questions that a program has to answer by {@code @Was}. */
    public Set<String> renames() {
        return renames;
    }

    /** The changes of types that lose values, or may. */
    public List<String> changes() {
        return changes;
    }

    /** The references that the database has with other classes. */
    public List<ReferenceMatch.Retargeted> retargeted() {
        return retargeted;
    }

    /** The attributes that objects are without. */
    public List<Fill> fills() {
        return fills;
    }

    /** From where new attributes get their values, by the keys of {@link KnownNames#attribute}: a path in the database, or {@link StoredAttributes#COMPUTED}. */
    Map<String, String> origins() {
        return origins;
    }

    /** The names that the database has for all of the model. */
    public KnownNames names() {
        return known.withColumns(columns, olderTypes);
    }

    /** The stored enums, other than those of the same name, whose attributes have enums of the program; by the program's names. */
    public Map<String, String> enumOrigins() {
        return enumOrigins;
    }

    /** Matches all attributes of a program. */
    public void match(ObjectModel model) {
        for (PersistentClass type : model.classes()) {
            String name = known.classes().get(type);
            if (name != null) {
                new OfClass(type, name).match(type.attributes(), "", "");
            } else { // later openings find that the migration has been here
                type.attributes().stream()
                        .filter(attribute -> computed.test(type, attribute.name()))
                        .forEach(attribute -> origins.put(
                                KnownNames.attribute(type.name(), attribute.name()), StoredAttributes.COMPUTED));
            }
        }
    }

    /** The path in the database of each attribute that it knows, by the keys of {@link KnownNames#attribute}. */
    public Map<String, String> storedPaths() {
        return storedPaths;
    }

    private String nameOf(PersistentClass other) {
        return known.classes().getOrDefault(other, other.name());
    }

    /** The attributes of one class. */
    private final class OfClass {

        private final PersistentClass type;
        private final String className;
        /** The stored attributes of other types that attributes are converted from. */
        private final Map<Attribute, String> conversions = new HashMap<>();

        OfClass(PersistentClass type, String className) {
            this.type = type;
            this.className = className;
        }

        /**
         * Matches the attributes of the class, or the components of a record.
         *
         * @param path the record's in the program, and a dot; empty for the class
         * @param storedPath the same in the database
         */
        void match(List<Attribute> attributes, String path, String storedPath) {
            Map<String, StoredAttributes.Line> lines = stored.children(
                    className, storedPath.isEmpty() ? "" : storedPath.substring(0, storedPath.length() - 1));
            Map<String, Attribute> claims = claims(attributes, lines, path);
            Set<Attribute> found = new HashSet<>(claims.values());
            claims.forEach((name, attribute) -> matched(attribute, path, storedPath + name, line(lines, name)));
            for (Attribute attribute : attributes) {
                if (!found.contains(attribute) && !isFilled(attribute, path, lines, claims)) {
                    ask(attribute, path, storedPath, lines, claims.keySet());
                    if (attribute instanceof CollectionAttribute collection) {
                        compareWithValue(collection, lines, claims.keySet());
                    }
                }
                if (attribute instanceof CollectionAttribute collection
                        && !collection.isInverse()
                        && collection.declaringClass() == type) {
                    collection(collection);
                }
            }
        }

        /** Whether a new attribute gets values for the objects that are there: by an answer, from a stored attribute of another type, or by a migration. */
        private boolean isFilled(
                Attribute attribute,
                String path,
                Map<String, StoredAttributes.Line> lines,
                Map<String, Attribute> claims) {
            boolean isComputed = path.isEmpty() && computed.test(type, attribute.name());
            boolean isSaidToBeNew = attribute.access().formerNames() != null
                    && attribute.access().formerNames().isEmpty();
            String from = !path.isEmpty() || isSaidToBeNew
                    ? null
                    : conversions.getOrDefault(attribute, convertedCollection(attribute, lines, claims));
            if (from == null && !isComputed) {
                return false;
            }
            if (from != null && stored.convertedTo(className, from) != null) {
                changes.add(place(path, attribute) + ": " + className + "." + from + " was converted already, to "
                        + stored.convertedTo(className, from));
            }
            fills.add(new Fill(
                    type,
                    attribute,
                    className,
                    attribute.name(),
                    from,
                    from == null ? null : lines.get(from),
                    true,
                    from == null ? Map.of() : components.names(className, attribute, from)));
            origins.put(key(attribute.name()), from == null ? StoredAttributes.COMPUTED : from);
            return true;
        }

        /** The stored attribute of another kind that became a collection. */
        private @Nullable String convertedCollection(
                Attribute attribute, Map<String, StoredAttributes.Line> lines, Map<String, Attribute> claims) {
            if (!isCollection(attribute)) {
                return null;
            }
            return answers(attribute, "").stream()
                    .filter(name -> lines.containsKey(name) && !claims.containsKey(name))
                    .findFirst()
                    .orElse(null);
        }

        /** The stored names of those attributes that are known. */
        private Map<String, Attribute> claims(
                List<Attribute> attributes, Map<String, StoredAttributes.Line> lines, String path) {
            Map<String, Attribute> claims = new LinkedHashMap<>();
            Set<Attribute> left = new LinkedHashSet<>(attributes);
            for (Attribute attribute : attributes) { // a name that was told
                String name = isCollection(attribute)
                        ? collectionName((CollectionAttribute) attribute, lines)
                        : named(attribute, attributes, ofItsKind(attribute, lines), path);
                if (name != null && !isCollection(attribute) && isConversion(attribute, name, lines, path)) {
                    conversions.put(attribute, name);
                    left.remove(attribute);
                } else if (name != null && claims.putIfAbsent(name, attribute) == null || isCollection(attribute)) {
                    left.remove(attribute);
                }
            }
            for (Attribute attribute : List.copyOf(left)) { // an answer
                for (String name : answers(attribute, path)) {
                    if (ofItsKind(attribute, lines).containsKey(name) && left.contains(attribute)) {
                        answered(attribute, name, attributes, lines, claims, path);
                        left.remove(attribute);
                    }
                }
            }
            for (Attribute attribute : List.copyOf(left)) { // the same name
                boolean isNew = attribute.access().formerNames() != null
                        && attribute.access().formerNames().isEmpty();
                boolean isThere = ofItsKind(attribute, lines).containsKey(attribute.name());
                if (isThere
                        && !isNew
                        && !isCollection(attribute)
                        && isConversion(attribute, attribute.name(), lines, path)) {
                    conversions.put(attribute, attribute.name());
                    left.remove(attribute);
                } else if (isThere && !isNew && claims.putIfAbsent(attribute.name(), attribute) == null) {
                    left.remove(attribute);
                }
            }
            return claims;
        }

        /** The stored attribute that a program has called so, other than the one of this name. A field that only a newer program has tells them apart. */
        private @Nullable String named(
                Attribute attribute,
                List<Attribute> attributes,
                Map<String, StoredAttributes.Line> lines,
                String path) {
            StoredAttributes.Line own = lines.get(attribute.name());
            List<String> called = lines.entrySet().stream()
                    .filter(line -> line.getKey().equals(attribute.name())
                            || line.getValue().names().contains(attribute.name()))
                    .sorted(Map.Entry.comparingByValue(Comparator.comparingInt(StoredAttributes.Line::number)
                            .reversed()))
                    .map(Map.Entry::getKey)
                    .toList();
            // Converted, perhaps several times: the type tells which.
            if (called.stream()
                    .anyMatch(name -> called.contains(line(lines, name).from()))) {
                String latest = called.get(0);
                if (former(attribute).contains(latest)
                        || answers(attribute, path).contains(latest) && fits(attribute, line(lines, latest))) {
                    return latest;
                }
                String wanted = AttributeTypes.of(attribute, AttributeMatch.this::nameOf);
                if (path.isEmpty() && AttributeTypes.isRecord(wanted)) {
                    return called.stream()
                            .filter(name -> line(lines, name).types().contains(wanted))
                            .reduce((one, other) -> components.fitting(className, attribute, other)
                                            > components.fitting(className, attribute, one)
                                    ? other
                                    : one)
                            .orElse(latest);
                }
                return called.stream()
                        .filter(name -> line(lines, name).types().contains(wanted))
                        .findFirst()
                        .or(() -> called.stream()
                                .filter(name -> fits(attribute, line(lines, name)))
                                .findFirst())
                        .orElse(called.get(0));
            }
            if (own != null && former(attribute).contains(attribute.name())) { // the answer to the question below
                return attribute.name();
            }
            String answered = called.stream()
                    .filter(name -> former(attribute).contains(name)
                            && line(lines, name).names().contains(attribute.name()))
                    .findFirst()
                    .orElse(null);
            if (answered != null) { // names may have gone round, and back by the answer above
                return answered;
            }
            String found = called.stream()
                    .filter(name -> line(lines, name).names().contains(attribute.name())
                            && (own == null || fits(attribute, line(lines, name)) || !fits(attribute, own)))
                    .findFirst()
                    .orElse(null);
            boolean isAmbiguous = found != null
                    && !found.equals(attribute.name())
                    && own != null
                    && fits(attribute, own)
                    && attribute.access().formerNames() == null
                    && attributes.stream()
                            .noneMatch(other ->
                                    line(lines, attribute.name()).names().contains(other.name())
                                            && !lines.containsKey(other.name()));
            if (isAmbiguous) {
                renames.add(place(path, attribute) + ": programs have called both " + found + " and " + attribute.name()
                        + " of the stored class " + className + " so: which one is it? Write @Was(\"" + found
                        + "\") or @Was(\"" + attribute.name() + "\") on it");
            }
            return found;
        }

        /** The stored names for the former names; for the own name of an attribute that a migration computes. */
        private List<String> answers(Attribute attribute, String path) {
            if (!path.isEmpty()) {
                return former(attribute);
            }
            boolean hasRecords = attribute instanceof EmbeddedAttribute || attribute instanceof CollectionAttribute;
            String own = hasRecords && attribute.access().formerNames() == null
                    ? stored.latest(className, attribute.name())
                    : null;
            boolean isAsked = attribute.access().formerNames() == null
                    && (computed.test(type, attribute.name())
                            || own != null && components.areConverted(className, attribute, own));
            List<String> names = isAsked ? List.of(attribute.name()) : former(attribute);
            return names.stream()
                    .map(name -> Objects.requireNonNullElse(stored.latest(className, name), name))
                    .toList();
        }

        private void answered(
                Attribute attribute,
                String name,
                List<Attribute> attributes,
                Map<String, StoredAttributes.Line> lines,
                Map<String, Attribute> claims,
                String path) {
            boolean isThere = attributes.stream()
                    .anyMatch(other -> other != attribute
                            && other.name().equals(name)
                            && other.access().formerNames() == null);
            if (claims.containsKey(name) || isThere && !name.equals(attribute.name())) {
                Attribute claiming = claims.get(name);
                renames.add("@Was(\"" + name + "\") on " + place(path, attribute) + ": found " + name + ", which is "
                        + (claiming == null || claiming.name().equals(name)
                                ? "another field"
                                : "the field " + claiming.name())
                        + " of this program, too; "
                        + "expected the former name of one that is gone. Write @Was({}) on the one that is new");
            } else if (path.isEmpty()
                    && (!fits(attribute, line(lines, name))
                            || components.areConverted(className, attribute, name)
                            || isNarrowed(attribute, name, lines))) {
                conversions.put(attribute, name);
            } else {
                claims.put(name, attribute);
            }
        }

        /** Whether an attribute that is the stored one gets its values converted: by an answer, or because the new type has all values of the former one. */
        private boolean isConversion(
                Attribute attribute, String name, Map<String, StoredAttributes.Line> lines, String path) {
            boolean isAnswered = answers(attribute, path).contains(name);
            return isAnswered
                            && (!fits(attribute, line(lines, name))
                                    || path.isEmpty() && components.areConverted(className, attribute, name)
                                    || isNarrowed(attribute, name, lines))
                    || path.isEmpty()
                            && !fits(attribute, line(lines, name))
                            && AttributeTypes.isLossless(
                                    AttributeTypes.of(attribute, AttributeMatch.this::nameOf),
                                    line(lines, name).type())
                            && stored.convertedTo(className, name) == null;
        }

        /**
         * Whether the field, which was widened, is said to get a former type again: its answer is its own name. An answer with another name is that of an older
         * program in which it was renamed. One that was converted before has had that answer since.
         */
        private boolean isNarrowed(Attribute attribute, String name, Map<String, StoredAttributes.Line> lines) {
            StoredAttributes.Line line = line(lines, name);
            String wanted = AttributeTypes.of(attribute, AttributeMatch.this::nameOf);
            return former(attribute).contains(attribute.name())
                    && line.from() == null
                    && line.types().contains(wanted)
                    && !AttributeTypes.holds(wanted, line.type());
        }

        /** Whether the attribute reads the columns of the stored one, as it is or as an older program does. */
        private boolean fits(Attribute attribute, StoredAttributes.Line line) {
            String wanted = AttributeTypes.of(attribute, AttributeMatch.this::nameOf);
            return AttributeTypes.holds(wanted, line.type()) || line.types().contains(wanted);
        }

        /** The stored attributes that it can be: an inverse has no column, and what has columns is no inverse. */
        private Map<String, StoredAttributes.Line> ofItsKind(
                Attribute attribute, Map<String, StoredAttributes.Line> lines) {
            boolean isInverse = attribute instanceof CollectionAttribute collection && collection.isInverse();
            if (lines.values().stream().allMatch(line -> line.isInverse() == isInverse)) {
                return lines;
            }
            Map<String, StoredAttributes.Line> kind = new LinkedHashMap<>(lines);
            kind.values().removeIf(line -> line.isInverse() != isInverse);
            return kind;
        }

        private boolean isCollection(Attribute attribute) {
            return attribute instanceof CollectionAttribute collection && !collection.isInverse();
        }

        private @Nullable String collectionName(
                CollectionAttribute collection, Map<String, StoredAttributes.Line> lines) {
            String list = known.lists().get(new KnownNames.Field(collection.declaringClass(), collection.name()));
            String name = list == null ? null : StoredNames.simple(list);
            return lines.containsKey(name == null ? "" : name) ? name : null;
        }

        private static StoredAttributes.Line line(Map<String, StoredAttributes.Line> lines, String name) {
            return requireNonNull(lines.get(name), name);
        }

        private List<String> former(Attribute attribute) {
            return attribute.access().formerNames() == null
                    ? List.of()
                    : attribute.access().formerNames();
        }

        private void matched(Attribute attribute, String path, String storedPath, StoredAttributes.Line line) {
            String own = key(path + attribute.name());
            storedPaths.put(own, storedPath);
            String into = path.isEmpty() ? stored.convertedTo(className, storedPath) : null;
            if (into != null) {
                String found =
                        AttributeTypes.described(stored.line(className, into).type());
                String type = AttributeTypes.described(line.type());
                boolean isSame = found.equals(type); // of other components or members
                changes.add(place(path, attribute) + " was converted " + (isSame ? "" : "to " + found + " ")
                        + "by a newer version of the program" + (isSame ? "" : ", and this one has " + type)
                        + "; use the newer version. If this one is the newer version, write "
                        + answer(requireNonNull(stored.latest(className, storedPath)), former(attribute)) + " on it");
            }
            if (path.isEmpty() && computed.test(type, attribute.name()) && line.from() == null) {
                changes.add(place(path, attribute)
                        + " is computed by a migration, and objects have values that this migration has not computed; leave the migration "
                        + "out, and call Database.migrate with it to compute all of them again");
            }
            if (!line.isFilled()) {
                String from = StoredAttributes.COMPUTED.equals(line.from()) ? null : line.from();
                fills.add(new Fill(
                        type,
                        attribute,
                        className,
                        storedPath,
                        from,
                        from == null ? null : stored.find(className, from),
                        false,
                        from == null ? Map.of() : components.names(className, attribute, from)));
            }
            compare(place(path, attribute), own, AttributeTypes.of(attribute, AttributeMatch.this::nameOf), line);
            if (attribute instanceof ReferenceAttribute reference) {
                compareTarget(place(path, attribute), subject(path), false, reference.target(), line);
            }
            if (!(attribute instanceof CollectionAttribute)) {
                columns.put(own, line.columns());
            }
            embedded(attribute, path, storedPath + ".");
        }

        /** Classes below may have the attribute under one of the names that were answered already. */
        private static String answer(String name, List<String> before) {
            Set<String> names = new LinkedHashSet<>(List.of(name));
            names.addAll(before);
            String text = names.stream().map(one -> "\"" + one + "\"").collect(Collectors.joining(", "));
            return names.size() == 1 ? "@Was(" + text + ")" : "@Was({" + text + "})";
        }

        private void embedded(Attribute attribute, String path, String storedPath) {
            if (attribute instanceof EmbeddedAttribute embedded) {
                components(embedded.type(), path + attribute.name(), storedPath);
            }
        }

        private void components(EmbeddedType record, String path, String storedPath) {
            match(record.components(), path + ".", storedPath);
            List<String> witness = columns.getOrDefault(key(path), List.of());
            boolean isPresence =
                    stored.children(className, storedPath.substring(0, storedPath.length() - 1)).values().stream()
                            .noneMatch(line -> line.columns().equals(witness));
            boolean isThere = record.components().stream()
                    .anyMatch(component -> columns.getOrDefault(key(path + "." + component.name()), List.of())
                            .equals(witness));
            if (!witness.isEmpty() && !isPresence && !isThere) {
                changes.add(type + "." + path + ": " + record.name() + " lacks the component of the column "
                        + witness.get(0) + ", which tells whether there is a record; expected it. Keep the component");
            }
        }

        private void collection(CollectionAttribute collection) {
            String list = known.lists().get(new KnownNames.Field(type, collection.name()));
            if (list == null) {
                return;
            }
            String storedPath = StoredNames.simple(list);
            OfClass lines =
                    new OfClass(type, StoredNames.declaring(list)); // another class, if the collection has moved
            if (collection.key() != null) {
                lines.element(collection, Schema.KEY, storedPath, collection.key());
            }
            lines.element(collection, Schema.MEMBER, storedPath, collection.element());
        }

        private void element(CollectionAttribute collection, String end, String storedCollection, Element element) {
            String own = key(collection.name() + end);
            StoredAttributes.Line line = stored.find(className, storedCollection + end);
            if (line != null) {
                storedPaths.put(own, storedCollection + end);
                columns.put(own, line.columns());
                String place = (end.equals(Schema.KEY)
                                ? "a key of "
                                : collection.key() == null ? "a member of " : "a value of ")
                        + type + "." + collection.name();
                compare(place, own, AttributeTypes.of(element, AttributeMatch.this::nameOf), line);
                if (element instanceof Element.Reference reference) {
                    compareTarget(place, subject(collection.name() + "."), true, reference.target(), line);
                }
            }
            if (element instanceof Element.Embedded embedded) {
                components(embedded.type(), collection.name() + end, storedCollection + end + ".");
            }
        }

        private void compare(String place, String own, String wanted, StoredAttributes.Line line) {
            if (wanted.startsWith("enum(") && line.type().startsWith("enum(") && !wanted.equals(line.type())) {
                enumOrigins.put(
                        wanted.substring("enum(".length(), wanted.length() - 1),
                        line.type().substring("enum(".length(), line.type().length() - 1));
            }
            if (AttributeTypes.holds(wanted, line.type())) {
                return;
            }
            if (line.types().contains(wanted)) {
                olderTypes.add(own);
            } else {
                mismatch(place, wanted, line);
            }
        }

        /** Older programs have their class among the types. */
        private void compareTarget(
                String place, String subject, boolean isElement, PersistentClass target, StoredAttributes.Line line) {
            if (!line.types().contains(AttributeTypes.reference(nameOf(target)))) {
                retargeted.add(new ReferenceMatch.Retargeted(place, subject, isElement, target, line));
            }
        }

        private void mismatch(String place, String wanted, StoredAttributes.Line line) {
            String found = AttributeTypes.described(line.type());
            changes.add(place + " is " + AttributeTypes.described(wanted) + " in the program and " + found
                    + " in the database; expected " + found
                    + " or a wider type of its kind, or @Was(\"...\") with the stored name on the field, which converts them,"
                    + " or another name for the new attribute");
        }

        /** A new collection has a table of its own, so the program would not see the stored value of its name. */
        private void compareWithValue(
                CollectionAttribute collection, Map<String, StoredAttributes.Line> lines, Set<String> claimed) {
            StoredAttributes.Line line = lines.get(collection.name());
            if (isCollection(collection)
                    && collection.access().formerNames() == null
                    && line != null
                    && !claimed.contains(collection.name())
                    && !known.lists().containsKey(new KnownNames.Field(collection.declaringClass(), collection.name()))
                    && stored.convertedTo(className, collection.name()) == null
                    && line.columns().stream().anyMatch(column -> hasValues.test("class " + className, column))) {
                mismatch(place("", collection), AttributeTypes.of(collection, AttributeMatch.this::nameOf), line);
            }
        }

        private void ask(
                Attribute attribute,
                String path,
                String storedPath,
                Map<String, StoredAttributes.Line> lines,
                Set<String> claimed) {
            if (attribute.access().formerNames() != null || attribute instanceof CollectionAttribute) {
                return;
            }
            String wanted = AttributeTypes.of(attribute, AttributeMatch.this::nameOf);
            List<String> alike = lines.entrySet().stream()
                    .filter(line -> !claimed.contains(line.getKey())
                            && !conversions.containsValue(line.getKey())
                            && stored.convertedTo(className, line.getKey()) == null
                            && AttributeTypes.holds(wanted, line.getValue().type())
                            && line.getValue().columns().stream()
                                    .limit(1)
                                    .anyMatch(column -> hasValues.test(subject(path), column)))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!alike.isEmpty()) {
                renames.add(place(path, attribute) + " is new, and the stored "
                        + NameList.of(alike.stream()
                                .map(name -> className + "." + storedPath + name)
                                .toList())
                        + " of the same type " + (alike.size() == 1 ? "is no field" : "are no fields")
                        + " of this program: was "
                        + (alike.size() == 1 ? "it" : "one of them") + " renamed? Then write "
                        + alike.stream().map(name -> "@Was(\"" + name + "\")").collect(Collectors.joining(" or "))
                        + " on it, else @Was({})");
            }
        }

        /** Where the columns of that path are. */
        private String subject(String path) {
            for (Attribute attribute : type.attributes()) {
                if (attribute instanceof CollectionAttribute && path.startsWith(attribute.name() + ".")) {
                    return "list " + known.lists().get(new KnownNames.Field(type, attribute.name()));
                }
            }
            return "class " + className;
        }

        private String key(String path) {
            return KnownNames.attribute(type.name(), path);
        }

        private String place(String path, Attribute attribute) {
            return type + "." + path + attribute.name();
        }
    }
}

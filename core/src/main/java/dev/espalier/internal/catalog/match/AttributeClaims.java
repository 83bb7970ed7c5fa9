package dev.espalier.internal.catalog.match;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which stored attributes the attributes of a class, or the components of a record, are. Each step is for what those before have left: a name that a
 * program has given to a stored attribute; {@code @Was}; the same name.
 *
 * <p>The work grows with the number of attributes, not with its square: all that is stored is found by its names.
 */
final class AttributeClaims {

    private final ClassPair pair;
    private final WasAnswers answers;
    private final ConversionRule rule;
    private final NamesInPrograms namesInPrograms;
    private final StoredLevel level;
    private final String path;
    private final Map<String, List<Attribute>> inProgram;

    private final Set<Attribute> left;
    private final Map<String, Attribute> claims = new LinkedHashMap<>();
    private final Map<Attribute, String> conversions = new HashMap<>();
    private final List<String> questions = new ArrayList<>();

    /**
     * The result of the match.
     *
     * @param byName the attributes that are known, by their stored names
     * @param conversions the stored attributes of other types that attributes are converted from
     * @param questions what the program has to answer
     */
    record Found(Map<String, Attribute> byName, Map<Attribute, String> conversions, List<String> questions) {}

    private AttributeClaims(
            ClassPair pair, ComponentAnswers components, List<Attribute> attributes, StoredLevel level, String path) {
        this.pair = pair;
        this.answers = new WasAnswers(pair, components);
        this.rule = new ConversionRule(pair, answers);
        this.level = level;
        this.path = path;
        this.inProgram = attributes.stream().collect(Collectors.groupingBy(Attribute::name));
        this.namesInPrograms = new NamesInPrograms(pair, components, answers, rule, inProgram.keySet(), questions);
        this.left = new LinkedHashSet<>(attributes);
    }

    /** @param path the record's in the program, and a dot; empty for the class */
    static Found of(
            ClassPair pair, ComponentAnswers components, List<Attribute> attributes, StoredLevel level, String path) {
        AttributeClaims claims = new AttributeClaims(pair, components, attributes, level, path);
        attributes.forEach(claims::byNameInPrograms);
        List.copyOf(claims.left).forEach(claims::byAnswer);
        List.copyOf(claims.left).forEach(claims::byOwnName);
        return new Found(claims.claims, claims.conversions, claims.questions);
    }

    private void byNameInPrograms(Attribute attribute) {
        if (ClassPair.isCollection(attribute)) { // collections are matched with their classes
            String name = collectionName((CollectionAttribute) attribute);
            if (name != null) {
                claims.putIfAbsent(name, attribute);
            }
            left.remove(attribute);
            return;
        }
        NamedLines lines = level.ofItsKind(attribute);
        String name = namesInPrograms.find(attribute, lines, path);
        if (name != null) {
            claimOrConvert(attribute, name, lines);
        }
    }

    private @Nullable String collectionName(CollectionAttribute collection) {
        TableSubject list = pair.listOf(collection, collection.declaringClass());
        return list != null && level.all().contains(list.collection()) ? list.collection() : null;
    }

    private void claimOrConvert(Attribute attribute, String name, NamedLines lines) {
        if (rule.isConverted(attribute, name, lines.line(name), path)) {
            conversions.put(attribute, name);
            left.remove(attribute);
        } else if (claims.putIfAbsent(name, attribute) == null) {
            left.remove(attribute);
        }
    }

    private void byAnswer(Attribute attribute) {
        NamedLines lines = level.ofItsKind(attribute);
        answers.storedNames(attribute, path).stream()
                .filter(lines::contains)
                .findFirst()
                .ifPresent(name -> {
                    answered(attribute, name, lines);
                    left.remove(attribute);
                });
    }

    private void answered(Attribute attribute, String name, NamedLines lines) {
        if (claims.containsKey(name) || isOfAnother(name, attribute) && !name.equals(attribute.name())) {
            Attribute claiming = claims.get(name);
            questions.add("@Was(\"" + name + "\") on " + pair.place(path, attribute) + ": found " + name + ", which is "
                    + (claiming == null || claiming.name().equals(name)
                            ? "another field"
                            : "the field " + claiming.name())
                    + " of this program, too; "
                    + "expected the former name of one that is gone. Write @Was({}) on the one that is new");
        } else if (rule.isAskedFor(attribute, name, lines.line(name), path)) {
            conversions.put(attribute, name);
        } else {
            claims.put(name, attribute);
        }
    }

    /** Whether another attribute of the program has that name and no answer. */
    private boolean isOfAnother(String name, Attribute attribute) {
        return inProgram.getOrDefault(name, List.of()).stream()
                .anyMatch(other -> other != attribute && !WasAnswers.isGiven(other));
    }

    private void byOwnName(Attribute attribute) {
        NamedLines lines = level.ofItsKind(attribute);
        if (lines.contains(attribute.name()) && !WasAnswers.isSaidToBeNew(attribute)) {
            claimOrConvert(attribute, attribute.name(), lines);
        }
    }
}

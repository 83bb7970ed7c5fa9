package dev.espalier.internal.catalog.match;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.EmbeddedAttribute;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The answers that a program gives by {@code @Was}: which stored attribute one of its attributes was. */
final class WasAnswers {

    private final ClassPair pair;
    private final ComponentAnswers components;

    WasAnswers(ClassPair pair, ComponentAnswers components) {
        this.pair = pair;
        this.components = components;
    }

    /** The former names; none if there is no answer, too. */
    static List<String> former(Attribute attribute) {
        return attribute.access().formerNames() == null
                ? List.of()
                : attribute.access().formerNames();
    }

    static boolean isGiven(Attribute attribute) {
        return attribute.access().formerNames() != null;
    }

    /** Whether the answer is that no stored attribute is this one. */
    static boolean isSaidToBeNew(Attribute attribute) {
        return isGiven(attribute) && former(attribute).isEmpty();
    }

    /** The stored names for the former names; for the own name of an attribute that a migration computes. */
    List<String> storedNames(Attribute attribute, String path) {
        if (!path.isEmpty()) {
            return former(attribute);
        }
        List<String> names = isAnsweredByItself(attribute) ? List.of(attribute.name()) : former(attribute);
        return names.stream()
                .map(name -> Objects.requireNonNullElse(pair.latest(name), name))
                .toList();
    }

    private boolean isAnsweredByItself(Attribute attribute) {
        if (isGiven(attribute)) {
            return false;
        }
        if (pair.isComputed(attribute, "")) {
            return true;
        }
        boolean hasRecords = attribute instanceof EmbeddedAttribute || attribute instanceof CollectionAttribute;
        String own = hasRecords ? pair.latest(attribute.name()) : null;
        return own != null && areComponentsConverted(attribute, own);
    }

    boolean areComponentsConverted(Attribute attribute, String storedName) {
        return components.areConverted(pair.className(), attribute, storedName);
    }

    /** The answer to write on an attribute that is the stored one. Classes below may have it under one of the names that were answered already. */
    static String toWrite(String name, Attribute attribute) {
        Set<String> names = new LinkedHashSet<>(List.of(name));
        names.addAll(former(attribute));
        String text = names.stream().map(one -> "\"" + one + "\"").collect(Collectors.joining(", "));
        return names.size() == 1 ? "@Was(" + text + ")" : "@Was({" + text + "})";
    }
}

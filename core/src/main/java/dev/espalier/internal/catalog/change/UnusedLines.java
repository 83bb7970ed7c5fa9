package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The lines of the catalog that a model does not have.
 *
 * @param numbers of classes, attributes, enums and constants
 * @param constants the stored constants that an enum of the model does not have, by the number of their enum
 * @param classes the names of the classes
 * @param ofDroppedEnums the constants of the enums that no class uses any more
 */
record UnusedLines(
        Set<Integer> numbers, Map<Integer, Set<String>> constants, Set<String> classes, Set<String> ofDroppedEnums) {

    static UnusedLines of(StoredAttributes attributes, KnownNumbers own) {
        Set<Integer> numbers = new TreeSet<>(attributes.known().numbers());
        numbers.removeAll(own.numbers());
        return new UnusedLines(
                numbers, constants(attributes, own), classes(attributes, numbers), ofDroppedEnums(attributes, numbers));
    }

    private static Map<Integer, Set<String>> constants(StoredAttributes attributes, KnownNumbers own) {
        Map<Integer, Set<String>> gone = new TreeMap<>();
        for (String name : attributes.enums()) {
            StoredAttributes.Line line = attributes.lineOfEnum(name);
            if (own.numbers().contains(line.number())) {
                Set<String> left = new TreeSet<>(line.columns());
                left.removeIf(constant -> isKnown(own, attributes.constant(name, constant)));
                if (!left.isEmpty()) {
                    gone.put(line.number(), left);
                }
            }
        }
        return gone;
    }

    private static boolean isKnown(KnownNumbers own, StoredAttributes.@Nullable Line constant) {
        return constant == null || own.numbers().contains(constant.number());
    }

    private static Set<String> classes(StoredAttributes attributes, Set<Integer> numbers) {
        return attributes.classes().stream()
                .filter(name -> numbers.contains(attributes.line(name).number()))
                .collect(Collectors.toSet());
    }

    private static Set<String> ofDroppedEnums(StoredAttributes attributes, Set<Integer> numbers) {
        return attributes.enums().stream()
                .map(attributes::lineOfEnum)
                .filter(line -> numbers.contains(line.number()))
                .flatMap(line -> line.columns().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

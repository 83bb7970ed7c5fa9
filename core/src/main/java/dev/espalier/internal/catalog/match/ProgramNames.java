package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import java.util.List;

/** The names that a program has for its classes and collections, in Java or in a file. */
final class ProgramNames {

    private ProgramNames() {}

    /** The name of a class for messages. */
    static String of(PersistentClass type) {
        return type.programNames().stream().sorted().findFirst().orElseThrow();
    }

    static String of(CollectionAttribute field) {
        return of(field.declaringClass()) + "." + field.name();
    }

    static String list(List<PersistentClass> types) {
        return NameList.of(types.stream().map(ProgramNames::of).toList());
    }

    static List<String> all(CollectionAttribute field) {
        return field.declaringClass().programNames().stream()
                .map(name -> name + "." + field.name())
                .toList();
    }

    /** Whether a class has one of the names, in full or simple. */
    static boolean isAmong(PersistentClass type, List<String> names) {
        return type.programNames().stream()
                .anyMatch(name -> names.contains(name) || names.contains(StoredNames.simple(name)));
    }

    /** Whether the answer is that no stored class is this one. */
    static boolean isSaidToBeNew(PersistentClass type) {
        return type.formerNames() != null && type.formerNames().isEmpty();
    }
}

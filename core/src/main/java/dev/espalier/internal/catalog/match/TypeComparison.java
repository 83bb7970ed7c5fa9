package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.TableSubject;
import org.jspecify.annotations.Nullable;

/** Compares the types of attributes and members with those that are stored. An older program may have a type that was widened since. */
final class TypeComparison {

    private final ClassPair pair;
    private final AttributeFindings findings;

    TypeComparison(ClassPair pair, AttributeFindings findings) {
        this.pair = pair;
        this.findings = findings;
    }

    /**
     * @param place the attribute with its class, for messages
     * @param own the key of the attribute
     * @param wanted the type that it has in the program
     */
    void compare(String place, String own, StoredType wanted, Line line) {
        if (wanted.isEnum() && line.type().isEnum() && !wanted.equals(line.type())) {
            findings.enumOrigins.put(wanted.target(), line.type().target());
        }
        if (AttributeTypes.holds(wanted, line.type())) {
            return;
        }
        if (line.types().contains(wanted)) {
            findings.olderTypes.add(own);
        } else {
            mismatch(place, wanted, line);
        }
    }

    void mismatch(String place, StoredType wanted, Line line) {
        String found = AttributeTypes.described(line.type());
        findings.changes.add(place + " is " + AttributeTypes.described(wanted) + " in the program and " + found
                + " in the database; expected " + found
                + " or a wider type of its kind, or @Was(\"...\") with the stored name on the field, which converts them,"
                + " or another name for the new attribute");
    }

    /** Older programs have their class among the types. */
    void compareTarget(
            String place, @Nullable TableSubject subject, boolean isElement, PersistentClass target, Line line) {
        if (subject != null && !line.types().contains(StoredType.reference(pair.nameOf(target)))) {
            findings.retargeted.add(new ReferenceMatch.Retargeted(place, subject, isElement, target, line));
        }
    }
}

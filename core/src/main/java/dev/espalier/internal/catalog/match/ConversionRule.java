package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;

/** Decides whether an attribute reads the columns of a stored one, or gets values that are converted from it. */
final class ConversionRule {

    private final ClassPair pair;
    private final WasAnswers answers;

    ConversionRule(ClassPair pair, WasAnswers answers) {
        this.pair = pair;
        this.answers = answers;
    }

    /** Whether the attribute reads the columns of the stored one, as it is or as an older program does. */
    boolean fits(Attribute attribute, Line line) {
        StoredType wanted = pair.typeOf(attribute);
        return AttributeTypes.holds(wanted, line.type()) || line.types().contains(wanted);
    }

    /** Whether the attribute that is the stored one gets its values converted: by an answer, or because the new type has all values of the former one. */
    boolean isConverted(Attribute attribute, String name, Line line, String path) {
        boolean isAnswered = answers.storedNames(attribute, path).contains(name);
        return isAnswered
                        && (!fits(attribute, line)
                                || path.isEmpty() && answers.areComponentsConverted(attribute, name)
                                || isNarrowed(attribute, line))
                || path.isEmpty()
                        && !fits(attribute, line)
                        && AttributeTypes.isLossless(pair.typeOf(attribute), line.type())
                        && pair.stored().convertedTo(pair.className(), name) == null;
    }

    /** Whether an answer with that stored name asks for a conversion. The components of a record are converted with the record. */
    boolean isAskedFor(Attribute attribute, String name, Line line, String path) {
        return path.isEmpty()
                && (!fits(attribute, line)
                        || answers.areComponentsConverted(attribute, name)
                        || isNarrowed(attribute, line));
    }

    /**
     * Whether the field, which was widened, is said to get a former type again: its answer is its own name. An answer with another name is that of an older
     * program in which it was renamed. One that was converted before has had that answer since.
     */
    private boolean isNarrowed(Attribute attribute, Line line) {
        StoredType wanted = pair.typeOf(attribute);
        return WasAnswers.former(attribute).contains(attribute.name())
                && line.origin() == null
                && line.types().contains(wanted)
                && !AttributeTypes.holds(wanted, line.type());
    }
}

package dev.espalier.internal.migration;

import dev.espalier.internal.model.PersistentClass;
import org.jspecify.annotations.Nullable;

/**
 * New objects in place of those to which references lead, as long as nothing is stored. The constructor of a record that wants an object gets one. A record
 * with an identity has none: its values would be needed.
 */
final class Placeholders implements AttributeConversion.References {

    @Override
    public @Nullable Object find(PersistentClass type, Object node, boolean isCompared) {
        return type.concreteClasses().stream()
                .filter(one -> !one.isRecord())
                .findFirst()
                .map(PersistentClass::newInstance)
                .orElse(null);
    }

    @Override
    public boolean areComplete() {
        return false;
    }
}

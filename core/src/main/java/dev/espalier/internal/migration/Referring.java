package dev.espalier.internal.migration;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ReferenceAttribute;

/** Whether what a collection holds is, or has in it, a reference. */
final class Referring {

    private Referring() {}

    static boolean refers(CollectionAttribute collection) {
        return refers(collection.element()) || collection.key() != null && refers(collection.key());
    }

    static boolean refers(Element element) {
        return element instanceof Element.Reference
                || element instanceof Element.Embedded embedded && refers(embedded.type());
    }

    private static boolean refers(EmbeddedType type) {
        return type.components().stream()
                .anyMatch(component -> component instanceof ReferenceAttribute
                        || component instanceof EmbeddedAttribute embedded && refers(embedded.type()));
    }
}

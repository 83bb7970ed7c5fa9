package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.NOT_OPEN;

import dev.espalier.error.ModelException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;

/** Fields and constructors of persistent classes, opened to this library whatever their visibility. */
final class Opened {

    private Opened() {}

    /**
     * Opens a member. Handles ask not only that the module of its class opens the package, but also that this module reads that one, which it
     * cannot declare of modules that it does not know.
     *
     * @throws ModelException {@code not-open} if the module of its class does not open the package
     */
    static <M extends AccessibleObject & Member> M member(M member) {
        Class<?> type = member.getDeclaringClass();
        Module library = Opened.class.getModule();
        if (!type.getModule().isOpen(type.getPackageName(), library)) {
            throw new ModelException(
                    NOT_OPEN,
                    type.getSimpleName() + ": its module does not let its fields be read; add 'opens "
                            + type.getPackageName() + ";' to the module-info of "
                            + type.getModule().getName());
        }
        library.addReads(type.getModule());
        member.setAccessible(true);
        return member;
    }
}

package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;

/**
 * That an object refers to another one which stood in the database before.
 *
 * @param target the table of the object that is referred to
 * @param owner the class of the one that refers to it
 * @param ownerId that one's id
 * @param field that one's field
 */
public record Reference(ClassTable target, PersistentClass owner, long ownerId, String field) {
    public Reference {
        requireNonNull(target);
        requireNonNull(owner);
        requireNonNull(field);
    }
}

package dev.espalier.internal.plan;

/** What a field holds: a number, another value, or an object. */
record FieldKind(FieldRef field) {

    static FieldKind of(ResolvedPath reach) {
        return new FieldKind(reach.slot());
    }

    boolean isNumber() {
        return field.content() instanceof FieldRef.Content.Value value
                && Number.class.isAssignableFrom(value.type().javaClass());
    }

    boolean isIdOrNumber() {
        return field.content() instanceof FieldRef.Content.Id || isNumber();
    }

    boolean isObject() {
        return field.content() instanceof FieldRef.Content.Id || field.content() instanceof FieldRef.Content.Reference;
    }

    /** Whether the field holds values without an order. */
    boolean isUnordered() {
        return field.content() instanceof FieldRef.Content.Value value
                && (value.type().isEnum() || value.type().javaClass() == Boolean.class);
    }

    /** The field and its type, for messages. */
    @Override
    public String toString() {
        return field.content() instanceof FieldRef.Content.Value value
                ? field.spoken() + " (" + value.type().name() + ")"
                : field.content() instanceof FieldRef.Content.Reference reference
                        ? field.spoken() + " (" + reference.target() + ")"
                        : field.spoken();
    }
}

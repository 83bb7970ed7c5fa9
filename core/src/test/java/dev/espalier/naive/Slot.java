package dev.espalier.naive;

/**
 * What a path reaches: a field of an object, a member of a collection, or an object itself. Two ways that lead to one slot reach it once.
 *
 * @param owner the object whose field or member it is, or that it is
 * @param place which of them: the fields' names from the owner on, a member's number behind; empty for the owner itself
 * @param content null if the slot is empty
 */
record Slot(Object owner, String place, Object content) {

    static Slot of(Object object) {
        return new Slot(object, "", object);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slot slot && slot.owner == owner && slot.place.equals(place);
    }

    @Override
    public int hashCode() {
        return 31 * System.identityHashCode(owner) + place.hashCode();
    }
}

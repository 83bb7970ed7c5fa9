package dev.espalier.internal.write;

import dev.espalier.internal.model.VersionAccess;
import org.jspecify.annotations.Nullable;

/**
 * The state of one object, as far as it is known. Immutable; a new state replaces it.
 *
 * @param id its id
 * @param version the version that was stored or loaded last
 * @param fingerprint of the fields as they were stored or loaded last
 * @param notLoaded what an answer has left out; null for nothing
 */
public record KnownState(
        long id,
        int version,
        @Nullable Fingerprint fingerprint,
        @Nullable LeftOut notLoaded) {

    /** Returns the version that a {@code @Version} field shows: none if something stored was left out, so that a copy of the object does not pass for a copy of the whole. */
    public int shownVersion() {
        return notLoaded == null || notLoaded.isOfInverses() ? version : VersionAccess.UNKNOWN;
    }

    /** Returns the same with another version. */
    public KnownState at(int other) {
        return other == version ? this : new KnownState(id, other, fingerprint, notLoaded);
    }

    /** A state of an object whose content is not known: a bulk loader has written it, or is about to. */
    static KnownState claimed(long id) {
        return new KnownState(id, 0, null, null);
    }
}

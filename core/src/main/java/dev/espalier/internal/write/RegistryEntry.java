package dev.espalier.internal.write;

import dev.espalier.internal.model.VersionAccess;
import java.lang.ref.WeakReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The known state of one object, in one piece with the weak reference to it: there is one for each object that was loaded, and the garbage collector
 * looks at every one. No queue reports dead ones. Changed only under the lock of the table or the log that holds it.
 */
final class RegistryEntry extends WeakReference<Object> {

    private long id;
    private long columns;
    private long references;
    private long collections;
    private long uniques;
    private int version;
    /** Of the object's identity; 0 before a table holds the entry. */
    int hash;
    /** Whether the hashes say anything. */
    private boolean isFingerprinted;
    /** Null for most objects; what was left out, if nothing else is to be said. */
    private @Nullable Object rest;
    /** The next one at the same place of a table. */
    @Nullable
    RegistryEntry next;

    /** The parts of a state that few objects have. */
    private record Rest(@Nullable LeftOut notLoaded, Map<String, MemberBlocks> blocks) {}

    /** An entry that says nothing yet. */
    RegistryEntry(Object object) {
        super(object);
    }

    /** An entry of a stand-in. */
    RegistryEntry(Object object, long id, LeftOut leftOut) {
        super(object);
        with(id, VersionAccess.UNKNOWN, leftOut, Map.of());
        fingerprint(
                Fingerprinter.OF_NOTHING, Fingerprinter.OF_NOTHING, Fingerprinter.OF_NOTHING, Fingerprinter.OF_NOTHING);
    }

    /** @param fingerprint has just taken the object's */
    RegistryEntry(Object object, long id, int version, Fingerprinter fingerprint, @Nullable LeftOut notLoaded) {
        super(object);
        with(id, version, notLoaded, fingerprint.blocks());
        fingerprint(fingerprint.columns(), fingerprint.references(), fingerprint.collections(), fingerprint.uniques());
    }

    boolean isDead() {
        return refersTo(null);
    }

    void become(KnownState state) {
        Fingerprint of = state.fingerprint();
        with(state.id(), state.version(), state.notLoaded(), of == null ? Map.of() : of.blocks());
        if (of == null) {
            isFingerprinted = false;
        } else {
            fingerprint(of.columns(), of.references(), of.collections(), of.uniques());
        }
    }

    private void with(long newId, int newVersion, @Nullable LeftOut notLoaded, Map<String, MemberBlocks> blocks) {
        id = newId;
        version = newVersion;
        rest = blocks.isEmpty() ? notLoaded : new Rest(notLoaded, blocks);
    }

    private void fingerprint(long newColumns, long newReferences, long newCollections, long newUniques) {
        isFingerprinted = true;
        columns = newColumns;
        references = newReferences;
        collections = newCollections;
        uniques = newUniques;
    }

    KnownState state() {
        Rest all = rest instanceof Rest both ? both : new Rest((LeftOut) rest, Map.of());
        return new KnownState(
                id,
                version,
                isFingerprinted ? new Fingerprint(columns, references, collections, uniques, all.blocks()) : null,
                all.notLoaded());
    }
}

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

    /** The parts of a state that few objects have: of collections, and of unique fields. Each entry survives a run of the garbage collector, and is copied. */
    private record Rest(
            @Nullable LeftOut notLoaded, long collections, long uniques, Map<String, MemberBlocks> blocks) {}

    /** An entry that says nothing yet. */
    RegistryEntry(Object object) {
        super(object);
    }

    /** An entry of a stand-in. */
    RegistryEntry(Object object, long id, LeftOut leftOut) {
        super(object);
        this.id = id;
        version = VersionAccess.UNKNOWN;
        rest = leftOut;
        fingerprint(Fingerprinter.OF_NOTHING, Fingerprinter.OF_NOTHING);
    }

    /** @param fingerprint has just taken the object's */
    RegistryEntry(Object object, long id, int version, Fingerprinter fingerprint, @Nullable LeftOut notLoaded) {
        super(object);
        this.id = id;
        this.version = version;
        rest = rest(notLoaded, fingerprint.collections(), fingerprint.uniques(), fingerprint.blocks());
        fingerprint(fingerprint.columns(), fingerprint.references());
    }

    boolean isDead() {
        return refersTo(null);
    }

    void become(KnownState state) {
        Fingerprint of = state.fingerprint();
        id = state.id();
        version = state.version();
        if (of == null) {
            isFingerprinted = false;
            rest = state.notLoaded();
        } else {
            fingerprint(of.columns(), of.references());
            rest = rest(state.notLoaded(), of.collections(), of.uniques(), of.blocks());
        }
    }

    private void fingerprint(long ofColumns, long ofReferences) {
        isFingerprinted = true;
        columns = ofColumns;
        references = ofReferences;
    }

    /** The shortest that says it. */
    private static @Nullable Object rest(
            @Nullable LeftOut notLoaded, long collections, long uniques, Map<String, MemberBlocks> blocks) {
        boolean isOfNothing =
                collections == Fingerprinter.OF_NOTHING && uniques == Fingerprinter.OF_NOTHING && blocks.isEmpty();
        return isOfNothing ? notLoaded : new Rest(notLoaded, collections, uniques, blocks);
    }

    KnownState state() {
        if (!isFingerprinted) {
            return new KnownState(id, version, null, (LeftOut) rest);
        }
        if (rest instanceof Rest all) {
            Fingerprint whole = new Fingerprint(columns, references, all.collections(), all.uniques(), all.blocks());
            return new KnownState(id, version, whole, all.notLoaded());
        }
        Fingerprint whole = new Fingerprint(columns, references, Fingerprinter.OF_NOTHING, Fingerprinter.OF_NOTHING);
        return new KnownState(id, version, whole, (LeftOut) rest);
    }
}

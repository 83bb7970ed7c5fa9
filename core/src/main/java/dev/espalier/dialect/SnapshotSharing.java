package dev.espalier.dialect;

/** How several connections can read one snapshot. */
public enum SnapshotSharing {
    /** They cannot. */
    NONE,
    /** One exports it by name and the others import it. */
    EXPORTED,
    /** A counter of commits says whether two snapshots, taken one after the other, are the same. */
    COUNTED
}

package dev.espalier.bench.oo7;

/** The part of a module that an operation needs; each with the assemblies and the composite parts that they use, except the manual. */
enum Extent {
    /** Atomic parts and connections. */
    PARTS,
    /** The root of each graph, without its connections. */
    ROOT_PARTS,
    /** The documents. */
    DOCUMENTS,
    /** The module with its manual only. */
    MANUAL
}

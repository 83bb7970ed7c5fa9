package dev.espalier.promises;

/** Loaded in bulk. */
class Crate {

    /** A class that one of the programs does not know. */
    static final class Parcel {
        long id;
        String text;
        Crate crate;
    }

    /** Of no model. */
    static final class Stranger extends Crate {}

    long id;
    String text;
}

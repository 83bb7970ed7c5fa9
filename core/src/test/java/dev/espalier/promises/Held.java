package dev.espalier.promises;

/** A Java object of a thread, and what its fields should be. */
final class Held {

    final Thing thing;
    final int program;
    /** Number of the thread it belongs to. */
    final int thread;
    /** Whether several threads hold it: then nobody changes its fields. */
    boolean isShared;
    /** Whether it stands for an object of the database and is never written. */
    boolean isStandIn;

    Knowledge knowledge;
    Fields fields;
    /** The row that a new object becomes, whichever thread stores it first. */
    Row future;
    /** The version whose content the object had when it was stored as a copy; it may be known since. */
    int comparedWith = Knowledge.UNKNOWN;

    Held(Thing thing, int program, int thread, Knowledge knowledge) {
        this.thing = thing;
        this.program = program;
        this.thread = thread;
        this.knowledge = knowledge;
        this.fields = Fields.of(thing);
    }

    @Override
    public String toString() {
        return "p" + program + ".t" + thread + "'s " + fields.id() + ":" + fields.name();
    }
}

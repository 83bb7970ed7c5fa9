package dev.espalier.differential;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a random question may contain beyond what every version has answered. */
public enum Construct {
    VARIABLES,
    REPEATED_STEPS,
    AGGREGATES,
    COUNT_AGAINST_PATHS,
    COUNT_OF_RECORDS,
    ROOTS,
    /** Without an id field, or compared with objects that no reference leads to. */
    ANY_OBJECT_AS_PARAMETER,
    PAGES;

    /** What this version does not answer yet. To be shortened by whoever makes it answer, and to go with its last member. */
    public static final Set<Construct> NOT_ANSWERED = Collections.unmodifiableSet(EnumSet.allOf(Construct.class));

    /** What it answers. */
    public static final Set<Construct> ANSWERED = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.copyOf(NOT_ANSWERED)));
}

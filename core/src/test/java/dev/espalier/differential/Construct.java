package dev.espalier.differential;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What a random question may contain beyond what every version has answered. */
public enum Construct {
    VARIABLES,
    REPEATED_STEPS,
    AGGREGATES,
    COUNT_AGAINST_PATHS,
    /** With a group. */
    COUNT_OF_RECORDS,
    /** In a group on an embedded record, which has no identity: aggregates and repeated steps compared with paths. */
    COMPARED_IN_RECORDS,
    /** Of {@code float}, whose sum is a double. */
    SUMS_OF_FLOATS,
    /** Where a repeated step can be taken again, though it does not lead back to the class that it began with. */
    REPEATED_TO_ANOTHER_CLASS,
    ROOTS,
    /** Functions and arithmetic. */
    COMPUTED,
    /** Without an id field, or compared with objects that no reference leads to. */
    ANY_OBJECT_AS_PARAMETER;

    /** What this version does not answer yet. To be shortened by whoever makes it answer, and to go with its last member. */
    public static final Set<Construct> NOT_ANSWERED = Collections.unmodifiableSet(EnumSet.of(COMPARED_IN_RECORDS));

    /** What it answers. */
    public static final Set<Construct> ANSWERED_AND_COMPUTED =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.copyOf(NOT_ANSWERED)));

    /** The same without what is computed in Java: the seeds that have found faults draw it. */
    public static final Set<Construct> ANSWERED =
            ANSWERED_AND_COMPUTED.stream().filter(each -> each != COMPUTED).collect(Collectors.toUnmodifiableSet());
}

package dev.espalier.lab.workload;

import static dev.espalier.lab.workload.ObjectClass.M1;
import static dev.espalier.lab.workload.ObjectClass.M2;
import static dev.espalier.lab.workload.ObjectClass.M3;
import static dev.espalier.lab.workload.ObjectClass.M4;
import static dev.espalier.lab.workload.ObjectClass.N1;
import static dev.espalier.lab.workload.ObjectClass.N2;
import static dev.espalier.lab.workload.ObjectClass.N3;
import static dev.espalier.lab.workload.ObjectClass.N4;
import static dev.espalier.lab.workload.ObjectClass.S1;
import static dev.espalier.lab.workload.ObjectClass.S2;
import static dev.espalier.lab.workload.ObjectClass.S3;
import static dev.espalier.lab.workload.ObjectClass.S4;

import java.util.Locale;

/** The relations of the published model, the one place that says which class refers to which, and how. */
public enum Relation {
    N1_N2(N1, N2, Kind.LIST),
    N2_N3(N2, N3, Kind.LIST),
    N3_N4(N3, N4, Kind.LIST),
    M1_M2(M1, M2, Kind.LIST),
    M2_M3(M2, M3, Kind.LIST),
    M3_M4(M3, M4, Kind.LIST),
    S1_S2(S1, S2, Kind.LIST),
    S2_S3(S2, S3, Kind.LIST),
    S3_S4(S3, S4, Kind.LIST),
    N1_TO_M2(N1, M2, Kind.SINGLE),
    M2_TO_N3(M2, N3, Kind.SINGLE),
    M3_TO_S4(M3, S4, Kind.SINGLE),
    N3_TO_M4(N3, M4, Kind.SINGLE),
    S2_TO_M3(S2, M3, Kind.SINGLE);

    /** The number of members of a relation. */
    public enum Kind {
        /** One to three members. */
        LIST,
        /** Exactly one member. */
        SINGLE
    }

    private final ObjectClass owner;
    private final ObjectClass target;
    private final Kind kind;

    Relation(ObjectClass owner, ObjectClass target, Kind kind) {
        this.owner = owner;
        this.target = target;
        this.kind = kind;
    }

    /** @return the class whose objects refer */
    public ObjectClass owner() {
        return owner;
    }

    /** @return the class that is referred to */
    public ObjectClass target() {
        return target;
    }

    /** @return whether one or several members are referred to */
    public Kind kind() {
        return kind;
    }

    /** @return the field's name: the target class's name in lower case */
    public String field() {
        return target.name().toLowerCase(Locale.ROOT);
    }
}

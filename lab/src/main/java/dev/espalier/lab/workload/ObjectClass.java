package dev.espalier.lab.workload;

/** The twelve classes of the published model, in the order in which they are written. */
public enum ObjectClass {
    N4,
    M4,
    S4,
    N3,
    S3,
    M3,
    S2,
    M2,
    N2,
    S1,
    M1,
    N1
}

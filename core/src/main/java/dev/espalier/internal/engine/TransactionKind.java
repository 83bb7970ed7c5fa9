package dev.espalier.internal.engine;

/** The purpose of a transaction of the database. */
public enum TransactionKind {
    /** All reads see the database as it is at the first of them. Nothing is written. */
    READ,
    /** All reads see the database as it is when the transaction begins, so that other sessions can see the same state. Nothing is written. */
    SNAPSHOT,
    /** The same, and what it writes itself too. */
    WORK,
    /** It writes: each of its statements sees what was committed when the statement began. */
    WRITE
}

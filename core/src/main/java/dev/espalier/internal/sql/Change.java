package dev.espalier.internal.sql;

/** A statement that changes rows. */
public sealed interface Change permits Insert, Upsert, Update, Delete {}

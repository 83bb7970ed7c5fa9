package dev.espalier.promises;

import java.io.Serializable;

/** A record whose only component may be null. */
record Maybe(Integer value) implements Serializable {}

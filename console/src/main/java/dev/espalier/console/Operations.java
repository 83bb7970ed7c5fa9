package dev.espalier.console;

import org.jspecify.annotations.Nullable;

/** The operations of the interface, by their names. */
interface Operations {

    /** Returns an operation; null if there is none of that name. */
    Api.@Nullable Operation find(String name);
}

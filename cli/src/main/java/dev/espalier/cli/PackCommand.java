package dev.espalier.cli;

import java.nio.file.Path;

import dev.espalier.lab.spec.PackSpec;

/** A command of {@code lab run} whose pack loads a target, so that it can be compared and repeated. */
interface PackCommand {

    /** What its options ask for. */
    PackSpec spec();

    /** Where its options say. */
    TargetOptions where();

    /** The folder of the result. */
    Path out();
}

/** The classes of the pack {@code everyday} as Jimmer wants them: interfaces, which its annotation processor implements. */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.everyday.jimmer;

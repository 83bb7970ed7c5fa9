/** The classes of the pack {@code everyday} as Jimmer wants them: interfaces, which its annotation processor implements. */
package dev.espalier.lab.everyday.jimmer;

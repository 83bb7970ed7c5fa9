/**
 * The Maven plugin: the model file and the classes of a program, held together by the build.
 *
 * <p><b>In:</b> compiled classes, {@code espalier-model.yaml}. <b>Out:</b> the build fails with each difference, or the file is written.
 *
 * <p>Example: {@code mvn espalier:write} after a class has changed; {@code espalier:check} in each build.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.maven;

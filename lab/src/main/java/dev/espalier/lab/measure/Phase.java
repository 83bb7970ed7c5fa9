package dev.espalier.lab.measure;

/**
 * A part of the work on a database.
 *
 * @param name such as {@code objects}, {@code indexes} or {@code warm query}
 * @param fromSecond when it began, by the samples of resources
 */
public record Phase(String name, double fromSecond) {}

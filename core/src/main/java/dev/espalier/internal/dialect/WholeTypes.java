package dev.espalier.internal.dialect;

/**
 * The types in which an engine computes whole numbers. A result that does not fit is an error of the whole statement.
 *
 * @param bits64 the type of 64 bits
 * @param wide a type of more digits
 * @param digits the decimal digits of every number that the wide type surely holds
 */
public record WholeTypes(String bits64, String wide, int digits) {}

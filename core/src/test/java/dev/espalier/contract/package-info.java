/**
 * What the library promises, on every engine.
 *
 * <p><b>In:</b> a database from {@link dev.espalier.testing}. <b>Out:</b> a report that names each engine with the number of tests it has
 * passed ({@code target/contract-report.txt}).
 *
 * <p>Example: every value of every type that a field can have is the same after it was stored and loaded.
 */
package dev.espalier.contract;

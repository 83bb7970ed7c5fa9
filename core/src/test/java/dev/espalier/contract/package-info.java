/**
 * Tests of the library's promises on every engine, with a package for each topic.
 *
 * <ul>
 * <li>{@link dev.espalier.contract.store}: values, graphs, collections and references, stored, changed and deleted
 * <li>{@link dev.espalier.contract.query}: what queries find, and how much of it they load
 * <li>{@link dev.espalier.contract.transaction}: isolation, locks, retries, rollbacks, interrupts, lost connections
 * <li>{@link dev.espalier.contract.bulk}: loads of many new objects
 * <li>{@link dev.espalier.contract.evolution}: classes that change
 * <li>{@link dev.espalier.contract.programs}: programs that know different classes of one database
 * <li>{@link dev.espalier.contract.connection}: URLs, drivers, pools, sessions, accounts, opening and closing
 * <li>{@link dev.espalier.contract.error}: bad input and damage
 * </ul>
 *
 * <p>Transfers have theirs in their own module. {@link dev.espalier.contract.samples} has the classes that several topics store.
 *
 * <p><b>In:</b> a database from {@link dev.espalier.testing}. <b>Out:</b> a report that names each engine with the number of tests it has
 * passed ({@code target/contract-report.txt}).
 *
 * <p>Example: every value of every type that a field can have is the same after it was stored and loaded.
 */
package dev.espalier.contract;

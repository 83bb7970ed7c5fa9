/**
 * Real databases for tests, and connections to them that fail, or note down what is run on them.
 *
 * <p><b>In:</b> the engines that a test asks for. <b>Out:</b> a fresh, empty database on each of them, removed after the test together with
 * a check that no connection leaked.
 *
 * <p>Example: a method with {@link dev.espalier.testing.OnEveryEngine} and a parameter of type {@link dev.espalier.testing.TestDatabase} runs
 * once on SQLite, MySQL, MariaDB, PostgreSQL and TiDB.
 */
package dev.espalier.testing;

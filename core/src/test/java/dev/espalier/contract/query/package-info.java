/**
 * Tests of queries: the objects they find, and how much of them they load.
 *
 * <p><b>In:</b> a query, with its parameters, bounds and pages. <b>Out:</b> the objects that fulfil it, complete or with stand-ins where a bound has
 * left something out.
 *
 * <p>Example: pages by key are complete and in order, whatever is stored and deleted between two of them.
 */
package dev.espalier.contract.query;

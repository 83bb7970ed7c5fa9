/**
 * Leases of programs and bulk loads, blocks of ids, and commit markers.
 *
 * <p><b>In:</b> sessions. <b>Out:</b> leases that are renewed until they are closed, and ids that nobody else gets. For example a {@link
 * dev.espalier.internal.lease.Load} of 10,000 objects has a row with its ids until all are there; a program that dies leaves a lease that ends.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.lease;

/**
 * Programs that know different classes of one database at the same time: older ones, newer ones, some with fewer classes or none.
 *
 * <p><b>In:</b> programs that store and delete, paused or stopped before any statement. <b>Out:</b> what each has acknowledged is there for all others, and
 * what a program cannot read it leaves alone.
 *
 * <p>Example: a program that is paused beyond its lease while another one converts an attribute is refused, or writes the new attribute, when it goes
 * on.
 */
package dev.espalier.contract.programs;

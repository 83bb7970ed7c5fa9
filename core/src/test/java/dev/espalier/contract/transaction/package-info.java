/**
 * Tests of transactions while others write, threads are interrupted, and connections are lost.
 *
 * <p><b>In:</b> units of work, several at once or with made-up faults. <b>Out:</b> each is done once or not at all, and its objects are what they were
 * before if it is not done.
 *
 * <p>Example: a connection that is lost in COMMIT is followed by a question, whose answer says whether the transaction was committed.
 */
package dev.espalier.contract.transaction;

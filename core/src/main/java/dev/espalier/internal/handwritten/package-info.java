/**
 * SQL that a program writes by hand and runs on a connection of the library.
 *
 * <p><b>In:</b> the session of a transaction, and the calls of the program. <b>Out:</b> the calls go to the driver, unless they would end the transaction, change
 * how the connection works, or write in work that only reads: these are refused before anything is sent.
 *
 * <p>{@link dev.espalier.internal.handwritten.SqlCommands} finds the commands in a text, {@link dev.espalier.internal.handwritten.SqlCheck} decides which may be
 * sent, {@link dev.espalier.internal.handwritten.LentConnection} is the connection as the program has it. What a stored procedure does, no text shows; so a
 * {@linkplain dev.espalier.internal.handwritten.TransactionProof savepoint} proves afterwards that the transaction is the same.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.handwritten;

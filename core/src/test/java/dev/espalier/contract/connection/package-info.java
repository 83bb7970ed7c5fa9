/**
 * Tests of the connection to a database: URLs, drivers, pools, sessions, time zones, accounts, opening and closing.
 *
 * <p><b>In:</b> a server, file or pool as somebody else has configured it. <b>Out:</b> values that come back as they were stored, or an opening that is
 * refused and says why.
 *
 * <p>Example: dates and times are the same in every time zone of the program and of the session.
 */
package dev.espalier.contract.connection;

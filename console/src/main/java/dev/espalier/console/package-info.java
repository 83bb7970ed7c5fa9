/**
 * A page in the browser that shows a database: its model, its objects, and how its queries are answered. It needs the catalog of the database only, none of the
 * classes of its objects.
 *
 * <p><b>In:</b> the URL of a database. <b>Out:</b> a link to open in a browser.
 *
 * <pre>
 * request -> Server -> Access (refuses strangers) -> PageFiles                           the page: HTML, style, scripts
 *                                                 -> LogIn -> Tokens                    with an address other than the loopback one
 *                                                 -> Api -> LongAnswer -> Database       JSON, for the page's scripts
 * </pre>
 *
 * <p>The page receives texts only and sets them as text, so that nothing stored can become markup.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.console;

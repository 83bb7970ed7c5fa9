/**
 * What exports, imports and copies promise, on every engine.
 *
 * <p><b>In:</b> a database, its export, or an export that somebody has changed. <b>Out:</b> the same objects in another database, or an error and an
 * empty one.
 *
 * <p>Example: an export that is imported on another engine, and exported there, is the same text.
 */
package dev.espalier.contract.transfer;

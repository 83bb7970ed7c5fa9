/** Rules of the project as ordinary tests. */
package dev.espalier.lint;

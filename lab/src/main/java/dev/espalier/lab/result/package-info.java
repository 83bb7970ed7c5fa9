/**
 * One run as one JSON file, and the published figures it is compared with.
 *
 * <p>In: measurements. Out: {@code result.json}. A load has {@code runs}, the torture {@code parts}, the objects {@code cells}: one entry for each
 * size, index level and subject, with medians and all single runs, beside the machine, the server and the whole specification. For example a cell begins
 * <code>{"subject": "jdbc", "target": "sqlite", "objects": 100000, "indexes": "none", "createSeconds": 1.9, ...}</code>.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.result;

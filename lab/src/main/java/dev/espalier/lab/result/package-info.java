/**
 * One run as one JSON file, and the published figures it is compared with.
 *
 * <p>In: what was measured. Out: {@code result.json}: a load has {@code runs}, the torture {@code parts}, the objects {@code cells}, which have one entry for each size, index level and subject, each with
 * medians and all its single runs, beside the machine, the server and the whole specification. For example a cell begins
 * <code>{"subject": "jdbc", "target": "sqlite", "objects": 100000, "indexes": "none", "createSeconds": 1.9, ...}</code>.
 */
package dev.espalier.lab.result;

package dev.espalier.lab.measure;

/**
 * One kind of operation in the measured part of a run. An operation belongs to the second in which it ended. Operations that were running
 * at the end are in the times, not in the rates.
 *
 * @param type its name
 * @param done how many ended well in time
 * @param doneAfterEnd how many more were waited for
 * @param givenUp refused as often as they may be done again
 * @param unknown whose answer to COMMIT was lost
 * @param failedAttempts attempts that failed, those that went well the next time among them
 * @param goodput operations done a second
 * @param throughput attempts ended a second, failed ones among them
 * @param response from the intended start to the end
 * @param service from the start to the end, pauses and further attempts included
 */
public record OperationFigures(
        String type,
        long done,
        long doneAfterEnd,
        long givenUp,
        long unknown,
        long failedAttempts,
        double goodput,
        double throughput,
        Latency response,
        Latency service) {}

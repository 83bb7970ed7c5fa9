package dev.espalier.lab.measure;

import org.jspecify.annotations.Nullable;

/**
 * The queries of one database, and how long they took. Figures of queries that were not requested or not finished are null.
 *
 * @param found how many roots the query found, each time; null if no query was finished
 * @param coldLevel how cold the cache was: cold, restarted, reopened or warm
 * @param coldProof what showed it
 * @param coldSearchSeconds from the query to the ids of its roots, first time
 * @param coldCreateSeconds from these ids to complete structures, first time
 * @param warmSearchSeconds the same later: median
 * @param warmCreateSeconds the same later: median
 */
public record SearchTimes(
        @Nullable Integer found,
        @Nullable String coldLevel,
        @Nullable String coldProof,
        @Nullable Double coldSearchSeconds,
        @Nullable Double coldCreateSeconds,
        @Nullable Double warmSearchSeconds,
        @Nullable Double warmCreateSeconds) {}

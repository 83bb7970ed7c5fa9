package dev.espalier.lab.subject;

import dev.espalier.lab.workload.BenchmarkQuery;

/** The published query as SQL, in several forms for which engines choose different plans. */
enum QueryForm {

    /** One semi-join for each condition: best if an optimizer unnests it and scans once. */
    EXISTS("""
            SELECT r.id FROM M1 r
            WHERE EXISTS (SELECT 1 FROM M1_m2 l JOIN M2 m2 ON m2.id = l.target JOIN N3 n3 ON n3.id = m2.n3_id
                          WHERE l.owner = r.id AND n3.value = %1$d)
              AND EXISTS (SELECT 1 FROM M1_m2 l JOIN M2_m3 k ON k.owner = l.target JOIN M3 m3 ON m3.id = k.target
                          JOIN S4 s4 ON s4.id = m3.s4_id WHERE l.owner = r.id AND s4.value = %2$d)
              AND EXISTS (SELECT 1 FROM M1_m2 l JOIN M2 m2 ON m2.id = l.target JOIN N3 n3 ON n3.id = m2.n3_id
                          JOIN M4 m4 ON m4.id = n3.m4_id WHERE l.owner = r.id AND m4.value = %3$d)"""),

    /** From the values back to the roots, condition by condition: best with all indexes. */
    INTERSECT("""
            SELECT l.owner FROM N3 n3 JOIN M2 m2 ON m2.n3_id = n3.id JOIN M1_m2 l ON l.target = m2.id WHERE n3.value = %1$d
            INTERSECT
            SELECT l.owner FROM M4 m4 JOIN N3 n3 ON n3.m4_id = m4.id JOIN M2 m2 ON m2.n3_id = n3.id JOIN M1_m2 l ON l.target = m2.id
            WHERE m4.value = %3$d
            INTERSECT
            SELECT l.owner FROM S4 s4 JOIN M3 m3 ON m3.s4_id = s4.id JOIN M2_m3 k ON k.target = m3.id JOIN M1_m2 l ON l.target = k.owner
            WHERE s4.value = %2$d"""),

    /** Two conditions back to the roots, one scan for each table, the third only for the few roots left, by primary keys; SQLite's spelling. */
    NARROWED("""
            WITH a AS MATERIALIZED (SELECT id FROM N3 WHERE value = %1$d),
                 b AS MATERIALIZED (SELECT id FROM N3 WHERE m4_id IN (SELECT id FROM M4 WHERE value = %3$d)),
                 roots AS MATERIALIZED (
                   SELECT owner FROM M1_m2 WHERE target IN (SELECT id FROM M2 WHERE n3_id IN (SELECT id FROM a))
                   INTERSECT
                   SELECT owner FROM M1_m2 WHERE target IN (SELECT id FROM M2 WHERE n3_id IN (SELECT id FROM b)))
            SELECT owner FROM roots
            WHERE EXISTS (SELECT 1 FROM M1_m2 l JOIN M2_m3 k ON k.owner = l.target JOIN M3 m3 ON m3.id = k.target
                          JOIN S4 s4 ON s4.id = m3.s4_id WHERE l.owner = roots.owner AND s4.value = %2$d)"""),

    /** From the values back to the roots by sets of ids, one scan for each table: best without indexes if an engine keeps the answer of a subquery as a set. */
    NESTED("""
            SELECT owner FROM M1_m2 WHERE target IN (SELECT id FROM M2 WHERE n3_id IN (SELECT id FROM N3 WHERE value = %1$d))
            INTERSECT
            SELECT owner FROM M1_m2 WHERE target IN (SELECT id FROM M2 WHERE n3_id IN
              (SELECT id FROM N3 WHERE m4_id IN (SELECT id FROM M4 WHERE value = %3$d)))
            INTERSECT
            SELECT owner FROM M1_m2 WHERE target IN (SELECT owner FROM M2_m3 WHERE target IN
              (SELECT id FROM M3 WHERE s4_id IN (SELECT id FROM S4 WHERE value = %2$d)))""");

    private final String template;

    QueryForm(String template) {
        this.template = template;
    }

    /** Returns the statement. */
    String sql() {
        return template.formatted(BenchmarkQuery.N3_VALUE, BenchmarkQuery.S4_VALUE, BenchmarkQuery.M4_VALUE);
    }
}

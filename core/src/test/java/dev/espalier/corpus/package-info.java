/**
 * The golden corpus: queries of hand-made models, each run through every stage and on every database.
 *
 * <p><b>In:</b> {@code corpus/<model>/<topic>.rql}, a {@link dev.espalier.testing.CaseFile}; of each query its name behind {@code ===}, lines that
 * begin with {@code --}, then the query. <b>Out:</b> behind it, from the first line that begins with {@code ==}, the text that every stage makes
 * of it; and agreement of the answer that is written down in the file with that of the naive evaluator and of every search strategy on every
 * engine.
 *
 * <pre>
 * === benchmark
 * -- Three conditions, each of some m2              what it shows
 * -- root: M1
 * -- with: value = 976                              a parameter, or {@code ? = 976}
 * -- define: Q2 M2 value &gt; 20                        a variable
 * -- topmost: subProjects                      also topmost, refuseCycles, owners: User
 * -- page                                          in mistakes: a page is asked for; also "page: key", "page behind: another query"
 * -- finds: m1a, m1b                                names of objects; also "finds nothing", "finds all", "finds all: m1b, m1a"
 * m2.n3.value = :value, m2 IN (Q2)
 * </pre>
 *
 * <p>The answer is written by hand, never by the tests. The stages are written by them: run the tests with
 * {@code -Despalier.corpus.write=true} and read the difference. In the SQL, {@code ?{976}} is a question mark and the value that travels
 * beside the text; engines are shown where they differ from the standard, MySQL without the hint that it puts into every search.
 *
 * <p>{@code corpus/errors/<topic>.rql} has the mistakes, at least one of each code, each with its message behind {@code == error}.
 */
package dev.espalier.corpus;

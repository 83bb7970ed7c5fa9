package dev.espalier.internal.handwritten;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.engine.SqlRules.Mark;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands are found whatever is quoted or commented around them, and none is found in a quoted text or a comment. */
@Tag("pure")
class SqlCommandsTest {

    private static final Set<Mark> MYSQL =
            EnumSet.of(Mark.BACKSLASH, Mark.BACKTICK, Mark.HASH, Mark.DASHES_AND_SPACE, Mark.RUN_COMMENT);
    private static final Set<Mark> POSTGRESQL =
            EnumSet.of(Mark.DOLLAR, Mark.BACKSLASH_AFTER_E, Mark.NESTED_COMMENT, Mark.RETURN_ENDS_LINE);
    private static final Set<Mark> SQLITE = EnumSet.of(Mark.BACKTICK, Mark.BRACKET);

    private static void expect(Set<Mark> marks, String text, String... commands) {
        assertThat(SqlCommands.of(text, marks))
                .as(text)
                .containsExactlyElementsOf(Arrays.stream(commands)
                        .map(command -> List.of(command.split(" ")))
                        .toList());
    }

    @Test
    void wordsAreInCapitalsAndPunctuationIsNone() {
        expect(SQLITE, "select a.id, count(*) from a", "SELECT A ID COUNT FROM A");
        expect(SQLITE, "  (SELECT 1)", "SELECT");
        expect(SQLITE, "{? = call f(?)}", "CALL F");
        expect(SQLITE, "");
        expect(SQLITE, " ; ;; ");
    }

    @Test
    void semicolonsSeparateCommands() {
        expect(SQLITE, "UPDATE a SET b = 1;COMMIT", "UPDATE A SET B", "COMMIT");
        expect(SQLITE, "UPDATE a;", "UPDATE A");
    }

    @Test
    void quotedTextsAndNamesAreSkipped() {
        for (Set<Mark> marks : List.of(MYSQL, POSTGRESQL, SQLITE)) {
            expect(marks, "UPDATE a SET b = '; COMMIT; it''s; COMMIT' ; SELECT", "UPDATE A SET B", "SELECT");
            expect(marks, "UPDATE \"a; COMMIT\"", "UPDATE");
            expect(marks, "UPDATE a SET b = 'open; COMMIT", "UPDATE A SET B");
        }
        expect(MYSQL, "UPDATE `a; COMMIT`; x", "UPDATE", "X");
        expect(SQLITE, "UPDATE [a; COMMIT]; x", "UPDATE", "X");
        expect(POSTGRESQL, "SELECT a[1]; COMMIT", "SELECT A", "COMMIT");
    }

    @Test
    void backslashesBelongToATextWhereTheEngineSaysSo() {
        expect(MYSQL, "UPDATE a SET b = 'it\\'s; COMMIT'; x", "UPDATE A SET B", "X");
        expect(MYSQL, "UPDATE a SET b = '\\\\'; COMMIT", "UPDATE A SET B", "COMMIT");
        expect(POSTGRESQL, "UPDATE a SET b = '\\'; COMMIT", "UPDATE A SET B", "COMMIT");
        expect(POSTGRESQL, "UPDATE a SET b = E'\\'; COMMIT'; x", "UPDATE A SET B", "X");
        expect(POSTGRESQL, "UPDATE a SET e = 1; COMMIT", "UPDATE A SET E", "COMMIT");
        expect(SQLITE, "UPDATE a SET b = '\\'; COMMIT", "UPDATE A SET B", "COMMIT");
    }

    @Test
    void dollarsQuoteATextOnPostgreSql() {
        expect(POSTGRESQL, "DO $$ BEGIN; COMMIT; END $$; x", "DO", "X");
        expect(POSTGRESQL, "DO $body$ $$; COMMIT $body$; x", "DO", "X");
        expect(POSTGRESQL, "SELECT $1; COMMIT; SELECT $1", "SELECT", "COMMIT", "SELECT");
        expect(MYSQL, "SELECT $$; COMMIT; $$", "SELECT", "COMMIT");
    }

    @Test
    void commentsAreSkipped() {
        for (Set<Mark> marks : List.of(MYSQL, POSTGRESQL, SQLITE)) {
            expect(marks, "-- no; COMMIT\nUPDATE a", "UPDATE A");
            expect(marks, "UPDATE /* ; COMMIT ' */ a; x", "UPDATE A", "X");
            expect(marks, "UPDATE a -- it's; COMMIT", "UPDATE A");
            expect(marks, "UPDATE a /* ; COMMIT", "UPDATE A");
            expect(marks, "UPDATE a --", "UPDATE A");
        }
        expect(MYSQL, "UPDATE a # ; COMMIT\n; x", "UPDATE A", "X");
        expect(MYSQL, "SELECT 1--1; COMMIT", "SELECT", "COMMIT");
        expect(POSTGRESQL, "SELECT 1--1; COMMIT", "SELECT");
        expect(POSTGRESQL, "SELECT a # b; COMMIT", "SELECT A B", "COMMIT");
    }

    @Test
    void commentsHaveCommentsInThemWhereTheEngineSaysSo() {
        expect(POSTGRESQL, "/* a /* b */ ; COMMIT */ SELECT", "SELECT");
        expect(SQLITE, "/* a /* b */ ; COMMIT", "COMMIT");
    }

    @Test
    void linesEndWhereTheEngineSaysSo() {
        expect(POSTGRESQL, "SELECT 1 -- a\r; COMMIT", "SELECT", "COMMIT");
        expect(SQLITE, "SELECT 1 -- a\r' ; COMMIT \n; x", "SELECT", "X");
        expect(EnumSet.of(Mark.SLASHES), "SELECT 1 // '\n; COMMIT; -- '", "SELECT", "COMMIT");
        expect(POSTGRESQL, "SELECT 1 // 2; COMMIT", "SELECT", "COMMIT");
    }

    @Test
    void aDollarBehindALetterThatEnginesReadDifferentlyIsNoCommand() {
        expect(POSTGRESQL, "SELECT 1 AS \u2192$$; COMMIT; --$$", "SELECT AS", "$");
        expect(POSTGRESQL, "SELECT \u00e4$$ ' $$; x", "SELECT", "$", "\u00c4$$");
        expect(MYSQL, "SELECT \u00e4$; x", "SELECT \u00c4$", "X");
    }

    @Test
    void commentsThatMySqlMayRunHideNothing() {
        expect(MYSQL, "SELECT 1 /*!999999 ' */; COMMIT; -- '", "SELECT", "/*!", "COMMIT");
        expect(MYSQL, "/*!999999 SELECT */ COMMIT", "SELECT", "COMMIT");
        expect(MYSQL, "SELECT 1; /*M!999999 SELECT */ COMMIT", "SELECT", "SELECT", "COMMIT");
        expect(MYSQL, "SELECT 1 /*!999999 ; SELECT */ COMMIT", "SELECT", "SELECT", "COMMIT");
        expect(MYSQL, "SELECT /*!40001 SQL_NO_CACHE */ a", "SELECT SQL_NO_CACHE A");
    }

    @Test
    void commentsThatMySqlRunsAreRead() {
        expect(MYSQL, "/*! COMMIT */", "COMMIT");
        expect(MYSQL, "/*!50000 COMMIT */", "COMMIT");
        expect(MYSQL, "/*M! COMMIT */", "COMMIT");
        expect(MYSQL, "SELECT 1 /*! ; COMMIT */", "SELECT", "COMMIT");
        expect(POSTGRESQL, "/*! COMMIT */");
    }
}

package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.InverseOf;
import dev.espalier.evolution.SchemaAdmin;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // its classes have fields that may be null, as classes of users have
class ShellCompleterTest {

    private static ShellCatalog catalog;

    static class Parcel {
        long id;
        Label label;
    }

    static class Label {
        long id;
        String text;

        @InverseOf("label")
        Parcel parcel;
    }

    @BeforeAll
    static void read(@TempDir Path folder) {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        Database.open(url, Model.of(ShellTest.Order.class, ShellTest.Urgent.class, Parcel.class))
                .close();
        catalog = ShellCatalog.of(
                SchemaAdmin.at(url, Settings.defaults()).classes(),
                SchemaAdmin.at(url, Settings.defaults()).enums());
    }

    /** The candidates at the bar, which stands for the cursor. */
    private static List<String> at(String text) {
        int cursor = text.indexOf('|');
        return ShellCompleter.complete(text.replace("|", ""), cursor, catalog).candidates().stream()
                .map(ShellCompleter.Candidate::text)
                .toList();
    }

    @Test
    void aStatementBeginsWithAClassOrACommand() {
        assertThat(at("|")).contains("Customer", "Line", "Order", "Urgent", "\\classes", "\\quit");
        assertThat(at("  or|")).containsExactly("Order");
        assertThat(at("\\e|")).containsExactly("\\explain", "\\export");
        assertThat(at("\\class O|")).containsExactly("Order");
        assertThat(at("\\explain Ur|")).containsExactly("Urgent");
        assertThat(at("\\with x|")).isEmpty();
    }

    @Test
    void pathsLeadThroughReferencesRecordsAndCollections() {
        assertThat(at("Order b|")).containsExactly("buyer");
        assertThat(at("Order buyer.|")).containsExactly("home", "id", "name");
        assertThat(at("Order buyer.home.|")).containsExactly("city", "street");
        assertThat(at("Order lines.|")).containsExactly("count", "id", "order");
        assertThat(at("Order lines.order.buyer.na|")).containsExactly("name");
        assertThat(at("Order lines(|"))
                .contains("count", "order", "AND", "COUNT(", "<Order.lines")
                .doesNotContain("buyer");
        assertThat(at("Order lines(count = 1), b|")).containsExactly("buyer");
        assertThat(at("Order COUNT(lines.|")).containsExactly("count", "id", "order");
        assertThat(at("\\explain Order buyer.h|")).containsExactly("home");
        assertThat(at("Urgent l|")).contains("lines", "level");
        assertThat(at("Order lines.order+.b|")).containsExactly("buyer");
    }

    @Test
    void inverseStepsLeadBack() {
        assertThat(at("Customer <|")).containsExactly("<Order.buyer");
        assertThat(at("Line <O|")).containsExactly("<Order.lines");
        assertThat(at("Customer <Order.buyer.|")).contains("buyer", "lines", "note");
    }

    @Test
    void theInverseWithOneObjectLeadsToIt() {
        assertThat(at("Label parcel.|")).containsExactly("id", "label");
        assertThat(at("Parcel label.parcel.l|")).containsExactly("label");
    }

    @Test
    void wordsAndFunctionsStandWhereAPathBegins() {
        assertThat(at("Order IS|")).containsExactly("IS EMPTY", "IS NOT NULL", "IS NULL");
        assertThat(at("Order note = 'x' or|")).containsExactly("OR", "ORDER BY");
        assertThat(at("Order m|")).containsExactly("MATCH", "MAX(", "MIN(", "month(");
    }

    @Test
    void nothingStandsInTextsNumbersAndBehindTheEnd() {
        assertThat(at("Order note = 'b|")).isEmpty();
        assertThat(at("Order note = 'it''s b|")).isEmpty();
        assertThat(at("Order lines.count = 1|")).isEmpty();
        assertThat(at("Order note = 'x'; b|")).isEmpty();
        assertThat(at("Nobody b|")).isEmpty();
        assertThat(at("Order nobody.|")).isEmpty();
    }

    @Test
    void constantsStandWhereTheirEnumIsComparedWith() {
        assertThat(at("Order state = |")).containsExactly("'NEW'", "'PAID'", "'SENT'");
        assertThat(at("Order state = 'P|")).containsExactly("'PAID'");
        assertThat(at("Order state != '|")).containsExactly("'NEW'", "'PAID'", "'SENT'");
        assertThat(at("Line order.state='s|")).containsExactly("'SENT'");
        assertThat(at("Order lines(order.state = 'n|")).containsExactly("'NEW'");
        assertThat(at("Order state IN ('NEW', '|")).containsExactly("'NEW'", "'PAID'", "'SENT'");
        assertThat(at("Order state not in (|")).containsExactly("'NEW'", "'PAID'", "'SENT'");
        assertThat(at("Order past = 'S|")).as("members of a collection").containsExactly("'SENT'");
        assertThat(at("Order state = 'NEW'|")).doesNotContain("'NEW'");
        assertThat(at("Order note = '|")).isEmpty();
        assertThat(at("Order state = 'NEW' AND note = 'P|")).isEmpty();
    }

    @Test
    void aSelectionFollowsTheQuery() {
        assertThat(at("Order note = 'x' \\s|")).containsExactly("\\select");
        assertThat(at("Order \\|")).containsExactly("\\select");
        assertThat(at("Order note = '\\s|")).isEmpty();
        assertThat(at("Order \\select note, \\s|")).isEmpty();
        assertThat(at("\\explain Order \\s|")).containsExactly("\\select");
        assertThat(at("\\explain Order \\select note, bu|")).containsExactly("buyer");
        assertThat(at("\\export rows.csv Order \\s|")).containsExactly("\\select");
    }

    @Test
    void pathsAndFunctionsAreCompletedInASelection() {
        assertThat(at("Order note = 'x' \\select bu|")).containsExactly("buyer");
        assertThat(at("Order lines(count = 1 \\select b|")).containsExactly("buyer");
        assertThat(at("Order \\select note, buyer.home.|")).containsExactly("city", "street");
        assertThat(at("Order \\select SUM(lines.co|")).containsExactly("count");
        assertThat(at("Order \\select lines.count * li|")).contains("lines");
        assertThat(at("Order \\select upper(buyer.na|")).containsExactly("name");
        assertThat(at("Order \\select note, lines {co|")).contains("count").doesNotContain("buyer");
        assertThat(at("Order \\select lines {count} AS l, bu|")).containsExactly("buyer");
        assertThat(at("Order \\select COUNT(lines(co|")).contains("count").doesNotContain("buyer");
        assertThat(at("Customer \\select <|")).containsExactly("<Order.buyer");
        assertThat(at("Order \\select m|")).containsExactly("MATCH", "MAX(", "MIN(", "month(");
        assertThat(at("Order \\select D|")).containsExactly("DESC", "DISTINCT", "day(");
        assertThat(at("Order \\select note ha|")).containsExactly("HAVING");
        assertThat(at("Order di|")).as("a word of selections alone").isEmpty();
        assertThat(at("Order \\select CASE WHEN state = 'P|")).containsExactly("'PAID'");
    }

    @Test
    void namesOfColumnsAreNewAndThenKnown() {
        assertThat(at("Order \\select note AS no|")).isEmpty();
        assertThat(at("Order \\select note AS remark, re|")).isEmpty();
        assertThat(at("Order \\select note AS remark ORDER BY re|")).containsExactly("remark");
        assertThat(at("Order \\select COUNT(*) AS number HAVING nu|")).containsExactly("number");
    }

    @Test
    void everyFunctionIsKnown(@TempDir Path folder) {
        try (Database db = Database.open("jdbc:sqlite:" + folder.resolve("shop.db"), Model.of(Label.class))) {
            assertThatThrownBy(() ->
                            db.query(Label.class, "").select("nothing(id)").columns())
                    .satisfies(e -> assertThat(e.getMessage()
                                    .replaceAll("(?s).*there are: (.*), and the aggregates.*", "$1")
                                    .split(", "))
                            .containsExactlyInAnyOrderElementsOf(ShellText.FUNCTIONS));
        }
    }

    @Test
    void everyCursorInEveryTextIsAnswered() {
        for (String text : List.of(
                "\\explain Order lines(count > 2, <Order.lines.buyer.name = 'x''y') OR Q1 .. {2..3} <<.;",
                "'';(((",
                "Order )) . ..",
                "\\",
                " <",
                "Order buyer.\nname",
                "Order state IN ('NEW', 'x') = '",
                "Order \\select \\select year(lines(AS AS AS.x ORDER BY <x)) AS",
                "\\select buyer;")) {
            for (int cursor = 0; cursor <= text.length(); cursor++) {
                assertThat(ShellCompleter.complete(text, cursor, catalog).from())
                        .isBetween(0, cursor);
            }
        }
    }

    @Test
    void theFirstWrongNameIsTheMistake() {
        assertThat(ShellText.of("Order buyer.nam = 'x';", catalog).mistake()).isEqualTo(12);
        assertThat(ShellText.of("Order buyer.name = 'x' AND lines(cont = 2);", catalog)
                        .mistake())
                .isEqualTo(33);
        assertThat(ShellText.of("Order note = 'nam' ORDER BY buyer.name DESC;", catalog)
                        .mistake())
                .isEqualTo(-1);
        assertThat(ShellText.of("Order note = 'x' \\select buyer.nam;", catalog).mistake())
                .isEqualTo(31);
        assertThat(ShellText.of(
                                "Order \\select year(id) AS level, lines.count AS n, sum(lines.count) HAVING n > 1 ORDER BY level;",
                                catalog)
                        .mistake())
                .isEqualTo(-1);
        assertThat(ShellText.of(
                                "Order \\select note, lines {count, count * 2 AS twice} AS lines, buyer {name, <Order.buyer {note}};",
                                catalog)
                        .mistake())
                .as("columns of rows")
                .isEqualTo(-1);
        assertThat(ShellText.of("Order \\select lines {cont}, note;", catalog).mistake())
                .isEqualTo(21);
        assertThat(ShellText.of("Order \\select lines {count}, product;", catalog)
                        .mistake())
                .isEqualTo(29);
        assertThat(ShellText.of("Order level = 3;", catalog).mistake())
                .as("of a class below")
                .isEqualTo(-1);
        assertThat(ShellTerminal.coloured("Order bayer = 1;", catalog).toAnsi()).contains("\033[4;31mbayer");
    }
}

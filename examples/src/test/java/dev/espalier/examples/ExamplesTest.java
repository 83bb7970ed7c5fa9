package dev.espalier.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {

    @SuppressWarnings("NullAway") // the module stands in a folder
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void theShopRuns(@TempDir Path folder) {
        assertThat(printedBy(() -> Shop.run("jdbc:sqlite:" + folder.resolve("shop.db")))
                        .limit(4))
                .containsExactly(
                        "1 late, first line: anvil",
                        "order 1 of customer 2",
                        "1 to be reported",
                        "0 orders with more than one of something");
    }

    @Test
    void theShopLivesThroughAYearOfChanges(@TempDir Path folder) {
        assertThat(printedBy(() -> Evolution.run("jdbc:sqlite:" + folder.resolve("year.db"))))
                .startsWith(
                        "create table line",
                        "create table order_lines",
                        "add column order.due",
                        "add column order.urgent",
                        "add column order.address_country",
                        "index line.ix_line_count",
                        "index line.ix_line_product",
                        "index order.ix_order_address_country",
                        "index order.ix_order_due",
                        "index order.ix_order_urgent",
                        "index order_lines.ix_order_lines_target",
                        "Address[street=Row 1, city=London, country=null], 0 lines",
                        "renamed",
                        "Ada pays 50, urgent: true",
                        "1 change made before the program starts",
                        "1 order of more than four billions")
                .contains(
                        "drop class Line, table line: 0 objects  [instant]",
                        "drop column order.customer: 1 values  [blocking, 1 rows, time unknown]",
                        "dropped")
                .endsWith("1 order left");
    }

    @Test
    void classesAreSplitAndMerged(@TempDir Path folder) {
        assertThat(printedBy(() -> SplitAndMerge.run("jdbc:sqlite:" + folder.resolve("split.db"))))
                .startsWith("Ada, Row 1, 555", "2 persons")
                .contains("drop class Contact, table contact: 1 objects  [instant, 1 rows]");
    }

    @Test
    void queriesFindTheAnswersOfTheGuide(@TempDir Path folder) {
        assertThat(printedBy(() -> Querying.run("jdbc:sqlite:" + folder.resolve("library.db")))
                        .limit(9))
                .containsExactly(
                        "Emma, Persuasion were written in Britain",
                        "1 book has a copy on A1 and a copy at home, 0 a copy at home on A1",
                        "Persuasion: every copy is lent",
                        "Persuasion is the latest of 2",
                        "Jane Austen wrote several",
                        "Emma has a short title",
                        "Jane Austen wrote most",
                        "Emma, Persuasion, Solaris have an a in the title",
                        "Emma, Persuasion, then Solaris");
    }

    @Test
    void selectionsGiveTheRowsOfTheGuide(@TempDir Path folder) {
        assertThat(printedBy(() -> Selecting.run("jdbc:sqlite:" + folder.resolve("sales.db"))))
                .containsExactly(
                        "2025-12-24: rocket",
                        "2026-01-15: anvil",
                        "2026-02-01: rocket",
                        "Zeta in month 2: 900.00",
                        "Acme in month 1: 200.50",
                        "2 makers",
                        "[{kind=large, sales=3, mean=490.166666666666666666666666666667}, {kind=small, sales=1, mean=80}]",
                        "[{coupon=friend, sales=2, total=570.50}, {coupon=winter, sales=2, total=200.50}, {coupon=null, sales=1, total=900.00}]",
                        "anvil: 2 sales",
                        "rocket: 2 sales",
                        "[{product=rocket, total=900.00}, {product=rocket, total=450.00}], then [{product=anvil, total=120.50}, {product=anvil, total=80.00}]");
    }

    @Test
    void typedSelectionsFindTheSameRows(@TempDir Path folder) {
        assertThat(printedBy(() -> TypedSelecting.run("jdbc:sqlite:" + folder.resolve("sales.db"))))
                .containsExactly(
                        "Zeta in month 2: 900.00",
                        "Acme in month 1: 200.50",
                        "[{kind=large, sales=3, twice=2941.00}, {kind=small, sales=1, twice=160.00}]");
    }

    @Test
    void theLibraryLendsAndReports(@TempDir Path folder) {
        assertThat(printedBy(() -> LendingLibrary.run("jdbc:sqlite:" + folder.resolve("lending.db"))))
                .containsExactly(
                        "Emma is lent until 2026-03-30",
                        "1 copy of Emma in Harbour",
                        "Ann, Emma: 22 days late",
                        "Ann, Solaris: 19 days late",
                        "Ann is suspended",
                        "Cyd never borrowed a book",
                        "Month[branch=Centre, month=3, loans=1, members=1]",
                        "Month[branch=Harbour, month=3, loans=2, members=2]",
                        "Popular[title=Emma, loans=2]",
                        "Subject[subject=novel, loans=3]",
                        "Subject[subject=England, loans=2]",
                        "Subject[subject=space, loans=1]",
                        "2 copies, 1 loan of a book that is gone");
    }

    @Test
    void missingIndexesAreNamedAsInTheGuide(@TempDir Path folder) throws IOException {
        List<String> lines = printedBy(() -> {
                    try {
                        MissingIndexes.run("jdbc:sqlite:" + folder.resolve("copies.db"));
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
        int advice = lines.indexOf("missing indexes");
        assertThat(Files.readString(ROOT.resolve("docs/guide/querying.md")))
                .contains(String.join("\n", lines.subList(advice, advice + 5)));
        assertThat(lines.subList(advice + 5, lines.size()))
                .containsExactly(
                        "Copy.shelf promises 1000 times fewer rows",
                        "Book.copies (backwards) promises 1000 times fewer rows",
                        "indexes lead along every path");
    }

    @Test
    void teamsWithinTeamsAreFound(@TempDir Path folder) {
        assertThat(printedBy(() -> Recursion.run("jdbc:sqlite:" + folder.resolve("teams.db"))))
                .containsExactly(
                        "Indexes know SQL, and none of their teams does",
                        "Company, Storage have a team below that knows SQL",
                        "Company, Storage are one or two levels above Indexes",
                        "Company work more than 60 hours, their teams included",
                        "Company is on top of all that know SQL",
                        "Company, Storage, Indexes contain Cyd somewhere");
    }

    @Test
    void friendsAreFoundAsByHandWrittenSql(@TempDir Path folder) {
        List<String> lines = printedBy(() -> {
                    try {
                        FriendsSpeed.run("jdbc:sqlite:" + folder.resolve("friends.db"), null, null, 6_000);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
        assertThat(lines.stream()
                        .map(line -> line.replaceAll(".* ([0-9,]+) found.*", "$1"))
                        .toList())
                .containsExactly("6,000", "6,000", "6,000", "6,000", "6,000", "6,000", "6,000", "1", "1", "1");
    }

    @Test
    void typedQueriesFindTheSameObjects(@TempDir Path folder) {
        assertThat(printedBy(() -> TypedQuerying.run("jdbc:sqlite:" + folder.resolve("library.db"))))
                .containsExactly(
                        "Emma, Persuasion were written in Britain",
                        "0 book has a copy at home on A1",
                        "Persuasion: every copy is lent",
                        "Persuasion is the latest",
                        "Jane Austen wrote several",
                        "Emma has a short title",
                        "title MATCH '%a%' IGNORE CASE OR year IN ([1815..1900))");
    }

    @Test
    void objectsOfUnknownVersionAreRefusedOrOverwrite(@TempDir Path folder) {
        assertThat(printedBy(() -> Clinic.run("jdbc:sqlite:" + folder.resolve("clinic.db"))))
                .containsExactly("unknown-version", "Rex weighs 30 in version 3");
    }

    @Test
    void aDatabaseIsReadAndChangedWithoutItsClasses(@TempDir Path folder) {
        assertThat(printedBy(() -> WithoutClasses.run("jdbc:sqlite:" + folder.resolve("orders.db"))))
                .containsExactly(
                        "[Customer, Line, Order]",
                        "Order 1 of Ada is NEW",
                        "1 sent",
                        "Order 1.status: found String LOST; expected one of the constants of Status: NEW, SENT",
                        "1 order is left");
    }

    @Test
    void aCopyHasTheSameObjects(@TempDir Path folder) {
        printedBy(() -> Shop.run("jdbc:sqlite:" + folder.resolve("shop.db")));
        assertThat(printedBy(() -> Copying.run(
                        "jdbc:sqlite:" + folder.resolve("shop.db"), "jdbc:sqlite:" + folder.resolve("copy.db"))))
                .hasSize(1)
                .first()
                .asString()
                .matches("[0-9]+ objects, checksum [0-9a-f]{32}");
    }

    @Test
    void aModelFileIsCheckedChangedAndUsed(@TempDir Path folder) {
        assertThat(printedBy(() -> ModelFile.run(
                        "jdbc:sqlite:" + folder.resolve("file.db"), folder.resolve("espalier-model.yaml"))))
                .containsExactly(
                        "class Order, attribute due: LocalDate, index in the file, LocalDate in the classes",
                        "class Order, attribute note: in the file, not in the classes",
                        "Order 1 is due on 2026-11-30, by noon");
    }

    @Test
    void ownersAndPetsAgree(@TempDir Path folder) {
        assertThat(printedBy(() -> Owners.run("jdbc:sqlite:" + folder.resolve("owners.db"))))
                .containsExactly(
                        "Ann has 2 pets",
                        "Rex and Tom live with Ann",
                        "Tom is one of 2 pets",
                        "Owner 1.pets: Pet 2 was removed, but still refers to it; expected another Pet.owner, or null: that is what is stored",
                        "1 pet stays with Ann, 1 goes to Bob",
                        "Tag 7 belongs to Tom",
                        "Tom wears tag 7");
    }

    @Test
    void linesAreParts(@TempDir Path folder) {
        assertThat(printedBy(() -> Orders.run("jdbc:sqlite:" + folder.resolve("parts.db"))))
                .containsExactly(
                        "handle with care",
                        "1 line is left",
                        "two-owners",
                        "the offer has the rocket",
                        "0 lines and 0 notes are left");
    }

    @Test
    void transfersEndAsInTheGuide(@TempDir Path folder) {
        assertThat(printedBy(() -> Transactions.run("jdbc:sqlite:" + folder.resolve("accounts.db"))))
                .containsExactly(
                        "sent", "not enough, and all is as before: 30 for Bob", "account 3 is Carol's", "100 in all");
    }

    @Test
    void classHasBounds(@TempDir Path folder) {
        assertThat(printedBy(() -> BoundedReads.run("jdbc:sqlite:" + folder.resolve("bounds.db"))))
                .startsWith(
                        "by the class: Ada", "by the read: Ada with her orders", "by the settings: Ada with her orders")
                .hasSize(4)
                .last()
                .asString()
                .startsWith("without classes: Order ");
    }

    @Test
    void playlistIsShownPageByPage(@TempDir Path folder) {
        assertThat(printedBy(() -> MemberPages.run("jdbc:sqlite:" + folder.resolve("playlists.db"))))
                .containsExactly("Track 501 to Track 550 of 1000", "listener 999: 999", "listener 1000: 1000");
    }

    @Test
    void sqlIsPartOfTheTransaction(@TempDir Path folder) {
        assertThat(printedBy(() -> {
                    try {
                        SqlBeside.run("jdbc:sqlite:" + folder.resolve("orders.db"));
                    } catch (SQLException e) {
                        throw new AssertionError(e);
                    }
                }))
                .containsExactly("1 message", "paid: true", "Ada 120.00");
    }

    @Test
    void publishedQueriesRunAsPrinted(@TempDir Path folder) {
        assertThat(printedBy(() -> PublishedQueries.run("jdbc:sqlite:" + folder.resolve("users.db"))))
                .containsExactly(
                        "[Ada] are in organizations with A",
                        "[Ada] know golfers at third hand, first through [Bob]",
                        "[Ada, Bob, Cyd] lead to organizations with A",
                        "[Ada, Dan] have super cars of 1976 or 1971 to 1974",
                        "[house] consists of tiles",
                        "[Ada, Bob, Cyd] are a circle of friends");
    }

    @Test
    void thePagesAreMeasured(@TempDir Path folder) {
        assertThat(printedBy(() ->
                                PageSpeed.run("jdbc:sqlite:" + folder.resolve("tracks.db"), Settings.defaults(), 2_000))
                        .skip(1)
                        .map(line -> line.substring(0, 33)))
                .hasSize(9)
                .allMatch(line -> line.endsWith("        20"));
    }

    private static Stream<String> printedBy(Runnable program) {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(console);
        }
        return printed.toString(StandardCharsets.UTF_8).lines();
    }

    /** Every line of Java in the documents stands in a program that is compiled, whatever its white space and its line ends. */
    @Test
    void documentsQuoteCompiledPrograms() throws IOException {
        String programs = withoutSpace(lines(Path.of("src/main/java"), ".java"));
        for (Path document : documents()) {
            Matcher block = JAVA_BLOCK.matcher(Files.readString(document));
            while (block.find()) {
                for (String line : block.group(1)
                        .lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty() && !l.startsWith("//"))
                        .toList()) {
                    assertThat(programs).as(document.getFileName() + " quotes").contains(withoutSpace(line));
                }
            }
        }
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+(?=[^\\w\\s])|(?<=[^\\w\\s])\\s+", "").replaceAll("\\s+", " ");
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> guides = Files.walk(ROOT.resolve("docs"));
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(top, guides)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static String lines(Path folder, String ending) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(ending)).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}

package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.MigrationProgress;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.evolution.SchemaAdmin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that drop for good, list programs, and change the index level. */
@NullUnmarked // its classes have fields that may be null, as classes of users have
class SchemaCommandTest {

    /** A class of an older program. */
    static class Box {
        long id;
        String name;
        String note;
    }

    /** The same class in a newer program. */
    static final class Newer {

        private Newer() {}

        @Was("Box")
        static class Box {
            long id;
            String name;
        }
    }

    @TempDir
    private Path folder;

    private String url() {
        return "jdbc:sqlite:" + folder.resolve("boxes.db");
    }

    private Ended run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(3 > all.size() ? all.size() : 2, url());
        return CommandRun.run(all.toArray(String[]::new));
    }

    private Ended finish(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "schema",
                "finish",
                "--classes",
                Path.of("target", "test-classes").toString(),
                "--class",
                Newer.Box.class.getName()));
        all.addAll(List.of(more));
        return run(all.toArray(String[]::new));
    }

    private void open() {
        try (Database older = Database.open(url(), Model.of(Box.class))) {
            Box box = new Box();
            box.note = "n";
            older.store(box);
        }
        Database.open(url(), Model.of(Newer.Box.class)).close();
    }

    @Test
    void tablesAreShownAsSqlWithAComment() {
        open();
        assertThat(run("schema", "show", "--sql").out()).isEqualToNormalizingNewlines("""
                        -- Box
                        CREATE TABLE "box" (
                          "id" INTEGER NOT NULL,                  -- the id of the object; no two objects of any class have the same
                          "_version" INTEGER NOT NULL DEFAULT 0,  -- how often the object was changed
                          "name" TEXT,                            -- name: String
                          "note" TEXT,                            -- note: String
                          PRIMARY KEY ("id")
                        );
                        CREATE INDEX "ix_box_name" ON "box" ("name");
                        CREATE INDEX "ix_box_note" ON "box" ("note");
                        """);
        assertThat(run("schema", "show", "--sql", "--yaml").code()).isEqualTo(2);
    }

    @Test
    void aFinishNamesWhatIsLostAndRefusesWhileAProgramKnowsIt() {
        open();
        assertThat(finish("--plan").code()).isEqualTo(1);
        assertThat(finish("--plan").out()).contains("drop column box.note: 1 values", "ALTER TABLE");
        try (Database older = Database.open(url(), Model.of(Box.class))) {
            assertThat(older.query(Box.class, "").count()).isEqualTo(1);
            // A program registers at an embedded database a little after it opens it.
            while (SchemaAdmin.at(url(), Settings.defaults()).programs().isEmpty()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            assertThat(run("schema", "programs").out())
                    .contains("process " + ProcessHandle.current().pid(), "lease ends in");
            Ended refused = finish();
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err())
                    .contains(
                            "nothing was dropped",
                            "process " + ProcessHandle.current().pid());
        }
        assertThat(run("schema", "programs").out()).isEqualTo("no program has it open\n");
        assertThat(finish()).satisfies(ended -> assertThat(ended.out()).endsWith("done\n"));
        assertThat(finish("--plan")).isEqualTo(new Ended(0, "nothing has to be dropped\n", ""));
    }

    @Test
    void theIndexLevelChangesWithoutClasses() {
        open();
        assertThat(run("schema", "apply", "--indexes", "none")).isEqualTo(new Ended(0, "done\n", ""));
        Database.open(url(), Model.of(Newer.Box.class), Settings.defaults().indexes(IndexLevel.NONE))
                .close();
        assertThat(run("schema", "apply", "--indexes", "all").err())
                .contains("--indexes: found all, expected none, values, relations or both");
        assertThat(run("schema", "apply").err()).contains("found no model");
    }

    /** The class of a program that counts otherwise. */
    static final class Converted {

        private Converted() {}

        @Was("Box")
        static class Box {
            long id;

            @Was("name")
            int name;
        }
    }

    @Test
    void aConversionReportsItsProgress() {
        try (Database db = Database.open(url(), Model.of(Box.class))) {
            for (int i = 0; i < 3; i++) {
                Box box = new Box();
                box.name = String.valueOf(i);
                db.store(box);
            }
        }
        Ended applied = run(
                "schema",
                "apply",
                "--classes",
                Path.of("target", "test-classes").toString(),
                "--class",
                Converted.Box.class.getName());
        assertThat(applied.err()).isEmpty();
        assertThat(applied.out())
                .contains("convert Box.name")
                .containsPattern(": 3 of 3 objects, .* a second, took \\d+ (s|min)\n")
                .endsWith("done\n");
    }

    @Test
    void theProgressOfAMigrationIsABarOnATerminalAndALineElsewhere() {
        StringWriter text = new StringWriter();
        try (MigrationLine line = new MigrationLine(new PrintWriter(text), true)) {
            line.accept(progress(250, 8));
            assertThat(text.toString())
                    .contains(
                            "[#######-----------------------]  25 %  Box.name: 250 of 1,000 objects, 31 a second, 24 s to go");
            line.accept(progress(1_000, 7_300));
        }
        assertThat(text.toString()).contains("Box.name: 1,000 of 1,000 objects, 0 a second, took 2 h 1 min\n");
        StringWriter lines = new StringWriter();
        try (MigrationLine line = new MigrationLine(new PrintWriter(lines), false)) {
            line.accept(progress(250, 8));
            line.accept(progress(500, 16));
            line.accept(progress(600, 18));
            line.accept(progress(1_000, 240));
        }
        assertThat(lines.toString())
                .isEqualTo(
                        "Box.name: 500 of 1,000 objects, 31 a second, 16 s to go\nBox.name: 1,000 of 1,000 objects, 4 a second, took 4 min\n");
    }

    private static MigrationProgress progress(long done, long seconds) {
        return new MigrationProgress("Box", List.of("name"), done, 1_000, Duration.ofSeconds(seconds));
    }
}
